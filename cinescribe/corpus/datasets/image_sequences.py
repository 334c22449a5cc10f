"""Builds corpora of stills from picture sequences, as from a robot's camera (ACVR Robotic Vision Challenge).

Every folder of pictures is a sequence, ordered by the numbers in the pictures' names. The pictures have no captions.
"""

from __future__ import annotations

import re
from pathlib import Path

from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.corpus_folder import claim_still_corpus
from cinescribe.corpus.core.picture_folder import PICTURE_SUFFIXES, link_pictures, pictures_in
from cinescribe.corpus.core.stills import StillCorpus, StillSplit, write_stills
from cinescribe.errors import CorpusError
from cinescribe.still_schema import Still

_SPLIT = "all"
_LICENCE = "not stated; ask whoever took the pictures"
_NUMBER = re.compile(r"(\d+)")


def build_sequences(folder: str | Path, *, pictures: str | Path, name: str = "sequences") -> StillCorpus:
    """Build a corpus of picture sequences without captions; the pictures stay where they are.

    Args:
        folder: where to write; created if missing.
        pictures: the folder of the sequences, each a folder of pictures at any depth.
        name: of the corpus.

    Raises:
        CorpusError: when the folder is missing or has no picture, or two pictures differ only in their suffix.
        OutputError: when the folder holds anything but a corpus and the pictures, or cannot be written.
    """
    folder, pictures = Path(folder), Path(pictures)
    found = sorted(pictures_in(Path(pictures)), key=_by_numbers)
    if not found:
        raise CorpusError(
            f"{str(pictures)!r} holds no pictures ({', '.join(PICTURE_SUFFIXES)}); name a folder of folders of pictures"
        )
    claim_still_corpus(folder, pictures, of="sequences")
    linked = link_pictures(folder, pictures)
    stills = [
        Still(path.with_suffix("").as_posix(), (linked / path).as_posix(), sequence=_sequence(path)) for path in found
    ]
    splits = [StillSplit(_SPLIT, tuple(still.id for still in stills))]
    return write_stills(folder, CorpusCard(name, str(pictures), _LICENCE), stills=stills, splits=splits)


def _by_numbers(path: Path) -> list[tuple[str, int]]:
    """Return a sort key that puts `frame2` before `frame10`."""
    parts = _NUMBER.split(path.as_posix())
    return [(text, int(number)) for text, number in zip(parts[::2], [*parts[1::2], "0"], strict=True)]


def _sequence(path: Path) -> str | None:
    """Return the folder of a picture; None for pictures at the top."""
    return path.parent.as_posix() if path.parent != Path() else None
