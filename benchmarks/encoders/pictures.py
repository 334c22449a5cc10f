"""Training data of the picture networks: small pictures of Backlot films and their contents.

Films are drawn directly from their plans, without sound and video coding; JPEG at a random quality replaces the latter.
Their seeds differ from those of every corpus.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.arrays import read_arrays, write_arrays
from cinescribe.backlot.drawing.actions import STATIONARY_ACTIONS
from cinescribe.backlot.films.reel import ReelFrame, reel
from cinescribe.backlot.plan.plan import PLACES, SHARED_ACTIONS, SOLO_ACTIONS, THINGS, FilmPlan, Take
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.features.encoders.backlot_actions import GREY_HEIGHT, GREY_HZ, GREY_WIDTH, is_cut
from cinescribe.features.encoders.backlot_frames import PICTURE_HEIGHT, PICTURE_WIDTH
from cinescribe.media.film.frame_scaling import Image
from cinescribe.timing import Span

ACTIONS = SOLO_ACTIONS + SHARED_ACTIONS
SCALES = ("close", "medium", "wide")
WOMAN, MAN, STRANGER = range(len(THINGS), len(THINGS) + 3)  # classes of points, after the things
NOTHING, UNSURE = len(ACTIONS), -100  # further classes of actions; losses ignore the latter
COLOUR_EVERY = 3  # grey pictures per colour picture
HARD_EVERY = 4  # films per hard one
_FIRST_SEED = 700_000_000
_HEIGHTS = (180, 180, 216, 144, 180)  # pixels; every tenth film has the height that users shoot at
_TALL = 360
_QUALITY = (35, 90)  # of the JPEG, percent
_SHOWN = 0.5  # seconds of an action that a window must contain to have its class,
_SHOWN_SHARE = 0.35  # or this share of the action


@dataclass(frozen=True)
class Strip:
    """The small pictures of a film.

    Args:
        colour: every `COLOUR_EVERY`th, (n, H, W, 3).
        colour_at: index of the same moment in `grey`, (n,).
        grey: `GREY_HZ` a second, (m, h, w).
        shots: index of each grey picture's take, (m,).
        points: index of the grey picture, class (index of a thing, or `WOMAN`, `MAN`, `STRANGER`), x, y as fractions of
            the picture, height of the figure, index of the cast member or -1; (k, 6).
    """

    colour: Image
    colour_at: NDArray[np.int64]
    grey: Image
    shots: NDArray[np.int64]
    points: NDArray[np.float32]


@dataclass(frozen=True)
class FrameTruth:
    """The contents of n pictures.

    Args:
        place, night, scale, members, strangers: class indices, (n,).
        points: of each picture (class, x, y), n arrays (k, 3).
    """

    place: NDArray[np.int64]
    night: NDArray[np.float32]
    scale: NDArray[np.int64]
    members: NDArray[np.int64]
    strangers: NDArray[np.float32]
    points: list[NDArray[np.float32]]


@dataclass(frozen=True)
class ActionTruth:
    """The actions around n moments.

    Args:
        action: index of the action, `NOTHING`, or `UNSURE`, (n,).
        partner: whether the actor has a partner, (n,).
        leftward: whether the actor stands left of the partner; nan unless both are visible, (n,).
        where: x of the actor; nan if invisible, (n,).
    """

    action: NDArray[np.int64]
    partner: NDArray[np.float32]
    leftward: NDArray[np.float32]
    where: NDArray[np.float32]


def training_plan(number: int) -> FilmPlan:
    """Return the plan of a training film; every `HARD_EVERY`th is hard."""
    return plan_film(_FIRST_SEED + number, n_clips=10, hard=number % HARD_EVERY == HARD_EVERY - 1)


def film_height(number: int) -> int:
    """Return the height in pixels at which a training film is drawn."""
    return _TALL if number % 10 == 0 else _HEIGHTS[number % len(_HEIGHTS)]


def film_quality(number: int) -> int:
    """Return the JPEG quality of a training film in percent."""
    return int(np.random.default_rng(number).integers(*_QUALITY))


def strips(numbers: range, *, folder: Path) -> Iterator[tuple[FilmPlan, Strip]]:
    """Yield training films, which are drawn once and cached in a folder.

    Raises:
        OutputError: when the folder cannot be written.
        RecordError: when one of its files is damaged.
    """
    for number in numbers:
        plan, path = training_plan(number), folder / f"{number:05d}.safetensors"
        if not path.is_file():
            write_arrays(path, vars(drawn(plan, number)))
        yield plan, Strip(**read_arrays(path))


def drawn(plan: FilmPlan, number: int) -> Strip:
    """Return a film drawn small; its number determines its height and JPEG quality."""
    height, quality = film_height(number), film_quality(number)
    frames = reel(plan, width=2 * round(height * 8 / 9), height=height, rate_hz=GREY_HZ)
    kinds = {member.id: (WOMAN if member.gender == "woman" else MAN, n) for n, member in enumerate(plan.cast)}
    colour, colour_at, grey, shots = [], [], [], []
    points: list[tuple[float, ...]] = []
    for n, frame in enumerate(frames):
        picture = _compressed(frame.picture, quality)
        plain = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)
        grey.append(_resized(plain, GREY_WIDTH, GREY_HEIGHT))
        if n % COLOUR_EVERY == number % COLOUR_EVERY:
            colour.append(_resized(picture, PICTURE_WIDTH, PICTURE_HEIGHT))
            colour_at.append(n)
        shots.append(frame.shot)
        points.extend((n, *point) for point in _points(frame, kinds))
    spots = np.array(points, np.float32).reshape(-1, 6)
    return Strip(np.stack(colour), np.array(colour_at), np.stack(grey), np.array(shots), spots)


def frame_truth(plan: FilmPlan, strip: Strip) -> FrameTruth:
    """Return the contents of the colour pictures of a strip."""
    takes = [plan.takes[strip.shots[at]] for at in strip.colour_at]
    points = [strip.points[strip.points[:, 0] == at] for at in strip.colour_at]
    return FrameTruth(
        place=np.array([PLACES.index(take.place) for take in takes]),
        night=np.array([take.night for take in takes], np.float32),
        scale=np.array([SCALES.index(take.scale) for take in takes]),
        members=np.array([int((spots[:, 5] >= 0).sum()) for spots in points]),
        strangers=np.array([float((spots[:, 1] == STRANGER).any()) for spots in points], np.float32),
        points=[spots[:, 1:4] for spots in points],
    )


def action_truth(
    plan: FilmPlan, strip: Strip, *, windows: NDArray[np.int64], moments: NDArray[np.int64]
) -> ActionTruth:
    """Return the actions in windows of a strip.

    Args:
        plan: the plan of the film.
        strip: the pictures of the film.
        windows: indices of the pictures in each window, (n, W).
        moments: index of the picture that each window describes, (n,).
    """
    ids = {member.id: n for n, member in enumerate(plan.cast)}
    x_of = {(int(spot[0]), int(spot[5])): float(spot[2]) for spot in strip.points if spot[5] >= 0}
    action, partner, sides, where = [], [], [], []
    for moment, pictures in zip(moments, windows, strict=True):
        take = plan.takes[strip.shots[moment]]
        action.append(_action(take, [n for n in pictures if strip.shots[n] == strip.shots[moment]]))
        actor = x_of.get((int(moment), ids[take.actor]), np.nan)
        other = np.nan if take.partner is None else x_of.get((int(moment), ids[take.partner]), np.nan)
        partner.append(take.partner is not None and take.scale != "close")
        sides.append(np.nan if np.isnan(actor + other) else float(actor < other))
        where.append(actor)
    columns = (np.array(values, np.float32) for values in (partner, sides, where))
    return ActionTruth(np.array(action), *columns)


def cuts(grey: Image) -> NDArray[np.bool_]:
    """Return which of a film's grey pictures start a shot by the encoder's own detection, (m,)."""
    return np.array([True, *(is_cut(one, other) for one, other in pairwise(grey))])


def _action(take: Take, pictures: list[int]) -> int:
    """The class of a window, given its pictures that belong to a take."""
    window = Span(min(pictures) / GREY_HZ, (max(pictures) + 1) / GREY_HZ)
    action = take.action_span
    shared = max(0.0, min(window.end, action.end) - max(window.start, action.start))
    if take.scale == "close" and (take.action not in STATIONARY_ACTIONS or take.focus != take.actor):
        return NOTHING
    if shared >= _SHOWN or shared >= _SHOWN_SHARE * (action.end - action.start):
        return ACTIONS.index(take.action)
    return NOTHING if shared < _SHOWN / 4 else UNSURE


def _points(frame: ReelFrame, kinds: dict[str, tuple[int, int]]) -> Iterator[tuple[float, ...]]:
    """The points in a frame; those of people are at their heads."""
    for sighting in frame.sightings:
        x0, y0, x1, y1 = sighting.box
        if sighting.who in THINGS:
            yield THINGS.index(sighting.who), (x0 + x1) / 2, (y0 + y1) / 2, y1 - y0, -1
            continue
        kind, member = kinds.get(sighting.who, (STRANGER, -1))
        yield kind, *sighting.head, y1 - y0, member


def _compressed(picture: Image, quality: int) -> Image:
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def _resized(picture: Image, width: int, height: int) -> Image:
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
