"""Preprocessing of film frames for image models of `transformers`, in NumPy.

A model's `preprocessor_config.json` has the settings of its training: resize (by Pillow, whose filters the official
processors use), crop, scale, normalise, and for Qwen2-VL cut into patches. Results equal those of the official
processors on the same frames; the tests check this.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import PIL.Image
from numpy.typing import NDArray
from PIL.Image import Resampling

from cinescribe.errors import ModelError, brief
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box

Arrays: TypeAlias = dict[str, NDArray[Any]]
_Size: TypeAlias = tuple[int, int]  # height and width, pixels
_Colour: TypeAlias = tuple[float, float, float]

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

# The defaults of each kind of image processor, for settings that a model's file lacks.
# `resample` 1 is Lanczos, 2 bilinear, 3 bicubic.
_DEFAULTS: dict[str, dict[str, Any]] = {
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
    "VideoLlava": {
        "resample": 3,
        "size": {"shortest_edge": 224},
        "crop_size": _SQUARE,
        "do_center_crop": True,
        **_CLIP,
    },
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
_SHORTEST = (
    "CLIP",
    "ConvNext",
    "Llava",
    "Siglip",
    "VideoLlava",
    "VideoMAE",
)  # a size written as one number means their shorter side
_WARPED = 384  # side from which ConvNeXt resizes pictures to a square rather than crops them
_MAX_SIZE = 1 << 28  # sides, or pixels of a picture: far above those of any model
_MAX_PATCH = 1024  # pixels of a patch, patches that are merged, frames that are joined
_MAX_RATIO = 200  # of width and height: Qwen2-VL takes no longer pictures


def _is_size(value: Any) -> bool:
    sides = value.values() if isinstance(value, dict) else [value]
    return all(map(_is_whole, sides))


def _is_whole(value: Any) -> bool:
    return type(value) is int and 0 < value <= _MAX_SIZE


def _are_colours(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(type(one) in (int, float) for one in value)


_A_SIZE = (_is_size, f"whole numbers from 1 to {_MAX_SIZE:,}")
_A_COUNT = (lambda value: _is_whole(value) and value <= _MAX_PATCH, f"a whole number from 1 to {_MAX_PATCH}")
_A_SWITCH = (lambda value: isinstance(value, bool), "true or false")
_RULES: dict[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(("size", "crop_size", "max_image_size", "min_pixels", "max_pixels"), _A_SIZE),
    **dict.fromkeys(("patch_size", "merge_size", "temporal_patch_size"), _A_COUNT),
    **dict.fromkeys(("do_resize", "do_center_crop", "do_rescale", "do_normalize"), _A_SWITCH),
    "resample": (lambda value: type(value) is int and value in set(Resampling), "one of Pillow's filters, 0 to 5"),
    "image_mean": (_are_colours, "a list of three numbers"),
    "image_std": (lambda value: _are_colours(value) and min(value) > 0, "a list of three numbers above 0"),
    "rescale_factor": (lambda value: type(value) in (int, float), "a number"),
    "crop_pct": (lambda value: type(value) in (int, float) and 0 < value <= 1, "a share above 0"),
}


@dataclass(frozen=True)
class Colours:
    """Converts bytes to model input.

    Args:
        scale: factor of the bytes; None for none.
        mean, std: of each colour, to subtract and to divide by; None for none.
    """

    scale: float | None
    mean: _Colour | None
    std: _Colour | None

    def __call__(self, image: Image) -> NDArray[np.float32]:
        """Convert a picture of bytes (H, W, 3) to (3, H, W)."""
        planes = image.transpose(2, 0, 1)
        # The official processors multiply in double precision and round once, before the mean.
        values = planes.astype(np.float32) if self.scale is None else (planes * self.scale).astype(np.float32)
        if self.mean is None or self.std is None:
            return values
        shape = (3, 1, 1)
        mean, std = (np.array(each, np.float32).reshape(shape) for each in (self.mean, self.std))
        return np.asarray((values - mean) / std, np.float32)


@dataclass(frozen=True)
class Whole:
    """Preprocessing to whole pictures of one size: CLIP, BLIP, ViT, SigLIP and similar models.

    The steps are applied in this order; None leaves one out.

    Args:
        colours: converts bytes to input.
        resample: Pillow's filter.
        longest: length of the longer side; keeps the ratio.
        shortest: length of the shorter side; keeps the ratio.
        at_most: maximum of the longer side after `shortest`; keeps the ratio, so the shorter side shrinks too.
        size: height and width, without keeping the ratio.
        crop: height and width of the centre crop.
    """

    colours: Colours
    resample: Resampling
    longest: int | None = None
    shortest: int | None = None
    at_most: int | None = None
    size: _Size | None = None
    crop: _Size | None = None

    def __call__(self, frames: Image) -> Arrays:
        """Return `pixel_values`, (T, 3, height, width), of frames (T, H, W, 3)."""
        return {"pixel_values": np.stack([self.colours(self._cut(self._resized(frame))) for frame in frames])}

    def visible_box(self, height: int, width: int) -> Box:
        """Return the part of a frame of a height and width that is left after preprocessing."""
        for size in self._sizes(height, width):
            height, width = size
        high, wide = self.crop or (height, width)
        down, across = min(high / height, 1.0), min(wide / width, 1.0)
        return (1 - across) / 2, (1 - down) / 2, (1 + across) / 2, (1 + down) / 2

    def _resized(self, frame: Image) -> Image:
        for size in self._sizes(*frame.shape[:2]):
            frame = _resize(frame, size, self.resample)
        return frame

    def _sizes(self, height: int, width: int) -> list[_Size]:
        """Return the sizes that a frame is resized to, in order."""
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
        padding = [
            (math.ceil(max(target - side, 0) / 2), max(target - side, 0) // 2)
            for target, side in zip(self.crop, (height, width), strict=True)
        ]
        padded = np.pad(frame, [*padding, (0, 0)])
        top, left = max((height - high) // 2, 0), max((width - wide) // 2, 0)
        return padded[top : top + high, left : left + wide]


@dataclass(frozen=True)
class Patches:
    """Preprocessing to patches, each frame in its own ratio: Qwen2-VL and its successors.

    Args:
        colours: converts bytes to input.
        resample: Pillow's filter.
        min_pixels, max_pixels: of a resized frame.
        patch: side of a patch in pixels.
        merge: patches along each side that the model merges into one token.
        frames: repetitions of each frame, because the model takes several at once.
    """

    colours: Colours
    resample: Resampling
    min_pixels: int
    max_pixels: int
    patch: int
    merge: int
    frames: int

    def __call__(self, frames: Image) -> Arrays:
        """Return `pixel_values`, (n_patches, 3 * frames * patch²), and `image_grid_thw`, (T, 3), of (T, H, W, 3)."""
        size = self._size(*frames.shape[1:3])
        rows = [self._patches(self.colours(_resize(frame, size, self.resample))) for frame in frames]
        grid = [1, size[0] // self.patch, size[1] // self.patch]
        return {"pixel_values": np.concatenate(rows), "image_grid_thw": np.array([grid] * len(frames), np.int64)}

    def _size(self, height: int, width: int) -> _Size:
        """Return sides that are multiples of merged patches, with nearly the same ratio and an area within bounds."""
        if max(height, width) > _MAX_RATIO * min(height, width):
            raise ModelError(
                f"the frame has {width} by {height} pixels; this model takes ratios up to {_MAX_RATIO} to 1"
            )
        side = self.patch * self.merge
        high, wide = round(height / side) * side, round(width / side) * side
        if high * wide > self.max_pixels:
            shrink = math.sqrt(height * width / self.max_pixels)
            return max(side, int(height / shrink / side) * side), max(side, int(width / shrink / side) * side)
        if high * wide < self.min_pixels:
            grow = math.sqrt(self.min_pixels / (height * width))
            return math.ceil(height * grow / side) * side, math.ceil(width * grow / side) * side
        return high, wide

    def _patches(self, planes: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the patches in the order of merged squares, (n_patches, 3 * frames * patch²)."""
        _, height, width = planes.shape
        side = self.patch * self.merge
        cut = planes.reshape(3, height // side, self.merge, self.patch, width // side, self.merge, self.patch)
        ordered = cut.transpose(1, 4, 2, 5, 0, 3, 6)[:, :, :, :, :, None]  # squares, patches, colours, 1, pixels
        return np.repeat(ordered, self.frames, axis=5).reshape(-1, 3 * self.frames * self.patch**2)


def preparation(settings: Mapping[str, Any], *, model_type: str) -> Whole | Patches:
    """Return the preprocessing of a model.

    Args:
        settings: from its `preprocessor_config.json`.
        model_type: the model's type, for messages.

    Raises:
        ModelError: for an unknown kind of image processor, or a setting that is missing or out of range.
    """
    kind = _kind(settings, model_type)
    values = {**_DEFAULTS[kind], **_given(settings)}
    for name, (fits, wanted) in _RULES.items():
        if name in values and not fits(values[name]):
            raise ModelError(
                f"the {model_type} model's setting {name} is {brief(values[name])}; expected {wanted}; "
                "name another model"
            )
    try:
        return _preparation(kind, values)
    except (LookupError, TypeError) as error:  # a side that is missing, or one number for all
        raise ModelError(
            f"the {model_type} model has settings that a {kind} processor cannot use ({error}); name another model"
        ) from error


def _given(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that have a value, their tables likewise."""
    plain = {name: _given(value) if isinstance(value, dict) else value for name, value in settings.items()}
    return {name: value for name, value in plain.items() if value is not None}


def _preparation(kind: str, values: Mapping[str, Any]) -> Whole | Patches:
    resample, colours = Resampling(values["resample"]), _colours(values)
    if kind == "Qwen2VL":
        return Patches(
            colours,
            resample,
            min_pixels=values.get("min_pixels", values["size"].get("shortest_edge")),
            max_pixels=values.get("max_pixels", values["size"].get("longest_edge")),
            patch=values.get("patch_size", 14),
            merge=values.get("merge_size", 2),
            frames=values.get("temporal_patch_size", 2),
        )
    if kind in ("Idefics3", "SmolVLM"):
        side = values["max_image_size"]["longest_edge"]
        return Whole(colours, resample, longest=values["size"]["longest_edge"], size=(side, side))
    resize = values.get("do_resize", True)
    size = values["size"] if isinstance(values["size"], dict) else _size_of_number(values["size"], kind)
    if kind == "ConvNext" and resize:
        return _convnext(size["shortest_edge"], values["crop_pct"], Whole(colours, resample))
    return Whole(
        colours,
        resample,
        shortest=size.get("shortest_edge") if resize else None,
        at_most=size.get("longest_edge") if resize else None,
        size=(size["height"], size["width"]) if resize and "height" in size else None,
        crop=_crop(values),
    )


def _convnext(side: int, share: float, plain: Whole) -> Whole:
    """Return the preprocessing of ConvNeXt and ResNet: a centre crop for small inputs, no crop for large ones."""
    if side >= _WARPED:
        return replace(plain, size=(side, side))
    return replace(plain, shortest=int(side / share), crop=(side, side))


def _kind(settings: Mapping[str, Any], model_type: str) -> str:
    """Return the kind of image processor: its class name without the common endings."""
    name = str(settings.get("image_processor_type") or settings.get("feature_extractor_type") or "")
    kind = name.removesuffix("Pil").removesuffix("Fast").removesuffix("ImageProcessor").removesuffix("FeatureExtractor")
    if kind in _DEFAULTS:
        return kind
    raise ModelError(
        f"the {model_type} model has settings for {name or 'an unnamed processor'!r}; "
        f"known are {', '.join(sorted(_DEFAULTS))}; name a model with one of these"
    )


def _colours(values: Mapping[str, Any]) -> Colours:
    normal = values.get("do_normalize", True)
    return Colours(
        scale=values.get("rescale_factor", 1 / 255) if values.get("do_rescale", True) else None,
        mean=tuple(values["image_mean"]) if normal else None,
        std=tuple(values["image_std"]) if normal else None,
    )


def _size_of_number(size: int, kind: str) -> dict[str, int]:
    """Return the sides for a size written as one number, as in older files."""
    return {"shortest_edge": size} if kind in _SHORTEST else {"height": size, "width": size}


def _crop(values: Mapping[str, Any]) -> _Size | None:
    if not values.get("do_center_crop", False):
        return None
    crop = values["crop_size"]
    return (crop, crop) if isinstance(crop, int) else (crop["height"], crop["width"])


def _to_longest(height: int, width: int, longest: int) -> _Size:
    """Return both sides for a longer side of `longest`; the other is even, as Idefics3 rounds."""
    if width >= height:
        high = int(longest / (width / height))
        return max(high + high % 2, 1), longest
    wide = int(longest * (width / height))
    return longest, max(wide + wide % 2, 1)


def _to_shortest(height: int, width: int, shortest: int, at_most: int | None) -> _Size:
    """Return both sides for a shorter side of `shortest`, or a longer one of `at_most` where that is smaller."""
    low, high = min(height, width), max(height, width)
    exact = float(shortest)
    if at_most is not None and high / low * shortest > at_most:
        exact = at_most * low / high
    short, long = round(exact), int(exact * high / low)
    return (long, short) if width <= height else (short, long)


def _resize(frame: Image, size: _Size, resample: Resampling) -> Image:
    return np.asarray(PIL.Image.fromarray(frame).resize(size[::-1], resample=resample))
