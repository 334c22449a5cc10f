"""The contract of models that caption a video by a language model; training, captioning and checkpoints know no more.

A new family is a class with these methods, and a line in `video_table.VIDEO_LMS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, Self

import torch
from torch import Tensor, nn

from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.video_lm.language_tokens import LanguageTokens
from cinescribe.models.video_lm.video_batch import VideoBatch


class VideoLM(Protocol):
    """A model that looks at frames once, without gradients, and learns to answer a prompt about what it saw.

    It is an `nn.Module` whose `state_dict` holds only the learned weights (`LearnedWeights`), and a `generate.Step`
    over batches of videos: `start`, `step` and `select` decode one token at a time.
    """

    @property
    def settings(self) -> Any:
        """The dataclass of its settings, from which `video_table` builds it again."""

    @property
    def parts(self) -> Mapping[str, str]:
        """The frozen models in it, each with the digest of its weights: a checkpoint fits only these."""

    @property
    def n_frames(self) -> int:
        """Frames it takes of each video: the middles of as many equal parts."""

    @property
    def look_name(self) -> str:
        """What `look` depends on besides the frames: what was seen under one name is used again, never recomputed."""

    @property
    def tokens(self) -> LanguageTokens:
        """The tokens of its language model."""

    def look(self, frames: Image) -> Tensor:
        """Return what is kept of a video's frames (T, H, W, 3); the same shape for all videos; no gradients."""

    def __call__(self, batch: VideoBatch) -> Tensor:
        """Return the logits of each token of a batch's answers, (n_targets, V), in the order of `batch.targets`."""

    def start(self, batch: VideoBatch) -> Any:
        """Return the state before the prompt's last token, which is `tokens.start`, a row for each video."""

    def step(self, tokens: Tensor, state: Any) -> tuple[Tensor, Any]:
        """Take one token a row, (R,); gives the logits of the next, (R, V), and the state after it."""

    def select(self, state: Any, rows: Tensor) -> Any:
        """Return the state of some rows, by number."""


class LearnedWeights(nn.Module):
    """A module whose state is its learned weights: frozen parts are loaded by name, and are in no checkpoint."""

    def lookers(self) -> Iterable[nn.Module]:
        """Return the networks that `look` uses and that are no part of this module; they move to its device with it."""
        return ()

    def to(self, device: torch.device | str) -> Self:  # type: ignore[override]
        """Move the module, and the networks that it looks with, to a device; return it."""
        for network in self.lookers():
            network.to(device)
        return super().to(device)

    def state_dict(self, *args: Any, **kwargs: Any) -> dict[str, Any]:  # type: ignore[override]
        """Return the learned weights by name."""
        learned = set(self.learned())
        prefix = kwargs.get("prefix", "")
        values = super().state_dict(*args, **kwargs)
        return {name: value for name, value in values.items() if name.removeprefix(prefix) in learned}

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False) -> Any:
        """Load learned weights.

        Raises:
            RuntimeError: with `strict`, when some are missing, or too many.
        """
        learned = set(self.learned())
        if strict and (odd := sorted(learned ^ set(state_dict))):
            raise RuntimeError(f"the learned weights differ in {odd[0]!r} ({len(odd)} such)")
        return super().load_state_dict(state_dict, strict=False, assign=assign)

    def learned(self) -> Iterable[str]:
        """Return the names of the weights that training changes."""
        return [name for name, weight in self.named_parameters() if weight.requires_grad]
