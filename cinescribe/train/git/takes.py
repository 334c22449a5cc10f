"""Training data of the small GIT: single takes drawn directly, as cells of frames, and their captions.

Actions, places, things and light are drawn independently, so that none can be guessed from another. No seed is one of
a corpus.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.arrays import read_arrays, write_arrays
from cinescribe.backlot.drawing.camera import draw_take
from cinescribe.backlot.plan.caption_templates import template_captions
from cinescribe.backlot.plan.naming import named_text
from cinescribe.backlot.plan.plan import (
    N_LAYOUTS,
    OUTDOORS,
    PLACES,
    SHARED_ACTIONS,
    SOLO_ACTIONS,
    THINGS,
    UNBUILT,
    PlannedMember,
    Take,
)
from cinescribe.backlot.plot.screenplay import cast
from cinescribe.backlot.plot.stories import BUSY, HANDLING, INDOOR_THINGS, USED_IN
from cinescribe.features.encoders.backlot_frames import PICTURE_HEIGHT, PICTURE_WIDTH, as_input
from cinescribe.models.video_lm.backlot_git import FrameCells
from cinescribe.timing import Span

N_PICTURES = 3  # of a take
PART = 250  # takes of a file of cells
_WITH_THING = 0.5  # share of the takes whose action needs a thing
_NIGHT, _CLOSE_BY = 0.3, 0.5  # shares of night, and of medium takes
_ROOMS = frozenset(PLACES) - OUTDOORS
_FIRST_SEED = 800_000_000
_ONE_CAST = 50  # takes in a row with the same people, whose heads are drawn once
_EXTRAS = (0, 0, 0, 0, 1, 2)  # strangers at busy places
_QUALITY = (35, 90)  # of the JPEG, percent
_HEIGHTS = (180, 180, 216, 180, 144)  # pixels of the drawn picture


@dataclass(frozen=True)
class DrawnTake:
    """A take with its cast, and the rate at which it has `N_PICTURES` pictures."""

    take: Take
    members: tuple[PlannedMember, ...]
    rate_hz: Fraction

    def captions(self) -> tuple[str, ...]:
        """Return sentences about the take, people as `a woman`, `another man`."""
        genders = {member.id: member.gender for member in self.members}
        texts = [caption.text for caption in template_captions(self.take, genders[self.take.actor])]
        return tuple(_without_ids(text, self.members) for text in texts)


def drawn_take(number: int) -> DrawnTake:
    """Return the plan of a training take; the same number gives the same take."""
    rng = random.Random(f"{_FIRST_SEED + number}/take")
    members = cast(random.Random(f"{_FIRST_SEED + number // _ONE_CAST}/cast"), 2)
    handles = rng.random() < _WITH_THING
    able = [one for one in SOLO_ACTIONS + SHARED_ACTIONS if (one in HANDLING or one in USED_IN) == handles]
    action = rng.choice(able)
    place = rng.choice([one for one in PLACES if action != "open door" or one not in UNBUILT])
    thing = None
    if handles:
        thing = rng.choice(
            USED_IN.get(action) or [one for one in THINGS if one not in INDOOR_THINGS or place in _ROOMS]
        )
    tenths = rng.randint(24, 50)  # its length
    start = rng.uniform(0.0, tenths / 10 / N_PICTURES)  # of the time between two pictures
    span = Span(start, start + tenths / 10)
    shared = action in SHARED_ACTIONS
    take = Take(
        id=f"t{number}.1", clip=f"t{number}", span=span, place=place, layout=rng.randrange(N_LAYOUTS),
        night=rng.random() < _NIGHT, scale="medium" if rng.random() < _CLOSE_BY else "wide",
        move=rng.choice(("still", "still", "zoom in", "pan left", "pan right")), action=action, actor="P1",
        action_span=Span(span.start + rng.uniform(0.2, 0.5), span.end - rng.uniform(0.1, 0.5)),
        partner="P2" if shared else None, thing=thing,
        n_extras=rng.choice(_EXTRAS) if place in BUSY else 0,
        costumes=tuple((member.id, rng.randrange(2)) for member in members[: 1 + shared]), seed=rng.getrandbits(31),
    )  # fmt: skip
    return DrawnTake(take, members, Fraction(10 * N_PICTURES, tenths))


def take_pictures(drawn: DrawnTake, number: int) -> NDArray[np.uint8]:
    """Return `N_PICTURES` pictures of a take at equal distances, (T, H, W, 3), compressed as films are."""
    height = _HEIGHTS[number // _ONE_CAST % len(_HEIGHTS)]
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(np.random.default_rng(number).integers(*_QUALITY))]
    by_id = {member.id: member for member in drawn.members}
    frames = draw_take(drawn.take, by_id, (), width=2 * round(height * 8 / 9), height=height, rate_hz=drawn.rate_hz)
    return np.stack([_small(picture, quality) for picture, _ in islice(frames, N_PICTURES)])


def take_cells(numbers: range, net: FrameCells, *, folder: Path) -> Iterator[NDArray[np.float16]]:
    """Yield the cells of takes, (n, T, places, width), `PART` at a time; they are drawn once and cached in a folder.

    Raises:
        OutputError: when the folder cannot be written.
        RecordError: when one of its files is damaged.
    """
    for first in range(numbers.start, numbers.stop, PART):
        path = folder / f"cells-{first:06d}.safetensors"
        if not path.is_file():
            wanted = range(first, min(first + PART, numbers.stop))
            cells = [net(as_input(take_pictures(drawn_take(n), n))).half().numpy() for n in wanted]
            write_arrays(path, {"cells": np.stack(cells)})
        yield read_arrays(path)["cells"]


def _small(picture: NDArray[np.uint8], quality: list[int]) -> NDArray[np.uint8]:
    coded = cv2.imdecode(cv2.imencode(".jpg", picture, quality)[1], cv2.IMREAD_COLOR)
    return np.asarray(
        cv2.resize(np.asarray(coded), (PICTURE_WIDTH, PICTURE_HEIGHT), interpolation=cv2.INTER_AREA), np.uint8
    )


def _without_ids(text: str, members: tuple[PlannedMember, ...]) -> str:
    """Return a caption with people as `a woman`, `another woman`, `a man`."""
    words: dict[str, str] = {}
    for member in sorted((one for one in members if one.id in text), key=lambda one: text.index(one.id)):
        known = any(f" {member.gender}" in f" {word}" for word in words.values())
        words[member.id] = f"another {member.gender}" if known else f"a {member.gender}"
    return named_text(text, words)
