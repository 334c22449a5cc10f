"""METEOR's matches: words and phrases with the same meaning in a candidate and a reference."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

EXACT, STEM, SYNONYM, PARAPHRASE = range(4)  # modules (Denkowski and Lavie 2014)


class Lexicon(NamedTuple):
    """The stem, synsets and class of each word of a vocabulary, by word number.

    Attributes:
        stems: number of the stem, (V,).
        senses: synsets of all words, concatenated, ascending within a word, (N,).
        bounds: word v has `senses[bounds[v]:bounds[v + 1]]`, (V + 1,).
        is_function: True for function words, (V,).
    """

    stems: NDArray[np.int32]
    senses: NDArray[np.int32]
    bounds: NDArray[np.int64]
    is_function: NDArray[np.bool_]


class ParaphraseTable(NamedTuple):
    """The paraphrases of numbered phrases.

    Attributes:
        others: the paraphrases of all phrases, concatenated, in the table's order within a phrase, (N,).
        bounds: phrase p has `others[bounds[p]:bounds[p + 1]]`, (P + 1,).
        heads: scratch space for the first position of each phrase in a text, -1 between uses, (P,).
    """

    others: NDArray[np.int32]
    bounds: NDArray[np.int64]
    heads: NDArray[np.int64]


class Text(NamedTuple):
    """One text.

    Attributes:
        words: word numbers, (S,).
        phrases: `phrases[s, n]` is the number of the phrase of n + 1 words from word s on, -1 where the table has none,
            (S, longest).
    """

    words: NDArray[np.int32]
    phrases: NDArray[np.int32]


class TextBatch(NamedTuple):
    """Several texts, concatenated.

    Attributes:
        words: as in `Text`.
        phrases: as in `Text`.
        bounds: text t has the words `bounds[t]` to `bounds[t + 1]`, (texts + 1,).
    """

    words: NDArray[np.int32]
    phrases: NDArray[np.int32]
    bounds: NDArray[np.int64]


class Match(NamedTuple):
    """Words of a candidate and of a reference with the same meaning."""

    module: int
    start: int  # first word in the candidate
    n: int  # number of words in the candidate
    ref_start: int
    ref_n: int


@njit(cache=True)
def find_matches(text: Text, ref: Text, lexicon: Lexicon, table: ParaphraseTable) -> list[Match]:
    """Return all matches of a candidate and a reference by all modules, or only exact ones if the texts are equal."""
    matches = [Match(EXACT, 0, 0, 0, 0) for _ in range(0)]
    if np.array_equal(text.words, ref.words):
        _add_word_matches(matches, EXACT, text.words, ref.words, lexicon)
        return matches
    for module in range(PARAPHRASE):
        _add_word_matches(matches, module, text.words, ref.words, lexicon)
    # Table entries work in both directions; an entry listed in both gives two matches, as in release 1.5.
    _add_phrase_matches(matches, ref.phrases, text.phrases, table, True)
    _add_phrase_matches(matches, text.phrases, ref.phrases, table, False)
    return matches


@njit(cache=True)
def _add_word_matches(
    matches: list[Match], module: int, words: NDArray[np.int32], ref_words: NDArray[np.int32], lexicon: Lexicon
) -> None:
    for ref_start, other in enumerate(ref_words):
        for start, word in enumerate(words):
            if _is_match(module, word, other, lexicon):
                matches.append(Match(module, start, 1, ref_start, 1))


@njit(cache=True)
def _is_match(module: int, word: int, other: int, lexicon: Lexicon) -> bool:
    """Return whether two words match by a module; equal words match only by the exact module."""
    if module == EXACT or word == other:
        return bool(module == EXACT and word == other)
    if module == STEM:
        return bool(lexicon.stems[word] == lexicon.stems[other])
    a, end = lexicon.bounds[word], lexicon.bounds[word + 1]
    b, other_end = lexicon.bounds[other], lexicon.bounds[other + 1]
    while a < end and b < other_end and lexicon.senses[a] != lexicon.senses[b]:
        if lexicon.senses[a] < lexicon.senses[b]:
            a += 1
        else:
            b += 1
    return bool(a < end and b < other_end)


@njit(cache=True)
def _add_phrase_matches(
    matches: list[Match],
    spans: NDArray[np.int32],
    others: NDArray[np.int32],
    table: ParaphraseTable,
    is_reference: bool,
) -> None:
    """Add the matches of phrases in `spans` with their paraphrases in `others`, both (words, longest).

    `is_reference` says whether `spans` is the reference's text.
    """
    longest = others.shape[1]
    places = others.ravel()
    following = _linked_places(places, table.heads)
    for start in range(len(spans)):
        for n in range(longest):
            phrase = spans[start, n]
            first, end = (table.bounds[phrase], table.bounds[phrase + 1]) if phrase >= 0 else (0, 0)
            for other in table.others[first:end]:
                place = table.heads[other]
                while place >= 0:
                    matches.append(_phrase_match(start, n, place // longest, place % longest, is_reference))
                    place = following[place]
    for phrase in places:
        if phrase >= 0:
            table.heads[phrase] = -1


@njit(cache=True)
def _linked_places(places: NDArray[np.int32], heads: NDArray[np.int64]) -> NDArray[np.int64]:
    """Set each phrase's first place in `heads`, and return the next place with the same phrase from every place."""
    following = np.empty(len(places), np.int64)
    for place in range(len(places) - 1, -1, -1):
        if places[place] >= 0:
            following[place] = heads[places[place]]
            heads[places[place]] = place
    return following


@njit(cache=True)
def _phrase_match(start: int, n: int, other_start: int, other_n: int, is_reference: bool) -> Match:
    """Return the match of the n + 1 words from `start` with the `other_n` + 1 words of the other text."""
    if is_reference:
        return Match(PARAPHRASE, other_start, other_n + 1, start, n + 1)
    return Match(PARAPHRASE, start, n + 1, other_start, other_n + 1)
