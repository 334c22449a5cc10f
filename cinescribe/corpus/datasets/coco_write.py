"""Writes a corpus of stills as COCO files: Karpathy's split file, a captions file for each split, and instances."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any

from cinescribe.corpus.core.picture_folder import LINK
from cinescribe.corpus.core.stills import StillCorpus
from cinescribe.corpus.datasets.coco import ONE_SPLIT
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.media.film.image_files import picture_size
from cinescribe.still_schema import Still
from cinescribe.store import write_json

KARPATHY, CAPTIONS, INSTANCES = "dataset_coco.json", "captions_{}.json", "instances.json"
_NUMBER = re.compile(r"(?:.*\D)?(\d{1,18})")  # COCO's, at the end of a picture's name
_DECIMALS = 6  # of pixels


def write_coco(corpus: StillCorpus, path: Path, *, blind: bool = False) -> None:
    """Write a corpus of stills as COCO files into a folder.

    `dataset_coco.json` has splits and captions in Karpathy's format, `captions_*.json` the captions of each split in
    COCO's, and `instances.json` boxes and classes, if there are regions. Pictures are not copied.

    Not written: ids that differ from the pictures' names, sequences, `is_metaphor`, and the order of regions. Stills in
    no split are written to the split `all`.

    Args:
        corpus: pictures with regions must exist, since COCO's boxes are in pixels.
        path: the folder.
        blind: leave captions and regions out.

    Raises:
        RecordError: when the picture of a still with regions is missing or damaged.
        OutputError: when the folder cannot be written.
    """
    stills = [still.replace(captions=(), regions=()) if blind else still for still in corpus.stills]
    numbers = _numbers(stills)
    split_of = {id: split.name for split in corpus.splits for id in split.stills}
    folder = Path(path)
    write_json(folder / KARPATHY, {"images": _karpathy(stills, split_of, numbers), "dataset": corpus.card.name})
    for split in dict.fromkeys(split_of.get(still.id, ONE_SPLIT) for still in stills):
        of_split = [still for still in stills if split_of.get(still.id, ONE_SPLIT) == split]
        write_json(folder / CAPTIONS.format(split), _official(of_split, numbers))
    if any(still.regions for still in stills):
        write_json(folder / INSTANCES, _instances(corpus, [still for still in stills if still.regions], numbers))


def _numbers(stills: Sequence[Still]) -> dict[str, int]:
    """Return COCO's number of each still: the number at the end of its id if all are different, else its position."""
    found = [_NUMBER.fullmatch(still.id) for still in stills]
    numbers = [int(match[1]) for match in found if match is not None]
    if len(set(numbers)) < len(stills):
        numbers = list(range(1, len(stills) + 1))
    return {still.id: number for still, number in zip(stills, numbers, strict=True)}


def _karpathy(stills: Iterable[Still], split_of: Mapping[str, str], numbers: Mapping[str, int]) -> list[dict[str, Any]]:
    sentence_ids = count()
    images = []
    for n, still in enumerate(stills):
        tokens = tokenize(still.captions)
        sentences = [
            {"tokens": words, "raw": caption, "imgid": n, "sentid": next(sentence_ids)}
            for caption, words in zip(still.captions, tokens, strict=True)
        ]
        images.append(
            {
                "filepath": _folder(still),
                "filename": PurePosixPath(still.path).name,
                "cocoid": numbers[still.id],
                "imgid": n,
                "split": split_of.get(still.id, ONE_SPLIT),
                "sentids": [sentence["sentid"] for sentence in sentences],
                "sentences": sentences,
            }
        )
    return images


def _folder(still: Still) -> str:
    """Return the folder of a still's picture, relative to the folder of all pictures."""
    parts = PurePosixPath(still.path).parent.parts
    return "/".join(parts[1:] if parts[:1] == (LINK,) else parts)


def _official(stills: Iterable[Still], numbers: Mapping[str, int]) -> dict[str, Any]:
    stills = list(stills)
    pairs = [(numbers[still.id], caption) for still in stills for caption in still.captions]
    return {
        "images": [{"id": numbers[still.id], "file_name": PurePosixPath(still.path).name} for still in stills],
        "annotations": [{"id": n, "image_id": image, "caption": caption} for n, (image, caption) in enumerate(pairs)],
    }


def _instances(corpus: StillCorpus, stills: Sequence[Still], numbers: Mapping[str, int]) -> dict[str, Any]:
    classes = sorted({region.label for still in stills for region in still.regions})
    sizes = {still.id: picture_size(corpus.picture(still)) for still in stills}
    boxes = [
        {"image_id": numbers[still.id], "category_id": classes.index(region.label) + 1, "iscrowd": 0}
        | _pixels(region.box, *sizes[still.id])
        for still in stills
        for region in still.regions
    ]
    return {
        "images": [
            {"id": numbers[still.id], "file_name": PurePosixPath(still.path).name}
            | dict(zip(("width", "height"), sizes[still.id], strict=True))
            for still in stills
        ],
        "annotations": [{"id": n} | box for n, box in enumerate(boxes, 1)],
        "categories": [{"id": n, "name": name} for n, name in enumerate(classes, 1)],
    }


def _pixels(box: tuple[float, float, float, float], width: int, height: int) -> dict[str, Any]:
    """Return a box's left, top, width and height in pixels and its area, from fractions of the picture."""
    x0, y0, x1, y1 = box
    sides = (x0 * width, y0 * height, (x1 - x0) * width, (y1 - y0) * height)
    return {"bbox": [round(side, _DECIMALS) for side in sides], "area": round(sides[2] * sides[3], _DECIMALS)}
