"""CIDEr-D as the reward of self-critical training (Rennie et al. 2017), with references prepared once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import ArrayLike, NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.ngrams import N_MAX, ROOT, UNKNOWN, TextNgrams, Trie, child_node, empty_trie, with_texts
from cinescribe.metrics.core.tokens import Texts
from cinescribe.metrics.overlap.cider import SCALE, SIGMA, check_weights, inverse_frequencies
from cinescribe.metrics.overlap.document_frequencies import DocumentFrequencies, add_frequencies, item_counts

_N_WORDS = 1 << 31  # word numbers that fit into the key of an n-gram


class _References(NamedTuple):
    """References as sparse tf-idf vectors.

    Attributes:
        nodes: the n-grams of all references, sorted by reference, n and node, (E,).
        values: the tf-idf of each n-gram, (E,).
        bounds: the n-grams of n + 1 words of reference r are at `bounds[r, n]` to `bounds[r, n + 1]`, (references, 5).
        norms: norm of each reference's vector for each n, (references, 4).
        lengths: number of words of each reference, (references,).
        item_bounds: item i has the references `item_bounds[i]` to `item_bounds[i + 1]`, (items + 1,).
    """

    nodes: NDArray[np.int64]
    values: NDArray[np.float64]
    bounds: NDArray[np.int64]
    norms: NDArray[np.float64]
    lengths: NDArray[np.int64]
    item_bounds: NDArray[np.int64]


class _NgramWeights(NamedTuple):
    """The nodes of n-grams, the weight of each node, and the weight of an n-gram that has no node."""

    trie: Trie
    weights: NDArray[np.float64]
    unseen: float


@dataclass(frozen=True)
class CiderReward:
    """CIDEr-D of word numbers against prepared references; made by `CiderReward.of`."""

    _weights: _NgramWeights
    _references: _References

    @classmethod
    def of(
        cls,
        references: Sequence[Sequence[Sequence[int]]],
        *,
        vocabulary: Sequence[str] = (),
        document_frequencies: DocumentFrequencies | None = None,
    ) -> CiderReward:
        """Prepare the references of all items.

        Args:
            references: word numbers, `references[item][reference][word]`; end tokens either in references and
                candidates, or in neither.
            vocabulary: the word of each number; needed only with `document_frequencies`.
            document_frequencies: of another corpus; None counts these references.

        Raises:
            ScoreError: naming the item without a reference or with an empty one; for words that are not whole numbers
                from 0 to 2³¹ - 1; when every n-gram is in all items; for document frequencies without a vocabulary.
        """
        texts, item_bounds = _concatenated(references)
        trie, grams = with_texts(empty_trie(), texts.words, texts.bounds)
        if document_frequencies is None:
            documents = len(references)
            counts = item_counts(grams, item_bounds, trie.size)
            weights = check_weights(inverse_frequencies(counts, documents), grams)
        else:
            if not vocabulary:
                raise ScoreError(
                    "the references are word numbers, but document frequencies count words; give the `vocabulary` too"
                )
            documents = document_frequencies.documents
            trie, counts = add_frequencies(trie, document_frequencies, vocabulary)
            weights = inverse_frequencies(counts, documents)
        ngram_weights = _NgramWeights(trie, weights, float(np.log(documents)))
        return cls(ngram_weights, _vectors(grams, item_bounds, weights))

    def reward(self, words: ArrayLike, items: ArrayLike, *, lengths: ArrayLike) -> NDArray[np.float64]:
        """Return the CIDEr-D of each candidate against the references of its item, (R,); 0 for an empty candidate.

        Args:
            words: word numbers, one candidate per row, padded with anything, (R, S).
            items: the item of each row, (R,).
            lengths: number of words of each row, (R,).

        Raises:
            ScoreError: when the shapes do not fit, or naming the row with an invalid item, length or word.
        """
        rows, items, lengths = np.asarray(words), np.asarray(items), np.asarray(lengths)
        _check_shapes(rows, items, lengths)
        rows, items, lengths = rows.astype(np.int64), items.astype(np.int64), lengths.astype(np.int64)
        _check_rows(rows, items, lengths, n_items=len(self._references.item_bounds) - 1)
        return _rewards(rows, items, lengths, self._weights, self._references) * SCALE


def _concatenated(references: Sequence[Sequence[Sequence[int]]]) -> tuple[Texts, NDArray[np.int64]]:
    if not len(references):
        raise ScoreError("there are no references to score against; give those of at least two items")
    for item, texts in enumerate(references):
        if not len(texts) or not all(len(text) for text in texts):
            raise ScoreError(
                f"item {item} has no reference, or an empty one; give each item references of one word or more"
            )
    flat = [text for texts in references for text in texts]
    words = np.array([word for text in flat for word in text])
    if words.dtype.kind not in "iu":
        raise ScoreError(f"the words of the references are of type {words.dtype}; expected whole numbers")
    if not 0 <= words.min() <= words.max() < _N_WORDS:
        raise ScoreError(
            f"the references have word numbers from {words.min()} to {words.max()}; expected 0 to {_N_WORDS - 1}"
        )
    bounds = np.cumsum([0, *map(len, flat)], dtype=np.int64)
    return Texts(words.astype(np.int32), bounds), np.cumsum([0, *map(len, references)], dtype=np.int64)


def _vectors(grams: TextNgrams, item_bounds: NDArray[np.int64], weights: NDArray[np.float64]) -> _References:
    lengths = np.diff(grams.bounds)
    n_slots = len(lengths) * N_MAX
    # Slot r * 4 + n holds the n-grams of n + 1 words of reference r.
    slots = np.repeat(np.arange(len(lengths)), lengths)[:, None] * N_MAX + np.arange(N_MAX)
    is_ngram = grams.nodes != ROOT
    entries = slots[is_ngram] * np.int64(len(weights)) + grams.nodes[is_ngram]
    distinct, counts = np.unique(entries, return_counts=True)
    slot, nodes = np.divmod(distinct, len(weights))
    values = counts * weights[nodes]
    norms = np.sqrt(np.bincount(slot, values**2, n_slots)).reshape(-1, N_MAX)
    starts = np.searchsorted(slot, np.arange(n_slots)).reshape(-1, N_MAX)
    ends = np.searchsorted(slot, np.arange(N_MAX, n_slots + 1, N_MAX))
    return _References(nodes, values, np.column_stack([starts, ends]), norms, lengths, item_bounds)


def _check_shapes(words: NDArray[np.generic], items: NDArray[np.generic], lengths: NDArray[np.generic]) -> None:
    if words.ndim != 2 or items.shape != words.shape[:1] or lengths.shape != words.shape[:1]:
        raise ScoreError(
            f"candidates of shape {words.shape} belong to items {items.shape} and lengths {lengths.shape}; "
            "expected (rows, words), (rows,) and (rows,)"
        )
    for name, array in (("words", words), ("items", items), ("lengths", lengths)):
        if array.dtype.kind not in "iu":
            raise ScoreError(f"{name} are of type {array.dtype}; expected whole numbers")


def _check_rows(
    words: NDArray[np.int64], items: NDArray[np.int64], lengths: NDArray[np.int64], *, n_items: int
) -> None:
    inside = np.arange(words.shape[1]) < lengths[:, None]
    bad_word = (inside & ((words < 0) | (words >= _N_WORDS))).any(axis=1)
    bad_length = (lengths < 0) | (lengths > words.shape[1])
    bad_item = (items < 0) | (items >= n_items)
    for bad, what in (
        (bad_item, f"an item that is not one of 0 to {n_items - 1}"),
        (bad_length, f"a length that is not one of 0 to {words.shape[1]}"),
        (bad_word, f"a word number that is not one of 0 to {_N_WORDS - 1}"),
    ):
        if bad.any():
            raise ScoreError(f"candidate row {int(bad.argmax())} has {what}")


@njit(cache=True)
def _rewards(
    words: NDArray[np.int64],
    items: NDArray[np.int64],
    lengths: NDArray[np.int64],
    ngram_weights: _NgramWeights,
    references: _References,
) -> NDArray[np.float64]:
    """Return the CIDEr-D of each row before the factor of ten, (R,)."""
    values = np.zeros(len(words))
    for row in range(len(words)):
        first, end = references.item_bounds[items[row]], references.item_bounds[items[row] + 1]
        text = words[row, : lengths[row]]
        cosines = np.zeros(end - first)
        nodes = np.full(len(text), ROOT, np.int64)
        for n in range(min(N_MAX, len(text))):
            nodes = _longer_ngrams(nodes, text[n:], ngram_weights.trie)
            _add_cosines(cosines, (nodes, _tfidf(nodes, ngram_weights)), n, first, references)
        penalty = np.exp(-((references.lengths[first:end] - len(text)) ** 2) / (2 * SIGMA**2))
        values[row] = (cosines * penalty).mean() / N_MAX
    return values


@njit(cache=True)
def _longer_ngrams(nodes: NDArray[np.int64], words: NDArray[np.int64], trie: Trie) -> NDArray[np.int64]:
    """Return the nodes of n-grams one word longer than those of `nodes`, (words,).

    Args:
        nodes: of the n-grams that begin at each word, (S,); an n-gram that is not in the trie has a negative number.
        words: the word after each n-gram, (S - n,).
        trie: the n-grams that have a node.
    """
    longer = np.empty(len(words), np.int64)
    for s in range(len(words)):
        longer[s] = child_node(trie, nodes[s], words[s]) if nodes[s] >= 0 else UNKNOWN
        if longer[s] < 0:
            same = 0
            while nodes[same] != nodes[s] or words[same] != words[s]:
                same += 1
            longer[s] = -1 - same
    return longer


@njit(cache=True)
def _tfidf(nodes: NDArray[np.int64], ngram_weights: _NgramWeights) -> NDArray[np.float64]:
    """Return the tf-idf of each n-gram at its first occurrence and 0 at later ones, shaped like `nodes`."""
    values = np.zeros(len(nodes))
    for s in range(len(nodes)):
        first = 0
        while nodes[first] != nodes[s]:
            first += 1
        values[first] += ngram_weights.weights[nodes[s]] if nodes[s] >= 0 else ngram_weights.unseen
    return values


@njit(cache=True)
def _add_cosines(
    cosines: NDArray[np.float64],
    vector: tuple[NDArray[np.int64], NDArray[np.float64]],
    n: int,
    first: np.int64,
    references: _References,
) -> None:
    """Add to `cosines` the clipped cosine of n-grams of n + 1 words with each reference from number `first` on."""
    nodes, values = vector
    norm = np.sqrt((values**2).sum())
    for r in range(len(cosines)):
        entries = slice(references.bounds[first + r, n], references.bounds[first + r, n + 1])
        product = _product(values, nodes, references.values[entries], references.nodes[entries])
        if product > 0:
            cosines[r] += product / (norm * references.norms[first + r, n])


@njit(cache=True)
def _product(
    values: NDArray[np.float64],
    nodes: NDArray[np.int64],
    ref_values: NDArray[np.float64],
    ref_nodes: NDArray[np.int64],
) -> float:
    """Return the clipped dot product of a candidate's vector and a reference's, whose nodes ascend."""
    product = 0.0
    for s in range(len(nodes)):
        low, high = 0, len(ref_nodes)
        while low < high:
            middle = (low + high) // 2
            if ref_nodes[middle] < nodes[s]:
                low = middle + 1
            else:
                high = middle
        if low < len(ref_nodes) and ref_nodes[low] == nodes[s]:
            product += min(values[s], ref_values[low]) * ref_values[low]
    return product
