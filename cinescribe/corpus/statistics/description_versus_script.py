"""Audio description against script: sentences of both about the same moment (Rohrbach et al. 2016)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cinescribe.corpus.core.sentences import NOT_CHOSEN, FilmSentence
from cinescribe.corpus.film_folder.clip_cutting import ClipSentence
from cinescribe.corpus.statistics.counts import VocabularyRow, vocabulary_row
from cinescribe.corpus.statistics.text_counts import ReadText
from cinescribe.record import Record
from cinescribe.timing import Span

LEAST_IOU = 0.75  # of the two intervals, from which both sentences tell the same moment


@dataclass(frozen=True)
class SentencePair(Record):
    """A sentence of the description and one of the script about the same moment of a film.

    Args:
        film: its id.
        description, script: the sentences.
        iou: how much of both intervals is common.
    """

    film: str
    description: FilmSentence
    script: FilmSentence
    iou: float


@dataclass(frozen=True)
class ToldBy(Record):
    """The words that one of the two uses in the pairs.

    Args:
        vocabulary: distinct stems, by part of speech.
        words: all of them.
        mean_length: words a sentence.
        verbs: verbs a sentence.
    """

    vocabulary: VocabularyRow
    words: int
    mean_length: float
    verbs: float


@dataclass(frozen=True)
class Comparison(Record):
    """Description and script side by side.

    Args:
        films: that have both.
        pairs: of sentences whose words are not the same.
        same: pairs that were left out, since both have the same words.
        description, script: the words that each uses; None without a pair.
    """

    films: int
    pairs: int
    same: int
    description: ToldBy | None = None
    script: ToldBy | None = None


def sentence_pairs(sentences: Iterable[ClipSentence], *, least: float = LEAST_IOU) -> tuple[SentencePair, ...]:
    """The pairs of a description's and a script's sentence whose intervals have an IoU of `least` or more.

    Each sentence is in one pair at most, that of the greatest IoU. Sentences that were left out are in none, unless
    they were only since the other tells their film.

    Args:
        sentences: of any number of films.
        least: intersection over union of the intervals, from which two sentences are a pair.
    """
    found = []
    for film, held in _by_film(sentences).items():
        described = sorted((told for told in held if told.origin == "description"), key=lambda told: told.span)
        scripted = sorted((told for told in held if told.origin == "script"), key=lambda told: told.span)
        found += _pairs(film, described, scripted, least)
    return tuple(found)


def comparison(
    sentences: Iterable[ClipSentence], pairs: Sequence[SentencePair], read: Mapping[str, ReadText]
) -> Comparison:
    """What the two use for words, counted over pairs that are not the same.

    Args:
        sentences: of any number of films.
        pairs: of those.
        read: the text of each sentence of a pair, read.
    """
    different = different_pairs(pairs, read)
    origins = [{told.origin for told in held} for held in _by_film(sentences).values()]
    return Comparison(
        films=sum(len(found) > 1 for found in origins),
        pairs=len(different),
        same=len(pairs) - len(different),
        description=_told("description", [read[pair.description.text] for pair in different]),
        script=_told("script", [read[pair.script.text] for pair in different]),
    )


def different_pairs(pairs: Sequence[SentencePair], read: Mapping[str, ReadText]) -> tuple[SentencePair, ...]:
    """The pairs whose sentences are not the same words."""
    return tuple(pair for pair in pairs if read[pair.description.text].words != read[pair.script.text].words)


def iou(one: Span, other: Span) -> float:
    """Intersection over union of two intervals; 0 where both are moments."""
    common = one.overlap(other)
    union = one.duration + other.duration - common
    return common / union if union else 0.0


def _by_film(sentences: Iterable[ClipSentence]) -> dict[str, list[FilmSentence]]:
    found: dict[str, list[FilmSentence]] = {}
    for told in sentences:
        if told.sentence.left_out in (None, NOT_CHOSEN):
            found.setdefault(told.film, []).append(told.sentence)
    return found


def _pairs(
    film: str, described: Sequence[FilmSentence], scripted: Sequence[FilmSentence], least: float
) -> list[SentencePair]:
    """The pairs of a film in order of time; both lists are."""
    near, first = [], 0
    for told in described:
        while first < len(scripted) and scripted[first].span.end <= told.span.start:
            first += 1  # it ends before this one and all later ones begin
        for other in scripted[first:]:
            if other.span.start >= told.span.end:
                break
            near.append(SentencePair(film, told, other, iou(told.span, other.span)))
    taken: set[FilmSentence] = set()
    kept = []
    for pair in sorted(near, key=lambda pair: (-pair.iou, pair.description.span)):
        if pair.iou >= least and not {pair.description, pair.script} & taken:
            taken |= {pair.description, pair.script}
            kept.append(pair)
    return sorted(kept, key=lambda pair: pair.description.span)


def _told(of: str, texts: Sequence[ReadText]) -> ToldBy | None:
    if not texts:
        return None
    words = sum(len(text.words) for text in texts)
    return ToldBy(
        vocabulary_row(of, texts),
        words,
        words / len(texts),
        sum(len(text.verbs) for text in texts) / len(texts),
    )
