"""Who writes about a picture and can be looked into, and how they are named on the command line."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Protocol

import torch

from cinescribe.errors import InputError, ModelError
from cinescribe.explain.attribution.attribution import Explained
from cinescribe.explain.targets.hub_target import hub_caption
from cinescribe.explain.targets.region_target import region_captions
from cinescribe.features.regions.hub_regions import HubDetector, HubGrid, hub_detector
from cinescribe.features.regions.region_batch import PictureRegions
from cinescribe.features.regions.region_extractors import BOXES, RegionKind, region_extractor
from cinescribe.features.regions.region_reader import RegionReader
from cinescribe.features.regions.regions import CELLS, KnownBoxes, RegionExtractor, cell_boxes
from cinescribe.generate.caption_clip_sets import widest_beam
from cinescribe.generate.logit_constraints import still_limits
from cinescribe.language.vectors.encoders import encoder_name
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.checkpoint import CARD, Checkpoint, read_checkpoint
from cinescribe.models.hub.captioner import HubCaptioner, hub_captioner
from cinescribe.models.transformer import CaptionTransformer
from cinescribe.schema import Region, Still

_OWN = ("", BOXES, "cells")  # extractors that need no name
_CELLS = 14  # of a hub model's input along its shorter side: ViT-B/16's
_PICTURE = "picture"  # id of the one still that is told
_GRID = "the cells of a grid"


@dataclass(frozen=True)
class ToldPicture:
    """A caption of a picture that can be explained.

    Args:
        explained: the caption, the parts it was written of, and the model behind it.
        parts: where the parts are, and what each shows where that is known, R.
        origin: what the parts are, in words; None where they are the regions that were known.
    """

    explained: Explained
    parts: tuple[Region, ...]
    origin: str | None = _GRID


class PictureTeller(Protocol):
    """Writes about pictures and can be looked into."""

    @property
    def name(self) -> str:
        """Who writes."""

    def tell(self, image: Image, regions: Sequence[Region]) -> ToldPicture:
        """A caption of a picture (H, W, 3), of which some regions are known."""


@dataclass(frozen=True)
class StillTeller:
    """A captioner of stills that reads rows of regions: Transformer, SMArT or M².

    Where no region is known, it is shown the cells of a grid; or what its detector finds, if it learnt from one.

    Args:
        name: who writes.
        trained: the model.
        extractor: makes rows of regions as the model learnt from.
        announce: is told, in one line, how many regions are left out where more are known than the model reads.
    """

    name: str
    trained: Checkpoint
    extractor: RegionExtractor
    announce: Callable[[str], None] = to_stderr

    def tell(self, image: Image, regions: Sequence[Region]) -> ToldPicture:
        """The best of a beam of five.

        Raises:
            InputError: when regions are known, but the model reads those that its own detector finds.
        """
        if regions and isinstance(self.extractor, HubDetector):
            raise InputError(
                f"regions came for {self.name}, but it reads those that {self.extractor.name} finds, as it learnt to; "
                "leave them out"
            )
        cells = [Region(box) for box in cell_boxes(CELLS, CELLS)]
        seen = self.extractor.regions(image, regions or cells)
        self._announce_cut(seen)
        sizes, tokens = self.trained.card.pictures, self.trained.tokens
        reader = RegionReader(lambda _: seen, tokens, n_regions=sizes.n_regions, n_tokens=sizes.n_tokens)
        still = Still(_PICTURE, "")
        batch, limits = reader.batch([still]), still_limits(tokens)
        with torch.no_grad():
            written = widest_beam(self.trained.model, batch, tokens=tokens, longest=sizes.n_tokens, limits=limits)
        (caption,) = region_captions(self.trained.model, batch, written.words, tokens=tokens)
        return ToldPicture(caption, named_regions(reader.regions(still)), self._origin(regions))

    def _announce_cut(self, seen: PictureRegions) -> None:
        """Say how many regions are left out."""
        most = self.trained.card.pictures.n_regions
        if len(seen) > most:
            self.announce(
                f"{self.name} reads {most} regions of a picture, the whole picture counted; the last "
                f"{len(seen) - most} are left out"
            )

    def _origin(self, regions: Sequence[Region]) -> str | None:
        """What the parts are that it read."""
        if isinstance(self.extractor, HubDetector):
            return f"those that {self.extractor.name} found"
        return None if regions and isinstance(self.extractor, KnownBoxes) else _GRID


@dataclass(frozen=True)
class HubTeller:
    """A captioner of `transformers` that describes single pictures unasked, explained by the cells of its input.

    Args:
        captioner: GIT, BLIP or an encoder and decoder.
    """

    captioner: HubCaptioner

    @property
    def name(self) -> str:
        """`hub:<id>`."""
        return self.captioner.name

    def tell(self, image: Image, regions: Sequence[Region]) -> ToldPicture:
        """The likeliest caption, token by token; it is written of pixels, whatever is known of the picture."""
        pixels = self.captioner.viewer.inputs(image[None], "").get("pixel_values", torch.empty(1, 1))
        caption = hub_caption(self.captioner, image, cell=_cell(*pixels.shape[-2:]))
        inside = caption.boxes.clip(0, 1)  # what was added around the picture has no place in it
        return ToldPicture(caption, tuple(Region((x0, y0, x1, y1)) for x0, y0, x1, y1 in inside.tolist()))


def _cell(high: int, wide: int) -> int:
    """The largest side in pixels of cells that fill a picture, of which its shorter side has `_CELLS` or more."""
    whole = math.gcd(high, wide)
    return max(
        (side for side in range(1, whole + 1) if not whole % side and min(high, wide) >= side * _CELLS), default=1
    )


def named_regions(found: PictureRegions) -> tuple[Region, ...]:
    """Regions as extractors give them, as records."""
    sides = zip(found.boxes.tolist(), found.labels, strict=True)
    return tuple(Region((x0, y0, x1, y1), label) for (x0, y0, x1, y1), label in sides)


def picture_teller(
    name: str | None = None,
    *,
    detector: str | None = None,
    fetch: bool = False,
    announce: Callable[[str], None] = to_stderr,
) -> PictureTeller:
    """The captioner that a name on the command line means.

    Args:
        name: the folder of a checkpoint of a captioner of stills, or `hub:<model id or folder>`, a captioner of
            `transformers`; by default the checkpoint that comes with cinescribe.
        detector: where the detector or tower is whose rows a checkpoint learnt from: an id of the hub, or a folder; of
            no account to other captioners.
        fetch: consent to fetch what is not on this machine.
        announce: is told size and licence, in one line, before anything is fetched, and what is left out of a picture.

    Raises:
        ModelError: when there is none, it is damaged or of another kind, or regions cannot be made as it learnt from.
    """
    if name is None and not (shipped() / CARD).is_file():
        raise ModelError(
            "no captioner of stills came with this cinescribe; name one: the folder of a checkpoint, or hub:<model id>"
        )
    kind, _, model = (name or "").partition(":")
    if kind == "hub" and model:
        return HubTeller(hub_captioner(model, fetch=fetch, announce=announce))
    trained = read_still_captioner(shipped() if name is None else Path(name))
    extractor = _extractor(trained, detector, fetch=fetch, announce=announce)
    return StillTeller(f"{trained.card.model} ({trained.folder.name})", trained, extractor, announce)


def region_finder(
    detector: str, *, teller: PictureTeller, fetch: bool = False, announce: Callable[[str], None] = to_stderr
) -> RegionExtractor | None:
    """The detector that finds regions for a captioner to be held to; None where it is what this reads pictures by.

    Args:
        detector: an id of the hub, or a folder.
        teller: the captioner, made with the same `detector`.
        fetch: consent to fetch what is not on this machine.
        announce: is told size and licence, in one line, before anything is fetched.

    Raises:
        ModelError: when the detector is not here, cannot be fetched, or is none as known here.
    """
    extractor = teller.extractor if isinstance(teller, StillTeller) else None
    if isinstance(extractor, HubDetector | HubGrid) and _own_name(detector) == _own_name(extractor.name):
        return None
    return hub_detector(detector, fetch=fetch, announce=announce)


def shipped() -> Path:
    """The folder of the captioner of stills that comes with cinescribe."""
    return Path(str(files("cinescribe") / "weights" / "stills"))


def read_still_captioner(folder: Path) -> Checkpoint:
    """The checkpoint of a captioner of stills.

    Raises:
        ModelError: when there is none, it is damaged, or its model reads no pictures.
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
    """What makes regions as the model learnt from."""
    kind: RegionKind = "grid" if trained.card.features == "grid" else "regions"
    learnt = str(trained.card.extractors.get("regions", ""))
    name = learnt.rsplit(" ", 2)[0]
    found = region_extractor(kind) if name in _OWN else _of_hub(kind, name, detector, fetch=fetch, announce=announce)
    made = f"{found.name} {found.version}"
    if learnt and _own_name(made) != _own_name(learnt):
        remedy = "" if name in _OWN else "name the model that it learnt from with --detector, or "
        raise ModelError(
            f"{str(trained.folder)!r} learnt from regions by {learnt}, but {made} are made here; {remedy}train it on "
            "those: cinescribe features extract"
        )
    return found


def _of_hub(
    kind: RegionKind, name: str, detector: str | None, *, fetch: bool, announce: Callable[[str], None]
) -> RegionExtractor:
    """The model of the hub that a checkpoint learnt from by some name; `detector` may say where it is."""
    if detector is not None and (kind == "regions" or _own_name(detector) == _own_name(name)):
        return region_extractor(kind, detector, fetch=fetch, announce=announce)
    try:
        # A name without an owner is that of a folder, which the hub does not know.
        return region_extractor(kind, name, fetch=fetch and "/" in name, announce=announce)
    except ModelError as error:
        raise ModelError(
            f"the checkpoint learnt from regions by {name!r}, and {error}; say where it is with --detector"
        ) from error


def _own_name(name: str) -> str:
    """A model's name without its owner's, or the folders it lies in."""
    return encoder_name(name).rpartition("/")[2]
