"""Builds the shipped index of WordNet 3.0: `python -m benchmarks.language.wordnet_index FOLDER`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.language.wordnet_files import FILE_NAMES, GIVE, lines, number, rows, sense_at
from cinescribe.arrays import write_arrays
from cinescribe.errors import LanguageError
from cinescribe.language.wordnet.wordnet import INDEX, OFFSETS, PARTS_OF_SPEECH, TOPICS, Pos
from cinescribe.parsing import parse_int

_LONGEST = _MOST_SENSES = 255  # letters of a word and senses of it: the index keeps each as a byte
_FIRST_VERB_FILE = 29  # number of the lexicographer file verb.body, the first of TOPICS


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
    for pos in PARTS_OF_SPEECH:
        for word, offsets in _entries(folder / f"index.{FILE_NAMES[pos]}"):
            entries.setdefault(word, []).extend((pos, offset) for offset in offsets)
    if ("v", 613_036) not in entries.get("leave", ()):
        raise LanguageError(f"{str(folder)!r} is not WordNet 3.0 of Debian; give the folder of wordnet-base 1:3.0")
    topics = _topics(folder / "data.verb")
    for word, senses in entries.items():
        if len(senses) > _MOST_SENSES or any(pos == "v" and offset not in topics for pos, offset in senses):
            raise LanguageError(f"the senses of {word!r} in {str(folder)!r} are not those of WordNet 3.0; {GIVE}")
    exceptions = "".join(
        line for pos in PARTS_OF_SPEECH for line in _exceptions(folder / f"{FILE_NAMES[pos]}.exc", pos)
    )
    write_arrays(
        path,
        _arrays(entries, exceptions, topics),
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
    for where, fields in rows(path, 4):
        n = parse_int(fields[2], f"{where}: the number of senses")
        if not 0 < n <= min(len(fields) - 3, _MOST_SENSES) or len(fields[0]) > _LONGEST:
            raise LanguageError(f"{where} has no word with its senses; {GIVE}")
        yield fields[0], [number(offset, where, OFFSETS) for offset in fields[-n:]]


def _topics(path: Path) -> dict[int, int]:
    """The topic of each verb sense, as its index in `TOPICS`, by offset."""
    topics = {}
    for where, (offset, file, *_) in rows(path, 3):
        topic = number(file, where, _FIRST_VERB_FILE + len(TOPICS)) - _FIRST_VERB_FILE
        if topic < 0:
            raise LanguageError(f"{where} names the file {file}, which holds no verbs; {GIVE}")
        topics[number(offset, where, OFFSETS)] = topic
    return topics


def _exceptions(path: Path, pos: Pos) -> Iterator[str]:
    return (f"{pos} {' '.join(line.split())}\n" for line in lines(path))


def _arrays(
    entries: Mapping[str, Sequence[tuple[Pos, int]]], exceptions: str, topics: Mapping[int, int]
) -> dict[str, NDArray[Any]]:
    words = sorted(entries)
    senses = [sense_at(pos, offset) for word in words for pos, offset in entries[word]]
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
