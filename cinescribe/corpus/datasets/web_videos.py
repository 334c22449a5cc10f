"""Clips of web videos as a corpus: each a film with one clip, from its first second to its last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.core.corpus import Corpus, CorpusCard, CorpusFilm
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, FilmSource
from cinescribe.schema import Clip
from cinescribe.timing import Seconds, Span

_MILLI = 3  # decimals of seconds


@dataclass(frozen=True)
class Video:
    """A clip of a web video, handed out as a file of its own.

    Args:
        id: as `video7010`.
        split: ours: `train`, `val`, `test`.
        span: the stretch of the web video.
        url: the web video's address, where it is told.
        category: its kind in words, where it is told.
    """

    id: str
    split: str
    span: Span
    url: str | None = None
    category: str | None = None


def as_corpus(card: CorpusCard, videos: Iterable[Video], captions: Mapping[str, Sequence[str]]) -> AnnotatedCorpus:
    """A corpus, not yet in a folder, of videos that are films of one clip each."""
    films, clips, sources = [], [], []
    for video in videos:
        genres = (video.category,) if video.category is not None else ()
        duration = round(video.span.duration, _MILLI)
        told = tuple(captions.get(video.id, ()))
        films.append(CorpusFilm(video.id, video.split, duration=duration, genres=genres))
        clips.append(Clip(video.id, video.id, Span(0.0, duration), told[0] if told else None, paraphrases=told[1:]))
        if video.url is not None:
            sources.append(FilmSource(video.id, video.url, video.span))
    return AnnotatedCorpus(Corpus(Path(), card, tuple(films), tuple(clips)), sources=tuple(sources))


def whole_span(clip: Clip, source: FilmSource | None) -> Span:
    """The clip's times in the whole that its film was taken from, where that is known; else in its film."""
    begins: Seconds = source.span.start if source is not None and source.span is not None else 0.0
    return Span(round(clip.span.start + begins, _MILLI), round(clip.span.end + begins, _MILLI))
