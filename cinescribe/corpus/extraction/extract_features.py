"""Extracts and checks the features of a corpus of films or stills, with extractors by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import cast

from cinescribe.corpus.core.stills import has_stills
from cinescribe.corpus.extraction.film_features import check_features, extract_corpus
from cinescribe.corpus.extraction.still_features import check_still_features, extract_stills
from cinescribe.errors import ParameterError
from cinescribe.features.extraction.clip_extractors import ClipExtractor, clip_extractor
from cinescribe.features.extraction.extract import ExtractionResult, Extractor, Workforce
from cinescribe.features.extraction.extractors import OWN, extractor
from cinescribe.features.regions.region_extractors import BOXES, REGION_KINDS, region_extractor
from cinescribe.features.regions.regions import RegionExtractor
from cinescribe.features.store.film_store import CLIP_STREAMS, FILM_STREAMS, STREAMS, StreamName
from cinescribe.language.vectors.encoders import PACKAGED_ENCODER
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.parallel import Backend
from cinescribe.progress import Progress, no_progress


def extract_features(
    corpus: str | Path,
    *,
    requested: Sequence[str] = (),
    clip: str = OWN,
    actions: str = OWN,
    faces: str = "dlib",
    uniform: str = OWN,
    regions: str = BOXES,
    grid: str = OWN,
    text: str = PACKAGED_ENCODER,
    workers: int = 1,
    backend: Backend = "local",
    fetch: bool = False,
    progress: Progress = no_progress,
    announce: Callable[[str], None] = to_stderr,
) -> ExtractionResult:
    """Extract features of every film or still of a corpus; features that are up to date are skipped.

    Args:
        corpus: its folder.
        requested: names of features; by default `STREAMS` for films, and regions for stills.
        clip: the encoder of pictures: `backlot` (bundled), a model of the hub, or a folder.
        actions: the encoder of actions, likewise.
        faces: the face detector: dlib or insightface.
        uniform: the encoder of 40 pictures per clip, as `clip`.
        regions: `boxes` for the known boxes of stills, or a detector of the hub.
        grid: the encoder of a grid of pictures: `backlot`, or a vision tower of the hub.
        text: the encoder of captions: its name, a model of the hub, or a folder.
        workers: films processed at once, each in its own process; stills are processed in this one.
        backend: of the processes, `local` or `ray`.
        fetch: whether models may be downloaded.
        progress: called with the current stage and the share of it that is done.
        announce: receives one line with size and licence before a download.

    Raises:
        ParameterError: when a feature is unknown, such a corpus cannot have it, or stills come with workers.
        FeatureError: when features cannot be extracted.
        ModelError: when a model is missing.
        CorpusError, RecordError: when the corpus cannot be read.
        WorkError: when a process failed.
    """
    corpus = Path(corpus)
    names = {
        "clip": clip, "actions": actions, "faces": faces, "uniform": uniform, "regions": regions, "grid": grid,
        "text": text,
    }  # fmt: skip
    if unknown := next((name for name in requested if name not in FILM_STREAMS), None):
        raise ParameterError(f"{unknown!r} is not a feature; choose from {', '.join(FILM_STREAMS)}")
    if has_stills(corpus):
        if Workforce(workers, backend) != Workforce():
            raise ParameterError(
                "`workers` and `backend` have no use for a corpus of stills, which one process extracts; leave them out"
            )
        kinds = [kind for kind in REGION_KINDS if kind in (requested or REGION_KINDS[:1])]
        if other := next((name for name in requested if name not in REGION_KINDS), None):
            raise ParameterError(f"a corpus of stills has no {other!r}; choose from {', '.join(REGION_KINDS)}")
        extractors: dict[str, RegionExtractor] = {
            kind: region_extractor(kind, names[kind], fetch=fetch, announce=announce) for kind in kinds
        }
        return extract_stills(corpus, extractors, progress=progress)
    streams = [name for name in FILM_STREAMS if name in (requested or STREAMS)]
    chosen = [_extractor(stream, names, fetch=fetch, announce=announce) for stream in streams]
    return extract_corpus(corpus, chosen, workforce=Workforce(workers, backend), progress=progress)


def _extractor(
    stream: str, names: Mapping[str, str], *, fetch: bool, announce: Callable[[str], None]
) -> Extractor | ClipExtractor:
    if stream in CLIP_STREAMS:
        return clip_extractor(stream, names.get(stream), fetch=fetch, announce=announce)
    return extractor(cast(StreamName, stream), names.get(stream), fetch=fetch, announce=announce)


def check_corpus_features(corpus: str | Path) -> tuple[int, tuple[str, ...]]:
    """Return how many shards of films, or pictures, have features, and a message for each fault of them.

    Raises:
        CorpusError, RecordError: when the corpus cannot be read.
        FeatureError: when it has no features.
    """
    corpus = Path(corpus)
    return check_still_features(corpus) if has_stills(corpus) else check_features(corpus)
