"""Films composed of real faces with known names: clips and photos with slow zoom and varied light."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np

from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.schema import Face, Shot
from cinescribe.timing import Seconds, Span

RATE_HZ = 4
WIDTH, HEIGHT = 800, 450
N_FRAMES = 7  # in a shot

# Start, end and people of clips; two names are the faces left and right of the middle.
CLIPS: tuple[tuple[str, Seconds, Seconds, tuple[str, ...]], ...] = (
    ("video/friday/friday.mp4", 0.5, 6.1, ("blonde", "hat")),
    ("video/w3c_perspective/perspective-video.mp4", 5.6, 6.6, ("man",)),
    ("video/w3c_perspective/perspective-video.mp4", 10.4, 14.8, ("man",)),
    ("video/w3c_perspective/perspective-video.mp4", 15.0, 16.4, ("woman",)),
)
PHOTOS = {"obama": "obama", "obama2": "obama", "obama3": "obama", "obama_partial_face": "obama", "biden": "biden"}
Source: TypeAlias = tuple[list[Image], tuple[str, ...]]  # pictures, and the names of their people from left to right
MIDDLE = 0.55  # of the width, between the two women of the clip


@dataclass(frozen=True)
class Composed:
    """A composed film with its truth.

    Args:
        pictures: with their times.
        shots: its shots, with hard cuts.
        names: the people of each shot from left to right.
    """

    pictures: list[tuple[Seconds, Image]]
    shots: tuple[Shot, ...]
    names: list[tuple[str, ...]]

    def name(self, face: Face) -> str:
        """Return the name of a face."""
        n = int(face.time * RATE_HZ) // N_FRAMES
        names = self.names[n]
        return names[0] if len(names) == 1 or (face.box[0] + face.box[2]) / 2 < MIDDLE else names[1]


class _Frames:
    """Collects a clip's pictures."""

    wants = PictureFormat("rgb24", rate_hz=RATE_HZ, width=WIDTH)

    def __init__(self) -> None:
        self.pictures: list[Image] = []

    def take(self, time: Seconds, image: Image) -> None:
        """Collect a picture."""
        self.pictures.append(image)


def compose(shared: Path, *, n_shots: int, seed: int) -> Composed:
    """Return a film of `n_shots` shots; the same seed gives the same film."""
    random = np.random.default_rng(seed)
    sources = list(_sources(shared))
    pictures: list[tuple[Seconds, Image]] = []
    names: list[tuple[str, ...]] = []
    for n in range(n_shots):
        frames, people = sources[random.integers(len(sources))]
        if len(people) == 1 and random.random() < 0.3:  # two people side by side
            others, other = next(s for s in _shuffled(sources, random) if len(s[1]) == 1 and s[1] != people)
            frames, people = [_beside(a, b) for a, b in zip(frames, others, strict=False)], people + other
        names.append(people)
        pictures += [((n * N_FRAMES + k) / RATE_HZ, image) for k, image in enumerate(_shot_frames(frames, random))]
    length = N_FRAMES / RATE_HZ
    return Composed(pictures, tuple(Shot(Span(n * length, (n + 1) * length)) for n in range(n_shots)), names)


def _sources(shared: Path) -> Iterator[Source]:
    for path, start, end, names in CLIPS:
        frames = _Frames()
        read_through(probe(shared / "data" / path), pictures=(frames,), within=Span(start, end))
        yield frames.pictures, names
    for photo, name in PHOTOS.items():
        image: Image = np.asarray(cv2.imread(str(shared / f"data/faces/us_gov/{photo}.jpg")), np.uint8)[:, :, ::-1]
        side = min(image.shape[0], image.shape[1] * HEIGHT // WIDTH)
        yield [_fitted(image[:side])] * N_FRAMES, (name,)


def _shuffled(sources: list[Source], random: np.random.Generator) -> list[Source]:
    return [sources[n] for n in random.permutation(len(sources))]


def _fitted(image: Image) -> Image:
    """The picture scaled into the film's frame, with black borders."""
    scale = min(WIDTH / image.shape[1], HEIGHT / image.shape[0])
    size = round(image.shape[1] * scale), round(image.shape[0] * scale)
    out = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    left, top = (WIDTH - size[0]) // 2, (HEIGHT - size[1]) // 2
    out[top : top + size[1], left : left + size[0]] = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return out


def _beside(one: Image, other: Image) -> Image:
    """The middles of two pictures side by side, divided at `MIDDLE`."""
    border = round(MIDDLE * WIDTH)
    return np.concatenate([_middle(_fitted(one), border), _middle(_fitted(other), WIDTH - border)], 1)


def _middle(image: Image, width: int) -> Image:
    return image[:, (WIDTH - width) // 2 :][:, :width]


def _shot_frames(frames: list[Image], random: np.random.Generator) -> list[Image]:
    """`N_FRAMES` consecutive frames (back and forth in a short clip), with one gain and one slow zoom."""
    first = random.integers(len(frames))
    back_and_forth = frames[first:] + frames[::-1] + frames
    gain, zoom = random.uniform(0.6, 1.2), random.uniform(0.0, 0.03)
    out = []
    for n in range(N_FRAMES):
        image = _fitted(back_and_forth[n % len(back_and_forth)])
        dx, dy = round(WIDTH * zoom * n / 2), round(HEIGHT * zoom * n / 2)
        image = np.asarray(cv2.resize(image[dy : HEIGHT - dy, dx : WIDTH - dx], (WIDTH, HEIGHT)), np.uint8)
        noise = random.normal(0, 3, image.shape)
        out.append(np.clip(image * gain + noise, 0, 255).astype(np.uint8))
    return out
