"""Corpora of web video clips: each is a film with one clip of the same length."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cinescribe.corpus.core.corpus import Corpus, CorpusCard, CorpusFilm
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, FilmSource, write_annotated
from cinescribe.corpus.datasets.video_files import with_video_files
from cinescribe.schema import Clip
from cinescribe.timing import Seconds, Span

_DECIMALS = 3  # of seconds


@dataclass(frozen=True)
class Video:
    """A clip of a web video, distributed as a file of its own.

    Args:
        id: as `video7010`.
        split: by our name: `train`, `val`, `test`.
        span: of the clip in the web video.
        url: the web video's address, where known.
        category: in words, where known.
        path: of its file, relative to the corpus, where known.
    """

    id: str
    split: str
    span: Span
    url: str | None = None
    category: str | None = None
    path: str | None = None


def as_corpus(card: CorpusCard, videos: Iterable[Video], captions: Mapping[str, Sequence[str]]) -> AnnotatedCorpus:
    """Return a corpus, not yet written, in which each video is a film of one clip."""
    films, clips, sources = [], [], []
    for video in videos:
        genres = (video.category,) if video.category is not None else ()
        duration = round(video.span.duration, _DECIMALS)
        texts = tuple(captions.get(video.id, ()))
        films.append(CorpusFilm(video.id, video.split, video.path, duration, genres))
        clips.append(Clip(video.id, video.id, Span(0.0, duration), texts[0] if texts else None, paraphrases=texts[1:]))
        if video.url is not None:
            sources.append(FilmSource(video.id, video.url, video.span))
    return AnnotatedCorpus(Corpus(Path(), card, tuple(films), tuple(clips)), sources=tuple(sources))


def write_with_videos(
    folder: Path, annotated: AnnotatedCorpus, *, films: Path | None, annotations: Path
) -> AnnotatedCorpus:
    """Write a corpus with the paths of its videos, and return it.

    Args:
        folder: where to write.
        annotated: the corpus.
        films: the folder of the videos; None for that of the annotations, which may have none.
        annotations: the file or folder that the corpus was read from.

    Raises:
        CorpusError, OutputError, RecordError: as `with_video_files` does.
    """
    beside = annotations if annotations.is_dir() else annotations.parent
    corpus = with_video_files(annotated.corpus, Path(folder), films or beside, are_named=films is not None)
    return write_annotated(folder, replace(annotated, corpus=corpus))


def source_span(clip: Clip, source: FilmSource | None) -> Span:
    """Return the clip's times in the source video of its film; without a source, its times in the film."""
    offset: Seconds = source.span.start if source is not None and source.span is not None else 0.0
    return Span(round(clip.span.start + offset, _DECIMALS), round(clip.span.end + offset, _DECIMALS))
