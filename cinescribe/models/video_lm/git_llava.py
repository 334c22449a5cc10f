"""GIT-LLaVA and GIT-LLaVA-X (*Unveiling the Invisible: Captioning Videos with Metaphors*, section 4).

A frozen GIT sees six frames of a video, or of each of its equal clips. The states of its decoder (H_V, eq. 2) are
mapped to the width of a language model (H_R, eq. 3), which reads them before the prompt and writes the caption.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from cinescribe.errors import ModelError
from cinescribe.language.causal_lm import PACKAGED_LM, CausalLM, load_causal_lm
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.video_lm.backlot_git import N_FRAMES
from cinescribe.models.video_lm.frozen_git import BACKLOT_GIT, FrozenGit, load_git
from cinescribe.models.video_lm.language_tokens import LanguageTokens
from cinescribe.models.video_lm.prefixed_lm import PrefixedLM, PrefixedState
from cinescribe.models.video_lm.prompts import FORMATS
from cinescribe.models.video_lm.tuning import TUNINGS, tune
from cinescribe.models.video_lm.video_batch import VideoBatch
from cinescribe.models.video_lm.video_lm import LearnedWeights


@dataclass(frozen=True)
class GitLlavaSettings:
    """The settings of a GIT-LLaVA.

    Args:
        git: the video captioner, a name of `frozen_git.load_git`.
        language_model: a name of `language.causal_lm.load_causal_lm`.
        prompt_format: how the language model wants a prompt written: a name of `prompts.FORMATS`.
        n_clips: equal clips of a video, six frames each, whose states are summed: 1 is GIT-LLaVA, more is -X.
        n_distinct: frames of each clip that differ: 6, or 1 to repeat the middle one, as stage 1 does with pictures.
        reads_video: whether states are read; if not, they are zeros, and the model knows its prompt alone.
        tuning: what of the language model is learned besides the map: `none` (stage 1), `lora` or `full`.
        lora_rank: of the adapters.
        half: whether the language model's frozen weights are in bfloat16.

    Raises:
        ModelError: for a value out of range.
    """

    git: str = BACKLOT_GIT
    language_model: str = PACKAGED_LM
    prompt_format: str = "chatml"
    n_clips: int = 1
    n_distinct: int = N_FRAMES
    reads_video: bool = True
    tuning: str = "lora"
    lora_rank: int = 8
    half: bool = True

    def __post_init__(self) -> None:
        for name, value, known in (
            ("prompt_format", self.prompt_format, tuple(FORMATS)),
            ("tuning", self.tuning, TUNINGS),
            ("n_distinct", self.n_distinct, (1, N_FRAMES)),
        ):
            if value not in known:
                raise ModelError(f"{name} came as {value!r}; it is one of {', '.join(map(str, known))}")
        for name, number in (("n_clips", self.n_clips), ("lora_rank", self.lora_rank)):
            if number < 1:
                raise ModelError(f"{name} came as {number}; 1 or more is wanted")


class GitLlava(LearnedWeights):
    """A GIT-LLaVA; a `VideoLM`.

    Args:
        settings: its settings.
        git: the frozen captioner. It is no part of this module, so that it is never trained or saved.
        language: the language model, which is changed as `tuning` says.
    """

    def __init__(self, settings: GitLlavaSettings, git: FrozenGit, language: CausalLM) -> None:
        super().__init__()
        self.settings, self.n_frames = settings, settings.n_clips * settings.n_distinct
        self._git = git
        self.tokens = LanguageTokens(language.tokenizer, FORMATS[settings.prompt_format], name=language.name)
        self.language = PrefixedLM(language, self.tokens.before)
        # Two layers, as LLaVA-1.5's projector; the paper says "a simple MLP".
        width = self.language.width
        self.map = nn.Sequential(nn.Linear(git.width, width), nn.GELU(), nn.Linear(width, width))
        tune(language.network, settings.tuning, rank=settings.lora_rank)
        self.parts = {"git": git.name, "language_model": language.identity}

    @property
    def look_name(self) -> str:
        """What the states depend on: GIT, clips, and frames."""
        return f"{self._git.name}-{self.settings.n_clips}x{self.settings.n_distinct}"

    def look(self, frames: Image) -> Tensor:
        """Return the states of a video, summed over its clips (H_V, eq. 2), (P, D).

        Args:
            frames: `n_frames` frames, (T, H, W, 3).
        """
        clips = np.split(frames, self.settings.n_clips)
        return torch.stack([self._git.states(self._six(clip)) for clip in clips]).sum(0)

    def prefix(self, batch: VideoBatch) -> Tensor:
        """Return the mapped states of each video (H_R, eq. 3), (B, P, D)."""
        seen = batch.seen if self.settings.reads_video else torch.zeros_like(batch.seen)
        mapped: Tensor = self.map(seen.float())
        return mapped

    def forward(self, batch: VideoBatch) -> Tensor:
        """Return the logits of each token of the answers, (n_targets, V)."""
        logits: Tensor = self.language(self.prefix(batch), batch)
        return logits

    def start(self, batch: VideoBatch) -> PrefixedState:
        """Return the state before the prompt's last token, a row for each video."""
        return self.language.start(self.prefix(batch), batch)

    def step(self, tokens: Tensor, state: PrefixedState) -> tuple[Tensor, PrefixedState]:
        """Take one token a row, (R,); gives the logits of the next, (R, V), and the state after it."""
        return self.language.step(tokens, state)

    def select(self, state: PrefixedState, rows: Tensor) -> PrefixedState:
        """Return the state of some rows, by number."""
        return self.language.select(state, rows)

    def _six(self, frames: Image) -> Image:
        return np.repeat(frames, N_FRAMES // len(frames), axis=0)


def build_git_llava(
    settings: GitLlavaSettings, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr
) -> GitLlava:
    """Build a GIT-LLaVA: its parts are loaded, its map and adapters are random.

    Raises:
        ModelError: when a part is missing or does not fit.
    """
    git = load_git(settings.git, fetch=fetch, announce=announce)
    is_frozen = settings.half and settings.tuning != "full"
    dtype = torch.bfloat16 if is_frozen else torch.float32
    language = load_causal_lm(settings.language_model, fetch=fetch, announce=announce, dtype=dtype)
    return GitLlava(settings, git, language)


def git_llava_13b(**changes: object) -> GitLlavaSettings:
    """Return the settings of the paper: GIT-large fine-tuned on VATEX, Vicuna-13B, all of it tuned."""
    values: Mapping[str, object] = {
        "git": "microsoft/git-large-vatex", "language_model": "lmsys/vicuna-13b-v1.5", "prompt_format": "vicuna",
        "tuning": "full", **changes,
    }  # fmt: skip
    return GitLlavaSettings(**values)  # type: ignore[arg-type]


def git_llava_small(**changes: object) -> GitLlavaSettings:
    """Return settings for a processor: our GIT, trained on drawn films, and SmolLM2-135M-Instruct with adapters."""
    return GitLlavaSettings(**changes)  # type: ignore[arg-type]
