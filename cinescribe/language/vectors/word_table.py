"""Word vectors from a text file (GloVe or word2vec), and similarities between words and short labels."""

from __future__ import annotations

import gzip
import re
import zlib
from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import LanguageError, RecordError
from cinescribe.input_files import open_input

# First line of word2vec: number of words, length of the vectors.
_HEADER = re.compile(rb"\s*(\d{1,18})\s+(\d{1,18})\s*")
_LONGEST_LINE = 1 << 20  # bytes: 100,000 numbers, hundreds of times those of published tables
_LARGEST = float(np.finfo(np.float32).max)
_SEPARATORS = re.compile(r"[\s_-]+")  # between the words of a label


@dataclass(frozen=True)
class WordTable:
    """Vectors of single words; a `Similarity`.

    A text is looked up whole, as written and then in lower case. Otherwise its vector is the mean over its known words
    (split at spaces, hyphens and underscores). A text without known words has similarity 1 to the same text, ignoring
    case, and 0 to any other; `unknown` lists such texts.

    Attributes:
        name: the table's name in a score's signature, such as `glove.6B.300d`.
        rows: row index of each word.
        vectors: one row per word, (V, D).
    """

    name: str
    rows: Mapping[str, int]
    vectors: NDArray[np.float32]

    def between(self, left: Sequence[str], right: Sequence[str]) -> NDArray[np.float64]:
        """Return the cosine similarity of each text of `left` to each of `right`, (left, right), in [-1, 1]."""
        (left_vectors, left_known), (right_vectors, right_known) = self._directions(left), self._directions(right)
        similarities: NDArray[np.float64] = np.clip(left_vectors @ right_vectors.T, -1, 1)
        lowered = (np.array([text.lower() for text in texts], dtype=str) for texts in (left, right))
        same = np.equal.outer(*lowered)
        similarities[same & ~(left_known[:, None] & right_known)] = 1.0
        return similarities

    def unknown(self, texts: Sequence[str]) -> list[str]:
        """Return the distinct texts without any known word, in order."""
        distinct = list(dict.fromkeys(texts))
        return [text for text, known in zip(distinct, self._directions(distinct)[1], strict=True) if not known]

    def _directions(self, texts: Sequence[str]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Unit vectors, (texts, D), zero for unknown texts, and a mask of the known texts, (texts,)."""
        means = np.zeros((len(texts), self.vectors.shape[1]))
        for mean, text in zip(means, texts, strict=True):
            if rows := self._rows_of(text):
                mean[:] = self.vectors[rows].mean(axis=0, dtype=np.float64)
        lengths = np.linalg.norm(means, axis=1)
        known = lengths > 0
        means[known] /= lengths[known, None]
        return means, known

    def _rows_of(self, text: str) -> list[int]:
        whole = self._row_of(text)
        rows = [whole] if whole is not None else [self._row_of(word) for word in _SEPARATORS.split(text)]
        return [row for row in rows if row is not None]

    def _row_of(self, word: str) -> int | None:
        row = self.rows.get(word)
        return self.rows.get(word.lower()) if row is None else row


def label_words(labels: Collection[str]) -> set[str]:
    """Return every word that a table may be asked for to look up `labels`."""
    words = {word for label in labels for word in (label, *_SEPARATORS.split(label))}
    return words | {word.lower() for word in words}


def read_word_table(path: Path, *, vocabulary: Collection[str] | None = None) -> WordTable:
    """Read word vectors from a text file: each line a word and its numbers, separated by spaces.

    This is the format of GloVe, and of word2vec, whose first line has two counts. Names ending in `.gz` are
    decompressed. A repeated word keeps its first vector. A word may contain spaces, as some of GloVe's do.

    Args:
        path: the file.
        vocabulary: labels to look up later; only their words are kept, which saves memory. By default all words.

    Raises:
        LanguageError: when the file cannot be read, or a line is not a word with its vector; the message names it.
    """
    wanted = None if vocabulary is None else {word.encode() for word in label_words(vocabulary)}
    rows: dict[str, int] = {}
    numbers = array("f")
    n_numbers = 0
    for where, n_numbers, word, rest in _entries(path):  # noqa: B007 - the last one is used below
        if wanted is None or word in wanted:
            text = _text(word, where)
            if text not in rows:
                rows[text] = len(rows)
                numbers.extend(_vector(rest, where))
    if not n_numbers:
        raise LanguageError(f"{str(path)!r} holds no word vectors; name a text file of words and their numbers")
    name = path.name.removesuffix(".gz").removesuffix(".txt")
    return WordTable(name, rows, np.frombuffer(numbers, np.float32).reshape(len(rows), n_numbers))


def _entries(path: Path) -> Iterator[tuple[str, int, bytes, bytes]]:
    """Each line as its place for messages, the length of its vector, its word and its numbers."""
    n_numbers = n_words = n_declared = 0
    for number, line in _lines(path):
        where = f"{path}, line {number}"
        if number == 1 and (header := _HEADER.fullmatch(line)):
            n_declared, n_numbers = map(int, header.groups())
        elif line:
            n_numbers = n_numbers or line.count(b" ")
            yield where, n_numbers, *_split(line, n_numbers, where)
            n_words += 1
    if n_declared and n_words != n_declared:
        raise LanguageError(f"{str(path)!r} declares {n_declared} words but holds {n_words}; download it again")


def _split(line: bytes, n_numbers: int, where: str) -> tuple[bytes, bytes]:
    n_spaces = line.count(b" ")
    if not n_numbers or n_spaces < n_numbers:
        raise LanguageError(
            f"{where} has {n_spaces} numbers after its word; expected {n_numbers or 'some'}: download it again"
        )
    if n_spaces > n_numbers:  # a word of several parts
        parts = line.rsplit(b" ", n_numbers)
        return parts[0], b" ".join(parts[1:])
    word, _, rest = line.partition(b" ")
    return word, rest


def _text(word: bytes, where: str) -> str:
    try:
        return word.decode()
    except UnicodeDecodeError as error:
        raise LanguageError(f"the word of {where} is not UTF-8 ({word!r}); save the table as UTF-8") from error


def _vector(numbers: bytes, where: str) -> list[float]:
    try:
        vector = [float(number) for number in numbers.split(b" ")]
    except ValueError as error:
        raise LanguageError(f"{where} is no word and its numbers ({error}); download the file again") from error
    if not all(map(isfinite, vector)) or max(map(abs, vector)) > _LARGEST:
        raise LanguageError(f"{where} has a number that is not finite in single precision; download the file again")
    return vector


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    try:
        with open_input(path) as opened:
            lines = gzip.GzipFile(fileobj=opened) if path.suffix == ".gz" else opened
            for number, line in enumerate(iter(lambda: lines.readline(_LONGEST_LINE), b""), 1):
                if len(line) == _LONGEST_LINE:
                    raise LanguageError(
                        f"{path}, line {number}, has more than {_LONGEST_LINE:,} bytes; give a word table"
                    )
                yield number, line.strip(b" \t\r\n")
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise LanguageError(f"{str(path)!r} is no whole gzip file ({error}); download it again") from error
    except RecordError as error:
        raise LanguageError(str(error)) from error
