"""Text vectors of blanks kept once they are computed: epochs come back to the same captions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.set_reader import BlankText
from cinescribe.language.vocabulary import BLANK
from cinescribe.metrics.person_ids import PERSON
from cinescribe.schema import ClipSet


class RememberedText:
    """Another's vectors, each set of captions read once; kept in half precision.

    Args:
        text: who reads.
    """

    def __init__(self, text: BlankText) -> None:
        self._text = text
        self._known: dict[tuple[str | None, ...], NDArray[np.float16]] = {}

    @property
    def width(self) -> int:
        """Numbers of a vector."""
        return self._text.width

    def vectors(self, sets: Sequence[ClipSet]) -> list[NDArray[np.float32]]:
        """The vectors of the blanks of each set, (K, width) each."""
        keys = [_key(clip_set) for clip_set in sets]
        new = {key: clip_set for key, clip_set in zip(keys, sets, strict=True) if key not in self._known}
        found = self._text.vectors(list(new.values()))
        self._known |= {key: rows.astype(np.float16) for key, rows in zip(new, found, strict=True)}
        return [self._known[key].astype(np.float32) for key in keys]


def _key(clip_set: ClipSet) -> tuple[str | None, ...]:
    """The captions without who is in them: so far as blanks are read, that is all there is."""
    return tuple(None if clip.text is None else PERSON.sub(BLANK, clip.text) for clip in clip_set.clips)
