"""Builds the shipped index of WordNet 3.0: `python -m cinescribe.language.wordnet.build_index FOLDER`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import LanguageError, RecordError, brief
from cinescribe.input_files import read_text
from cinescribe.language.wordnet.wordnet import INDEX, OFFSETS, PARTS, TOPICS, Pos
from cinescribe.parsing import parse_int
from cinescribe.store import write_arrays

_NAMES: Mapping[Pos, str] = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}

_LONGEST = _MOST_SENSES = 255  # letters of a word and senses of it: the index keeps each as a byte
_GIVE = "give the folder of wordnet-base 1:3.0"
_FIRST_VERB_FILE = 29  # number of the lexicographer file verb.body, the first of TOPICS

# Debian corrects spelling in three glosses, which shifts later senses: (from, until, bytes). Our senses have
# Princeton's original offsets, since METEOR and SPICE use those.
_SHIFTS: Mapping[Pos, tuple[tuple[int, int, int], ...]] = {
    "n": (),
    "v": ((613_036, 2_422_967, 18),),
    "a": ((1_681_478, OFFSETS, 1),),
    "r": (),
}


def build_index(folder: Path, path: Path) -> None:
    """Write the index of the WordNet whose `index.*`, `*.exc` and `data.verb` files are in `folder`.

    Args:
        folder: Debian's `wordnet-base` 1:3.0 (`/usr/share/wordnet`).
        path: the safetensors file to write. It holds `letters` (words in byte order, ASCII) and their `lengths`,
            `senses` (as `wordnet.OFFSETS` says) and `counts` of them by word, `exceptions` (lines of text), and
            `verb_topics`, the index in `wordnet.TOPICS` of each verb sense of `senses`, in order.

    Raises:
        LanguageError: when a file is missing, or is not from that package.
        RecordError: when a number in it is none.
    """
    entries: dict[str, list[tuple[Pos, int]]] = {}
    for pos in PARTS:
        for word, offsets in _entries(folder / f"index.{_NAMES[pos]}"):
            entries.setdefault(word, []).extend((pos, offset) for offset in offsets)
    if ("v", 613_036) not in entries.get("leave", ()):
        raise LanguageError(f"{str(folder)!r} is not WordNet 3.0 of Debian; give the folder of wordnet-base 1:3.0")
    topics = _topics(folder / "data.verb")
    for word, senses in entries.items():
        if len(senses) > _MOST_SENSES or any(pos == "v" and offset not in topics for pos, offset in senses):
            raise LanguageError(f"the senses of {word!r} in {str(folder)!r} are not those of WordNet 3.0; {_GIVE}")
    lines = "".join(line for pos in PARTS for line in _exceptions(folder / f"{_NAMES[pos]}.exc", pos))
    write_arrays(
        path,
        _arrays(entries, lines, topics),
        notes={"source": "WordNet 3.0, Debian wordnet-base 1:3.0"},
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Build the index from the command line."""
    parser = argparse.ArgumentParser(description="Build Cinescribe's index of WordNet 3.0.")
    parser.add_argument("folder", type=Path, help="where wordnet-base has its files, as /usr/share/wordnet")
    parser.add_argument("-o", "--output", type=Path, default=INDEX, help="the index to write")
    chosen = parser.parse_args(arguments)
    build_index(chosen.folder, chosen.output)


def _entries(path: Path) -> Iterator[tuple[str, list[int]]]:
    """Each word with the offsets of its senses."""
    for where, fields in _rows(path, 4):
        n = parse_int(fields[2], f"{where}: the number of senses")
        if not 0 < n <= min(len(fields) - 3, _MOST_SENSES) or len(fields[0]) > _LONGEST:
            raise LanguageError(f"{where} has no word with its senses; {_GIVE}")
        yield fields[0], [_number(offset, where, OFFSETS) for offset in fields[-n:]]


def _topics(path: Path) -> dict[int, int]:
    """The topic of each verb sense, as its index in `TOPICS`, by offset."""
    topics = {}
    for where, (offset, file, *_) in _rows(path, 3):
        topic = _number(file, where, _FIRST_VERB_FILE + len(TOPICS)) - _FIRST_VERB_FILE
        if topic < 0:
            raise LanguageError(f"{where} names the file {file}, which holds no verbs; {_GIVE}")
        topics[_number(offset, where, OFFSETS)] = topic
    return topics


def _rows(path: Path, n_fields: int) -> Iterator[tuple[str, list[str]]]:
    """The fields of each line, with its place; lines that start with a space hold the licence."""
    for number, line in enumerate(_lines(path), 1):
        if not line.startswith(" "):
            where, fields = f"{str(path)!r}, line {number}", line.split()
            if len(fields) < n_fields:
                raise LanguageError(f"{where} is {brief(line)}, no line of WordNet; {_GIVE}")
            yield where, fields


def _number(text: str, where: str, end: int) -> int:
    number = parse_int(text, where)
    if not 0 <= number < end:
        raise LanguageError(f"{where} has the number {number}; one from 0 to {end - 1} is wanted; {_GIVE}")
    return number


def _exceptions(path: Path, pos: Pos) -> Iterator[str]:
    return (f"{pos} {' '.join(line.split())}\n" for line in _lines(path))


def _lines(path: Path) -> list[str]:
    try:
        lines = read_text(path).splitlines()
        number = next((number for number, line in enumerate(lines, 1) if not line.isascii()), None)
        if number is not None:
            raise RecordError(f"{str(path)!r}, line {number}, has letters beyond ASCII")
        return lines
    except RecordError as error:
        raise LanguageError(f"WordNet is incomplete ({error}); {_GIVE}") from error


def _sense(pos: Pos, offset: int) -> int:
    shift = sum(by for first, end, by in _SHIFTS[pos] if first <= offset < end)
    return (PARTS.index(pos) + 1) * OFFSETS + offset - shift


def _arrays(
    entries: Mapping[str, Sequence[tuple[Pos, int]]], exceptions: str, topics: Mapping[int, int]
) -> dict[str, NDArray[Any]]:
    words = sorted(entries)
    senses = [_sense(pos, offset) for word in words for pos, offset in entries[word]]
    return {
        "letters": np.frombuffer("".join(words).encode("ascii"), np.uint8),
        "lengths": np.array([len(word) for word in words], np.uint8),
        "senses": np.array(senses, np.int32),
        "counts": np.array([len(entries[word]) for word in words], np.uint8),
        "exceptions": np.frombuffer(exceptions.encode("ascii"), np.uint8),
        "verb_topics": np.array(
            [topics[offset] for word in words for pos, offset in entries[word] if pos == "v"], np.uint8
        ),
    }


if __name__ == "__main__":
    main()
