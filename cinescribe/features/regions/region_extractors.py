"""Which extractors there are for each kind of regions: ours, which need nothing fetched, and models of the hub."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from cinescribe.errors import FeatureError
from cinescribe.features.encoders.backlot_frames import load_frame_net
from cinescribe.features.encoders.encoder_weights import WEIGHTS, frame_weights
from cinescribe.features.regions.hub_regions import hub_detector, hub_grid
from cinescribe.features.regions.regions import Cells, KnownBoxes, RegionExtractor
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.store import digest

RegionKind: TypeAlias = Literal["regions", "grid"]
REGION_KINDS: tuple[RegionKind, ...] = ("regions", "grid")
BOXES, OWN = "boxes", "backlot"  # the default of each kind


def region_extractor(
    kind: RegionKind, name: str | None = None, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr
) -> RegionExtractor:
    """The extractor of a kind of regions that a name means.

    Args:
        kind: regions, each one thing, or the cells of a grid.
        name: for `regions` `boxes`, those known of each picture, or a detector of the hub or a folder; for `grid`
            `backlot`, our frame network, or a vision tower of the hub or a folder. By default the first of these.
        fetch: consent to fetch what is not on this machine.
        announce: is told size and licence, in one line, before anything is fetched.

    Raises:
        FeatureError: when there is no such kind.
        ModelError: when the model is not here, cannot be fetched, or cannot be used.
    """
    if kind not in REGION_KINDS:
        raise FeatureError(f"{kind!r} came as a kind of regions; {' and '.join(REGION_KINDS)} are known")
    if kind == "regions":
        return _boxes() if name in (None, BOXES) else hub_detector(str(name), fetch=fetch, announce=announce)
    return _cells() if name in (None, OWN) else hub_grid(str(name), fetch=fetch, announce=announce)


def _boxes() -> KnownBoxes:
    return KnownBoxes(load_frame_net().eval(), digest(frame_weights() / WEIGHTS)[:12])


def _cells() -> Cells:
    return Cells(load_frame_net().eval(), digest(frame_weights() / WEIGHTS)[:12])
