"""The contract of everything that writes about clips."""

from __future__ import annotations

from typing import Protocol

from cinescribe.features.batch import Batch
from cinescribe.schema import Caption


class Captioner(Protocol):
    """Anything that can write: neural, measured, retrieved, hosted.

    `caption` gives one caption a clip, in the batch's order, and leaves the batch as it was.
    """

    @property
    def name(self) -> str: ...

    def caption(self, batch: Batch) -> list[Caption]: ...
