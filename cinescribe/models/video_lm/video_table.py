"""The table of video language models that recipes and checkpoints name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cinescribe.models.video_lm.git_llava import GitLlavaSettings, build_git_llava


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
    "git-llava": VideoKind(GitLlavaSettings, build_git_llava),
}
