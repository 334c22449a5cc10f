"""Films composed of real shots, with cuts, dissolves and fades at known times, since no free film has such a truth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
from numpy.typing import NDArray

from cinescribe.media.film.frame_scaling import PictureFormat
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.schema import Transition
from cinescribe.timing import Seconds, Span

RATE_HZ = 24
WIDTH, HEIGHT = 480, 270
DISSOLVE = (0.4, 2.0)  # seconds
FADE = (0.4, 1.5)  # seconds, fade-out and fade-in together
PURE = (1.0, 3.5)  # seconds of a shot between its transitions
KINDS: tuple[Transition, ...] = ("cut", "dissolve", "fade")
SHARES = (0.45, 0.35, 0.2)

# Shots of the reference clips, trimmed slightly at both ends; the omitted seconds contain titles and fades.
SHOTS: dict[str, tuple[tuple[Seconds, Seconds], ...]] = {
    "video/w3c_perspective/perspective-video.mp4": ((6.75, 10.2), (10.3, 14.85)),
    "ad_pair_rabbit/video-with-voiceover.mp4": ((0.1, 8.3), (8.5, 12.8)),
    "video/popeye/p1.mkv": ((0.2, 12.2), (12.5, 27.2), (27.6, 39.9), (40.3, 59.5)),
    "video/popeye/p2.mkv": ((0.3, 23.4), (23.8, 27.4), (27.7, 41.2), (41.6, 59.5)),
    "video/friday/friday.mp4": ((0.0, 6.1),),
    "video/mdn_flower/flower.mp4": ((0.0, 4.9),),
    "video/sam2/01_dog.mp4": ((0.0, 9.5),),
    "video/sam2/02_cups.mp4": ((0.0, 9.9),),
    "video/sam2/05_default_juggle.mp4": ((0.0, 10.1),),
    "video/intel/one-by-one-person-detection.mp4": ((0.0, 139.0),),
    "video/nasa/nasa_13013.mp4": ((0.0, 4.9), (8.2, 12.8)),
    "video/scenedetect/testvideo.mp4": ((1.1, 5.2), (8.3, 10.7), (14.2, 17.3), (19.1, 22.2)),
}


@dataclass(frozen=True)
class Joint:
    """An inserted transition: its kind and span, which is empty for a cut."""

    kind: Transition
    span: Span


@dataclass(frozen=True)
class Plan:
    """Plan of a joint: numbers of mixed or faded frames on both sides, and of black or white frames between."""

    kind: Transition
    n_before: int
    n_after: int
    n_between: int = 0
    level: int = 0

    @property
    def n_overlap(self) -> int:
        """Frames in which both shots are on screen."""
        return self.n_before if self.kind == "dissolve" else 0


class Frames:
    """Collects pictures at the film's rate, repeating pictures of slower sources."""

    wants = PictureFormat("rgb24", width=WIDTH, height=HEIGHT)

    def __init__(self, start: Seconds, n_frames: int) -> None:
        self._start, self._n_frames = start, n_frames
        self.pictures: list[NDArray[np.uint8]] = []

    def take(self, time: Seconds, image: NDArray[np.uint8]) -> None:
        # A frame is shown until the next one: repeat the last frame up to this time, then add the new one.
        n_due = min(self._n_frames, 1 + max(0, round((time - self._start) * RATE_HZ)))
        while self.pictures and len(self.pictures) < n_due - 1:
            self.pictures.append(self.pictures[-1])
        if len(self.pictures) < n_due:
            self.pictures.append(image)

    def all(self) -> NDArray[np.uint8]:
        """Return the frames, (n_frames, HEIGHT, WIDTH, 3)."""
        return np.stack(self.pictures + [self.pictures[-1]] * (self._n_frames - len(self.pictures)))


def compose(shared: Path, path: Path, *, n_joints: int, seed: int) -> list[Joint]:
    """Write a film of `n_joints` transitions between random real shots; the same seed gives the same film.

    Returns:
        The transitions, in order.
    """
    random = np.random.default_rng(seed)
    plans = [_plan(random) for _ in range(n_joints)]
    joints: list[Joint] = []
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=RATE_HZ, options={"preset": "veryfast", "crf": "23"})
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        n_written, last, before, tail = 0, "", Plan("cut", 0, 0), np.empty((0, HEIGHT, WIDTH, 3), np.uint8)
        for plan in [*plans, Plan("cut", 0, 0)]:
            n_frames = before.n_after + round(random.uniform(*PURE) * RATE_HZ) + plan.n_before
            last, frames = _shot(shared, random, n_frames, last)
            mixed = _joined(tail, frames[: before.n_after], before)
            pure_end = len(frames) - plan.n_before
            _write(container, stream, np.concatenate([mixed, frames[before.n_after : pure_end]]), n_written)
            n_written += len(mixed) + pure_end - before.n_after
            n_joint = plan.n_overlap or plan.n_before + plan.n_between + plan.n_after
            joints.append(Joint(plan.kind, Span(n_written / RATE_HZ, (n_written + n_joint) / RATE_HZ)))
            before, tail = plan, frames[pure_end:]
        container.mux(stream.encode())
    return joints[:n_joints]


def _plan(random: np.random.Generator) -> Plan:
    kind = KINDS[random.choice(len(KINDS), p=SHARES)]
    if kind == "cut":
        return Plan("cut", 0, 0)
    if kind == "dissolve":
        n_frames = round(random.uniform(*DISSOLVE) * RATE_HZ)
        return Plan("dissolve", n_frames, n_frames)
    n_frames, n_between = round(random.uniform(*FADE) * RATE_HZ), int(random.integers(1, 5))
    n_before = round((n_frames - n_between) * random.uniform(0.35, 0.65))
    return Plan("fade", n_before, n_frames - n_between - n_before, n_between, 235 if random.random() < 0.15 else 0)


def _shot(shared: Path, random: np.random.Generator, n_frames: int, last: str) -> tuple[str, NDArray[np.uint8]]:
    """Frames of a random shot that is long enough and differs from the last one."""
    length = n_frames / RATE_HZ
    fit = [
        (f"{name}@{start}", name, start, end)
        for name, spans in SHOTS.items()
        for start, end in spans
        if end - start > length and f"{name}@{start}" != last
    ]
    key, name, start, end = fit[random.integers(len(fit))]
    begin = float(random.uniform(start, end - length))
    frames = Frames(begin, n_frames)
    read_through(probe(shared / "data" / name), pictures=[frames], within=Span(begin, begin + length))
    return key, frames.all()


def _joined(tail: NDArray[np.uint8], head: NDArray[np.uint8], plan: Plan) -> NDArray[np.uint8]:
    """The frames of a joint."""
    if plan.kind == "dissolve":
        share = _ramp(len(tail))
        return _rounded(tail * (1 - share) + head * share)
    if plan.kind == "fade":
        down, up = _ramp(len(tail)), _ramp(len(head))
        between = np.full((plan.n_between, HEIGHT, WIDTH, 3), plan.level, np.float32)
        return _rounded(
            np.concatenate([tail * (1 - down) + plan.level * down, between, head * up + plan.level * (1 - up)])
        )
    return head[:0]


def _ramp(n_frames: int) -> NDArray[np.float32]:
    steps = np.arange(1, n_frames + 1, dtype=np.float32) / np.float32(n_frames + 1)
    return steps[:, None, None, None]


def _rounded(frames: NDArray[np.floating[Any]]) -> NDArray[np.uint8]:
    return np.round(frames).astype(np.uint8)


def _write(container: Any, stream: Any, frames: NDArray[np.uint8], n_before: int) -> None:
    for n, image in enumerate(frames, n_before):
        frame = av.VideoFrame.from_ndarray(image, format="rgb24")
        frame.pts, frame.time_base = n, Fraction(1, RATE_HZ)
        container.mux(stream.encode(frame))
