"""Stills drawn into a folder, each with its complete truth."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from cinescribe.backlot.films.shoot import LARGEST, SMALLEST, TRUTH, check_truth
from cinescribe.backlot.stills.stills import HEIGHT, StillPlan, draw_still, plan_still
from cinescribe.errors import OutputError
from cinescribe.media.film.image_files import write_picture
from cinescribe.progress import Progress
from cinescribe.record import Record
from cinescribe.schema import Region
from cinescribe.store import write_records

VERSION = 1  # of the truth: raised when a field changes its meaning or goes
_SEED_BITS = 48  # of a still's own seed: far from the small ones that corpora of stills grow from
_SHAPE = 16 / 9


@dataclass(frozen=True)
class StillTruth(Record):
    """Everything there is to know of a still.

    Args:
        id: unique among all stills.
        seed: what it grew from; `plan_still` gives its plan.
        file: its picture, relative to the folder.
        width, height: of the picture in pixels.
        place, layout, light: where it is; `day` or `night`.
        action: what is done.
        captions: five, all different, which name only what is seen.
        regions: everything that is seen in it.
        version: of this record.
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
    version: int = VERSION


@dataclass(frozen=True)
class StillShoot:
    """What was drawn: the pictures, and the file of their truth, a `StillTruth` a line."""

    images: tuple[Path, ...]
    truth: Path


def shoot_stills(
    folder: Path, *, images: int, seed: int, height: int = HEIGHT, progress: Progress | None = None
) -> StillShoot:
    """Stills and their truth, which is written last and is not there before.

    Still k of a seed is the same whatever `images` is.

    Args:
        folder: where to write; made when it is not there.
        images: how many stills.
        seed: what all of them grow from.
        height: of the pictures in pixels; the width is 16/9 of it.
        progress: told what share is drawn.

    Raises:
        OutputError: when the height cannot be drawn, the folder holds the truth about something else, or it cannot be
            written.
    """
    if not SMALLEST <= height <= LARGEST:
        raise OutputError(f"height came as {height!r}; a number from {SMALLEST} to {LARGEST} is wanted")
    folder = Path(folder)
    check_truth(folder / TRUTH, names="file", about="stills")
    _clear(folder / TRUTH)
    plans = {f"still-{seed}-{k:05d}": plan_still(_seed(seed, k)) for k in range(images)}
    drawn: dict[str, StillTruth] = {}
    for id, plan in sorted(plans.items(), key=lambda one: one[1].setting):  # those of one set are painted once
        drawn[id] = _drawn(folder, id, plan, height)
        if progress is not None:
            progress("stills", len(drawn) / len(plans))
    truths = [drawn[id] for id in plans]
    write_records(folder / TRUTH, truths)
    return StillShoot(tuple(folder / truth.file for truth in truths), folder / TRUTH)


def _clear(truth: Path) -> None:
    """Remove the truth about stills drawn before: no truth is there while pictures are being replaced."""
    try:
        if truth.exists():
            truth.unlink()
    except OSError as error:
        raise OutputError(
            f"{str(truth)!r} cannot be replaced ({error.strerror}); name a writable place with room, by -o"
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
        action=plan.deed.action,
        captions=still.captions,
        regions=still.regions,
    )


def _seed(seed: int, k: int) -> int:
    return random.Random(f"{seed}/stills/{k}").getrandbits(_SEED_BITS)
