"""Builds the shipped glosses and relations of WordNet 3.0: `python -m benchmarks.language.wordnet_senses FOLDER`.

They stand in a file of their own, beside the index: METEOR and SPICE do without them.
"""

from __future__ import annotations

import argparse
import lzma
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.language.wordnet_files import FILE_NAMES, GIVE, number, rows, sense_at
from cinescribe.arrays import write_arrays
from cinescribe.errors import LanguageError
from cinescribe.language.wordnet.senses import LEXNAMES, SENSES, SYNSET_TYPES, sense_key
from cinescribe.language.wordnet.wordnet import OFFSETS, PARTS_OF_SPEECH, Pos, WordNet, wordnet

_HYPERNYMS = ("@", "@i")
_SIMILAR = "&"
_MOST_IDS, _MOST_COUNTS, _MOST_POINTERS = 1 << 8, 1 << 16, 1000
_N_FRAMES = 36  # verb frames are numbered from 1 to 35
_HEX = 16


@dataclass(frozen=True)
class _Synset:
    """A line of a data file."""

    sense: int
    file: int
    is_satellite: bool
    words: tuple[tuple[str, int], ...]  # with their ids in the lexicographer file
    hypernyms: tuple[int, ...]
    head: int | None  # of an adjective satellite
    frames: int  # a bit for each verb frame
    gloss: str


def build_senses(folder: Path, words: WordNet, path: Path) -> None:
    """Write glosses, lexicographer files, hypernyms, verb frames and what sense keys are made of.

    Args:
        folder: Debian's `wordnet-base` 1:3.0 (`/usr/share/wordnet`): `data.*` and `cntlist.rev`.
        words: the index of the same WordNet.
        path: the safetensors file to write.

    Raises:
        LanguageError: when a file is missing, or is not from that package.
    """
    synsets = sorted(
        (synset for pos in PARTS_OF_SPEECH for synset in _synsets(folder / f"data.{FILE_NAMES[pos]}", pos)),
        key=lambda synset: synset.sense,
    )
    at = {synset.sense: n for n, synset in enumerate(synsets)}
    ids = {(word, synset.sense): lex_id for synset in synsets for word, lex_id in synset.words}
    for word, sense in words.entries():
        if (word, sense) not in ids:
            raise LanguageError(f"{word!r} is not in the data files of {str(folder)!r}; {GIVE}")
    write_arrays(
        path,
        _synset_arrays(synsets, at) | _entry_arrays(synsets, at, words, _counts(folder / "cntlist.rev")),
        notes={"source": "WordNet 3.0, Debian wordnet-base 1:3.0"},
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Build the file from the command line."""
    parser = argparse.ArgumentParser(description="Build Cinescribe's glosses and relations of WordNet 3.0.")
    parser.add_argument("folder", type=Path, help="where wordnet-base has its files, as /usr/share/wordnet")
    parser.add_argument("-o", "--output", type=Path, default=SENSES, help="the file to write")
    chosen = parser.parse_args(arguments)
    build_senses(chosen.folder, wordnet(), chosen.output)


def _synsets(path: Path, pos: Pos) -> Iterator[_Synset]:
    for where, fields in rows(path, 7):
        try:
            yield _synset(fields, where, pos)
        except (IndexError, ValueError) as error:
            raise LanguageError(f"{where} is no line of WordNet's data ({error}); {GIVE}") from error


def _synset(fields: list[str], where: str, pos: Pos) -> _Synset:
    bar = fields.index("|")
    first_pointer = 4 + 2 * number(fields[3], where, 256, base=_HEX)
    n_pointers = number(fields[first_pointer], where, _MOST_POINTERS)
    first_frame = first_pointer + 1 + 4 * n_pointers
    pointers = [fields[at : at + 3] for at in range(first_pointer + 1, first_frame, 4)]
    senses: dict[str, list[int]] = {kind: [] for kind in (*_HYPERNYMS, _SIMILAR)}
    for kind, offset, part in pointers:
        if kind in senses:
            senses[kind].append(sense_at(PARTS_OF_SPEECH["nvar".index(part)], number(offset, where, OFFSETS)))
    frames = [number(text, where, _N_FRAMES) for text in fields[first_frame + 2 : bar : 3]] if pos == "v" else []
    is_satellite = fields[2] == "s"
    return _Synset(
        sense_at(pos, number(fields[0], where, OFFSETS)),
        number(fields[1], where, len(LEXNAMES)),
        is_satellite,
        tuple(
            (_plain(fields[at]), number(fields[at + 1], where, _MOST_IDS, base=_HEX))
            for at in range(4, first_pointer, 2)
        ),
        tuple(senses["@"] + senses["@i"]),
        senses[_SIMILAR][0] if is_satellite else None,
        sum(1 << frame for frame in set(frames)),
        " ".join(fields[bar + 1 :]),
    )


def _plain(word: str) -> str:
    """A word in lower case, without the marker of an adjective's position: `galore(ip)`."""
    return word.partition("(")[0].lower()


def _counts(path: Path) -> dict[str, int]:
    """How often each sense key was tagged in Princeton's semantic concordances."""
    return {fields[0]: min(number(fields[2], where, 1 << 31), _MOST_COUNTS - 1) for where, fields in rows(path, 3)}


def _synset_arrays(synsets: Sequence[_Synset], at: Mapping[int, int]) -> dict[str, NDArray[Any]]:
    glosses = "\n".join(synset.gloss for synset in synsets).encode("ascii")
    return {
        "files": np.array([synset.file for synset in synsets], np.uint8),
        "hypernym_counts": np.array([len(synset.hypernyms) for synset in synsets], np.uint8),
        "hypernyms": np.array([at[sense] for synset in synsets for sense in synset.hypernyms], np.int32),
        "verb_frames": np.array([synset.frames for synset in synsets if synset.sense // OFFSETS == 2], np.uint64),
        "glosses": np.frombuffer(lzma.compress(glosses, preset=9 | lzma.PRESET_EXTREME), np.uint8),
    }


def _entry_arrays(
    synsets: Sequence[_Synset], at: Mapping[int, int], words: WordNet, counts: Mapping[str, int]
) -> dict[str, NDArray[Any]]:
    """What belongs to a word with a sense, in the order of the index: parts of sense keys, and tag counts."""
    numbers = {word: n for n, word in enumerate(words.words())}
    ids, tags = [], []
    for word, sense in words.entries():
        synset = synsets[at[sense]]
        ids.append(next(lex_id for other, lex_id in synset.words if other == word))
        tags.append(counts.get(_key(synset, word, ids[-1], synsets, at), 0))
    return {
        "first_words": np.array([numbers[synset.words[0][0]] for synset in synsets], np.int32),
        "satellites": np.array([at[synset.sense] for synset in synsets if synset.head], np.int32),
        "heads": np.array([at[synset.head] for synset in synsets if synset.head], np.int32),
        "lex_ids": np.array(ids, np.uint8),
        "tag_counts": np.array(tags, np.uint16),
    }


def _key(synset: _Synset, word: str, lex_id: int, synsets: Sequence[_Synset], at: Mapping[int, int]) -> str:
    head = synsets[at[synset.head]].words[0] if synset.head else None
    kind = SYNSET_TYPES["s" if synset.is_satellite else "nvar"[synset.sense // OFFSETS - 1]]
    return sense_key(word, kind, synset.file, lex_id, head)


if __name__ == "__main__":
    main()
