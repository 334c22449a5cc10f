"""Training data of the body network: people of Backlot films, cut out around their faces, with their parts in actions.

Only takes with several people are drawn, directly from the plans of `pictures.training_plan`, without video coding;
JPEG at a random quality replaces it. Boxes of faces get the errors of a face detector.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.encoders.pictures import ACTIONS, NOTHING, film_height, film_quality, training_plan
from cinescribe.arrays import read_arrays, write_arrays
from cinescribe.backlot.drawing.camera import draw_take
from cinescribe.backlot.plan.plan import FilmPlan, Take
from cinescribe.features.encoders.body_net import CROP_HEIGHT, CROP_WIDTH, PICTURES_PER_MOMENT, body_crop
from cinescribe.features.extraction.extractors import BODIES_EVERY, FACES_HZ
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box

ACTOR, PARTNER, BYSTANDER = range(3)  # indices of `body_net.BODY_PARTS`
# Boxes of dlib's detector against drawn ones: factor of the height, its spread as a logarithm, and the mean and the
# spread of the offset in widths and heights; 316 faces of 25 adverts, which are no film of any corpus of clips.
_SIZE, _SIZE_SPREAD = 0.92, 0.13
_OFFSET, _OFFSET_SPREAD = np.array([-0.04, -0.04]), np.array([0.10, 0.05])


@dataclass(frozen=True)
class BodyStrip:
    """The people of a film's takes, cut out at some moments.

    Args:
        crops: as `body_net.BodyNet` reads them, (n, PICTURES_PER_MOMENT, H, W).
        people: number of the person in a take whom each shows, rising, (n,).
        takes: number of the take of each person, (k,).
        parts: their part, an index of `BODY_PARTS`, (k,).
        actions: index of the action they take part in, or `NOTHING`, (k,).
    """

    crops: Image
    people: NDArray[np.int64]
    takes: NDArray[np.int64]
    parts: NDArray[np.int64]
    actions: NDArray[np.int64]


def body_strips(numbers: range, *, folder: Path) -> Iterator[BodyStrip]:
    """Yield the people of training films, which are drawn once and cached in a folder.

    Raises:
        OutputError: when the folder cannot be written.
        RecordError: when one of its files is damaged.
    """
    for number in numbers:
        path = folder / f"bodies-{number:05d}.safetensors"
        if not path.is_file():
            write_arrays(path, vars(drawn_bodies(training_plan(number), number)))
        yield BodyStrip(**read_arrays(path))


def joined_bodies(strips: Iterable[BodyStrip]) -> BodyStrip:
    """Return the people of many films as those of one."""
    columns = defaultdict[str, list[NDArray[Any]]](list)
    n_people = n_takes = 0
    for strip in strips:
        for name, values in vars(strip).items():
            columns[name].append(
                values + {"people": n_people, "takes": n_takes}.get(name, 0) if len(values) else values
            )
        n_people += len(strip.takes)
        n_takes += int(strip.takes.max(initial=-1)) + 1
    joined: dict[str, NDArray[Any]] = {name: np.concatenate(values) for name, values in columns.items()}
    return BodyStrip(**joined)


def drawn_bodies(plan: FilmPlan, number: int) -> BodyStrip:
    """Return the people of a film; its number determines its height, its JPEG quality and the errors of boxes."""
    rng = np.random.default_rng(number)
    crops = [np.zeros((0, PICTURES_PER_MOMENT, CROP_HEIGHT, CROP_WIDTH), np.uint8)]
    people, rows = list[int](), list[tuple[int, int, int]]()
    for take in plan.takes:
        if take.scale == "close" or not (take.partner or take.bystanders):
            continue
        for who, found in _people(take, plan, number, rng):
            crops.append(found)
            people += [len(rows)] * len(found)
            part = ACTOR if who == take.actor else PARTNER if who == take.partner else BYSTANDER
            rows.append((plan.takes.index(take), part, NOTHING if part == BYSTANDER else ACTIONS.index(take.action)))
    takes, parts, actions = np.array(rows, np.int64).reshape(-1, 3).T
    return BodyStrip(np.concatenate(crops), np.array(people, np.int64), takes, parts, actions)


def _people(take: Take, plan: FilmPlan, number: int, rng: np.random.Generator) -> Iterator[tuple[str, Image]]:
    """Yield each member in a take whose face shows, with crops as in `BodyStrip` at the moments of face search."""
    height, quality = film_height(number), film_quality(number)
    rate = Fraction(FACES_HZ) * BODIES_EVERY
    cast = {member.id: member for member in plan.cast}
    frames = draw_take(take, cast, plan.lines, width=2 * round(height * 8 / 9), height=height, rate_hz=rate)
    greys, boxes = [], defaultdict[str, dict[int, Box]](dict)
    for n, (picture, sightings) in zip(count(), frames):
        grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
        coded = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        greys.append(np.asarray(cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE), np.uint8))
        for sighting in sightings:
            if sighting.who in cast and sighting.face is not None:
                boxes[sighting.who][n] = sighting.face
    first = int(rng.integers(BODIES_EVERY))
    for who, faces in sorted(boxes.items()):
        size = _SIZE * np.exp(rng.normal(0, _SIZE_SPREAD))
        moments = [n for n in range(first, len(greys), BODIES_EVERY) if n in faces]
        crops = [
            [body_crop(greys[min(max(n + aside, 0), len(greys) - 1)], box) for aside in (-1, 0, 1)]
            for n in moments
            for box in [_as_found(faces[n], size, rng)]
        ]
        if crops:
            yield who, np.array(crops, np.uint8)


def _as_found(face: Box, size: float, rng: np.random.Generator) -> Box:
    """Return the box of a drawn face as a detector would find it, with its height multiplied by `size`."""
    x0, y0, x1, y1 = face
    across, down = rng.normal(_OFFSET, _OFFSET_SPREAD)
    x, y = (x0 + x1) / 2 + across * (x1 - x0), (y0 + y1) / 2 + down * (y1 - y0)
    wide, tall = (x1 - x0) * size / 2, (y1 - y0) * size / 2
    return x - wide, y - tall, x + wide, y + tall
