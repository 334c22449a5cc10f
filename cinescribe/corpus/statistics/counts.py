"""How much a corpus holds, and how many words: tables 1 and 2 of Movie Description (Rohrbach et al. 2016, 3.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cinescribe.corpus.film_folder.clip_cutting import ClipSentence
from cinescribe.corpus.statistics.text_counts import ADJECTIVE, ADVERB, NOUN, VERB, ReadClip, ReadText
from cinescribe.record import Record
from cinescribe.timing import Seconds, joined

TOTAL = "in all"
_HOUR: Seconds = 3600.0


@dataclass(frozen=True)
class LengthRow(Record):
    """A row of table 1.

    Args:
        of: a split, an origin of sentences, or all of it.
        films: that have clips there.
        words: of captions, without punctuation.
        sentences: of captions, as the parser divides them.
        clips: how many.
        mean_seconds, hours: of clips, on average and together.
        precise_mean_seconds, precise_hours: of the sentences before clips were padded and widened; None where nobody
            wrote them down.
    """

    of: str
    films: int
    words: int
    sentences: int
    clips: int
    mean_seconds: Seconds
    hours: float
    precise_mean_seconds: Seconds | None = None
    precise_hours: float | None = None


@dataclass(frozen=True)
class VocabularyRow(Record):
    """A row of table 2: distinct stems of each part of speech. `size` is their sum, as the paper's is.

    A stem that is used as two parts of speech counts as each.
    """

    of: str
    size: int
    nouns: int
    verbs: int
    adjectives: int
    adverbs: int


def parts_of(clips: Sequence[ReadClip], sentences: Iterable[ClipSentence]) -> dict[str, tuple[ReadClip, ...]]:
    """The clips of each split, of each origin where there are two, and all.

    Args:
        clips: of a corpus.
        sentences: what they were cut from, where that is known.
    """
    parts: dict[str, list[ReadClip]] = {}
    for read in clips:
        parts.setdefault(read.split, []).append(read)
    origins = {told.clip: told.sentence.origin for told in sentences if told.clip is not None}
    for origin in sorted(set(origins.values())) if len(set(origins.values())) > 1 else ():
        parts[origin] = [read for read in clips if origins.get(read.clip.id) == origin]
    return {name: tuple(held) for name, held in parts.items()} | {TOTAL: tuple(clips)}


def precise_seconds(sentences: Iterable[ClipSentence]) -> dict[str, Seconds]:
    """How long the sentences of each clip are, overlaps counted once, by the clip's id."""
    spans: dict[str, list[ClipSentence]] = {}
    for told in sentences:
        if told.clip is not None:
            spans.setdefault(told.clip, []).append(told)
    return {
        clip: sum(span.duration for span in joined(told.sentence.span for told in held)) for clip, held in spans.items()
    }


def length_row(of: str, clips: Sequence[ReadClip], precise: Mapping[str, Seconds]) -> LengthRow:
    """A row of table 1.

    Args:
        of: what it is a row of.
        clips: those that are counted.
        precise: the seconds of clips before they were padded, by id; a clip that has none is as it is.
    """
    texts = [text for read in clips for text in read.texts]
    final = [read.clip.span.duration for read in clips]
    before = [precise.get(read.clip.id, length) for read, length in zip(clips, final, strict=True)]
    return LengthRow(
        of,
        films=len({read.clip.film for read in clips}),
        words=sum(len(text.words) for text in texts),
        sentences=sum(text.n_sentences for text in texts),
        clips=len(clips),
        mean_seconds=_mean(final),
        hours=sum(final) / _HOUR,
        precise_mean_seconds=_mean(before) if precise else None,
        precise_hours=sum(before) / _HOUR if precise else None,
    )


def vocabulary_row(of: str, texts: Iterable[ReadText]) -> VocabularyRow:
    """A row of table 2."""
    found = {stem for text in texts for stem in text.stems}
    counts = Counter(stem.part for stem in found)
    return VocabularyRow(of, counts.total(), counts[NOUN], counts[VERB], counts[ADJECTIVE], counts[ADVERB])


def _mean(values: Sequence[Seconds]) -> Seconds:
    return sum(values) / len(values) if values else 0.0
