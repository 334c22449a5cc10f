"""Language models as ARPA text files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import OutputError, RecordError, brief
from cinescribe.input_files import read_text
from cinescribe.models.translation.language_model import (
    MAX_ORDER,
    RESERVED,
    BackOffModel,
    ngram_keys,
)
from cinescribe.parsing import parse_float
from cinescribe.store import write_text

_COUNT = re.compile(r"ngram (\d)=(\d{1,12})")


def write_arpa(path: Path, model: BackOffModel) -> None:
    """Write a language model as ARPA text; numbers keep all their digits.

    Raises:
        OutputError: when a word is not allowed in such a file, or the file cannot be written.
    """
    for word in model.words:
        if word.split() != [word]:
            raise OutputError(f"{str(path)!r} cannot hold the word {word!r}: it is empty or has a space in it")
    lines = ["\\data\\", *(f"ngram {n}={len(grams)}" for n, grams in enumerate(model.ngrams, 1))]
    for n, grams in enumerate(model.ngrams, 1):
        lines += ["", f"\\{n}-grams:"]
        columns = (grams.tolist(), model.logs[n - 1].tolist(), model.backoffs[n - 1].tolist())
        for words, log, backoff in zip(*columns, strict=True):
            text = f"{log!r}\t{' '.join(model.words[word] for word in words)}"
            lines.append(f"{text}\t{backoff!r}" if n < model.order else text)
    write_text(path, "\n".join([*lines, "", "\\end\\", ""]))


def read_arpa(path: Path) -> BackOffModel:
    """Read a language model.

    Every prefix and suffix of an n-gram must be there, as `write_arpa` and most programs write them. The vocabulary
    must hold `<unk>`, `<s>` and `</s>`.

    Raises:
        RecordError: naming the file and line at fault.
    """
    lines = _Lines(path)
    counts = _header(lines)
    words: dict[str, int] = {}
    ngrams, logs, backoffs = [], [], []
    for n, count in enumerate(counts, 1):
        lines.expect(f"\\{n}-grams:")
        grams, values, weights, numbers = _section(lines, n, n == len(counts), words)
        if len(grams) != count:
            raise RecordError(f"{lines.where}: found {len(grams)} {n}-grams, but the head says {count}; write it again")
        if n == 1 and not set(RESERVED) <= words.keys():
            raise RecordError(f"{lines.where}: the unigrams lack one of {', '.join(RESERVED)}; add it")
        order = np.lexsort(grams.T[::-1])
        ngrams.append(grams[order])
        logs.append(values[order])
        backoffs.append(weights[order])
        _check(path, ngrams, np.array(numbers)[order], len(words))
    lines.expect("\\end\\")
    return _with_reserved_first(words, ngrams, logs, backoffs)


class _Lines:
    """The lines of a file that are not blank, with the place of the last one for errors."""

    def __init__(self, path: Path) -> None:
        self.path, self.number = path, 0  # of the line taken last
        self._next = 0
        self._lines = read_text(path).split("\n")

    @property
    def where(self) -> str:
        return f"{self.path}, line {self.number}"

    def peek(self) -> str:
        """Return the next line, stripped, or an empty text at the end."""
        while self._next < len(self._lines) and not self._lines[self._next].strip():
            self._next += 1
        return self._lines[self._next].strip() if self._next < len(self._lines) else ""

    def take(self) -> str:
        line = self.peek()
        self._next += 1
        self.number = self._next
        return line

    def expect(self, wanted: str) -> None:
        line = self.take()
        if line != wanted:
            raise RecordError(f"{self.where} is {brief(line)}; expected {wanted}")


def _header(lines: _Lines) -> list[int]:
    lines.expect("\\data\\")
    counts: list[int] = []
    while found := _COUNT.fullmatch(lines.peek()):
        lines.take()
        if int(found[1]) != len(counts) + 1 or len(counts) == MAX_ORDER:
            raise RecordError(f"{lines.where}: expected orders 1, 2, ... up to {MAX_ORDER}, one after the other")
        counts.append(int(found[2]))
    if not counts:
        lines.take()
        raise RecordError(f"{lines.where}: there is no line such as `ngram 1=1000`; name an ARPA file")
    return counts


def _section(
    lines: _Lines, n: int, is_highest: bool, words: dict[str, int]
) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.float64], list[int]]:
    """Return the n-grams of one order, their log-probabilities and back-off weights, and their lines."""
    flat: list[int] = []
    values: list[float] = []
    weights: list[float] = []
    numbers: list[int] = []
    while (line := lines.peek()) and not line.startswith("\\"):
        lines.take()
        columns = line.split()
        if len(columns) != n + 1 and (is_highest or len(columns) != n + 2):
            raise RecordError(f"{lines.where} has {len(columns)} columns; expected a logarithm and {n} words")
        log = parse_float(columns[0], f"{lines.where}: the logarithm")
        weight = parse_float(columns[n + 1], f"{lines.where}: the back-off weight") if len(columns) > n + 1 else 0.0
        if not (-1000 < log <= 0 and abs(weight) < 1000):
            raise RecordError(f"{lines.where} has the logarithms {log:g} and {weight:g}; none that a probability has")
        flat += _numbers(columns[1 : n + 1], words, lines, is_new=n == 1)
        values.append(log)
        weights.append(weight)
        numbers.append(lines.number)
    return np.array(flat, np.int32).reshape(-1, n), np.array(values), np.array(weights), numbers


def _numbers(given: Sequence[str], words: dict[str, int], lines: _Lines, *, is_new: bool) -> Iterator[int]:
    for word in given:
        if is_new == (word in words):
            raise RecordError(
                f"{lines.where}: {brief(word)} {'is repeated' if is_new else 'is no unigram'}; correct it"
            )
        yield words.setdefault(word, len(words))


def _check(path: Path, ngrams: Sequence[NDArray[np.int32]], numbers: NDArray[np.int64], n_words: int) -> None:
    """Refuse an n-gram of the highest order so far that comes twice, or lacks its prefix or suffix."""
    keys, suffixes = ngram_keys(ngrams, n_words)
    for bad, what in (
        (keys[-1] < 0, "its first words are no n-gram"),
        (suffixes[-1] < 0, "its last words are no n-gram"),
        (np.append(False, np.diff(keys[-1]) == 0), "it is repeated"),
    ):
        if bad.any():
            raise RecordError(f"{path}, line {int(numbers[bad.argmax()])}: {what}; write the whole model")


def _with_reserved_first(
    words: dict[str, int],
    ngrams: Sequence[NDArray[np.int32]],
    logs: Sequence[NDArray[np.float64]],
    backoffs: Sequence[NDArray[np.float64]],
) -> BackOffModel:
    """Return the model with `RESERVED` as its first words, its n-grams sorted again."""
    listed = (*RESERVED, *(word for word in words if word not in RESERVED))
    renamed = np.empty(len(words), np.int32)
    renamed[[words[word] for word in listed]] = np.arange(len(words))
    grams = [renamed[each] for each in ngrams]
    orders = [np.lexsort(each.T[::-1]) for each in grams]
    return BackOffModel(
        listed,
        tuple(each[order] for each, order in zip(grams, orders, strict=True)),
        tuple(each[order] for each, order in zip(logs, orders, strict=True)),
        tuple(each[order] for each, order in zip(backoffs, orders, strict=True)),
    )
