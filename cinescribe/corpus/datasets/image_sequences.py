"""Sequences of pictures as a corpus of stills: what a robot's camera saw, as in the ACVR Robotic Vision Challenge.

Every folder of pictures is a sequence, its pictures in the order of the numbers in their names. Nobody captioned them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.picture_folder import inside
from cinescribe.corpus.core.stills import StillCorpus, StillSplit, write_stills
from cinescribe.errors import CorpusError
from cinescribe.schema import Still

SPLIT = "all"
LICENCE = "not stated; ask whoever took the pictures"
_SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")
_NUMBER = re.compile(r"(\d+)")


def build_sequences(folder: Path, *, pictures: Path, name: str = "sequences") -> StillCorpus:
    """A corpus of sequences of pictures in the folder, without captions; the pictures stay where they are.

    Args:
        folder: where to write; made when it is not there.
        pictures: the folder of sequences, each a folder of pictures, however deep.
        name: the corpus's.

    Raises:
        CorpusError: when there is no such folder, or no picture in it, or two pictures differ in their suffix alone.
        OutputError: when the folder cannot be written.
    """
    found = sorted(_pictures(Path(pictures)), key=_by_numbers)
    if not found:
        raise CorpusError(
            f"{str(pictures)!r} holds no pictures ({', '.join(_SUFFIXES)}); name a folder of folders of pictures"
        )
    where = inside(folder, pictures)
    stills = [
        Still(path.with_suffix("").as_posix(), (where / path).as_posix(), sequence=_sequence(path)) for path in found
    ]
    splits = [StillSplit(SPLIT, tuple(still.id for still in stills))]
    return write_stills(folder, CorpusCard(name, str(pictures), LICENCE), stills=stills, splits=splits)


def _pictures(folder: Path) -> Iterator[Path]:
    """All pictures in a folder and those below it, relative to it."""
    for path in folder.rglob("*"):
        if path.suffix.lower() in _SUFFIXES and not path.name.startswith("."):
            yield path.relative_to(folder)


def _by_numbers(path: Path) -> list[tuple[str, int]]:
    """What sorts `frame2` before `frame10`."""
    parts = _NUMBER.split(path.as_posix())
    return [(text, int(number)) for text, number in zip(parts[::2], [*parts[1::2], "0"], strict=True)]


def _sequence(path: Path) -> str | None:
    """The folder that a picture is in; none for those beside the folders."""
    return path.parent.as_posix() if path.parent != Path() else None
