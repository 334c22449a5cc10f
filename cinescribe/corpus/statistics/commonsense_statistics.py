"""Counts the commonsense of a corpus: phrases of a caption, and their words (*Video2Commonsense*, figures 7, 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.corpus.datasets.sidecar_annotations import Commonsense
from cinescribe.language.tokens.stop_words import STOP_WORDS
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.record import Record

_ALL = "in all"
N_WORDS = 100  # in figure 8


@dataclass(frozen=True)
class PhraseRow(Record):
    """Phrases of one aspect.

    Args:
        of: the aspect, or `in all`.
        captions: captions that have such phrases.
        phrases: their number.
        distinct: different ones, whatever their case.
        a_caption: phrases a caption, over all captions with commonsense.
        mean_words: words of a phrase.
    """

    of: str
    captions: int
    phrases: int
    distinct: int
    a_caption: float
    mean_words: float


@dataclass(frozen=True)
class WordRow(Record):
    """How often a word is in phrases: in all, and by aspect."""

    word: str
    count: int
    intention: int
    effect: int
    attribute: int


@dataclass(frozen=True)
class CommonsenseStats(Record):
    """The commonsense of a corpus.

    Args:
        clips: clips with commonsense.
        captions: captions with commonsense.
        rows: a row for each aspect, and for all.
        words: the commonest words without stop words, figure 8.
    """

    clips: int
    captions: int
    rows: tuple[PhraseRow, ...]
    words: tuple[WordRow, ...]


def commonsense_stats(items: Sequence[Commonsense]) -> CommonsenseStats | None:
    """Return the counts of commonsense; None where there is none."""
    if not items:
        return None
    n_captions = len({(one.clip, one.caption) for one in items})
    phrases = _phrases(items)
    together = [pair for pairs in phrases.values() for pair in pairs]
    rows = tuple(_row(of, pairs, n_captions) for of, pairs in {**phrases, _ALL: together}.items())
    return CommonsenseStats(len({one.clip for one in items}), n_captions, rows, word_rows(items)[:N_WORDS])


def word_rows(items: Sequence[Commonsense]) -> tuple[WordRow, ...]:
    """Return every word of the phrases but stop words, the commonest first and equally common ones by alphabet."""
    counts = {
        aspect: Counter(word for _, text in pairs for word in _words(text) if word not in STOP_WORDS)
        for aspect, pairs in _phrases(items).items()
    }
    in_all = sum(counts.values(), Counter())
    return tuple(
        WordRow(word, n, *(of_aspect[word] for of_aspect in counts.values()))
        for word, n in sorted(in_all.items(), key=lambda item: (-item[1], item[0]))
    )


def _phrases(items: Sequence[Commonsense]) -> dict[str, list[tuple[Commonsense, str]]]:
    """The phrases of each aspect, each with the caption that it is about."""
    return {
        "intention": [(one, phrase) for one in items for phrase in one.intentions],
        "effect": [(one, phrase) for one in items for phrase in one.effects],
        "attribute": [(one, phrase) for one in items for phrase in one.attributes],
    }


def _row(of: str, pairs: Sequence[tuple[Commonsense, str]], n_captions: int) -> PhraseRow:
    captions = {(one.clip, one.caption) for one, _ in pairs}
    n_words = sum(len(_words(text)) for _, text in pairs)
    different = {text.casefold() for _, text in pairs}
    mean_words = n_words / len(pairs) if pairs else 0.0
    return PhraseRow(of, len(captions), len(pairs), len(different), len(pairs) / n_captions, mean_words)


def _words(text: str) -> list[str]:
    return tokenize([text])[0]
