"""Blank vectors computed once a text, kept for the next epoch, and on disk for the next training."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.blank_text import blanked_text
from cinescribe.features.clip_sets.set_reader import BlankText
from cinescribe.schema import ClipSet
from cinescribe.store import open_arrays, write_arrays


class NamedBlankText(BlankText, Protocol):
    """A `BlankText` with a name that changes with its vectors."""

    @property
    def name(self) -> str: ...


class KeptBlanks:
    """Blank vectors that are kept in memory and, on `keep`, in a file; a `BlankText`.

    They are kept, and given, at half precision, so that those from the file are those that were computed.

    Args:
        encoded: computes what is not kept.
        path: a file that `keep` wrote, or will write; None for none.

    Raises:
        FeatureError: when the file holds vectors of another encoder.
        RecordError: when the file is damaged.
    """

    def __init__(self, encoded: NamedBlankText, *, path: Path | None = None) -> None:
        self._encoded, self._path = encoded, path
        self._kept: dict[str, NDArray[np.float16]] = {}
        if path is not None and path.is_file():
            self._kept, notes = open_arrays(path)
            if notes.get("encoder") != encoded.name:
                raise FeatureError(
                    f"{str(path)!r} holds blanks by {notes.get('encoder')!r}, {encoded.name!r} is wanted; "
                    "name another file"
                )
        self._n_written = len(self._kept)

    @property
    def width(self) -> int:
        """Numbers of a vector."""
        return self._encoded.width

    def vectors(self, sets: Sequence[ClipSet]) -> list[NDArray[np.float32]]:
        """[CLS; b_k] of the blanks of each set, (K, 2D) each.

        Raises:
            FeatureError: when a set's captions are longer than the encoder reads.
        """
        keys = [_key(clip_set) for clip_set in sets]
        new = {key: clip_set for key, clip_set in zip(keys, sets, strict=True) if key not in self._kept}
        for key, rows in zip(new, self._encoded.vectors(list(new.values())), strict=True):
            self._kept[key] = rows.astype(np.float16)
        return [self._kept[key].astype(np.float32) for key in keys]

    def keep(self) -> None:
        """Write all vectors to the file, where there is one and something is new.

        Raises:
            OutputError: when it cannot be written.
        """
        if self._path is not None and len(self._kept) > self._n_written:
            write_arrays(self._path, self._kept, notes={"encoder": self._encoded.name})
            self._n_written = len(self._kept)


def _key(clip_set: ClipSet) -> str:
    return hashlib.sha256(blanked_text(clip_set).encode()).hexdigest()
