"""COCO as a corpus of stills: captions, Karpathy's split, and the boxes and classes of its instances.

Captions come as Karpathy's `dataset_coco.json` (Karpathy and Fei-Fei 2015: 113,287 pictures for training, 5,000 each
for validation and test) or as a `captions_*.json` of COCO itself; boxes as `instances_*.json` of COCO.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.json_files import MALFORMED, read_json
from cinescribe.corpus.core.picture_folder import inside
from cinescribe.corpus.core.stills import StillCorpus, StillSplit, write_stills
from cinescribe.errors import CorpusError
from cinescribe.schema import Region, Still

ONE_SPLIT = "all"  # of captions that are not split
SOURCE = "COCO (cocodataset.org)"
LICENCE = "captions and boxes CC BY 4.0; pictures under Flickr's terms, each by its own licence"
_TRAINS_TOO = {"restval": "train"}  # Karpathy's rest of the validation pictures is trained on


@dataclass(frozen=True)
class _Told:
    """What a captions file says of a picture: the folder it may be in, its file, its split, its captions."""

    folder: str
    file: str
    split: str
    captions: tuple[str, ...]

    @property
    def id(self) -> str:
        return Path(self.file).stem


def build_coco(
    folder: Path, *, pictures: Path, captions: Path, instances: Sequence[Path] = (), name: str = "coco"
) -> StillCorpus:
    """A corpus of COCO's pictures in the folder; the pictures stay where they are.

    Args:
        folder: where to write; made when it is not there.
        pictures: the folder of the pictures, or that of `train2014` and `val2014`.
        captions: Karpathy's split file, or a captions file of COCO, which is one split, `all`.
        instances: files of boxes and classes; pictures of which they say nothing have no regions.
        name: the corpus's.

    Raises:
        RecordError: when a file is missing or is not JSON.
        CorpusError: when a file holds something else, or there is no folder of pictures, or it holds none of them.
        OutputError: when the folder cannot be written.
    """
    told = _told(captions)
    regions: dict[int, tuple[Region, ...]] = {}
    for path in instances:
        regions |= _regions(path)
    _check_there(told, Path(pictures), captions)
    where = inside(folder, pictures)
    splits: dict[str, list[str]] = {}
    for one in told.values():
        splits.setdefault(one.split, []).append(one.id)
    return write_stills(
        folder,
        CorpusCard(name, SOURCE, LICENCE),
        stills=[
            Still(one.id, (where / _file(one, Path(pictures))).as_posix(), one.captions, regions.get(number, ()))
            for number, one in told.items()
        ],
        splits=[StillSplit(split, tuple(ids)) for split, ids in splits.items()],
    )


def _check_there(told: Mapping[int, _Told], pictures: Path, captions: Path) -> None:
    """See to it that a folder is that of the pictures told of; some may be missing, as in a part of COCO."""
    if pictures.is_dir() and not any((pictures / _file(one, pictures)).is_file() for one in told.values()):
        some = next((one.file for one in told.values()), "any")
        raise CorpusError(
            f"{str(pictures)!r} has none of the {len(told)} pictures that {str(captions)!r} tells of, such as {some}; "
            "name the folder that they are in"
        )


def _file(one: _Told, pictures: Path) -> Path:
    """A picture's file; it may lie in a folder named after year and split, as Karpathy's file says."""
    deep = Path(one.folder) / one.file
    return deep if (pictures / deep).is_file() else Path(one.file)


def _told(path: Path) -> dict[int, _Told]:
    """What a captions file tells of each picture, by COCO's number."""
    value = read_json(path)
    try:
        return _karpathy(value["images"]) if "sentences" in value["images"][0] else _official(value)
    except MALFORMED as error:
        raise CorpusError(_no_file(path, "captions", "dataset_coco.json or captions_train2017.json", error)) from error


def _karpathy(images: Iterable[Mapping[str, Any]]) -> dict[int, _Told]:
    return {
        int(image["cocoid"]): _Told(
            image["filepath"],
            image["filename"],
            _TRAINS_TOO.get(image["split"], image["split"]),
            tuple(_one_line(sentence["raw"]) for sentence in image["sentences"]),
        )
        for image in images
    }


def _official(value: Mapping[str, Any]) -> dict[int, _Told]:
    captions: dict[int, list[str]] = {}
    for told in value["annotations"]:
        captions.setdefault(told["image_id"], []).append(_one_line(told["caption"]))
    return {
        int(image["id"]): _Told("", image["file_name"], ONE_SPLIT, tuple(captions.get(image["id"], ())))
        for image in value["images"]
    }


def _regions(path: Path) -> dict[int, tuple[Region, ...]]:
    """The boxes of each picture, the largest first, by COCO's number; crowds, which are no one thing, are left out."""
    value = read_json(path)
    try:
        names = {kind["id"]: str(kind["name"]) for kind in value["categories"]}
        sizes = {image["id"]: (image["width"], image["height"]) for image in value["images"]}
        found: dict[int, list[Region]] = {}
        for one in value["annotations"]:
            box = _box(one["bbox"], *sizes[one["image_id"]])
            if not one.get("iscrowd") and box[0] < box[2] and box[1] < box[3]:
                found.setdefault(int(one["image_id"]), []).append(Region(box, names[one["category_id"]]))
        return {number: tuple(sorted(boxes, key=_area, reverse=True)) for number, boxes in found.items()}
    except MALFORMED as error:
        raise CorpusError(_no_file(path, "instances", "instances_train2017.json", error)) from error


def _box(corner: Sequence[float], width: int, height: int) -> tuple[float, float, float, float]:
    """Sides as fractions of a picture, of left, top, width and height in pixels."""
    x, y, wide, tall = corner
    sides = (x / width, y / height, (x + wide) / width, (y + tall) / height)
    x0, y0, x1, y1 = (round(min(max(side, 0.0), 1.0), 4) for side in sides)
    return x0, y0, x1, y1


def _area(region: Region) -> float:
    x0, y0, x1, y1 = region.box
    return (x1 - x0) * (y1 - y0)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _no_file(path: Path, kind: str, wanted: str, error: Exception) -> str:
    reason = f"{type(error).__name__}: {error}"
    return f"{str(path)!r} is no file of {kind} of COCO ({reason}); wanted one such as {wanted}"
