"""METEOR's table of English paraphrases, read block by block.

The table has three lines (probability, phrase, paraphrase) for each of five million entries. 64-bit hashes replace
the phrases, so that no phrase is kept. The probability that two phrases of a corpus and the table share a hash is below
one in a million.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numba import njit
from numpy.typing import NDArray

from cinescribe.errors import RecordError, ScoreError
from cinescribe.input_files import digest, open_input
from cinescribe.store import writing

MAX_PHRASE_WORDS = 7  # words in the longest phrase of the table

Entries = NDArray[np.uint64]  # hashes of phrase and paraphrase, (entries, 2)

_LINES = 3  # of an entry
_BLOCK = 1 << 18  # bytes read at a time; unpacked they still fit into the processor's cache
_BATCH = 1 << 15  # entries read at a time from a packed table
_GZIP = 31  # zlib's code for the largest window in a gzip file
_START, _FACTOR = np.uint64(0xCBF29CE484222325), np.uint64(0x100000001B3)  # FNV-1a, 64 bits
_NEWLINE, _SPACE = np.uint64(10), np.uint64(32)


@dataclass(frozen=True)
class Paraphrases:
    """A paraphrase table on disk.

    Attributes:
        path: METEOR's table.
        digest: first characters of its SHA-256, for signatures.
        packed: its packed copy, or None.
    """

    path: Path
    digest: str
    packed: Path | None = None

    def entries(self) -> Iterator[Entries]:
        """Yield the table in its own order, block by block.

        Raises:
            ScoreError: when the table or its copy cannot be read to its end, or is not a paraphrase table.
        """
        if self.packed is None:
            yield from _hashed_entries(self.path)
        else:
            entries = _load(self.packed)
            yield from (entries[n : n + _BATCH] for n in range(0, len(entries), _BATCH))


def read_paraphrases(path: str | Path, *, packed: str | Path | None = None) -> Paraphrases:
    """Return METEOR's English paraphrase table, `paraphrase-en.gz`.

    Reading it takes a second of CPU time for every score; a packed copy (85 MB) takes a tenth of that.

    Args:
        path: the table; the pycocoevalcap package has it in `meteor/data`.
        packed: a folder for a packed copy, named by the table's digest; written if it does not exist yet.

    Raises:
        ScoreError: when there is no such file, or when it needs packing and is not a paraphrase table.
        OutputError: when the packed copy cannot be written.
    """
    path = Path(path)
    if not path.is_file():
        raise ScoreError(f"there is no paraphrase table {str(path)!r}; give METEOR's paraphrase-en.gz")
    table = Paraphrases(path, digest(path)[:8])
    if packed is None:
        return table
    copy = Path(packed) / f"paraphrases-{table.digest}.npy"
    if not copy.exists():
        with writing(copy) as beside:
            np.save(beside, np.concatenate(list(table.entries())))
    return Paraphrases(path, table.digest, copy)


def _load(copy: Path) -> Entries:
    try:
        entries = np.asarray(np.load(copy, mmap_mode="c", allow_pickle=False))
        if entries.dtype != np.uint64 or entries.shape[1:] != (2,):
            raise ValueError(f"it holds {entries.dtype} of shape {entries.shape}")
        return entries
    except (OSError, ValueError, EOFError) as error:
        raise ScoreError(f"the packed paraphrase table {str(copy)!r} is broken ({error}); delete it") from error


def _hashed_entries(path: Path) -> Iterator[Entries]:
    rest = b""
    for block in _unpacked(path):
        letters = np.frombuffer(rest + block, np.uint8)
        entries, n_read = _hashed(letters)
        rest = letters[n_read:].tobytes()
        yield entries
    if rest:
        raise ScoreError(
            f"the paraphrase table {str(path)!r} ends inside an entry, with {rest[-40:]!r}; expected entries of three "
            "lines: probability, phrase, paraphrase; give METEOR's paraphrase-en.gz"
        )


def _unpacked(path: Path) -> Iterator[bytes]:
    # gzip.open takes 1.5 times as long.
    unpacker = zlib.decompressobj(_GZIP)
    try:
        with open_input(path) as opened:
            while block := opened.read(_BLOCK):
                yield unpacker.decompress(block)
    except (OSError, RecordError, zlib.error) as error:
        raise ScoreError(f"the paraphrase table {str(path)!r} cannot be read ({error}); fetch it again") from error
    if not unpacker.eof:
        raise ScoreError(f"the paraphrase table {str(path)!r} is cut off; fetch it again")


@njit(cache=True)
def _hashed(letters: NDArray[np.uint8]) -> tuple[Entries, int]:
    """Return the complete entries at the start of a block of the table, and their number of bytes."""
    entries = np.empty((len(letters) // _LINES + 1, 2), np.uint64)  # a line may be empty
    n, line, n_read = 0, 0, 0
    phrase_hash = _START
    for at, letter in enumerate(letters):
        if letter == _NEWLINE:
            if line > 0:
                entries[n, line - 1] = phrase_hash
            phrase_hash = _START
            line += 1
            if line == _LINES:
                n, line, n_read = n + 1, 0, at + 1
        elif line > 0:
            phrase_hash = (phrase_hash ^ np.uint64(letter)) * _FACTOR
    return entries[:n], n_read


@njit(cache=True)
def phrase_hashes(
    words: NDArray[np.int32], bounds: NDArray[np.int64], letters: NDArray[np.uint8], letter_bounds: NDArray[np.int64]
) -> NDArray[np.uint64]:
    """Return the hashes of all phrases of texts: [s, n] is that of the n + 1 words from s, 0 past the text's end.

    Args:
        words: word numbers of the texts, concatenated, (S,).
        bounds: text t is `words[bounds[t]:bounds[t + 1]]`.
        letters: the words of the vocabulary in UTF-8, concatenated.
        letter_bounds: word v is `letters[letter_bounds[v]:letter_bounds[v + 1]]`.

    Returns:
        Hashes, (S, LONGEST).
    """
    hashes = np.zeros((len(words), MAX_PHRASE_WORDS), np.uint64)
    for t in range(len(bounds) - 1):
        for first in range(bounds[t], bounds[t + 1]):
            phrase_hash = _START
            for n in range(min(MAX_PHRASE_WORDS, bounds[t + 1] - first)):
                word = words[first + n]
                if n > 0:
                    phrase_hash = (phrase_hash ^ _SPACE) * _FACTOR
                for letter in letters[letter_bounds[word] : letter_bounds[word + 1]]:
                    phrase_hash = (phrase_hash ^ np.uint64(letter)) * _FACTOR
                hashes[first, n] = phrase_hash
    return hashes
