"""CIDEr-D as the reward of self-critical training (Rennie et al. 2017): references prepared once, then rows scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import ArrayLike, NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.ngrams import N_MAX, ROOT, UNKNOWN, Grams, Trie, child, empty_trie, with_texts
from cinescribe.metrics.core.tokens import Texts
from cinescribe.metrics.overlap.cider import SCALE, SIGMA, checked, inverse
from cinescribe.metrics.overlap.document_frequencies import DocumentFrequencies, counted, placed

_N_WORDS = 1 << 31  # word numbers that an n-gram's key has room for


class _Prepared(NamedTuple):
    """References as sparse vectors.

    Attributes:
        nodes: the n-grams of all references, by reference, then by n, then ascending, (E,).
        values: the tf-idf of each, (E,).
        bounds: the n-grams of n + 1 words of reference r are at `bounds[r, n]` to `bounds[r, n + 1]`, (references, 5).
        norms: length of each reference's vector for each n, (references, 4).
        lengths: words of each reference, (references,).
        owned: item i has the references `owned[i]` to `owned[i + 1]`, (items + 1,).
    """

    nodes: NDArray[np.int64]
    values: NDArray[np.float64]
    bounds: NDArray[np.int64]
    norms: NDArray[np.float64]
    lengths: NDArray[np.int64]
    owned: NDArray[np.int64]


class _Known(NamedTuple):
    """What is known of n-grams: their nodes, the weight of each node, and the weight of an n-gram without one."""

    trie: Trie
    weights: NDArray[np.float64]
    unseen: float


@dataclass(frozen=True)
class CiderReward:
    """CIDEr-D of word numbers against references that were prepared once; made by `CiderReward.of`."""

    _known: _Known
    _references: _Prepared

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
            references: word numbers, `references[item][reference][word]`. Whether an end token belongs to a text is the
                caller's choice: leave it out, or give it to references and candidates alike.
            vocabulary: the word of each number; needed only with `document_frequencies`.
            document_frequencies: of another corpus; None counts these references.

        Raises:
            ScoreError: naming the item without a reference or with an empty one; for words that are no whole numbers
                from 0 to 2³¹ - 1; when every n-gram is in all items; for document frequencies without a vocabulary.
        """
        texts, owned = _laid(references)
        trie, grams = with_texts(empty_trie(), texts.words, texts.bounds)
        if document_frequencies is None:
            documents = len(references)
            weights = checked(inverse(counted(grams, owned, trie.size), documents), grams)
        else:
            if not vocabulary:
                raise ScoreError("document frequencies count words, and references are numbers; give the vocabulary")
            documents = document_frequencies.documents
            trie, counts = placed(trie, document_frequencies, vocabulary)
            weights = inverse(counts, documents)
        known = _Known(trie, weights, float(np.log(documents)))
        return cls(known, _prepared(grams, owned, weights))

    def reward(self, words: ArrayLike, items: ArrayLike, *, lengths: ArrayLike) -> NDArray[np.float64]:
        """CIDEr-D of each candidate against the references of its item, (R,); 0 for an empty candidate.

        Args:
            words: word numbers, a candidate a row, whatever after its length, (R, S).
            items: the item of each row, (R,).
            lengths: words of each row, (R,).

        Raises:
            ScoreError: when the shapes do not fit, or naming the row with an unknown item, length or word.
        """
        rows, at, ends = np.asarray(words), np.asarray(items), np.asarray(lengths)
        _check_shapes(rows, at, ends)
        rows, at, ends = rows.astype(np.int64), at.astype(np.int64), ends.astype(np.int64)
        _check_rows(rows, at, ends, n_items=len(self._references.owned) - 1)
        return _rewards(rows, at, ends, self._known, self._references) * SCALE


def _laid(references: Sequence[Sequence[Sequence[int]]]) -> tuple[Texts, NDArray[np.int64]]:
    if not len(references):
        raise ScoreError("there is no item to be rewarded; give the references of at least two")
    for item, texts in enumerate(references):
        if not len(texts) or not all(len(text) for text in texts):
            raise ScoreError(
                f"item {item} has no reference, or an empty one; give each item texts of at least one word"
            )
    flat = [text for texts in references for text in texts]
    words = np.array([word for text in flat for word in text])
    if words.dtype.kind not in "iu":
        raise ScoreError(f"the words of the references are of type {words.dtype}; wanted whole numbers")
    if not 0 <= words.min() <= words.max() < _N_WORDS:
        raise ScoreError(
            f"the references have word numbers from {words.min()} to {words.max()}; wanted 0 to {_N_WORDS - 1}"
        )
    bounds = np.cumsum([0, *map(len, flat)], dtype=np.int64)
    return Texts(words.astype(np.int32), bounds), np.cumsum([0, *map(len, references)], dtype=np.int64)


def _prepared(grams: Grams, owned: NDArray[np.int64], weights: NDArray[np.float64]) -> _Prepared:
    lengths = np.diff(grams.bounds)
    n_slots = len(lengths) * N_MAX
    # Slot r * 4 + n holds the n-grams of n + 1 words of reference r.
    slots = np.repeat(np.arange(len(lengths)), lengths)[:, None] * N_MAX + np.arange(N_MAX)
    there = grams.nodes != ROOT
    entries = slots[there] * np.int64(len(weights)) + grams.nodes[there]
    found, counts = np.unique(entries, return_counts=True)
    slot, nodes = np.divmod(found, len(weights))
    values = counts * weights[nodes]
    norms = np.sqrt(np.bincount(slot, values**2, n_slots)).reshape(-1, N_MAX)
    starts = np.searchsorted(slot, np.arange(n_slots)).reshape(-1, N_MAX)
    ends = np.searchsorted(slot, np.arange(N_MAX, n_slots + 1, N_MAX))
    return _Prepared(nodes, values, np.column_stack([starts, ends]), norms, lengths, owned)


def _check_shapes(words: NDArray[np.generic], items: NDArray[np.generic], lengths: NDArray[np.generic]) -> None:
    if words.ndim != 2 or items.shape != words.shape[:1] or lengths.shape != words.shape[:1]:
        raise ScoreError(
            f"candidates of shape {words.shape} came with items {items.shape} and lengths {lengths.shape}; "
            "wanted (rows, words), (rows,) and (rows,)"
        )
    for name, array in (("words", words), ("items", items), ("lengths", lengths)):
        if array.dtype.kind not in "iu":
            raise ScoreError(f"{name} are of type {array.dtype}; wanted whole numbers")


def _check_rows(
    words: NDArray[np.int64], items: NDArray[np.int64], lengths: NDArray[np.int64], *, n_items: int
) -> None:
    inside = np.arange(words.shape[1]) < lengths[:, None]
    bad_word = (inside & ((words < 0) | (words >= _N_WORDS))).any(axis=1)
    bad_length = (lengths < 0) | (lengths > words.shape[1])
    bad_item = (items < 0) | (items >= n_items)
    for bad, what in (
        (bad_item, f"an item that is none of 0 to {n_items - 1}"),
        (bad_length, f"a length that is none of 0 to {words.shape[1]}"),
        (bad_word, f"a word number that is none of 0 to {_N_WORDS - 1}"),
    ):
        if bad.any():
            raise ScoreError(f"candidate row {int(bad.argmax())} has {what}")


@njit(cache=True)
def _rewards(
    words: NDArray[np.int64],
    items: NDArray[np.int64],
    lengths: NDArray[np.int64],
    known: _Known,
    references: _Prepared,
) -> NDArray[np.float64]:
    """CIDEr-D of each row, not yet times ten, (R,)."""
    values = np.zeros(len(words))
    for row in range(len(words)):
        first, end = references.owned[items[row]], references.owned[items[row] + 1]
        text = words[row, : lengths[row]]
        cosines = np.zeros(end - first)
        nodes = np.full(len(text), ROOT, np.int64)
        for n in range(min(N_MAX, len(text))):
            nodes = _longer(nodes, text[n:], known.trie)
            _add_cosines(cosines, (nodes, _values(nodes, known)), n, first, references)
        near = np.exp(-((references.lengths[first:end] - len(text)) ** 2) / (2 * SIGMA**2))
        values[row] = (cosines * near).mean() / N_MAX
    return values


@njit(cache=True)
def _longer(nodes: NDArray[np.int64], words: NDArray[np.int64], trie: Trie) -> NDArray[np.int64]:
    """The nodes of n-grams one word longer than those of `nodes`, (words,).

    Args:
        nodes: of the n-grams that begin at each word, (S,); an n-gram without node has a number below 0 of its own.
        words: the word that follows each, (S - n,).
        trie: the n-grams that have a node.
    """
    longer = np.empty(len(words), np.int64)
    for s in range(len(words)):
        longer[s] = child(trie, nodes[s], words[s]) if nodes[s] >= 0 else UNKNOWN
        if longer[s] < 0:
            same = 0
            while nodes[same] != nodes[s] or words[same] != words[s]:
                same += 1
            longer[s] = -1 - same
    return longer


@njit(cache=True)
def _values(nodes: NDArray[np.int64], known: _Known) -> NDArray[np.float64]:
    """The tf-idf of each n-gram at its first place, and 0 where it is repeated, as `nodes`."""
    values = np.zeros(len(nodes))
    for s in range(len(nodes)):
        first = 0
        while nodes[first] != nodes[s]:
            first += 1
        values[first] += known.weights[nodes[s]] if nodes[s] >= 0 else known.unseen
    return values


@njit(cache=True)
def _add_cosines(
    cosines: NDArray[np.float64],
    vector: tuple[NDArray[np.int64], NDArray[np.float64]],
    n: int,
    first: np.int64,
    references: _Prepared,
) -> None:
    """Add to `cosines` the clipped cosine of n-grams of n + 1 words with each reference from number `first` on."""
    nodes, values = vector
    norm = np.sqrt((values**2).sum())
    for r in range(len(cosines)):
        held = slice(references.bounds[first + r, n], references.bounds[first + r, n + 1])
        product = _product(values, nodes, references.values[held], references.nodes[held])
        if product > 0:
            cosines[r] += product / (norm * references.norms[first + r, n])


@njit(cache=True)
def _product(
    values: NDArray[np.float64],
    nodes: NDArray[np.int64],
    held_values: NDArray[np.float64],
    held_nodes: NDArray[np.int64],
) -> float:
    """The clipped product of a candidate's vector and a reference's, whose nodes ascend."""
    product = 0.0
    for s in range(len(nodes)):
        low, high = 0, len(held_nodes)
        while low < high:
            middle = (low + high) // 2
            if held_nodes[middle] < nodes[s]:
                low = middle + 1
            else:
                high = middle
        if low < len(held_nodes) and held_nodes[low] == nodes[s]:
            product += min(values[s], held_values[low]) * held_values[low]
    return product
