"""Selects a region extractor by name: our own, which need no download, or a model of the hub."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from cinescribe.errors import FeatureError
from cinescribe.features.encoders.backlot_frames import FrameNet, load_frame_net
from cinescribe.features.encoders.encoder_weights import ENCODER, frame_weights
from cinescribe.features.regions.hub_regions import hub_detector, hub_grid
from cinescribe.features.regions.regions import CellRegions, KnownBoxes, RegionExtractor
from cinescribe.input_files import digest
from cinescribe.language.vectors.hub_files import to_stderr

RegionKind: TypeAlias = Literal["regions", "grid"]
REGION_KINDS: tuple[RegionKind, ...] = ("regions", "grid")
BOXES, OWN = "boxes", "backlot"  # the default of each kind


def region_extractor(
    kind: RegionKind, name: str | None = None, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr
) -> RegionExtractor:
    """Return the region extractor of a name.

    Args:
        kind: `regions`, one per thing, or the cells of a `grid`.
        name: for `regions` `boxes` (the known boxes of each picture), or a detector as a hub id or folder; for `grid`
            `backlot` (our frame network), or a vision tower as a hub id or folder. By default the first of these.
        fetch: allow downloads of models that are not on this machine.
        announce: called with one line, size and licence, before a download.

    Raises:
        FeatureError: when the kind is unknown.
        ModelError: when the model is not on this machine, cannot be fetched, or cannot be used.
    """
    if kind not in REGION_KINDS:
        raise FeatureError(f"`kind` is {kind!r}; choose one of {', '.join(REGION_KINDS)}")
    if kind == "regions":
        return _own(KnownBoxes) if name in (None, BOXES) else hub_detector(str(name), fetch=fetch, announce=announce)
    return _own(CellRegions) if name in (None, OWN) else hub_grid(str(name), fetch=fetch, announce=announce)


def _own(extractor: Callable[[FrameNet, str], RegionExtractor]) -> RegionExtractor:
    """Return one of our extractors with the frame network that comes with cinescribe."""
    return extractor(load_frame_net().eval(), digest(frame_weights() / ENCODER.weights)[:12])
