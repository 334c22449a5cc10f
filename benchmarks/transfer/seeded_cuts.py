"""Other cuts of a film by a seed, with the time of every moment in both."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
from scipy.signal import resample_poly

from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import Samples, Sound
from cinescribe.timing import Seconds, Span

WIDTH, HEIGHT, RATE_HZ, SOUND_HZ = 256, 144, 24, 48000
KINDS = ("remove", "insert", "reorder", "pal", "codec", "crop", "black")
_SCENE = (3.0, 14.0)  # seconds of a scene that is removed, inserted or moved
_SHOT_CHANGE = 20.0  # mean change of a colour at a cut
_APART = 3.0  # seconds that stay between two edits


@dataclass(frozen=True)
class Reel:
    """Decoded pictures and sound.

    Args:
        frames: at 24 a second, 256 x 144.
        samples: mono, at 48 kHz, as long as the pictures.
        cuts: frames at which a scene begins.
    """

    frames: list[Image]
    samples: Samples
    cuts: tuple[int, ...] = (0,)

    @property
    def seconds(self) -> Seconds:
        """Its length."""
        return len(self.frames) / RATE_HZ


@dataclass(frozen=True)
class Part:
    """Frames of the film, or of another one, that follow each other.

    Args:
        start, end: frames.
        is_film: whether of the film; else of the other one. A start below 0: black.
    """

    start: int
    end: int
    is_film: bool = True

    @property
    def length(self) -> int:
        """Its number of frames."""
        return self.end - self.start


@dataclass(frozen=True)
class Look:
    """How a cut is written.

    Args:
        rate_hz: pictures a second.
        is_pal: whether it runs 25/24 as fast.
        size: of the picture.
        cropped: share of width and height that is left.
        bars: share of the height that is black.
        video, sound, suffix: codecs and container.
        quality: of the video, as its codec takes it.
    """

    rate_hz: Fraction = Fraction(RATE_HZ)
    is_pal: bool = False
    size: tuple[int, int] = (WIDTH, HEIGHT)
    cropped: tuple[float, float] = (1.0, 1.0)
    bars: float = 0.0
    video: str = "libx264"
    sound: str = "aac"
    suffix: str = ".mp4"
    quality: int = 23


@dataclass(frozen=True)
class Cut:
    """A cut of a film.

    Args:
        parts: in order.
        look: how it is written.
        kinds: what was done.
    """

    parts: tuple[Part, ...]
    look: Look
    kinds: tuple[str, ...]

    def pieces(self) -> list[tuple[Span, Span]]:
        """The spans of the film that are in it, each with where."""
        speed, at, out = (25 / 24 if self.look.is_pal else 1.0), 0, []
        for part in self.parts:
            if part.is_film:
                there = Span(at / RATE_HZ / speed, (at + part.length) / RATE_HZ / speed)
                out.append((Span(part.start / RATE_HZ, part.end / RATE_HZ), there))
            at += part.length
        return out


def read_reel(paths: Sequence[Path], *, longest: Seconds = 60.0) -> Reel:
    """Decode films one after the other, of each at most `longest` seconds."""
    frames, sounds, cuts = list[Image](), list[Samples](), list[int]()
    for path in paths:
        film = probe(path)
        pictures, heard = _Collector(PictureFormat(rate_hz=RATE_HZ)), _Collector(Sound(SOUND_HZ, 1))
        read_through(film, pictures=(pictures,), sounds=(heard,), within=Span(0.0, min(film.duration, longest)))
        n = int(min(film.duration, longest) * RATE_HZ)
        times = [at for at, _ in pictures.parts]
        shown = np.searchsorted(times, np.arange(n) / RATE_HZ + 1e-3, side="right").clip(1, len(times)) - 1
        first_frame = len(frames)
        frames += [pictures.parts[k][1] for k in shown]
        cuts += [first_frame, *(first_frame + n for n in _shot_cuts(frames[first_frame:]))]
        samples = np.zeros(n * SOUND_HZ // RATE_HZ, np.float32)
        for at, part in heard.parts:
            first = round(at * SOUND_HZ)
            target = samples[first : first + part.shape[1]]
            target[:] = part[0, : len(target)]
        sounds.append(samples)
    return Reel(frames, np.concatenate(sounds), tuple(cuts))


def _shot_cuts(frames: Sequence[Image]) -> list[int]:
    """The frames that differ much from the one before."""
    tiny = np.stack([frame[::8, ::8] for frame in frames]).astype(np.int16)
    changes = np.abs(np.diff(tiny, axis=0)).mean(axis=(1, 2, 3))
    return (np.flatnonzero(changes > _SHOT_CHANGE) + 1).tolist()


def seeded_cut(seed: int, film: Reel, other: Reel) -> Cut:
    """Return a cut of a film; its first kind follows from the seed's number, the others are drawn."""
    rng = random.Random(f"cut {seed}")
    kinds = [KINDS[seed % len(KINDS)], *rng.sample(KINDS, rng.randint(1, 3))]
    kinds = list(dict.fromkeys(kinds))
    scenes = _scenes(rng, film, sum(kind in ("remove", "insert", "reorder") for kind in kinds) + 2)
    parts, look = [Part(0, len(film.frames))], Look()
    for kind in kinds:
        if kind == "remove":
            for scene in _taken(rng, scenes):
                parts = _without(parts, scene)
        elif kind == "insert":
            for scene in _taken(rng, scenes):
                length = round(rng.uniform(*_SCENE) * RATE_HZ)
                first = rng.randrange(max(len(other.frames) - length, 1))
                parts = _with(parts, scene.start, Part(first, min(first + length, len(other.frames)), is_film=False))
        elif kind == "reorder" and len(scenes) > 1:
            moved, place = scenes.pop(rng.randrange(len(scenes))), scenes.pop(rng.randrange(len(scenes)))
            parts = _with(_without(parts, moved), place.start, moved)
        elif kind == "black":
            parts = [Part(-round(rng.uniform(1, 8) * RATE_HZ), 0, is_film=False), *parts]
        look = _looking(rng, kind, look)
    return Cut(tuple(parts), look, tuple(kinds))


def write_cut(path: Path, cut: Cut, film: Reel, other: Reel) -> Path:
    """Write a cut; return its path, with the suffix of its container."""
    look = cut.look
    frames, samples = list[Image](), list[Samples]()
    for part in cut.parts:
        source = film if part.is_film else other
        if part.start < 0:
            frames += [np.zeros_like(film.frames[0])] * part.length
            samples.append(np.zeros(part.length * SOUND_HZ // RATE_HZ, np.float32))
        else:
            frames += source.frames[part.start : part.end]
            samples.append(source.samples[part.start * SOUND_HZ // RATE_HZ : part.end * SOUND_HZ // RATE_HZ])
    sound = np.concatenate(samples)
    seconds = len(frames) / RATE_HZ
    if look.is_pal:
        sound, seconds = resample_poly(sound, 24, 25).astype(np.float32), seconds * 24 / 25
    speed = 25 / 24 if look.is_pal else 1.0
    shown = [
        min(int(n / look.rate_hz * RATE_HZ * speed + 1e-6), len(frames) - 1) for n in range(int(seconds * look.rate_hz))
    ]
    return _write(path.with_suffix(look.suffix), [frames[n] for n in shown], sound, look)


def write_film(path: Path, film: Reel) -> Path:
    """Write a film as it is."""
    return write_cut(path, Cut((Part(0, len(film.frames)),), Look(), ()), film, film)


def _write(path: Path, frames: Sequence[Image], sound: Samples, look: Look) -> Path:
    with av.open(str(path), "w") as container:
        x264 = {"preset": "veryfast", "crf": str(look.quality)}
        video: Any = container.add_stream(look.video, rate=look.rate_hz, options=x264 if "x26" in look.video else {})
        video.width, video.height = look.size
        video.pix_fmt = "yuv420p"
        if "x26" not in look.video:
            video.bit_rate = 300_000
        audio: Any = container.add_stream(look.sound, rate=SOUND_HZ, layout="stereo")
        cache: dict[int, Image] = {}
        for frame in frames:
            if id(frame) not in cache:
                cache = {id(frame): _seen(frame, look)}
            container.mux(video.encode(av.VideoFrame.from_ndarray(cache[id(frame)], format="rgb24")))
        container.mux(video.encode())
        samples = np.ascontiguousarray(np.stack([sound, sound]))
        heard = av.AudioFrame.from_ndarray(samples, format="fltp", layout="stereo")
        heard.sample_rate = SOUND_HZ
        resampler = av.AudioResampler(format=audio.format.name, layout="stereo", rate=SOUND_HZ)
        for part in resampler.resample(heard):
            container.mux(audio.encode(part))
        container.mux(audio.encode())
    return path


def _seen(frame: Image, look: Look) -> Image:
    height, width = frame.shape[:2]
    high, wide = round(height * look.cropped[1]), round(width * look.cropped[0])
    top, left = (height - high) // 2, (width - wide) // 2
    part = frame[top : top + high, left : left + wide]
    bar = round(look.size[1] * look.bars / 2)
    image = cv2.resize(part, (look.size[0], look.size[1] - 2 * bar), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.copyMakeBorder(image, bar, bar, 0, 0, cv2.BORDER_CONSTANT), np.uint8)


def _looking(rng: random.Random, kind: str, look: Look) -> Look:
    if kind == "pal":
        return replace(look, is_pal=True, rate_hz=Fraction(25))
    if kind == "codec":
        rate_hz = look.rate_hz if look.is_pal else rng.choice((Fraction(24), Fraction(25), Fraction(30), Fraction(15)))
        size = rng.choice(((320, 180), (480, 270), (192, 108)))
        codec = rng.choice((("mpeg4", "mp3", ".avi"), ("libx264", "aac", ".mp4"), ("mpeg4", "ac3", ".mkv")))
        return replace(look, rate_hz=rate_hz, size=size, video=codec[0], sound=codec[1], suffix=codec[2], quality=36)
    if kind == "crop":
        if rng.random() < 0.5:
            return replace(look, bars=rng.choice((0.12, 0.24)))
        return replace(look, cropped=(rng.uniform(0.75, 1.0), rng.uniform(0.8, 1.0)))
    return look


def _scenes(rng: random.Random, film: Reel, n: int) -> list[Part]:
    """Draw scenes that do not touch: half of them begin where a shot does, the others anywhere."""
    out: list[Part] = []
    for _ in range(400):
        length = round(rng.uniform(*_SCENE) * RATE_HZ)
        start = rng.randrange(1, max(len(film.frames) - length, 2))
        if rng.random() < 0.5:
            start = min(film.cuts, key=lambda cut: abs(cut - start))
        scene, apart = Part(start, start + length), round(_APART * RATE_HZ)
        if scene.end > len(film.frames) or (0 < scene.start < apart):
            continue
        if all(scene.end + apart <= one.start or one.end + apart <= scene.start for one in out):
            out.append(scene)
        if len(out) == n:
            break
    return out


def _taken(rng: random.Random, scenes: list[Part]) -> list[Part]:
    """Take one or two of the scenes."""
    return [scenes.pop() for _ in range(min(rng.randint(1, 2), len(scenes)))]


def _without(parts: list[Part], scene: Part) -> list[Part]:
    out: list[Part] = []
    for part in parts:
        if not part.is_film or scene.end <= part.start or part.end <= scene.start:
            out.append(part)
            continue
        pieces = (Part(part.start, max(scene.start, part.start)), Part(min(scene.end, part.end), part.end))
        out += [piece for piece in pieces if piece.length > 0]
    return out


def _with(parts: list[Part], at: int, new: Part) -> list[Part]:
    """Put a part before a frame of the film."""
    for n, part in enumerate(parts):
        if part.is_film and part.start <= at < part.end:
            pieces = [piece for piece in (Part(part.start, at), new, Part(at, part.end)) if piece.length > 0]
            return [*parts[:n], *pieces, *parts[n + 1 :]]
    return [*parts, new]


class _Collector:
    def __init__(self, wants: Any) -> None:
        self.wants = wants
        self.parts: list[tuple[Seconds, Any]] = []

    def take(self, at: Seconds, part: Any) -> None:
        if part.ndim == 3:
            part = cv2.resize(part, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        self.parts.append((at, part.copy()))
