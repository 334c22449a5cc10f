"""Film frames as the arrays that image models of `transformers` want, made in NumPy as their own processors do.

A model's folder says in `preprocessor_config.json` how its pictures were prepared in training. The steps are few:
resize (by Pillow, whose filters the processors were made with), crop, scale, normalise, and for Qwen2-VL cut into
patches. The official processors' results on the same frames are equal; the tests hold this.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import PIL.Image
from numpy.typing import NDArray
from PIL.Image import Resampling

from cinescribe.errors import ModelError
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box

Arrays: TypeAlias = dict[str, NDArray[Any]]
Size: TypeAlias = tuple[int, int]  # height and width, pixels
Colour: TypeAlias = tuple[float, float, float]

_CLIP = {"image_mean": [0.48145466, 0.4578275, 0.40821073], "image_std": [0.26862954, 0.26130258, 0.27577711]}
_HALF = {"image_mean": [0.5, 0.5, 0.5], "image_std": [0.5, 0.5, 0.5]}
_SQUARE = {"height": 224, "width": 224}
_DETR = {
    "resample": 2,
    "size": {"shortest_edge": 800, "longest_edge": 1333},
    "image_mean": [0.485, 0.456, 0.406],
    "image_std": [0.229, 0.224, 0.225],
}
_GRID = {"resample": 3, "size": {"longest_edge": 4 * 364}, "max_image_size": {"longest_edge": 364}, **_HALF}

# What each kind of image processor does where the model's file does not say.
# `resample` 1 is Lanczos, 2 bilinear, 3 bicubic.
_USUAL: dict[str, dict[str, Any]] = {
    "CLIP": {"resample": 3, "size": {"shortest_edge": 224}, "crop_size": _SQUARE, "do_center_crop": True, **_CLIP},
    "Llava": {"resample": 3, "size": {"shortest_edge": 224}, "crop_size": _SQUARE, "do_center_crop": True, **_CLIP},
    "Blip": {"resample": 3, "size": {"height": 384, "width": 384}, **_CLIP},
    "GotOcr2": {"resample": 3, "size": {"height": 384, "width": 384}, **_CLIP},
    "ViT": {"resample": 2, "size": _SQUARE, **_HALF},
    "DeiT": {
        "resample": 3,
        "size": {"height": 256, "width": 256},
        "crop_size": _SQUARE,
        "do_center_crop": True,
        **_HALF,
    },
    "ConvNext": {"resample": 3, "size": {"shortest_edge": 384}, "crop_pct": 224 / 256, **_HALF},
    "VideoMAE": {"resample": 2, "size": {"shortest_edge": 224}, "crop_size": _SQUARE, "do_center_crop": True, **_HALF},
    "Siglip": {"resample": 3, "size": _SQUARE, **_HALF},
    "Detr": _DETR,
    "ConditionalDetr": _DETR,
    "DeformableDetr": _DETR,
    "RTDetr": _DETR | {"size": {"height": 640, "width": 640}, "do_normalize": False},
    "Idefics3": _GRID | {"resample": 1},
    "SmolVLM": _GRID | {"resample": 1},
    "Qwen2VL": {"resample": 3, "size": {"shortest_edge": 56 * 56, "longest_edge": 28 * 28 * 1280}, **_CLIP},
}
_SHORTEST = ("CLIP", "ConvNext", "Llava", "Siglip", "VideoMAE")  # a size written as one number is their shorter side's
_WARPED = 384  # pixels of a side from which ConvNeXt's pictures are resized to a square rather than cut to one
_LONGEST_SHAPE = 200  # times as wide as high, or the reverse: Qwen2-VL takes no longer pictures


@dataclass(frozen=True)
class Colours:
    """How bytes become model input.

    Args:
        scale: what bytes are multiplied by; None leaves them.
        mean, std: subtracted and divided by, a colour; None leaves them.
    """

    scale: float | None
    mean: Colour | None
    std: Colour | None

    def __call__(self, image: Image) -> NDArray[np.float32]:
        """(H, W, 3) bytes to (3, H, W)."""
        planes = image.transpose(2, 0, 1)
        # The processors multiply in double precision and round once, before the mean.
        values = planes.astype(np.float32) if self.scale is None else (planes * self.scale).astype(np.float32)
        if self.mean is None or self.std is None:
            return values
        shape = (3, 1, 1)
        mean, std = (np.array(each, np.float32).reshape(shape) for each in (self.mean, self.std))
        return np.asarray((values - mean) / std, np.float32)


@dataclass(frozen=True)
class Whole:
    """Frames as whole pictures of one size: CLIP, BLIP, ViT, SigLIP and their kin.

    Args:
        colours: how bytes become input.
        resample: Pillow's filter.
        longest: first the longer side is resized to it, the shape kept; None for not.
        shortest: ... or the shorter side; None for not.
        at_most: what the longer side may then be; the shape is kept, and the shorter side gives way. None for any.
        size: ... then both sides, the shape given up; None for not.
        crop: what is cut from the middle in the end; None for all.
    """

    colours: Colours
    resample: Resampling
    longest: int | None = None
    shortest: int | None = None
    at_most: int | None = None
    size: Size | None = None
    crop: Size | None = None

    def __call__(self, frames: Image) -> Arrays:
        """`pixel_values`, (T, 3, height, width), of frames (T, H, W, 3)."""
        return {"pixel_values": np.stack([self.colours(self._cut(self._resized(frame))) for frame in frames])}

    def seen(self, height: int, width: int) -> Box:
        """The part of a frame of so many pixels that is left once it is prepared."""
        for size in self._sizes(height, width):
            height, width = size
        high, wide = self.crop or (height, width)
        down, across = min(high / height, 1.0), min(wide / width, 1.0)
        return (1 - across) / 2, (1 - down) / 2, (1 + across) / 2, (1 + down) / 2

    def _resized(self, frame: Image) -> Image:
        for size in self._sizes(*frame.shape[:2]):
            frame = _resize(frame, size, self.resample)
        return frame

    def _sizes(self, height: int, width: int) -> list[Size]:
        """What a frame is resized to, one after the other."""
        steps = []
        if self.longest is not None:
            steps.append(_to_longest(height, width, self.longest))
        if self.shortest is not None:
            steps.append(_to_shortest(height, width, self.shortest, self.at_most))
        return steps if self.size is None else [*steps, self.size]

    def _cut(self, frame: Image) -> Image:
        if self.crop is None:
            return frame
        (high, wide), (height, width) = self.crop, frame.shape[:2]
        more = [
            (math.ceil(max(want - have, 0) / 2), max(want - have, 0) // 2)
            for want, have in zip(self.crop, (height, width), strict=True)
        ]
        padded = np.pad(frame, [*more, (0, 0)])
        top, left = max((height - high) // 2, 0), max((width - wide) // 2, 0)
        return padded[top : top + high, left : left + wide]


@dataclass(frozen=True)
class Patches:
    """Frames as rows of patches, each frame in its own shape: Qwen2-VL and its successors.

    Args:
        colours: how bytes become input.
        resample: Pillow's filter.
        fewest, most: pixels that a resized frame may have.
        patch: side of a patch in pixels.
        merge: patches on each side that the model later joins to one token.
        frames: times each frame is repeated, since the model takes several at once.
    """

    colours: Colours
    resample: Resampling
    fewest: int
    most: int
    patch: int
    merge: int
    frames: int

    def __call__(self, frames: Image) -> Arrays:
        """`pixel_values`, (n_patches, 3 * frames * patch²), and `image_grid_thw`, (T, 3), of frames (T, H, W, 3)."""
        size = self._size(*frames.shape[1:3])
        rows = [self._rows(self.colours(_resize(frame, size, self.resample))) for frame in frames]
        grid = [1, size[0] // self.patch, size[1] // self.patch]
        return {"pixel_values": np.concatenate(rows), "image_grid_thw": np.array([grid] * len(frames), np.int64)}

    def _size(self, height: int, width: int) -> Size:
        """Sides that are whole numbers of merged patches, the shape nearly kept, the area within bounds."""
        if max(height, width) > _LONGEST_SHAPE * min(height, width):
            raise ModelError(f"a frame came {width} by {height}; this model takes shapes up to {_LONGEST_SHAPE} to 1")
        side = self.patch * self.merge
        high, wide = round(height / side) * side, round(width / side) * side
        if high * wide > self.most:
            shrink = math.sqrt(height * width / self.most)
            return max(side, int(height / shrink / side) * side), max(side, int(width / shrink / side) * side)
        if high * wide < self.fewest:
            grow = math.sqrt(self.fewest / (height * width))
            return math.ceil(height * grow / side) * side, math.ceil(width * grow / side) * side
        return high, wide

    def _rows(self, planes: NDArray[np.float32]) -> NDArray[np.float32]:
        """Patches in the order of merged squares, (n_patches, 3 * frames * patch²)."""
        _, height, width = planes.shape
        side = self.patch * self.merge
        cut = planes.reshape(3, height // side, self.merge, self.patch, width // side, self.merge, self.patch)
        ordered = cut.transpose(1, 4, 2, 5, 0, 3, 6)[:, :, :, :, :, None]  # squares, patches, colours, 1, pixels
        return np.repeat(ordered, self.frames, axis=5).reshape(-1, 3 * self.frames * self.patch**2)


def preparation(settings: Mapping[str, Any], *, model_type: str) -> Whole | Patches:
    """How a model wants its frames.

    Args:
        settings: what its `preprocessor_config.json` holds.
        model_type: the model's own type, which decides where the settings do not name a kind.

    Raises:
        ModelError: for a kind of image processor that is not known here.
    """
    kind = _kind(settings, model_type)
    usual = {**_USUAL[kind], **{name: value for name, value in settings.items() if value is not None}}
    resample, colours = Resampling(usual["resample"]), _colours(usual)
    if kind == "Qwen2VL":
        return Patches(
            colours,
            resample,
            fewest=usual.get("min_pixels", usual["size"].get("shortest_edge")),
            most=usual.get("max_pixels", usual["size"].get("longest_edge")),
            patch=usual.get("patch_size", 14),
            merge=usual.get("merge_size", 2),
            frames=usual.get("temporal_patch_size", 2),
        )
    if kind in ("Idefics3", "SmolVLM"):
        side = usual["max_image_size"]["longest_edge"]
        return Whole(colours, resample, longest=usual["size"]["longest_edge"], size=(side, side))
    resize = usual.get("do_resize", True)
    size = usual["size"] if isinstance(usual["size"], dict) else _spelt(usual["size"], kind)
    if kind == "ConvNext" and resize:
        return _convnext(size["shortest_edge"], usual["crop_pct"], Whole(colours, resample))
    return Whole(
        colours,
        resample,
        shortest=size.get("shortest_edge") if resize else None,
        at_most=size.get("longest_edge") if resize else None,
        size=(size["height"], size["width"]) if resize and "height" in size else None,
        crop=_crop(usual),
    )


def _convnext(side: int, share: float, plain: Whole) -> Whole:
    """ConvNeXt's and ResNet's squares: the middle share of a small picture, a large one whole."""
    if side >= _WARPED:
        return replace(plain, size=(side, side))
    return replace(plain, shortest=int(side / share), crop=(side, side))


def _kind(settings: Mapping[str, Any], model_type: str) -> str:
    """The image processor's name without what all of them share."""
    named = str(settings.get("image_processor_type") or settings.get("feature_extractor_type") or "")
    kind = (
        named.removesuffix("Pil").removesuffix("Fast").removesuffix("ImageProcessor").removesuffix("FeatureExtractor")
    )
    if kind in _USUAL:
        return kind
    raise ModelError(
        f"a {model_type} model came with frames prepared by {named or 'an unnamed processor'!r}; "
        f"known are {', '.join(sorted(_USUAL))}; choose a model with one of these"
    )


def _colours(usual: Mapping[str, Any]) -> Colours:
    normal = usual.get("do_normalize", True)
    return Colours(
        scale=usual.get("rescale_factor", 1 / 255) if usual.get("do_rescale", True) else None,
        mean=tuple(usual["image_mean"]) if normal else None,
        std=tuple(usual["image_std"]) if normal else None,
    )


def _spelt(size: int, kind: str) -> dict[str, int]:
    """A size written as one number, as older files do."""
    return {"shortest_edge": size} if kind in _SHORTEST else {"height": size, "width": size}


def _crop(usual: Mapping[str, Any]) -> Size | None:
    if not usual.get("do_center_crop", False):
        return None
    crop = usual["crop_size"]
    return (crop, crop) if isinstance(crop, int) else (crop["height"], crop["width"])


def _to_longest(height: int, width: int, longest: int) -> Size:
    """Both sides for a longer side of `longest`; the other one even, as Idefics3 rounds."""
    if width >= height:
        high = int(longest / (width / height))
        return max(high + high % 2, 1), longest
    wide = int(longest * (width / height))
    return longest, max(wide + wide % 2, 1)


def _to_shortest(height: int, width: int, shortest: int, at_most: int | None) -> Size:
    """Both sides for a shorter side of `shortest`, or for a longer one of `at_most` where that is smaller."""
    low, high = min(height, width), max(height, width)
    exact = float(shortest)
    if at_most is not None and high / low * shortest > at_most:
        exact = at_most * low / high
    short, long = round(exact), int(exact * high / low)
    return (long, short) if width <= height else (short, long)


def _resize(frame: Image, size: Size, resample: Resampling) -> Image:
    return np.asarray(PIL.Image.fromarray(frame).resize(size[::-1], resample=resample))
