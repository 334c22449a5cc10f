"""The regions of a corpus's stills, in the folder `features` of the corpus, a folder for each kind."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from cinescribe.corpus.core.corpus import FEATURES
from cinescribe.corpus.core.stills import StillCorpus, read_stills
from cinescribe.errors import CorpusError, RecordError
from cinescribe.features.extraction.extract import Extracted
from cinescribe.features.regions.region_batch import PictureRegions
from cinescribe.features.regions.region_store import SHARD_SIZE, RegionsMade, RegionStore
from cinescribe.features.regions.regions import RegionExtractor
from cinescribe.media.film.image_files import read_picture
from cinescribe.progress import Progress
from cinescribe.schema import Still

_DIGITS = 16  # of a digest that are kept


def extract_stills(
    folder: Path, extractors: Mapping[str, RegionExtractor], *, progress: Progress | None = None
) -> Extracted:
    """Extract regions of every still of a corpus; what is there already, made just so, is left alone.

    After an interruption the same call goes on with the first picture of which nothing is kept; some hundred pictures
    are kept at a time.

    Args:
        folder: the corpus.
        extractors: what to extract, by the name of the folder that it is kept in, `regions` or `grid`.
        progress: told how far each is.

    Returns:
        How it went, in pictures.

    Raises:
        RecordError: when one of the corpus's files is missing or malformed.
        CorpusError: when the corpus is malformed, or a picture of it is missing or damaged.
        FeatureError: when the rows of two pictures differ in width.
        OutputError: when the regions cannot be written.
    """
    corpus = read_stills(folder)
    sources = _sources(corpus)
    done = sum(_extract(corpus, sources, kind, extractor, progress) for kind, extractor in extractors.items())
    asked = len(corpus.stills) * len(extractors)
    return Extracted(asked, done, asked - done)


def check_still_features(folder: Path) -> tuple[int, tuple[str, ...]]:
    """How many pictures' regions a corpus has, kind by kind, and what is wrong with them, a sentence each.

    Every file is read to the end; a picture that lacks what others have is told too.

    Raises:
        RecordError: when one of the corpus's files, or the manifest of its features, is missing or malformed.
        CorpusError: when the corpus is malformed.
    """
    corpus = read_stills(folder)
    stores = [RegionStore(path) for path in sorted((corpus.folder / FEATURES).glob("*")) if path.is_dir()]
    faults = [fault for store in stores for fault in store.check()]
    for store in stores:
        there = set(store.pictures)
        lacking = [still.id for still in corpus.stills if still.id not in there]
        if lacking:
            faults.append(
                f"{len(lacking)} pictures have no {store.folder.name!r}, the first {lacking[0]!r}; extract them"
            )
    n_pictures = sum(len(store.pictures) for store in stores)
    if not n_pictures:
        faults.append("no picture has features; extract them")
    return n_pictures, tuple(faults)


def _extract(
    corpus: StillCorpus,
    sources: Mapping[str, str],
    kind: str,
    extractor: RegionExtractor,
    progress: Progress | None,
) -> int:
    """How many pictures' regions had to be made."""
    store = RegionStore(corpus.features(kind))
    made = RegionsMade(extractor.name, extractor.version)
    lacking = set(store.lacking(sources, made=made))
    left = [still for still in corpus.stills if still.id in lacking]
    for start in range(0, len(left), SHARD_SIZE):
        found: dict[str, PictureRegions] = {}
        for number, still in enumerate(left[start : start + SHARD_SIZE], start=start + 1):
            found[still.id] = _regions(corpus, still, extractor)
            if progress:
                progress(kind, number / len(left))
        store.write(found, made=made, sources=sources)
    return len(left)


def _regions(corpus: StillCorpus, still: Still, extractor: RegionExtractor) -> PictureRegions:
    try:
        return extractor.regions(read_picture(corpus.picture(still)), still.regions)
    except RecordError as error:
        raise CorpusError(f"still {still.id!r} cannot be looked at: {error}") from error


def _sources(corpus: StillCorpus) -> dict[str, str]:
    """A digest of each still's picture and known regions, by its id: of others, regions are made anew."""
    return {still.id: _source(corpus, still) for still in corpus.stills}


def _source(corpus: StillCorpus, still: Still) -> str:
    path = corpus.picture(still)
    if not path.is_file():
        raise CorpusError(f"still {still.id!r} has no file {still.path!r}; put it there, or leave the still out")
    told = hashlib.sha256(path.read_bytes())
    told.update(repr(still.regions).encode())
    return told.hexdigest()[:_DIGITS]
