"""GIT-LLaVA and GIT-LLaVA-X (*Unveiling the Invisible: Captioning Videos with Metaphors*, section 4).

A frozen GIT sees six frames of a video, or of each of its equal clips. The states of its decoder (H_V, eq. 2) are
mapped to the width of a language model (H_R, eq. 3), which reads them before the prompt and writes the caption.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from cinescribe.language.causal_lm import CausalLM, load_causal_lm
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.video_lm.backlot_git import N_FRAMES
from cinescribe.models.video_lm.frame_features import FrameFeatures, load_git
from cinescribe.models.video_lm.frozen_git import BACKLOT_GIT
from cinescribe.models.video_lm.language_settings import LanguageSettings, check_known, check_positive
from cinescribe.models.video_lm.language_tokens import LanguageTokens
from cinescribe.models.video_lm.prefixed_lm import PrefixedLM
from cinescribe.models.video_lm.prefixed_video_lm import PrefixedVideoLM
from cinescribe.models.video_lm.prompts import PROMPT_FORMATS
from cinescribe.models.video_lm.tuning import tune
from cinescribe.models.video_lm.video_batch import VideoBatch


@dataclass(frozen=True)
class GitLlavaSettings(LanguageSettings):
    """The settings of a GIT-LLaVA, besides those of `LanguageSettings`.

    Args:
        git: the video captioner, a name of `frame_features.load_git`.
        n_clips: equal clips of a video, six frames each, whose states are summed: 1 is GIT-LLaVA, more is -X.
        n_distinct: frames of each clip that differ: 6, or 1 to repeat the middle one, as stage 1 does with pictures.
        reads_video: whether states are read; if not, they are zeros, and the model knows only its prompt.

    Raises:
        ModelError: for a value out of range.
    """

    git: str = BACKLOT_GIT
    n_clips: int = 1
    n_distinct: int = N_FRAMES
    reads_video: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        check_known("n_distinct", self.n_distinct, (1, N_FRAMES))
        check_positive("n_clips", self.n_clips)


class GitLlava(PrefixedVideoLM):
    """A GIT-LLaVA; a `VideoLM`.

    Args:
        settings: its settings.
        git: the frozen captioner. It is no part of this module, so that it is never trained or saved.
        language: the language model, which is changed as `tuning` says.
    """

    def __init__(self, settings: GitLlavaSettings, git: FrameFeatures, language: CausalLM) -> None:
        super().__init__()
        self.settings, self.n_frames = settings, settings.n_clips * settings.n_distinct
        self._git = git
        self.tokens = LanguageTokens(language.tokenizer, PROMPT_FORMATS[settings.prompt_format], name=language.name)
        self.language = PrefixedLM(language, self.tokens.before)
        # Two layers, as LLaVA-1.5's projector; the paper says "a simple MLP".
        width = self.language.width
        self.map = nn.Sequential(nn.Linear(git.width, width), nn.GELU(), nn.Linear(width, width))
        tune(language.network, settings.tuning, rank=settings.lora_rank)
        self.parts = {"git": git.name, "language_model": language.identity}

    def lookers(self) -> tuple[nn.Module, ...]:
        """Return the network of the frozen part."""
        return (self._git.network,)

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
        return torch.stack([self._git.features(self._six(clip)) for clip in clips]).sum(0)

    def prefix(self, batch: VideoBatch) -> Tensor:
        """Return the mapped states of each video (H_R, eq. 3), (B, P, D)."""
        seen = batch.seen if self.settings.reads_video else torch.zeros_like(batch.seen)
        mapped: Tensor = self.map(seen.float())
        return mapped

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
    language = load_causal_lm(settings.language_model, fetch=fetch, announce=announce, dtype=settings.dtype)
    return GitLlava(settings, git, language)
