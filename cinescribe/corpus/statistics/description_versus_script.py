"""Compares audio description with script: pairs of sentences about the same moment (Rohrbach et al. 2016)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cinescribe.corpus.core.sentences import NOT_CHOSEN, FilmSentence
from cinescribe.corpus.film_folder.clip_cutting import ClipSentence
from cinescribe.corpus.statistics.counts import VocabularyRow, vocabulary_row
from cinescribe.corpus.statistics.text_counts import ParsedText
from cinescribe.record import Record
from cinescribe.timing import Span

MIN_IOU = 0.75  # of the spans of two sentences about the same moment


@dataclass(frozen=True)
class SentencePair(Record):
    """A sentence of the description and one of the script about the same moment of a film.

    Args:
        film: id of the film.
        description: sentence of the description.
        script: sentence of the script.
        iou: intersection over union of their spans.
    """

    film: str
    description: FilmSentence
    script: FilmSentence
    iou: float


@dataclass(frozen=True)
class WordUsage(Record):
    """Word statistics of one side of the pairs.

    Args:
        vocabulary: number of distinct stems by part of speech.
        words: number of words.
        mean_length: mean number of words per sentence.
        verbs: mean number of verbs per sentence.
    """

    vocabulary: VocabularyRow
    words: int
    mean_length: float
    verbs: float


@dataclass(frozen=True)
class ScriptComparison(Record):
    """Comparison of descriptions with scripts.

    Args:
        films: number of films with both.
        pairs: number of pairs with different words.
        same: number of pairs with the same words, which are left out.
        description: words of the descriptions; None without a pair.
        script: words of the scripts; None without a pair.
    """

    films: int
    pairs: int
    same: int
    description: WordUsage | None = None
    script: WordUsage | None = None


def sentence_pairs(sentences: Iterable[ClipSentence], *, min_iou: float = MIN_IOU) -> tuple[SentencePair, ...]:
    """Return the pairs of a description's and a script's sentence whose spans overlap by `min_iou` or more.

    Each sentence is in one pair at most, that of its greatest IoU. Sentences with `left_out` are in no pair, except a
    script's sentences that were left out in favour of the description.

    Args:
        sentences: sentences of any number of films.
        min_iou: minimum intersection over union of the two spans.
    """
    pairs = []
    for film, of_film in _by_film(sentences).items():
        described, scripted = (
            sorted((one for one in of_film if one.origin == origin), key=lambda one: one.span)
            for origin in ("description", "script")
        )
        pairs += _pairs(film, described, scripted, min_iou)
    return tuple(pairs)


def comparison(
    sentences: Iterable[ClipSentence], pairs: Sequence[SentencePair], parsed: Mapping[str, ParsedText]
) -> ScriptComparison:
    """Compare the words of descriptions and scripts over pairs with different words.

    Args:
        sentences: sentences of any number of films.
        pairs: pairs of these sentences.
        parsed: parsed text of each sentence of a pair, by its text.
    """
    different = different_pairs(pairs, parsed)
    origins = [{one.origin for one in of_film} for of_film in _by_film(sentences).values()]
    return ScriptComparison(
        films=sum(len(of_film) > 1 for of_film in origins),
        pairs=len(different),
        same=len(pairs) - len(different),
        description=_word_usage("description", [parsed[pair.description.text] for pair in different]),
        script=_word_usage("script", [parsed[pair.script.text] for pair in different]),
    )


def different_pairs(pairs: Sequence[SentencePair], parsed: Mapping[str, ParsedText]) -> tuple[SentencePair, ...]:
    """Return the pairs whose sentences have different words."""
    return tuple(pair for pair in pairs if parsed[pair.description.text].words != parsed[pair.script.text].words)


def iou(one: Span, other: Span) -> float:
    """Return the intersection over union of two spans; 0 if both have no duration."""
    common = one.overlap(other)
    union = one.duration + other.duration - common
    return common / union if union else 0.0


def _by_film(sentences: Iterable[ClipSentence]) -> dict[str, list[FilmSentence]]:
    by_film: dict[str, list[FilmSentence]] = {}
    for one in sentences:
        if one.sentence.left_out in (None, NOT_CHOSEN):
            by_film.setdefault(one.film, []).append(one.sentence)
    return by_film


def _pairs(
    film: str, described: Sequence[FilmSentence], scripted: Sequence[FilmSentence], min_iou: float
) -> list[SentencePair]:
    """Return the pairs of a film in order of time, given both lists in order of time."""
    overlapping, first = [], 0
    for one in described:
        while first < len(scripted) and scripted[first].span.end <= one.span.start:
            first += 1  # it ends before this sentence and all later ones begin
        for other in scripted[first:]:
            if other.span.start >= one.span.end:
                break
            overlapping.append(SentencePair(film, one, other, iou(one.span, other.span)))
    used: set[FilmSentence] = set()
    pairs = []
    for pair in sorted(overlapping, key=lambda pair: (-pair.iou, pair.description.span)):
        if pair.iou >= min_iou and not {pair.description, pair.script} & used:
            used |= {pair.description, pair.script}
            pairs.append(pair)
    return sorted(pairs, key=lambda pair: pair.description.span)


def _word_usage(of: str, texts: Sequence[ParsedText]) -> WordUsage | None:
    if not texts:
        return None
    words = sum(len(text.words) for text in texts)
    return WordUsage(
        vocabulary_row(of, texts),
        words,
        words / len(texts),
        sum(len(text.verbs) for text in texts) / len(texts),
    )
