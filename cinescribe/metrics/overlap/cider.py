"""CIDEr (Vedantam, Zitnick and Parikh 2015): consensus by n-grams, weighed by how few items have them.

Three scores go by this name. With g_n the tf-idf vector of a text's n-grams of n words, each is ten times the mean,
over n = 1..4 and over the item's references, of

- `cider_plain`: the cosine g_n(c) · g_n(s) / |g_n(c)| |g_n(s)|, the paper's CIDEr (eq. 2) in the scale of CIDEr-D;
- `cider_d`: the paper's CIDEr-D (eq. 8): min(g_n(c), g_n(s)) · g_n(s) / |g_n(c)| |g_n(s)|, so that repeating a word
  gains nothing, times exp(-(l(c) - l(s))² / 2σ²) with σ = 6, so that another length loses;
- `cider`: what the COCO caption tools print as CIDEr, which is the formula of CIDEr-D.

The paper stems words for CIDEr and not for CIDEr-D; like the tools, we stem for none. The inverse document frequency
of an n-gram is log N - log max(1, number of items with it in a reference), where items and N are those under test, or
those of given `DocumentFrequencies`, as where CIDEr-D is a reward in training. `cider` and `cider_d` differ in name
alone, so that a table says which papers its row stands beside.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.ngrams import N_MAX, ROOT, Grams, Trie
from cinescribe.metrics.core.score import Score, mean_score, passport
from cinescribe.metrics.core.tokens import Tokens
from cinescribe.metrics.overlap.document_frequencies import DocumentFrequencies, counted, placed

SIGMA = 6.0  # words
SCALE = 10.0


def cider(tokens: Tokens, *, document_frequencies: DocumentFrequencies | None = None) -> Score:
    """CIDEr as the COCO caption tools print it: clipped, with the Gaussian, times ten.

    Resampling its items keeps the document frequencies of the whole corpus.

    Args:
        tokens: the pairs.
        document_frequencies: of another corpus; None counts the references under test.

    Raises:
        ScoreError: when every n-gram of the references is in all items, as in a corpus of one: all weigh log 1 = 0.
    """
    return _score("CIDEr", tokens, document_frequencies, sigma=SIGMA, clip=True)


def cider_d(tokens: Tokens, *, document_frequencies: DocumentFrequencies | None = None) -> Score:
    """CIDEr-D: clipped, with the Gaussian, times ten; arguments and errors as those of `cider`."""
    return _score("CIDEr-D", tokens, document_frequencies, sigma=SIGMA, clip=True)


def cider_plain(tokens: Tokens, *, document_frequencies: DocumentFrequencies | None = None) -> Score:
    """CIDEr without clip and Gaussian, unstemmed, times ten; arguments and errors as those of `cider`."""
    return _score("CIDEr-plain", tokens, document_frequencies, sigma=np.inf, clip=False)


def _score(name: str, tokens: Tokens, frequencies: DocumentFrequencies | None, *, sigma: float, clip: bool) -> Score:
    tokens = tokens.parted
    trie, candidates, references = tokens.ngrams
    weights = _weights(tokens, trie, references, frequencies)
    values = _similarities((candidates, references), tokens.owned, weights, sigma, clip) * SCALE
    settings = {"n": N_MAX, "sigma": sigma, "clip": "yes" if clip else "no", "stem": "no"}
    df = frequencies.name if frequencies else "refs"
    return mean_score(name, tokens.ids, values, signature=passport(name, **settings, df=df, tok=tokens.tokeniser))


def _weights(
    tokens: Tokens, trie: Trie, references: Grams, frequencies: DocumentFrequencies | None
) -> NDArray[np.float64]:
    """The inverse document frequency of each node, (nodes,)."""
    if frequencies is None:
        return checked(inverse(counted(references, tokens.owned, trie.size), len(tokens.ids)), references)
    trie, counts = placed(trie, frequencies, tokens.vocabulary)
    return inverse(counts, frequencies.documents)


def inverse(counts: NDArray[np.int64], documents: int) -> NDArray[np.float64]:
    """The inverse document frequency of nodes that are in `counts` of `documents` items; the root weighs nothing."""
    weights: NDArray[np.float64] = np.log(float(documents)) - np.log(np.maximum(1.0, counts))
    weights[ROOT] = 0
    return weights


def checked(weights: NDArray[np.float64], references: Grams) -> NDArray[np.float64]:
    """`weights` as they are.

    Raises:
        ScoreError: when every n-gram of the references weighs nothing.
    """
    if not weights[references.nodes].any():
        raise ScoreError(
            "every n-gram of the references is in all items, so that each weighs log 1 = 0 and CIDEr says nothing; "
            "score several different items, or give document frequencies of another corpus"
        )
    return weights


@njit(cache=True)
def _similarities(
    pairs: tuple[Grams, Grams], owned: NDArray[np.int64], weights: NDArray[np.float64], sigma: float, clip: bool
) -> NDArray[np.float64]:
    """Similarity of each candidate to its references, mean over these and over n, (items,)."""
    candidates, references = pairs
    values = np.zeros(len(owned) - 1)
    own, other = np.zeros(len(weights)), np.zeros(len(weights))  # tf-idf of each node
    for item in range(len(owned) - 1):
        first, end = candidates.bounds[item], candidates.bounds[item + 1]
        candidate = candidates.nodes[first:end]
        _fill(own, candidate, weights)
        norms = np.sqrt(_products(own, own, candidate, weights, clip))
        for r in range(owned[item], owned[item + 1]):
            reference = references.nodes[references.bounds[r] : references.bounds[r + 1]]
            _fill(other, reference, weights)
            ref_norms = np.sqrt(_products(other, other, reference, weights, clip))
            products = _products(own, other, reference, weights, clip)
            near = np.exp(-((len(candidate) - len(reference)) ** 2) / (2 * sigma**2))
            for n in range(N_MAX):
                if products[n] > 0:
                    values[item] += near * products[n] / (norms[n] * ref_norms[n])
            _empty(other, reference)
        _empty(own, candidate)
        values[item] /= N_MAX * (owned[item + 1] - owned[item])
    return values


@njit(cache=True)
def _products(
    left: NDArray[np.float64],
    right: NDArray[np.float64],
    nodes: NDArray[np.int32],
    weights: NDArray[np.float64],
    clip: bool,
) -> NDArray[np.float64]:
    """Dot products of two texts' vectors for each n, (4,), by the occurrences of the right one's n-grams, (S, 4).

    An n-gram that occurs tf times adds its weight tf times, which is its place in the right vector.
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
def _empty(vector: NDArray[np.float64], nodes: NDArray[np.int32]) -> None:
    for s in range(len(nodes)):
        for n in range(N_MAX):
            vector[nodes[s, n]] = 0.0
