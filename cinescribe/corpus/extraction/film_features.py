"""The features of a corpus's films, in the folder `features` of the corpus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from cinescribe.corpus.core.corpus import FEATURES, Corpus, read_corpus
from cinescribe.errors import CorpusError
from cinescribe.features.extraction.clip_extractors import ClipExtractor, told_clips
from cinescribe.features.extraction.extract import (
    Extracted,
    Extractor,
    Extracts,
    FilmTask,
    Workforce,
    extract,
)
from cinescribe.features.store.film_shards import Shard
from cinescribe.features.store.film_store import CLIP_STREAMS, FILM_STREAMS, STREAMS, FeatureStore
from cinescribe.progress import Progress
from cinescribe.schema import Clip


def extract_corpus(
    folder: Path,
    extractors: Sequence[Extractor | ClipExtractor],
    *,
    workforce: Workforce | None = None,
    progress: Progress | None = None,
) -> Extracted:
    """Extract features of every film of a corpus; what is there already, made just so, is left alone.

    Args:
        folder: the corpus.
        extractors: what to extract, one for a stream.
        workforce: who extracts; by default this process.
        progress: told how far each film is.

    Raises:
        CorpusError: when the corpus is malformed, or a film of it has no file.
        RecordError: when one of its files is missing or malformed.
        FeatureError: when a film's file is missing or has no pictures, or two extractors are for one stream.
        FilmError: when a film cannot be read to its end.
        OutputError: when the features cannot be written.
        WorkError: when workers die again and again of one film, or Ray is asked for and not installed.
    """
    corpus = read_corpus(folder)
    without = next((film for film in corpus.films if film.path is None), None)
    if without is not None:
        raise CorpusError(
            f"film {without.id!r} of {corpus.card.name!r} has no file to extract features from; "
            "name its file in films.jsonl, or bring its features along"
        )
    clips = _clips(corpus)
    tasks = [
        FilmTask(film, path, tuple(_of_film(one, clips.get(film, ())) for one in extractors))
        for film, path in _files(corpus).items()
    ]
    return extract(tasks, FeatureStore(corpus.folder / FEATURES), workforce=workforce, progress=progress)


def _of_film(extractor: Extractor | ClipExtractor, clips: Sequence[Clip]) -> Extracts:
    return extractor.of(clips) if isinstance(extractor, ClipExtractor) else extractor


def check_features(folder: Path) -> tuple[int, tuple[str, ...]]:
    """How many shards of features a corpus has, and what is wrong with them, a sentence each.

    Every file is read to the end; a film that lacks a stream which others have is told too.

    Raises:
        CorpusError: when the corpus is malformed.
        RecordError: when one of its files, or the manifest of its features, is missing or malformed.
    """
    corpus = read_corpus(folder)
    store = FeatureStore(corpus.folder / FEATURES)
    shards = store.shards()
    there = {(shard.film, shard.stream) for shard in shards}
    streams = [stream for stream in FILM_STREAMS if any(shard.stream == stream for shard in shards)]
    lacking = [
        f"film {film.id!r} has no {stream!r}, others have; extract it"
        for film in corpus.films
        for stream in streams or STREAMS
        if (film.id, stream) not in there
    ]
    return len(shards), (*store.check(_files(corpus)), *_of_other_clips(shards, _clips(corpus)), *lacking)


def _of_other_clips(shards: Sequence[Shard], clips: Mapping[str, Sequence[Clip]]) -> Iterator[str]:
    """What was made of clips that a film has no more, or has otherwise."""
    for shard in shards:
        stream = next((name for name in CLIP_STREAMS if name == shard.stream), None)
        if stream and not shard.made.version.endswith(told_clips(stream, clips.get(shard.film, ()))):
            yield shard.stale("the film's clips have changed")


def _clips(corpus: Corpus) -> dict[str, tuple[Clip, ...]]:
    return {film: tuple(told) for film, told in groupby(corpus.clips, key=lambda clip: clip.film)}


def _files(corpus: Corpus) -> dict[str, Path]:
    return {film.id: corpus.folder / film.path for film in corpus.films if film.path is not None}
