"""The table of video language models that recipes and checkpoints name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cinescribe.models.video_lm.fine_tuned_git import FineTunedGitSettings, build_fine_tuned_git
from cinescribe.models.video_lm.git_llava import GitLlavaSettings, build_git_llava
from cinescribe.models.video_lm.vision_projector import (
    LlavaSettings,
    PooledFramesSettings,
    VideoLlavaSettings,
    build_llava,
    build_valley,
    build_video_chatgpt,
    build_video_llava,
)


@dataclass(frozen=True)
class VideoKind:
    """A family of video language models.

    Args:
        settings: the dataclass of its settings, the `sizes` of a recipe.
        build: returns a `VideoLM` of settings, given `fetch` and `announce` for its parts.
    """

    settings: type[Any]
    build: Callable[..., Any]


VIDEO_LMS = {
    "git": VideoKind(FineTunedGitSettings, build_fine_tuned_git),
    "git-llava": VideoKind(GitLlavaSettings, build_git_llava),
    "llava": VideoKind(LlavaSettings, build_llava),
    "valley": VideoKind(PooledFramesSettings, build_valley),
    "video-chatgpt": VideoKind(PooledFramesSettings, build_video_chatgpt),
    "video-llava": VideoKind(VideoLlavaSettings, build_video_llava),
}
