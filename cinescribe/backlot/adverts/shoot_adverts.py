"""Shoots adverts into a folder, each with its ground truth."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from cinescribe.backlot.adverts.ideas import Idea, ideas
from cinescribe.backlot.adverts.plans import Advert, AdvertSize, plan_advert, plan_plain_advert
from cinescribe.backlot.films.shoot import HEIGHT, FilmJob, Shoot, seed_of, shoot_jobs, width_of
from cinescribe.backlot.plan.named_size import size_of
from cinescribe.progress import Progress

_RATE_HZ = 12  # frames per second: half as many as in films, since most of the time goes into drawing
ADVERT_SIZES = {
    "tiny": AdvertSize("tiny", 8.0, 10.0),
    "small": AdvertSize("small", 8.0, 20.0),
    "full": AdvertSize("full", 8.0, 60.0),
}


def shoot_adverts(
    folder: str | Path,
    *,
    adverts: int,
    plain: int = 0,
    seed: int,
    size: str | AdvertSize,
    of: Sequence[Idea] | None = None,
    height: int = HEIGHT,
    progress: Progress | None = None,
) -> Shoot:
    """Shoot adverts with a metaphor, then plain ones; finished adverts are kept.

    Advert k of a seed does not depend on `adverts` and `plain`.

    Args:
        folder: where to write; created if missing.
        adverts: number of adverts with a metaphor.
        plain: number of adverts without.
        seed: seed of all adverts.
        size: their length: one of `ADVERT_SIZES`, or its name.
        of: the ideas, taken in turn; when None, all in an order drawn from the seed.
        height: height of the picture in pixels, even; the width is 16/9 of it.
        progress: called with the advert's id and the share of it that is done.

    Raises:
        ParameterError: when no size has the name.
        OutputError: when `height` is odd or out of range, or `folder` holds anything but films of Backlot, or cannot
            be written.
    """
    size = size_of(size, ADVERT_SIZES)
    folder = Path(folder)
    deck = random.Random(f"{seed}/ideas").sample(ideas(), len(ideas())) if of is None else list(of)
    jobs = (
        FilmJob(one.plan, width_of(height), height, one.metaphor, one.captions, _RATE_HZ)
        for one in _planned(adverts, plain, seed, size, deck)
    )
    return shoot_jobs(folder, jobs, height=height, progress=progress)


def _planned(n_adverts: int, n_plain: int, seed: int, size: AdvertSize, deck: Sequence[Idea]) -> Iterator[Advert]:
    for k in range(n_adverts):
        id = f"advert-{size.name}-{seed}-{k:04d}"
        yield plan_advert(deck[k % len(deck)], seed_of(seed, f"{size.name} advert", k), size=size, id=id)
    for k in range(n_plain):
        id = f"plain-{size.name}-{seed}-{k:04d}"
        yield plan_plain_advert(seed_of(seed, f"{size.name} plain advert", k), size=size, id=id)
