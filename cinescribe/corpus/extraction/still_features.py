"""Extracts and checks the regions of a corpus's stills, in a folder for each kind in its folder `features`."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from cinescribe.corpus.core.corpus import FEATURES
from cinescribe.corpus.core.stills import StillCorpus, read_stills
from cinescribe.errors import CorpusError, RecordError
from cinescribe.features.extraction.extract import ExtractionResult
from cinescribe.features.regions.picture_regions import PictureRegions
from cinescribe.features.regions.region_store import MANIFEST, SHARD_SIZE, RegionProvenance, RegionShard, RegionStore
from cinescribe.features.regions.regions import RegionExtractor
from cinescribe.input_files import open_input
from cinescribe.media.film.image_files import read_picture
from cinescribe.output_folder import claim_folder, holds_records, refuse_links
from cinescribe.progress import Progress
from cinescribe.still_schema import Still

_DIGITS = 16  # of a digest, in hex


def extract_stills(
    folder: Path, extractors: Mapping[str, RegionExtractor], *, progress: Progress | None = None
) -> ExtractionResult:
    """Extract regions of every still of a corpus; regions that are up to date are skipped.

    Regions are written every few hundred pictures. After an interruption the same call continues from there.

    Args:
        folder: the corpus.
        extractors: by the name of the folder for their output, `regions` or `grid`.
        progress: called with the progress of each extractor.

    Returns:
        The numbers of pictures asked for, extracted and skipped.

    Raises:
        RecordError: when one of the corpus's files is missing or malformed.
        CorpusError: when the corpus is malformed, or a picture of it is missing or damaged.
        FeatureError: when the feature vectors of two pictures differ in width.
        OutputError: when the regions cannot be written, or a folder for them is a link or holds anything else.
    """
    corpus = read_stills(folder)
    refuse_links(corpus.folder, (FEATURES, *(f"{FEATURES}/{kind}" for kind in extractors)))
    for kind in extractors:
        claim_folder(corpus.features(kind), "store of features", is_older=holds_regions)
    sources = _sources(corpus)
    done = sum(_extract(corpus, sources, kind, extractor, progress) for kind, extractor in extractors.items())
    asked = len(corpus.stills) * len(extractors)
    return ExtractionResult(asked, done, asked - done)


def check_still_features(folder: Path) -> tuple[int, tuple[str, ...]]:
    """Return the number of pictures with regions, summed over the kinds, and a message for each fault.

    Every file is read to the end. A picture without regions that other pictures have is a fault, too.

    Raises:
        RecordError: when one of the corpus's files, or the manifest of its features, is missing or malformed.
        CorpusError: when the corpus is malformed.
    """
    corpus = read_stills(folder)
    stores = [RegionStore(path) for path in sorted((corpus.folder / FEATURES).glob("*")) if path.is_dir()]
    faults = [fault for store in stores for fault in store.check()]
    for store in stores:
        extracted = set(store.pictures)
        missing = [still.id for still in corpus.stills if still.id not in extracted]
        if missing:
            faults.append(
                f"{len(missing)} pictures have no {store.folder.name!r}, the first {missing[0]!r}; extract them"
            )
    n_pictures = sum(len(store.pictures) for store in stores)
    if not n_pictures:
        faults.append("no picture has features; extract them")
    return n_pictures, tuple(faults)


def holds_regions(folder: Path) -> bool:
    """Whether a folder is a store of regions that a release before the mark of folders made."""
    return holds_records(folder / MANIFEST, RegionShard)


def _extract(
    corpus: StillCorpus,
    sources: Mapping[str, str],
    kind: str,
    extractor: RegionExtractor,
    progress: Progress | None,
) -> int:
    """Extract what is missing or stale, and return the number of pictures."""
    store = RegionStore(corpus.features(kind))
    made = RegionProvenance(extractor.name, extractor.version)
    missing = set(store.missing(sources, made=made))
    to_extract = [still for still in corpus.stills if still.id in missing]
    for start in range(0, len(to_extract), SHARD_SIZE):
        found: dict[str, PictureRegions] = {}
        for number, still in enumerate(to_extract[start : start + SHARD_SIZE], start=start + 1):
            found[still.id] = _regions(corpus, still, extractor)
            if progress:
                progress(kind, number / len(to_extract))
        store.write(found, made=made, sources=sources)
    return len(to_extract)


def _regions(corpus: StillCorpus, still: Still, extractor: RegionExtractor) -> PictureRegions:
    try:
        return extractor.regions(read_picture(corpus.picture(still)), still.regions)
    except RecordError as error:
        raise CorpusError(f"still {still.id!r} cannot be read: {error}") from error


def _sources(corpus: StillCorpus) -> dict[str, str]:
    """Return a digest of the picture and the known regions of each still, by id; if it changes, regions are stale."""
    return {still.id: _source(corpus, still) for still in corpus.stills}


def _source(corpus: StillCorpus, still: Still) -> str:
    path = corpus.picture(still)
    if not path.is_file():
        raise CorpusError(f"still {still.id!r} has no file {still.path!r}; put it there, or leave the still out")
    with open_input(path) as opened:
        digest = hashlib.file_digest(opened, "sha256")
    digest.update(repr(still.regions).encode())
    return digest.hexdigest()[:_DIGITS]
