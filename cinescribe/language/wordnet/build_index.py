"""Builds the shipped index of WordNet 3.0: `python -m cinescribe.language.wordnet.build_index FOLDER`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import LanguageError, RecordError
from cinescribe.input_files import read_text
from cinescribe.language.wordnet.wordnet import INDEX, OFFSETS, PARTS, Pos
from cinescribe.store import write_arrays

_NAMES: Mapping[Pos, str] = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}

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
    """
    entries: dict[str, list[tuple[Pos, int]]] = {}
    for pos in PARTS:
        for word, offsets in _entries(folder / f"index.{_NAMES[pos]}"):
            entries.setdefault(word, []).extend((pos, offset) for offset in offsets)
    if ("v", 613_036) not in entries.get("leave", ()):
        raise LanguageError(f"{str(folder)!r} is not WordNet 3.0 of Debian; give the folder of wordnet-base 1:3.0")
    lines = "".join(line for pos in PARTS for line in _exceptions(folder / f"{_NAMES[pos]}.exc", pos))
    write_arrays(
        path,
        _arrays(entries, lines, _topics(folder / "data.verb")),
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
    """Each word with the offsets of its senses; lines that start with a space hold the licence."""
    for line in _lines(path):
        if not line.startswith(" "):
            fields = line.split()
            yield fields[0], [int(offset) for offset in fields[-int(fields[2]) :]]


def _topics(path: Path) -> dict[int, int]:
    """The topic of each verb sense, as its index in `TOPICS`, by offset."""
    rows = (line.split(maxsplit=2) for line in _lines(path) if not line.startswith(" "))
    return {int(offset): int(file) - _FIRST_VERB_FILE for offset, file, _ in rows}


def _exceptions(path: Path, pos: Pos) -> Iterator[str]:
    return (f"{pos} {' '.join(line.split())}\n" for line in _lines(path))


def _lines(path: Path) -> list[str]:
    try:
        return read_text(path).splitlines()
    except RecordError as error:
        raise LanguageError(f"WordNet is incomplete ({error}); give the folder of wordnet-base 1:3.0") from error


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
