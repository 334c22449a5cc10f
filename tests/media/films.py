"""Writes tiny films for tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.media.film.resample import Samples, Sound

TICK = Fraction(1, 1000)


class PictureCollector:
    """A sink that keeps all pictures."""

    def __init__(self, wants: PictureFormat) -> None:
        self.wants = wants
        self.times: list[float] = []
        self.images: list[Image] = []

    def take(self, time: float, image: Image) -> None:
        self.times.append(time)
        self.images.append(image)


class SoundCollector:
    """A sink that keeps all sound."""

    def __init__(self, wants: Sound) -> None:
        self.wants = wants
        self.starts: list[float] = []
        self.parts: list[Samples] = []

    def take(self, start: float, samples: Samples) -> None:
        self.starts.append(start)
        self.parts.append(samples)

    def all(self) -> Samples:
        return np.concatenate(self.parts, axis=1)


def grey(level: int, *, width: int = 64, height: int = 48) -> Image:
    return np.full((height, width, 3), level, np.uint8)


def tone(seconds: float, *, rate_hz: int = 8000, hertz: float = 400.0, level: float = 0.5) -> NDArray[np.float32]:
    """A sine, (1, n)."""
    return (level * np.sin(2 * np.pi * hertz * np.arange(round(seconds * rate_hz)) / rate_hz))[None].astype(np.float32)


def write_film(
    path: Path,
    images: Sequence[Image] = (),
    times: Sequence[float] | None = None,
    *,
    sounds: Iterable[tuple[float, NDArray[np.float32], str]] = (),
    rate_hz: int = 8000,
    turn: int = 0,
    options: dict[str, str] | None = None,
) -> Path:
    """Write a film with pictures at given seconds (default: 10 Hz) and sound streams of (start, samples, layout).

    Where samples are nan the time stamps have a gap, in steps of a tenth of a second.
    """
    with av.open(str(path), "w", options=options or {}) as container:
        tracks = [(sound, container.add_stream("pcm_s16le", rate=rate_hz, layout=sound[2])) for sound in sounds]
        if images:
            _write_pictures(container, images, times or [n / 10 for n in range(len(images))], turn)
        for sound, stream in tracks:
            _write_sound(container, stream, sound, rate_hz)
    return path


def _write_pictures(container, images: Sequence[Image], times: Sequence[float], turn: int) -> None:
    stream = container.add_stream("mpeg4", rate=10, options={"qscale": "2"})
    stream.height, stream.width = images[0].shape[:2]
    stream.pix_fmt, stream.time_base, stream.codec_context.time_base = "yuv420p", TICK, TICK
    if turn:
        stream.set_display_rotation(turn)
    for image, time in zip(images, times, strict=True):
        frame = av.VideoFrame.from_ndarray(image, format="rgb24")
        frame.pts, frame.time_base = round(time / TICK), TICK
        container.mux(stream.encode(frame))
    container.mux(stream.encode())


def _write_sound(container, stream, sound: tuple[float, NDArray[np.float32], str], rate_hz: int) -> None:
    start, samples, layout = sound
    n_block = rate_hz // 10
    for first in range(0, samples.shape[1], n_block):
        block = samples[:, first : first + n_block]
        if np.isnan(block).any():  # a gap in the time stamps
            continue
        whole = np.round(block * 32767).astype(np.int16).T.reshape(1, -1)
        frame = av.AudioFrame.from_ndarray(whole.copy(), format="s16", layout=layout)
        frame.sample_rate, frame.time_base = rate_hz, Fraction(1, rate_hz)
        frame.pts = round(start * rate_hz) + first
        container.mux(stream.encode(frame))
    container.mux(stream.encode())
