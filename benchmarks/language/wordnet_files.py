"""Lines of WordNet's files as Debian's `wordnet-base` has them, and Princeton's numbers of senses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from cinescribe.errors import LanguageError, RecordError, brief
from cinescribe.input_files import read_text
from cinescribe.language.wordnet.wordnet import OFFSETS, PARTS_OF_SPEECH, Pos
from cinescribe.parsing import parse_int

FILE_NAMES: Mapping[Pos, str] = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
GIVE = "give the folder of wordnet-base 1:3.0"

# Debian corrects spelling in three glosses, which shifts later senses: (from, until, bytes). Our senses have
# Princeton's original offsets, since METEOR and SPICE use those.
_SHIFTS: Mapping[Pos, tuple[tuple[int, int, int], ...]] = {
    "n": (),
    "v": ((613_036, 2_422_967, 18),),
    "a": ((1_681_478, OFFSETS, 1),),
    "r": (),
}


def rows(path: Path, n_fields: int) -> Iterator[tuple[str, list[str]]]:
    """Return the fields of each line, with its place; lines that start with a space hold the licence.

    Raises:
        LanguageError: when the file is missing, or a line has fewer fields.
    """
    for at, line in enumerate(lines(path), 1):
        if not line.startswith(" "):
            where, fields = f"{str(path)!r}, line {at}", line.split()
            if len(fields) < n_fields:
                raise LanguageError(f"{where} is {brief(line)}, no line of WordNet; {GIVE}")
            yield where, fields


def lines(path: Path) -> list[str]:
    """Return the lines of a file.

    Raises:
        LanguageError: when the file is missing, or has letters beyond ASCII.
    """
    try:
        found = read_text(path).splitlines()
        at = next((at for at, line in enumerate(found, 1) if not line.isascii()), None)
        if at is not None:
            raise RecordError(f"{str(path)!r}, line {at}, has letters beyond ASCII")
        return found
    except RecordError as error:
        raise LanguageError(f"WordNet is incomplete ({error}); {GIVE}") from error


def number(text: str, where: str, end: int, *, base: int = 10) -> int:
    """Return a whole number from 0 to `end` - 1.

    Raises:
        LanguageError: when it is another.
    """
    found = parse_int(text, where) if base == 10 else _in_base(text, where, base)
    if not 0 <= found < end:
        raise LanguageError(f"{where} has the number {found}; expected one from 0 to {end - 1}; {GIVE}")
    return found


def sense_at(pos: Pos, offset: int) -> int:
    """Return the sense at an offset in Debian's data file."""
    shift = sum(by for first, end, by in _SHIFTS[pos] if first <= offset < end)
    return (PARTS_OF_SPEECH.index(pos) + 1) * OFFSETS + offset - shift


def _in_base(text: str, where: str, base: int) -> int:
    try:
        return int(text, base)
    except ValueError as error:
        raise LanguageError(f"{where} has {text!r}; expected a number in base {base}; {GIVE}") from error
