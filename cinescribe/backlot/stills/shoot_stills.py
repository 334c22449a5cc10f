"""Draws stills into a folder, each with its complete ground truth."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from cinescribe.backlot.adverts.ideas import ideas
from cinescribe.backlot.films.shoot import MAX_HEIGHT, MIN_HEIGHT, TRUTH, claim_shoot
from cinescribe.backlot.plan.truth import AdvertMetaphor
from cinescribe.backlot.stills.stills import HEIGHT, StillPlan, draw_still, plan_metaphor_still, plan_still
from cinescribe.errors import OutputError
from cinescribe.media.film.image_files import write_picture
from cinescribe.progress import Progress
from cinescribe.record import Record
from cinescribe.still_schema import Region
from cinescribe.store import write_records

_VERSION = 2  # of `StillTruth`; raised when a field changes its meaning or is removed, or stills are drawn otherwise
_SEED_BITS = 48  # size of the seed of each still; corpora of stills use small seeds
_SHAPE = 16 / 9


@dataclass(frozen=True)
class StillTruth(Record):
    """Ground truth of a still.

    Args:
        id: unique among all stills.
        seed: its own seed; `plan_still` gives its plan.
        file: its picture, relative to the folder.
        width, height: size of the picture in pixels.
        place, layout, light: location, its furnishing, and `day` or `night`.
        action: name of the action.
        captions: five different captions; they mention only what is visible. Three for a picture with a metaphor.
        regions: everything visible.
        version: version of this record.
        metaphor: the metaphor that an advert's picture shows.
    """

    id: str
    seed: int
    file: str
    width: int
    height: int
    place: str
    layout: int
    light: str
    action: str
    captions: tuple[str, ...]
    regions: tuple[Region, ...]
    version: int = _VERSION
    metaphor: AdvertMetaphor | None = None


@dataclass(frozen=True)
class StillShoot:
    """Files of a run: the pictures, and the file of their truth, one `StillTruth` per line."""

    images: tuple[Path, ...]
    truth: Path


def shoot_stills(
    folder: str | Path,
    *,
    images: int,
    metaphors: int = 0,
    seed: int,
    height: int = HEIGHT,
    progress: Progress | None = None,
) -> StillShoot:
    """Draw stills and write their truth, which exists only when all are drawn.

    Still k of a seed does not depend on `images` and `metaphors`.

    Args:
        folder: where to write; created if missing.
        images: number of stills.
        metaphors: number of additional stills, each with a product and what it is compared to.
        seed: seed of all stills.
        height: height of the pictures in pixels; the width is 16/9 of it.
        progress: called with `stills` and the share that is drawn.

    Raises:
        OutputError: when `height` is out of range, or `folder` holds anything but stills of Backlot, or cannot be
            written.
    """
    folder = Path(folder)
    if not MIN_HEIGHT <= height <= MAX_HEIGHT:
        raise OutputError(f"`height` is {height!r}; choose a number from {MIN_HEIGHT} to {MAX_HEIGHT}")
    folder = Path(folder)
    claim_shoot(folder, "set of Backlot stills", id_field="file")
    _clear(folder / TRUTH)
    plans = {f"still-{seed}-{k:05d}": plan_still(_seed(seed, k)) for k in range(images)}
    plans |= {f"metaphor-{seed}-{k:05d}": plan_metaphor_still(_seed(seed, k), of=ideas()) for k in range(metaphors)}
    drawn: dict[str, StillTruth] = {}
    for id, plan in sorted(plans.items(), key=lambda item: item[1].setting):  # each set is painted once
        drawn[id] = _drawn(folder, id, plan, height)
        if progress is not None:
            progress("stills", len(drawn) / len(plans))
    truths = [drawn[id] for id in plans]
    write_records(folder / TRUTH, truths)
    return StillShoot(tuple(folder / truth.file for truth in truths), folder / TRUTH)


def _clear(truth: Path) -> None:
    """Remove the truth of an earlier run: none exists while pictures are being replaced."""
    try:
        if truth.exists():
            truth.unlink()
    except OSError as error:
        raise OutputError(
            f"{str(truth)!r} cannot be replaced ({error.strerror}); name a writable folder with free space"
        ) from error


def _drawn(folder: Path, id: str, plan: StillPlan, height: int) -> StillTruth:
    width, file = round(height * _SHAPE), f"{id}.jpg"
    still, (place, layout, night) = draw_still(plan, width=width, height=height), plan.setting
    write_picture(folder / file, still.picture)
    return StillTruth(
        id=id,
        seed=plan.seed,
        file=file,
        width=width,
        height=height,
        place=place,
        layout=layout,
        light="night" if night else "day",
        action=plan.action.name,
        captions=still.captions,
        regions=still.regions,
        metaphor=None if plan.idea is None else AdvertMetaphor(*plan.idea.concepts(), still.captions[0]),
    )


def _seed(seed: int, k: int) -> int:
    return random.Random(f"{seed}/stills/{k}").getrandbits(_SEED_BITS)
