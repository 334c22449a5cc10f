"""Extracts and checks the features of a corpus's films, in the folder `features` of the corpus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from cinescribe.corpus.core.corpus import FEATURES, Corpus, read_corpus
from cinescribe.errors import CorpusError
from cinescribe.features.extraction.clip_extractors import ClipExtractor, clips_digest
from cinescribe.features.extraction.extract import (
    ExtractionResult,
    Extractor,
    FilmTask,
    StreamExtractor,
    Workforce,
    extract,
)
from cinescribe.features.store.film_shards import Shard
from cinescribe.features.store.film_store import CLIP_STREAMS, FILM_STREAMS, MANIFEST, STREAMS, FeatureStore
from cinescribe.output_folder import claim_folder, holds_records, refuse_links
from cinescribe.progress import Progress
from cinescribe.schema import Clip


def extract_corpus(
    folder: Path,
    extractors: Sequence[Extractor | ClipExtractor],
    *,
    workforce: Workforce | None = None,
    progress: Progress | None = None,
) -> ExtractionResult:
    """Extract features of every film of a corpus; features that are up to date are skipped.

    Args:
        folder: the corpus.
        extractors: one for each stream to extract.
        workforce: the workers; by default this process.
        progress: called with the progress of each film.

    Raises:
        CorpusError: when the corpus is malformed, or a film of it has no file.
        RecordError: when one of its files is missing or malformed.
        FeatureError: when a film's file is missing or has no pictures, or two extractors are for one stream.
        FilmError: when a film cannot be read to its end.
        OutputError: when the features cannot be written, or their folder is a link or holds anything else.
        WorkError: when workers die repeatedly on one film, or Ray is requested but not installed.
    """
    corpus = read_corpus(folder)
    no_file = next((film for film in corpus.films if film.path is None), None)
    if no_file is not None:
        raise CorpusError(
            f"film {no_file.id!r} of {corpus.card.name!r} has no file to extract features from; "
            "import the corpus again with the folder of its films, --films FOLDER, or copy its features into the corpus"
        )
    claim_features(corpus)
    clips = clips_by_film(corpus)
    tasks = [
        FilmTask(film, path, tuple(_for_clips(extractor, clips.get(film, ())) for extractor in extractors))
        for film, path in _files(corpus).items()
    ]
    return extract(tasks, FeatureStore(corpus.folder / FEATURES), workforce=workforce, progress=progress)


def claim_features(corpus: Corpus) -> None:
    """Claim the folder of a corpus's features to write to.

    Raises:
        OutputError: when it is a link, holds anything else, or cannot be written.
    """
    refuse_links(corpus.folder, (FEATURES,))
    claim_folder(corpus.folder / FEATURES, "store of features", is_older=_has_shards)


def _has_shards(folder: Path) -> bool:
    return holds_records(folder / MANIFEST, Shard)


def _for_clips(extractor: Extractor | ClipExtractor, clips: Sequence[Clip]) -> StreamExtractor:
    return extractor.of(clips) if isinstance(extractor, ClipExtractor) else extractor


def check_features(folder: Path) -> tuple[int, tuple[str, ...]]:
    """Return the number of feature shards of a corpus, and a message for each fault.

    Every file is read to the end. A film without a stream that other films have is a fault, too.

    Raises:
        CorpusError: when the corpus is malformed.
        RecordError: when one of its files, or the manifest of its features, is missing or malformed.
    """
    corpus = read_corpus(folder)
    store = FeatureStore(corpus.folder / FEATURES)
    shards = store.shards()
    extracted = {(shard.film, shard.stream) for shard in shards}
    streams = [stream for stream in FILM_STREAMS if any(shard.stream == stream for shard in shards)]
    missing = [
        f"film {film.id!r} has no {stream!r}, others have; extract it"
        for film in corpus.films
        for stream in streams or STREAMS
        if (film.id, stream) not in extracted
    ]
    return len(shards), (*store.check(_files(corpus)), *_stale_clips(shards, clips_by_film(corpus)), *missing)


def _stale_clips(shards: Sequence[Shard], clips: Mapping[str, Sequence[Clip]]) -> Iterator[str]:
    """Yield a message for each shard made from clips that have changed since."""
    for shard in shards:
        stream = next((name for name in CLIP_STREAMS if name == shard.stream), None)
        if stream and not shard.made.version.endswith(clips_digest(stream, clips.get(shard.film, ()))):
            yield shard.stale("the film's clips have changed")


def clips_by_film(corpus: Corpus) -> dict[str, tuple[Clip, ...]]:
    """Return the clips of each film, in the order of the corpus."""
    return {film: tuple(clips) for film, clips in groupby(corpus.clips, key=lambda clip: clip.film)}


def _files(corpus: Corpus) -> dict[str, Path]:
    return {film.id: corpus.folder / film.path for film in corpus.films if film.path is not None}
