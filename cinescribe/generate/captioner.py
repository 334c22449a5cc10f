"""The contract of everything that writes about clips."""

from __future__ import annotations

from typing import Protocol

from cinescribe.features.clip_sets.batch import Batch
from cinescribe.schema import Caption


class Captioner(Protocol):
    """Anything that can write: neural, measured, retrieved, hosted.

    `caption` gives one caption a clip, in the batch's order, and leaves the batch as it was. A clip about which there
    is nothing to say gets an empty text.
    """

    @property
    def name(self) -> str:
        """Who writes, as cues tell it: `observer`, `hub:<id>`."""

    @property
    def n_frames(self) -> int:
        """Frames it looks at in each clip; 0 for none."""

    @property
    def n_clips(self) -> int | None:
        """Clips it takes at once; None for the whole film."""

    def caption(self, batch: Batch) -> list[Caption]: ...
