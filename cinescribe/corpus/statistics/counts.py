"""Size and vocabulary of a corpus: tables 1 and 2 of Movie Description (Rohrbach et al. 2016, 3.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cinescribe.corpus.film_folder.clip_cutting import ClipSentence
from cinescribe.corpus.statistics.text_counts import ADJECTIVE, ADVERB, NOUN, VERB, ParsedClip, ParsedText
from cinescribe.record import Record
from cinescribe.timing import Seconds, Span, joined

TOTAL = "in all"
_HOUR: Seconds = 3600.0


@dataclass(frozen=True)
class LengthRow(Record):
    """A row of table 1.

    Args:
        of: name of a split, of an origin of sentences, or `TOTAL`.
        films: number of films with clips.
        words: number of words in captions, without punctuation.
        sentences: number of sentences in captions, as the parser splits them.
        clips: number of clips.
        mean_seconds: mean duration of clips.
        hours: total duration of clips.
        precise_mean_seconds: mean duration of the sentences, before clips were padded and widened; None if unknown.
        precise_hours: total duration of the sentences; None if unknown.
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
    """A row of table 2: number of distinct stems of each part of speech. `size` is their sum, as in the paper.

    A stem used as two parts of speech counts twice.
    """

    of: str
    size: int
    nouns: int
    verbs: int
    adjectives: int
    adverbs: int


def parts_of(clips: Sequence[ParsedClip], sentences: Iterable[ClipSentence]) -> dict[str, tuple[ParsedClip, ...]]:
    """Return the clips of each split, of each origin if there are two, and all.

    Args:
        clips: clips of a corpus.
        sentences: sentences of the clips, if known.
    """
    parts: dict[str, list[ParsedClip]] = {}
    for parsed in clips:
        parts.setdefault(parsed.split, []).append(parsed)
    origins = {one.clip: one.sentence.origin for one in sentences if one.clip is not None}
    for origin in sorted(set(origins.values())) if len(set(origins.values())) > 1 else ():
        parts[origin] = [parsed for parsed in clips if origins.get(parsed.clip.id) == origin]
    return {name: tuple(part) for name, part in parts.items()} | {TOTAL: tuple(clips)}


def precise_seconds(sentences: Iterable[ClipSentence]) -> dict[str, Seconds]:
    """Return the duration of each clip's sentences by the clip's id; overlaps count once."""
    spans: dict[str, list[Span]] = {}
    for one in sentences:
        if one.clip is not None:
            spans.setdefault(one.clip, []).append(one.sentence.span)
    return {clip: sum(span.duration for span in joined(found)) for clip, found in spans.items()}


def length_row(of: str, clips: Sequence[ParsedClip], precise: Mapping[str, Seconds]) -> LengthRow:
    """Return a row of table 1.

    Args:
        of: name of the row.
        clips: clips to count.
        precise: seconds of clips before padding, by id; other clips count as they are.
    """
    texts = [text for parsed in clips for text in parsed.texts]
    final = [parsed.clip.span.duration for parsed in clips]
    before = [precise.get(parsed.clip.id, length) for parsed, length in zip(clips, final, strict=True)]
    return LengthRow(
        of,
        films=len({parsed.clip.film for parsed in clips}),
        words=sum(len(text.words) for text in texts),
        sentences=sum(text.n_sentences for text in texts),
        clips=len(clips),
        mean_seconds=_mean(final),
        hours=sum(final) / _HOUR,
        precise_mean_seconds=_mean(before) if precise else None,
        precise_hours=sum(before) / _HOUR if precise else None,
    )


def vocabulary_row(of: str, texts: Iterable[ParsedText]) -> VocabularyRow:
    """Return a row of table 2."""
    stems = {stem for text in texts for stem in text.stems}
    counts = Counter(stem.part for stem in stems)
    return VocabularyRow(of, counts.total(), counts[NOUN], counts[VERB], counts[ADJECTIVE], counts[ADVERB])


def _mean(values: Sequence[Seconds]) -> Seconds:
    return sum(values) / len(values) if values else 0.0
