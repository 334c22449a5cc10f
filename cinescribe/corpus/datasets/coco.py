"""Reads COCO as a corpus of stills: captions, Karpathy's split, and the boxes and classes of its instances.

Captions come as Karpathy's `dataset_coco.json` (Karpathy and Fei-Fei 2015: 113,287 pictures for training, 5,000 each
for validation and test) or as a `captions_*.json` of COCO itself; boxes as `instances_*.json` of COCO.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.corpus_folder import claim_still_corpus
from cinescribe.corpus.core.malformed import MALFORMED, text_of
from cinescribe.corpus.core.picture_folder import link_pictures
from cinescribe.corpus.core.stills import StillCorpus, StillSplit, write_stills
from cinescribe.errors import CorpusError
from cinescribe.file_names import path_inside
from cinescribe.still_schema import Region, Still
from cinescribe.store import read_json

ONE_SPLIT = "all"  # the split of captions files without splits
SOURCE = "COCO (cocodataset.org)"
_LICENCE = "captions and boxes CC BY 4.0; pictures under Flickr's terms, each by its own licence"
_MERGED_SPLITS = {"restval": "train"}  # Karpathy's remaining validation pictures are training pictures


@dataclass(frozen=True)
class _CocoImage:
    """A picture in a captions file: the folder it may be in, its file, its split and its captions.

    Raises:
        RecordError: when folder and file lead out of the folder of all pictures.
    """

    folder: str
    file: str
    split: str
    captions: tuple[str, ...]

    def __post_init__(self) -> None:
        path_inside(self.file, "a picture's file")
        path_inside(f"{self.folder or '.'}/{self.file}", "a picture's folder and file")

    @property
    def id(self) -> str:
        return Path(self.file).stem


def build_coco(
    folder: str | Path,
    *,
    pictures: str | Path,
    captions: str | Path,
    instances: Sequence[str | Path] = (),
    name: str = "coco",
) -> StillCorpus:
    """Build a corpus of COCO's pictures; the pictures stay where they are.

    Args:
        folder: where to write; created if missing.
        pictures: the folder of the pictures, or that of `train2014` and `val2014`.
        captions: Karpathy's split file, or a captions file of COCO, whose pictures form one split, `all`.
        instances: files of boxes and classes; other pictures have no regions.
        name: of the corpus.

    Raises:
        RecordError: when a file is missing or is not JSON.
        CorpusError: when a file has another format, or the folder of pictures is missing or has none of the pictures.
        OutputError: when the folder holds anything but a corpus and the pictures, or cannot be written.
    """
    folder, pictures, captions = Path(folder), Path(pictures), Path(captions)
    images = _images(captions)
    regions: dict[int, tuple[Region, ...]] = {}
    for path in map(Path, instances):
        regions |= _regions(path)
    _check_pictures(images, Path(pictures), captions)
    claim_still_corpus(folder, pictures, of="coco")
    linked = link_pictures(folder, pictures)
    splits: dict[str, list[str]] = {}
    for image in images.values():
        splits.setdefault(image.split, []).append(image.id)
    return write_stills(
        folder,
        CorpusCard(name, SOURCE, _LICENCE),
        stills=[
            Still(image.id, (linked / _file(image, Path(pictures))).as_posix(), image.captions, regions.get(number, ()))
            for number, image in images.items()
        ],
        splits=[StillSplit(split, tuple(ids)) for split, ids in splits.items()],
    )


def _check_pictures(images: Mapping[int, _CocoImage], pictures: Path, captions: Path) -> None:
    """Raise if a folder has none of the captioned pictures; some may be missing, as in a part of COCO."""
    if pictures.is_dir() and not any((pictures / _file(image, pictures)).is_file() for image in images.values()):
        example = next((image.file for image in images.values()), "any")
        raise CorpusError(
            f"{str(pictures)!r} has none of the {len(images)} pictures in {str(captions)!r}, such as {example}; "
            "name the folder that they are in"
        )


def _file(image: _CocoImage, pictures: Path) -> Path:
    """Return a picture's file; it may be in a folder named after year and split, as in Karpathy's file."""
    deep = Path(image.folder) / image.file
    return deep if (pictures / deep).is_file() else Path(image.file)


def _images(path: Path) -> dict[int, _CocoImage]:
    """Read the pictures of a captions file, by COCO's number."""
    value = read_json(path)
    try:
        return _karpathy(value["images"]) if "sentences" in value["images"][0] else _official(value)
    except MALFORMED as error:
        raise _not_coco(path, "captions", "dataset_coco.json or captions_train2017.json", error) from error


def _karpathy(images: Iterable[Mapping[str, Any]]) -> dict[int, _CocoImage]:
    return {
        int(image["cocoid"]): _CocoImage(
            text_of(image["filepath"]),
            text_of(image["filename"]),
            text_of(_MERGED_SPLITS.get(image["split"], image["split"])),
            tuple(_one_line(sentence["raw"]) for sentence in image["sentences"]),
        )
        for image in images
    }


def _official(value: Mapping[str, Any]) -> dict[int, _CocoImage]:
    captions: dict[int, list[str]] = {}
    for annotation in value["annotations"]:
        captions.setdefault(annotation["image_id"], []).append(_one_line(annotation["caption"]))
    return {
        int(image["id"]): _CocoImage("", text_of(image["file_name"]), ONE_SPLIT, tuple(captions.get(image["id"], ())))
        for image in value["images"]
    }


def _regions(path: Path) -> dict[int, tuple[Region, ...]]:
    """Read the boxes of each picture, largest first, by COCO's number; crowds are left out."""
    value = read_json(path)
    try:
        names = {category["id"]: str(category["name"]) for category in value["categories"]}
        sizes = {image["id"]: (image["width"], image["height"]) for image in value["images"]}
        found: dict[int, list[Region]] = {}
        for item in value["annotations"]:
            box = _box(item["bbox"], *sizes[item["image_id"]])
            if not item.get("iscrowd") and box[0] < box[2] and box[1] < box[3]:
                found.setdefault(int(item["image_id"]), []).append(Region(box, names[item["category_id"]]))
        return {number: tuple(sorted(boxes, key=_area, reverse=True)) for number, boxes in found.items()}
    except MALFORMED as error:
        raise _not_coco(path, "instances", "instances_train2017.json", error) from error


def _box(bbox: Sequence[float], width: int, height: int) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom as fractions of a picture, from left, top, width and height in pixels."""
    x, y, box_width, box_height = bbox
    if not (width > 0 and height > 0):
        raise ValueError(f"a picture is {width} x {height} pixels")
    sides = (x / width, y / height, (x + box_width) / width, (y + box_height) / height)
    x0, y0, x1, y1 = (round(min(max(side, 0.0), 1.0), 4) for side in sides)
    return x0, y0, x1, y1


def _area(region: Region) -> float:
    x0, y0, x1, y1 = region.box
    return (x1 - x0) * (y1 - y0)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _not_coco(path: Path, kind: str, wanted: str, error: Exception) -> CorpusError:
    reason = f"{type(error).__name__}: {error}"
    return CorpusError(f"{str(path)!r} is no file of {kind} of COCO ({reason}); expected one such as {wanted}")
