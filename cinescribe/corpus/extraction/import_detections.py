"""Brings published detections of COCO's pictures into a corpus of stills."""

from __future__ import annotations

from pathlib import Path

from cinescribe.corpus.core.corpus import FEATURES
from cinescribe.corpus.core.stills import StillCorpus, read_stills
from cinescribe.corpus.extraction.still_features import holds_regions
from cinescribe.errors import FeatureError
from cinescribe.features.extraction.extract import ExtractionResult
from cinescribe.features.imports.coco_detections import CocoDetections
from cinescribe.features.regions.picture_regions import PictureRegions
from cinescribe.features.regions.region_store import SHARD_SIZE, RegionProvenance, RegionStore
from cinescribe.media.film.image_files import picture_size
from cinescribe.output_folder import claim_folder, refuse_links
from cinescribe.progress import Progress, no_progress
from cinescribe.still_schema import Still

N_DETECTIONS = 50  # of a picture, as M² reads them
_PUBLISHED = "published"  # in place of a digest: the detections do not follow from our pictures


def import_detections(
    path: str | Path,
    folder: str | Path,
    *,
    features: str,
    n_regions: int = N_DETECTIONS,
    progress: Progress = no_progress,
) -> ExtractionResult:
    """Copy the detections of a corpus's pictures from one HDF5 file; what is there already is skipped.

    Boxes are as fractions of the pictures where their files are there, and else the whole picture.

    Args:
        path: `coco_detections.hdf5`, as `CocoDetections` reads it.
        folder: the corpus of stills, whose ids end with COCO's numbers.
        features: name of the folder for them in the corpus's features.
        n_regions: of a picture at most.
        progress: called with the share that is done.

    Returns:
        The numbers of pictures of the corpus, copied and skipped.

    Raises:
        RecordError: when one of the corpus's files is missing or malformed, or a picture is damaged.
        CorpusError: when the corpus is malformed.
        FeatureError: when the file cannot be read, lacks a picture, or holds other arrays.
        OutputError: when the features cannot be written, or their folder is a link or holds anything else.
    """
    path, folder = Path(path), Path(folder)
    if Path(features).name != features or not features.strip("."):
        raise FeatureError(f"{features!r} is no name of features; give one word, such as detections")
    corpus = read_stills(folder)
    refuse_links(corpus.folder, (FEATURES, f"{FEATURES}/{features}"))
    with CocoDetections(path, n_regions=n_regions) as detections:
        lacking = [still.id for still in corpus.stills if not detections.has(still.id)]
        if lacking:
            raise FeatureError(
                f"{str(path)!r} has no detections of {len(lacking)} of {len(corpus.stills)} pictures, the first "
                f"{lacking[0]!r}; give the file of this corpus: its names are COCO's numbers, such as 790_features"
            )
        claim_folder(corpus.features(features), "store of features", is_older=holds_regions)
        store = RegionStore(corpus.features(features))
        made = RegionProvenance("bottom-up attention, as published", f"{path.name}, {n_regions} regions")
        sources = dict.fromkeys((still.id for still in corpus.stills), _PUBLISHED)
        missing = set(store.missing(sources, made=made))
        left = [still for still in corpus.stills if still.id in missing]
        for start in range(0, len(left), SHARD_SIZE):
            some = left[start : start + SHARD_SIZE]
            store.write({still.id: _regions(still, corpus, detections) for still in some}, made=made, sources=sources)
            progress(features, (start + len(some)) / len(left))
    return ExtractionResult(len(corpus.stills), len(left), len(corpus.stills) - len(left))


def _regions(still: Still, corpus: StillCorpus, detections: CocoDetections) -> PictureRegions:
    picture = corpus.picture(still)
    return detections.regions(still.id, picture_size(picture) if picture.is_file() else None)
