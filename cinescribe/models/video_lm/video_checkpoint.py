"""Checkpoints of video language models: the learned weights, and `checkpoint.json` with settings, written last.

Frozen parts are not in them: they are loaded by the names in the settings, and must have the digests in the card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from cinescribe.arrays import read_arrays
from cinescribe.errors import ModelError, RecordError
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.model_folder import as_fp16, package_versions
from cinescribe.models.checkpoint import CHECKPOINT
from cinescribe.models.fields import from_fields, plain_fields
from cinescribe.models.video_lm.frozen_git import BACKLOT_NAMES
from cinescribe.models.video_lm.prompts import METAPHOR_PROMPT, PLAIN_PROMPT
from cinescribe.models.video_lm.tuning import merge_adapters
from cinescribe.models.video_lm.video_lm import VideoLM
from cinescribe.models.video_lm.video_table import VIDEO_LMS

VISION_PARTS = ("git", "vision")  # the parts of a model that see
_RENAMED = {"half": "bf16"}  # settings in cards of earlier versions


@dataclass(frozen=True)
class VideoCard:
    """The facts about a trained video language model.

    Args:
        model: a name of `VIDEO_LMS`.
        n_tokens: tokens of a caption, at most, with start and end.
        settings: from which it is built.
        parts: the frozen models in it, with digests.
        recipe: the recipe it was trained with.
        scores: its scores on the validation split of that recipe.
        data: digests of the files it was trained on.
        seed: the seed of its training.
        prompt, plain_prompt: what it was asked in training, of stills without a metaphor the second; cards of older
            checkpoints lack them, and have the paper's.
        confidence: offset and slope of the log-odds that a metaphor is true over its log-probability, by `metaphor`;
            empty if not fitted.
    """

    model: str
    n_tokens: int = 40
    settings: dict[str, Any] = field(default_factory=dict)
    parts: dict[str, Any] = field(default_factory=dict)
    recipe: dict[str, Any] = field(default_factory=dict)
    scores: dict[str, Any] = field(default_factory=dict)
    data: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    prompt: str = METAPHOR_PROMPT
    plain_prompt: str = PLAIN_PROMPT
    confidence: dict[str, list[float]] = field(default_factory=dict)

    @property
    def drawn_films_only(self) -> bool:
        """Whether its vision encoder is one of our own GITs, which were trained on drawn films only."""
        return any(name.startswith(BACKLOT_NAMES) for part, name in self.parts.items() if part in VISION_PARTS)


@dataclass(frozen=True)
class VideoCheckpoint:
    """A trained video language model, read from a folder, with dropout off."""

    folder: Path
    card: VideoCard
    model: Any


def write_video_checkpoint(folder: Path, model: VideoLM, card: VideoCard, *, fp16: bool = False) -> None:
    """Write the learned weights of a model to a folder; replaces a checkpoint that is there.

    Args:
        folder: created if it does not exist.
        model: the model.
        card: the facts about it; `settings` and `parts` are taken from the model.
        fp16: store weights in 16 bits.

    Raises:
        OutputError: when the folder cannot be written.
    """
    weights: dict[str, torch.Tensor] = model.state_dict()  # type: ignore[attr-defined]
    arrays = {name: value.detach().cpu().to(torch.float32).numpy() for name, value in weights.items()}
    fields = {
        "video": {**plain_fields(card), "settings": plain_fields(model.settings), "parts": dict(model.parts)},
        "weights": "",
        "versions": package_versions(),
    }
    CHECKPOINT.write(folder, as_fp16(arrays) if fp16 else arrays, fields)


def is_video_lm(folder: Path) -> bool:
    """Return whether a folder holds a checkpoint of a video language model.

    Raises:
        ModelError: when it holds no checkpoint, or a damaged card.
    """
    return "video" in CHECKPOINT.read_card(folder)


def read_video_card(folder: Path) -> VideoCard:
    """Return the card of a checkpoint, without its weights.

    Raises:
        ModelError: when there is none, or it is damaged or of another kind.
    """
    fields = CHECKPOINT.read_card(folder)
    if "video" not in fields:
        raise ModelError(f"{str(folder)!r} holds no video language model; name a checkpoint of {', '.join(VIDEO_LMS)}")
    try:
        card = from_fields(VideoCard, fields["video"], where=str(Path(folder) / CHECKPOINT.card))
    except RecordError as error:
        raise CHECKPOINT.damaged(folder, error) from error
    if card.model not in VIDEO_LMS:
        raise ModelError(f"the model {card.model!r} is not known; known are {', '.join(VIDEO_LMS)}")
    return replace(card, settings={_RENAMED.get(name, name): value for name, value in card.settings.items()})


def read_video_checkpoint(
    folder: Path, *, device: str = "cpu", fetch: bool = False, announce: Callable[[str], None] = to_stderr
) -> VideoCheckpoint:
    """Return the model of a folder, with dropout off, to write captions and not to be trained: adapters are merged.

    Args:
        folder: of the checkpoint.
        device: where torch computes.
        fetch: whether its frozen parts may be downloaded from the hub.
        announce: receives one line before a download.

    Raises:
        ModelError: when there is none, it is damaged, a frozen part is missing, or is not the one it was trained with.
    """
    folder = Path(folder)
    card = read_video_card(folder)
    CHECKPOINT.check_digest(folder / CHECKPOINT.weights, CHECKPOINT.read_card(folder).get("weights"))
    kind = VIDEO_LMS[card.model]
    try:
        settings = from_fields(kind.settings, card.settings, where=f"{folder / CHECKPOINT.card}: settings")
    except RecordError as error:
        raise CHECKPOINT.damaged(folder, error) from error
    model = kind.build(settings, fetch=fetch, announce=announce)
    _check_parts(folder, card.parts, model.parts)
    load_learned(model, folder)
    merge_adapters(model)
    return VideoCheckpoint(folder, card, model.to(device).eval())


def load_initial(model: VideoLM, folder: Path) -> None:
    """Load the learned weights of another training, such as those of stage 1, into a model before its own training.

    Raises:
        ModelError: when there is no checkpoint, it was trained with another one of a part that the model has, too, or
            its weights do not fit.
    """
    parts = read_video_card(folder).parts
    _check_parts(folder, {name: parts[name] for name in parts if name in model.parts}, model.parts)
    load_learned(model, folder)


def _check_parts(folder: Path, trained: Mapping[str, Any], here: Mapping[str, str]) -> None:
    for name, wanted in trained.items():
        if here.get(name) != wanted:
            raise ModelError(
                f"{str(folder)!r} was trained with the {name} {wanted!r}, and here is {here.get(name)!r}; "
                "install that one, or train again"
            )


def load_learned(model: Any, folder: Path) -> None:
    """Load the learned weights of a checkpoint into a model that has them.

    Raises:
        ModelError: when one is missing in the model, or has another shape.
    """
    own = model.state_dict()
    arrays = read_arrays(Path(folder) / CHECKPOINT.weights)
    for name, array in arrays.items():
        if name not in own or tuple(own[name].shape) != array.shape:
            found = tuple(own[name].shape) if name in own else "none"
            raise ModelError(
                f"{str(folder)!r} has weights {name} {array.shape}, but the model has {found}; use the same settings"
            )
    values = {name: torch.from_numpy(np.asarray(array, np.float32)) for name, array in arrays.items()}
    model.load_state_dict({**own, **values})
