"""CIDEr (Vedantam, Zitnick and Parikh 2015): n-gram consensus with tf-idf weights.

Three scores have this name. With g_n the tf-idf vector of a text's n-grams of n words, each is ten times the mean,
over n = 1..4 and over the item's references, of

- `cider_plain`: the cosine g_n(c) · g_n(s) / |g_n(c)| |g_n(s)|, the paper's CIDEr (eq. 2) in the scale of CIDEr-D;
- `cider_d`: the paper's CIDEr-D (eq. 8): min(g_n(c), g_n(s)) · g_n(s) / |g_n(c)| |g_n(s)|, so that repeating a word
  gains nothing, times the length penalty exp(-(l(c) - l(s))² / 2σ²) with σ = 6;
- `cider`: what the COCO caption tools print as CIDEr, which is the formula of CIDEr-D.

The paper stems words for CIDEr and not for CIDEr-D; like the tools, we never stem. The inverse document frequency of
an n-gram is log N - log max(1, number of items with it in a reference). The N items are those being scored, or those of
given `DocumentFrequencies`, as when CIDEr-D is a training reward. `cider` and `cider_d` differ only in name, so that a
table can say which papers it compares with.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.ngrams import N_MAX, ROOT, TextNgrams, Trie
from cinescribe.metrics.core.score import Score, mean_score, metric_signature
from cinescribe.metrics.core.tokens import PairTokens
from cinescribe.metrics.overlap.document_frequencies import DocumentFrequencies, add_frequencies, item_counts

SIGMA = 6.0  # words
SCALE = 10.0


def cider(tokens: PairTokens, *, document_frequencies: DocumentFrequencies | None = None) -> Score:
    """Return CIDEr as the COCO caption tools print it: clipped, with the length penalty, times ten.

    Resampling the items keeps the document frequencies of the whole corpus.

    Args:
        tokens: the pairs.
        document_frequencies: of another corpus; None counts the references given here.

    Raises:
        ScoreError: when every n-gram of the references is in all items, so that all weigh log 1 = 0, as with one item.
    """
    return _score("CIDEr", tokens, document_frequencies, sigma=SIGMA, clip=True)


def cider_d(tokens: PairTokens, *, document_frequencies: DocumentFrequencies | None = None) -> Score:
    """Return CIDEr-D: clipped, with the length penalty, times ten; arguments and errors as in `cider`."""
    return _score("CIDEr-D", tokens, document_frequencies, sigma=SIGMA, clip=True)


def cider_plain(tokens: PairTokens, *, document_frequencies: DocumentFrequencies | None = None) -> Score:
    """Return CIDEr without clipping and length penalty, unstemmed, times ten; arguments and errors as in `cider`."""
    return _score("CIDEr-plain", tokens, document_frequencies, sigma=np.inf, clip=False)


def cider_by_batch(batches: Sequence[PairTokens]) -> Score:
    """Return CIDEr with the document frequencies of each batch, as code that scores batch by batch prints it.

    Items of a batch in which every n-gram weighs 0, such as a batch of one, score 0.
    """
    values = []
    for tokens in batches:
        parts = tokens.without_no_break_spaces
        trie, candidates, references = parts.ngrams
        weights = inverse_frequencies(item_counts(references, parts.item_bounds, trie.size), len(parts.ids))
        values.append(_similarities((candidates, references), parts.item_bounds, weights, SIGMA, True) * SCALE)
    ids = [key for tokens in batches for key in tokens.ids]
    size = max(len(tokens.ids) for tokens in batches)
    signature = metric_signature("CIDEr", n=N_MAX, sigma=SIGMA, df=f"batches-of-{size}", tok=batches[0].tokeniser)
    return mean_score("CIDEr", ids, np.concatenate(values), signature=signature)


def _score(
    name: str, tokens: PairTokens, frequencies: DocumentFrequencies | None, *, sigma: float, clip: bool
) -> Score:
    tokens = tokens.without_no_break_spaces
    trie, candidates, references = tokens.ngrams
    weights = _weights(tokens, trie, references, frequencies)
    values = _similarities((candidates, references), tokens.item_bounds, weights, sigma, clip) * SCALE
    settings = {"n": N_MAX, "sigma": sigma, "clip": "yes" if clip else "no", "stem": "no"}
    df = frequencies.name if frequencies else "refs"
    return mean_score(
        name, tokens.ids, values, signature=metric_signature(name, **settings, df=df, tok=tokens.tokeniser)
    )


def _weights(
    tokens: PairTokens, trie: Trie, references: TextNgrams, frequencies: DocumentFrequencies | None
) -> NDArray[np.float64]:
    """Return the inverse document frequency of each node, (nodes,)."""
    if frequencies is None:
        counts = item_counts(references, tokens.item_bounds, trie.size)
        return check_weights(inverse_frequencies(counts, len(tokens.ids)), references)
    trie, counts = add_frequencies(trie, frequencies, tokens.vocabulary)
    return inverse_frequencies(counts, frequencies.documents)


def inverse_frequencies(counts: NDArray[np.int64], documents: int) -> NDArray[np.float64]:
    """Return the inverse document frequency of nodes that are in `counts` of `documents` items; the root's is 0."""
    weights: NDArray[np.float64] = np.log(float(documents)) - np.log(np.maximum(1.0, counts))
    weights[ROOT] = 0
    return weights


def check_weights(weights: NDArray[np.float64], references: TextNgrams) -> NDArray[np.float64]:
    """Return `weights` unchanged if any n-gram of the references has a weight.

    Raises:
        ScoreError: when every n-gram of the references weighs 0.
    """
    if not weights[references.nodes].any():
        raise ScoreError(
            "every n-gram of the references is in all items, so each weighs log 1 = 0 and CIDEr has no value; "
            "score several different items, or give document frequencies of another corpus"
        )
    return weights


@njit(cache=True)
def _similarities(
    pairs: tuple[TextNgrams, TextNgrams],
    item_bounds: NDArray[np.int64],
    weights: NDArray[np.float64],
    sigma: float,
    clip: bool,
) -> NDArray[np.float64]:
    """Return the similarity of each candidate to its references, mean over references and n, (items,)."""
    candidates, references = pairs
    values = np.zeros(len(item_bounds) - 1)
    vector, ref_vector = np.zeros(len(weights)), np.zeros(len(weights))  # tf-idf of each node
    for item in range(len(item_bounds) - 1):
        first, end = candidates.bounds[item], candidates.bounds[item + 1]
        candidate = candidates.nodes[first:end]
        _fill(vector, candidate, weights)
        norms = np.sqrt(_products(vector, vector, candidate, weights, clip))
        for r in range(item_bounds[item], item_bounds[item + 1]):
            reference = references.nodes[references.bounds[r] : references.bounds[r + 1]]
            _fill(ref_vector, reference, weights)
            ref_norms = np.sqrt(_products(ref_vector, ref_vector, reference, weights, clip))
            products = _products(vector, ref_vector, reference, weights, clip)
            penalty = np.exp(-((len(candidate) - len(reference)) ** 2) / (2 * sigma**2))
            for n in range(N_MAX):
                if products[n] > 0:
                    values[item] += penalty * products[n] / (norms[n] * ref_norms[n])
            _clear(ref_vector, reference)
        _clear(vector, candidate)
        values[item] /= N_MAX * (item_bounds[item + 1] - item_bounds[item])
    return values


@njit(cache=True)
def _products(
    left: NDArray[np.float64],
    right: NDArray[np.float64],
    nodes: NDArray[np.int32],
    weights: NDArray[np.float64],
    clip: bool,
) -> NDArray[np.float64]:
    """Return the dot products of two texts' vectors for each n, (4,).

    `nodes` are the n-grams of the right text, (S, 4). One that occurs tf times adds its weight tf times, which together
    is its entry in the right vector.
    """
    products = np.zeros(N_MAX)
    for s in range(len(nodes)):
        for n in range(N_MAX):
            node = nodes[s, n]
            shared = min(left[node], right[node]) if clip else left[node]
            products[n] += shared * weights[node]
    return products


@njit(cache=True)
def _fill(vector: NDArray[np.float64], nodes: NDArray[np.int32], weights: NDArray[np.float64]) -> None:
    for s in range(len(nodes)):
        for n in range(N_MAX):
            vector[nodes[s, n]] += weights[nodes[s, n]]


@njit(cache=True)
def _clear(vector: NDArray[np.float64], nodes: NDArray[np.int32]) -> None:
    for s in range(len(nodes)):
        for n in range(N_MAX):
            vector[nodes[s, n]] = 0.0
