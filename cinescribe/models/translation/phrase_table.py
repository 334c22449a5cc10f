"""Phrase table: pairs of phrases with probabilities and lexical weights in both directions, as a text file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ModelError, OutputError, RecordError, brief
from cinescribe.input_files import read_text
from cinescribe.models.translation.bitext import Bitext
from cinescribe.models.translation.phrase_extraction import extract_phrases, link_counts, symmetrised_links
from cinescribe.models.translation.word_alignment import fit_alignment, word_cells
from cinescribe.parsing import parse_float
from cinescribe.store import write_text

# Columns of the scores; the order of the file is that of Moses.
PHI_BACKWARD, LEX_BACKWARD, PHI_FORWARD, LEX_FORWARD = range(4)
N_SCORES = 4
MAX_SOURCE, MAX_TARGET = 4, 7  # words of the longest phrase; a source sentence has at most four
N_TARGETS = 100  # translations of a source phrase that are kept, the most probable first
_BAR = "|||"  # between the columns of the file
_MAX_PHRASE = 200  # words of a phrase in a file

Phrase: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class PhraseTable:
    """Phrase pairs, sorted by source and target.

    Args:
        pairs: source and target phrase.
        scores: p(source | target), lexical weight of it, p(target | source), lexical weight of it, (N, 4); above 0, at
            most 1.

    Raises:
        ModelError: when the scores do not fit the pairs.
    """

    pairs: tuple[tuple[Phrase, Phrase], ...]
    scores: NDArray[np.float64]

    def __post_init__(self) -> None:
        if self.scores.shape != (len(self.pairs), N_SCORES):
            raise ModelError(f"{len(self.pairs)} phrase pairs have scores of shape {self.scores.shape}")


def fit_phrase_table(
    bitext: Bitext, *, max_source: int = MAX_SOURCE, max_target: int = MAX_TARGET, n_targets: int = N_TARGETS
) -> PhraseTable:
    """Align sentence pairs in both directions and return their phrase pairs.

    p(t | s) is the share of t among the occurrences of s. Where a pair has several lexical weights, from different
    alignments, the highest counts (Koehn et al. 2003, section 4.4).

    Args:
        bitext: the sentence pairs.
        max_source: words of the longest source phrase.
        max_target: words of the longest target phrase.
        n_targets: translations of a source phrase that are kept, the most probable first.
    """
    forward, backward = fit_alignment(bitext), fit_alignment(bitext.reversed)
    links = symmetrised_links(forward.sentences, forward.links(), backward.links())
    found = extract_phrases(
        forward.sentences,
        backward.sentences,
        links,
        (_word_weights(bitext, links), _word_weights(bitext.reversed, _turned(bitext, links))),
        (max_source, max_target),
    )
    sources = _Numbered(bitext.source_words, bitext.source, bitext.source_bounds, found.places[:, [0, 1, 2]])
    targets = _Numbered(bitext.target_words, bitext.target, bitext.target_bounds, found.places[:, [0, 3, 4]])
    keys, pair, counts = np.unique(
        sources.numbers * len(targets.phrases) + targets.numbers, return_inverse=True, return_counts=True
    )
    source, target = np.divmod(keys, len(targets.phrases))
    scores = np.zeros((len(keys), N_SCORES))
    scores[:, PHI_BACKWARD] = counts / np.bincount(target, counts)[target]
    scores[:, PHI_FORWARD] = counts / np.bincount(source, counts)[source]
    np.maximum.at(scores[:, LEX_FORWARD], pair, found.forward)
    np.maximum.at(scores[:, LEX_BACKWARD], pair, found.backward)
    pairs = [(sources.phrases[s], targets.phrases[t]) for s, t in zip(source.tolist(), target.tolist(), strict=True)]
    return _most_probable(pairs, scores, n_targets)


class _Numbered:
    """Phrases by number, and the number of the phrase at each place.

    Args:
        words: the word of each number.
        flat, bounds: sentences of word numbers.
        places: sentence, first word and the one after the last, (N, 3).
    """

    def __init__(
        self, words: tuple[str, ...], flat: NDArray[np.int32], bounds: NDArray[np.int64], places: NDArray[np.int32]
    ) -> None:
        starts = bounds[places[:, 0]]
        spans = zip((starts + places[:, 1]).tolist(), (starts + places[:, 2]).tolist(), strict=True)
        numbers: dict[tuple[int, ...], int] = {}
        listed = flat.tolist()
        self.numbers = np.array([numbers.setdefault(tuple(listed[a:b]), len(numbers)) for a, b in spans], np.int64)
        self.phrases = [tuple(words[word] for word in phrase) for phrase in numbers]


def _word_weights(bitext: Bitext, links: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return w(target word | source word) of each cell from counts of links (Koehn et al. 2003, equation 3)."""
    sentences, of_cell = word_cells(bitext)
    counts = link_counts(sentences, links)
    totals = np.bincount(of_cell, counts)[of_cell]
    return np.divide(counts, totals, out=np.zeros_like(counts), where=totals > 0)


def _turned(bitext: Bitext, links: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return tables (J, I) of all pairs as tables (I, J)."""
    lengths = np.diff(bitext.source_bounds), np.diff(bitext.target_bounds)
    parts = np.split(links, np.cumsum(lengths[0] * lengths[1])[:-1])
    return np.concatenate([part.reshape(j, i).T.ravel() for part, j, i in zip(parts, *lengths, strict=True)])


def _most_probable(pairs: list[tuple[Phrase, Phrase]], scores: NDArray[np.float64], n_targets: int) -> PhraseTable:
    """Return the best pairs of each source phrase, sorted."""
    order = sorted(range(len(pairs)), key=lambda n: (pairs[n][0], -scores[n, PHI_FORWARD], pairs[n][1]))
    kept: list[int] = []
    n_same = 0
    for at, n in enumerate(order):
        n_same = n_same + 1 if at and pairs[order[at - 1]][0] == pairs[n][0] else 1
        if n_same <= n_targets:
            kept.append(n)
    kept.sort(key=pairs.__getitem__)
    return PhraseTable(tuple(pairs[n] for n in kept), scores[kept])


def write_phrases(path: Path, table: PhraseTable) -> None:
    """Write a phrase table as text: `source ||| target ||| four scores`, a pair a line.

    Raises:
        OutputError: when a word is not allowed in such a file, or the file cannot be written.
    """
    for word in {word for pair in table.pairs for phrase in pair for word in phrase}:
        if word == _BAR or word.split() != [word]:
            raise OutputError(f"{str(path)!r} cannot hold the word {word!r}: it is empty, {_BAR} or has a space in it")
    lines = (
        f"{' '.join(source)} {_BAR} {' '.join(target)} {_BAR} {' '.join(map(repr, scores))}\n"
        for (source, target), scores in zip(table.pairs, table.scores.tolist(), strict=True)
    )
    write_text(path, "".join(lines))


def read_phrases(path: Path) -> PhraseTable:
    """Read a phrase table that `write_phrases` wrote.

    Raises:
        RecordError: naming the file and line that is malformed, has a score that is none, or is out of order.
    """
    pairs: list[tuple[Phrase, Phrase]] = []
    scores: list[list[float]] = []
    for where, columns in _lines(path):
        if len(columns) != 3:
            raise RecordError(f"{where} has {len(columns)} columns; expected `source {_BAR} target {_BAR} scores`")
        source, target, numbers = (tuple(column.split()) for column in columns)
        if not (0 < len(source) <= _MAX_PHRASE and 0 < len(target) <= _MAX_PHRASE):
            raise RecordError(f"{where} has a phrase of no word, or of more than {_MAX_PHRASE}; write it again")
        if len(numbers) != N_SCORES:
            raise RecordError(f"{where} has {len(numbers)} scores; expected {N_SCORES}")
        values = [parse_float(number, f"{where}: a score") for number in numbers]
        if not all(0 < value <= 1 for value in values):
            raise RecordError(f"{where} has the scores {brief(numbers)}; expected numbers above 0, of at most 1")
        if pairs and (source, target) <= pairs[-1]:
            raise RecordError(f"{where} is out of order, or its phrases are repeated; sort the lines, keep each once")
        pairs.append((source, target))
        scores.append(values)
    return PhraseTable(tuple(pairs), np.array(scores, np.float64).reshape(-1, N_SCORES))


def _lines(path: Path) -> Iterator[tuple[str, list[str]]]:
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if line:
            yield f"{path}, line {number}", line.split(f" {_BAR} ")
