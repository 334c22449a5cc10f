"""Image captioners whose captions can be explained, and how a name selects one."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Protocol

import torch

from cinescribe.errors import InputError, ModelError
from cinescribe.explain.attribution.attribution import ExplainableCaption
from cinescribe.explain.targets.hub_target import hub_caption
from cinescribe.explain.targets.region_target import region_captions
from cinescribe.features.encoders.backlot_frames import picture_distance
from cinescribe.features.encoders.domain_detection import MAX_PICTURE_DISTANCE
from cinescribe.features.regions.hub_regions import HubDetector, HubGrid, hub_detector
from cinescribe.features.regions.picture_regions import PictureRegions
from cinescribe.features.regions.region_extractors import BOXES, RegionKind, region_extractor
from cinescribe.features.regions.region_reader import RegionReader
from cinescribe.features.regions.regions import CELLS, KnownBoxes, RegionExtractor, cell_boxes
from cinescribe.generate.caption_clip_sets import best_beam
from cinescribe.generate.logit_constraints import still_limits
from cinescribe.language.vectors.encoders import encoder_name
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.checkpoint import CHECKPOINT, Checkpoint, read_checkpoint
from cinescribe.models.hub.captioner import HubCaptioner, promptless_captioner
from cinescribe.models.transformer import CaptionTransformer
from cinescribe.still_schema import Region, Still

_OWN = ("", BOXES, "cells")  # extractors that need no model
_CELLS = 14  # along the shorter side of a hub model's input, as in ViT-B/16
_PICTURE = "picture"  # id of the one still
_GRID = "the cells of a grid"


@dataclass(frozen=True)
class CaptionedPicture:
    """A caption of a picture that can be explained.

    Args:
        caption: the caption with its visual input and its model.
        parts: the parts of the picture that the captioner read, with labels where known, R.
        origin: what the parts are, in words; None where they are the given regions.
        doubt: why the caption should not be believed, as a sentence without its full stop; None without such a reason.
    """

    caption: ExplainableCaption
    parts: tuple[Region, ...]
    origin: str | None = _GRID
    doubt: str | None = None


class ExplainableCaptioner(Protocol):
    """An image captioner whose captions can be explained."""

    @property
    def name(self) -> str:
        """The name of the captioner."""

    @property
    def extractor(self) -> RegionExtractor | None:
        """What finds the regions that it reads; None for a captioner that reads whole pictures."""

    def caption(self, image: Image, regions: Sequence[Region]) -> CaptionedPicture:
        """Caption a picture (H, W, 3); `regions` are its known regions, if any."""


@dataclass(frozen=True)
class ExplainableRegionCaptioner:
    """A captioner that reads features of regions: Transformer, SMArT or M².

    It reads the given regions, or else the cells of a grid. A model trained on a detector's regions always reads those
    of its detector.

    Args:
        name: the name of the captioner.
        trained: the model.
        extractor: extracts the kind of features that the model was trained on.
        announce: called with one line when more regions are given than the model reads, or the picture is unlike those
            that it was trained on.
    """

    name: str
    trained: Checkpoint
    extractor: RegionExtractor
    announce: Callable[[str], None] = to_stderr

    def caption(self, image: Image, regions: Sequence[Region]) -> CaptionedPicture:
        """Caption a picture (H, W, 3) by beam search with five beams.

        Raises:
            InputError: when regions are given, but the model reads those of its own detector.
        """
        if regions and isinstance(self.extractor, HubDetector):
            raise InputError(
                f"`regions` are given, but {self.name} was trained on those that {self.extractor.name} finds; leave "
                "them out"
            )
        doubt = self._doubt(image)
        if doubt is not None:
            self.announce(
                f"warning: {doubt}; for photographs name a captioner of the hub (`model` hub:microsoft/git-base-coco "
                "`fetch`)"
            )
        cells = [Region(box) for box in cell_boxes(CELLS, CELLS)]
        features = self.extractor.regions(image, regions or cells)
        self._announce_cut(features)
        sizes, tokens = self.trained.card.pictures, self.trained.tokens
        reader = RegionReader(lambda _: features, tokens, n_regions=sizes.n_regions, n_tokens=sizes.n_tokens)
        still = Still(_PICTURE, "")
        batch, limits = reader.batch([still]), still_limits(tokens)
        with torch.no_grad():
            written = best_beam(self.trained.model, batch, tokens=tokens, longest=sizes.n_tokens, limits=limits)
        (caption,) = region_captions(self.trained.model, batch, written.words, tokens=tokens)
        return CaptionedPicture(caption, region_records(reader.regions(still)), self._origin(regions), doubt)

    def _doubt(self, image: Image) -> str | None:
        """Return a warning of a picture unlike those that a model on the bundled network's features was trained on."""
        if isinstance(self.extractor, HubDetector | HubGrid) or picture_distance(image) <= MAX_PICTURE_DISTANCE:
            return None
        return f"{self.name} was trained on drawn pictures, and this one is unlike them: its caption will be wrong"

    def _announce_cut(self, features: PictureRegions) -> None:
        """Announce how many regions are left out."""
        limit = self.trained.card.pictures.n_regions
        if len(features) > limit:
            self.announce(
                f"{self.name} reads {limit} regions of a picture, the whole picture counted; the last "
                f"{len(features) - limit} are left out"
            )

    def _origin(self, regions: Sequence[Region]) -> str | None:
        """Return what the parts are, in words; None for the given regions."""
        if isinstance(self.extractor, HubDetector):
            return f"those that {self.extractor.name} found"
        return None if regions and isinstance(self.extractor, KnownBoxes) else _GRID


@dataclass(frozen=True)
class ExplainableHubCaptioner:
    """A captioner of `transformers` that needs no prompt, explained by the cells of its input.

    Args:
        captioner: GIT, BLIP or an encoder-decoder.
    """

    captioner: HubCaptioner

    extractor = None

    @property
    def name(self) -> str:
        """`hub:<id>`."""
        return self.captioner.name

    def caption(self, image: Image, regions: Sequence[Region]) -> CaptionedPicture:
        """Caption a picture (H, W, 3) by greedy decoding; it reads pixels, so `regions` are ignored."""
        pixels = self.captioner.viewer.inputs(image[None])["pixel_values"]
        caption = hub_caption(self.captioner, image, cell=_cell(*pixels.shape[-2:]))
        inside = caption.boxes.clip(0, 1)  # padding around the picture lies outside it
        return CaptionedPicture(caption, tuple(Region((x0, y0, x1, y1)) for x0, y0, x1, y1 in inside.tolist()))


def _cell(high: int, wide: int) -> int:
    """Return the largest cell side in pixels that divides both sides and gives the shorter one `_CELLS` or more."""
    whole = math.gcd(high, wide)
    return max(
        (side for side in range(1, whole + 1) if not whole % side and min(high, wide) >= side * _CELLS), default=1
    )


def region_records(regions: PictureRegions) -> tuple[Region, ...]:
    """Return the regions of an extractor as records."""
    pairs = zip(regions.boxes.tolist(), regions.labels, strict=True)
    return tuple(Region((x0, y0, x1, y1), label) for (x0, y0, x1, y1), label in pairs)


def explainable_captioner(
    name: str | None = None,
    *,
    detector: str | None = None,
    fetch: bool = False,
    announce: Callable[[str], None] = to_stderr,
) -> ExplainableCaptioner:
    """Return the explainable captioner of a name.

    Args:
        name: the folder of an image captioner's checkpoint, or `hub:<model id or folder>` for a captioner of
            `transformers`; by default the checkpoint that comes with cinescribe.
        detector: the detector or vision tower whose features a checkpoint was trained on, as a hub id or a folder;
            ignored for other captioners.
        fetch: allow downloads of models that are not on this machine.
        announce: called with one line: size and licence before a download, or the regions left out of a picture.

    Raises:
        ModelError: when there is no such captioner, it is damaged or of another kind, or the features that it was
            trained on cannot be extracted.
    """
    if name is None and not (shipped_image_captioner() / CHECKPOINT.card).is_file():
        raise ModelError(
            "this installation of cinescribe has no image captioner; name one: the folder of a checkpoint, or "
            "hub:<model id>"
        )
    kind, _, model = (name or "").partition(":")
    if kind == "hub" and model:
        return ExplainableHubCaptioner(promptless_captioner(model, fetch=fetch, announce=announce))
    trained = read_still_captioner(shipped_image_captioner() if name is None else Path(name))
    extractor = _extractor(trained, detector, fetch=fetch, announce=announce)
    return ExplainableRegionCaptioner(f"{trained.card.model} ({trained.folder.name})", trained, extractor, announce)


def region_detector(
    detector: str, *, captioner: ExplainableCaptioner, fetch: bool = False, announce: Callable[[str], None] = to_stderr
) -> RegionExtractor | None:
    """Return the detector whose regions a caption is grounded in; None if the captioner already reads its regions.

    Args:
        detector: a hub id or a folder.
        captioner: the captioner, made with the same `detector`.
        fetch: allow downloads of models that are not on this machine.
        announce: called with one line, size and licence, before a download.

    Raises:
        ModelError: when the detector is not on this machine, cannot be fetched, or is of an unknown kind.
    """
    extractor = captioner.extractor
    if isinstance(extractor, HubDetector | HubGrid) and _own_name(detector) == _own_name(extractor.name):
        return None
    return hub_detector(detector, fetch=fetch, announce=announce)


def shipped_image_captioner() -> Path:
    """Return the folder of the image captioner that comes with cinescribe."""
    return Path(str(files("cinescribe") / "weights" / "stills"))


def read_still_captioner(folder: Path) -> Checkpoint:
    """Load the checkpoint of an image captioner.

    Raises:
        ModelError: when there is none, it is damaged, or its model is no image captioner.
    """
    trained = read_checkpoint(folder)
    if not isinstance(trained.model, CaptionTransformer):
        raise ModelError(
            f"{str(folder)!r} holds a {trained.card.model}, which does not read pictures; name the checkpoint of a "
            "transformer, smart or m2"
        )
    return trained


def _extractor(
    trained: Checkpoint, detector: str | None, *, fetch: bool, announce: Callable[[str], None]
) -> RegionExtractor:
    """Return an extractor of the features that the model was trained on."""
    kind: RegionKind = "grid" if trained.card.features == "grid" else "regions"
    wanted = str(trained.card.extractors.get("regions", ""))
    name = wanted.rsplit(" ", 2)[0]
    found = region_extractor(kind) if name in _OWN else _of_hub(kind, name, detector, fetch=fetch, announce=announce)
    available = f"{found.name} {found.version}"
    if wanted and _own_name(available) != _own_name(wanted):
        remedy = "" if name in _OWN else "give the model that it was trained on (`detector`), or "
        raise ModelError(
            f"{str(trained.folder)!r} was trained on regions by {wanted}, but these are by {available}; "
            f"{remedy}extract features again and train it on those"
        )
    return found


def _of_hub(
    kind: RegionKind, name: str, detector: str | None, *, fetch: bool, announce: Callable[[str], None]
) -> RegionExtractor:
    """Return the hub model of a name that a checkpoint was trained on; `detector` may give its folder."""
    if detector is not None and (kind == "regions" or _own_name(detector) == _own_name(name)):
        return region_extractor(kind, detector, fetch=fetch, announce=announce)
    try:
        # A name without an owner is a folder's, which the hub does not have.
        return region_extractor(kind, name, fetch=fetch and "/" in name, announce=announce)
    except ModelError as error:
        raise ModelError(
            f"the checkpoint was trained on regions by {name!r}, and {error}; give its folder (`detector`)"
        ) from error


def _own_name(name: str) -> str:
    """Return a model's name without its owner or folders."""
    return encoder_name(name).rpartition("/")[2]
