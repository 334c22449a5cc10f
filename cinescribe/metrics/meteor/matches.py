"""METEOR's matches: words and phrases of a candidate and a reference that mean the same (Denkowski and Lavie 2014)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

EXACT, STEM, SYNONYM, PARAPHRASE = range(4)  # modules


class Lexicon(NamedTuple):
    """What METEOR knows of each word of a vocabulary, by word number.

    Attributes:
        stems: number of the stem, (V,).
        senses: synsets of all words end to end, ascending within a word, (N,).
        bounds: word v has `senses[bounds[v]:bounds[v + 1]]`, (V + 1,).
        is_function: True for function words, (V,).
    """

    stems: NDArray[np.int32]
    senses: NDArray[np.int32]
    bounds: NDArray[np.int64]
    is_function: NDArray[np.bool_]


class Table(NamedTuple):
    """The paraphrases of numbered phrases.

    Attributes:
        others: the paraphrases of all phrases end to end, in the table's order within a phrase, (N,).
        bounds: phrase p has `others[bounds[p]:bounds[p + 1]]`, (P + 1,).
        heads: room to note down where a phrase stands, -1 for each between uses, (P,).
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


class Laid(NamedTuple):
    """Texts laid end to end.

    Attributes:
        words: as a text's.
        phrases: as a text's.
        bounds: text t has the words `bounds[t]` to `bounds[t + 1]`, (texts + 1,).
    """

    words: NDArray[np.int32]
    phrases: NDArray[np.int32]
    bounds: NDArray[np.int64]


class Match(NamedTuple):
    """Words of a candidate and of a reference that mean the same."""

    module: int
    at: int  # first word in the candidate
    n: int  # words of the candidate
    ref_at: int
    ref_n: int


@njit(cache=True)
def matches_of(text: Text, ref: Text, lexicon: Lexicon, table: Table) -> list[Match]:
    """All matches of a candidate and a reference by all modules; by the exact one alone if the texts are equal."""
    matches = [Match(EXACT, 0, 0, 0, 0) for _ in range(0)]
    if np.array_equal(text.words, ref.words):
        _add_word_matches(matches, EXACT, text.words, ref.words, lexicon)
        return matches
    for module in range(PARAPHRASE):
        _add_word_matches(matches, module, text.words, ref.words, lexicon)
    # An entry of the table serves both ways; one that is there both ways gives two matches, as in release 1.5.
    _add_phrase_matches(matches, ref.phrases, text.phrases, table, True)
    _add_phrase_matches(matches, text.phrases, ref.phrases, table, False)
    return matches


@njit(cache=True)
def _add_word_matches(
    matches: list[Match], module: int, words: NDArray[np.int32], ref_words: NDArray[np.int32], lexicon: Lexicon
) -> None:
    for ref_at, other in enumerate(ref_words):
        for at, word in enumerate(words):
            if _is_match(module, word, other, lexicon):
                matches.append(Match(module, at, 1, ref_at, 1))


@njit(cache=True)
def _is_match(module: int, word: int, other: int, lexicon: Lexicon) -> bool:
    """Whether the words are the same; or are not, and have the same stem, or share a synset."""
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
    matches: list[Match], spans: NDArray[np.int32], others: NDArray[np.int32], table: Table, from_reference: bool
) -> None:
    """Add the matches of the phrases in one text with their paraphrases in the other, both (words, longest)."""
    longest = others.shape[1]
    places = others.ravel()
    following = np.empty(len(places), np.int64)  # from a place to the next one that has the same phrase
    for place in range(len(places) - 1, -1, -1):
        if places[place] >= 0:
            following[place] = table.heads[places[place]]
            table.heads[places[place]] = place
    for at in range(len(spans)):
        for n in range(longest):
            phrase = spans[at, n]
            if phrase < 0:
                continue
            for other in table.others[table.bounds[phrase] : table.bounds[phrase + 1]]:
                place = table.heads[other]
                while place >= 0:
                    found, found_n = place // longest, place % longest + 1
                    if from_reference:
                        matches.append(Match(PARAPHRASE, found, found_n, at, n + 1))
                    else:
                        matches.append(Match(PARAPHRASE, at, n + 1, found, found_n))
                    place = following[place]
    for phrase in places:
        if phrase >= 0:
            table.heads[phrase] = -1
