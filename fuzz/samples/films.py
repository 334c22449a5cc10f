"""Films, sounds and pictures of a few kilobytes."""

from __future__ import annotations

import io
from fractions import Fraction
from functools import cache
from typing import Any

import av
import numpy as np
import PIL.Image
from av.stream import Stream
from av.subtitles.stream import SubtitleStream
from numpy.typing import NDArray

from fuzz.reader import seed_file
from fuzz.samples.written import written

_WIDTH, _HEIGHT, _RATE_HZ = 64, 48, 5
_SOUND_HZ = 16_000


@cache
def film(name: str = "film.mp4", *, video: str = "libx264", audio: str = "aac", seconds: float = 2.0) -> bytes:
    """Return a film of two plain shots and a tone, in the container that the suffix names."""
    return written(name, lambda path: _encode(str(path), video, audio, seconds))


@cache
def sound(seconds: float = 1.0) -> bytes:
    """Return a WAV file with a voice-like tone between two silences."""
    return written("voice.wav", lambda path: _encode(str(path), "", "pcm_s16le", seconds))


@cache
def picture(form: str) -> bytes:
    """Return a picture of 32 x 24 pixels in a format of Pillow."""
    packed = io.BytesIO()
    PIL.Image.fromarray(_shot(0.0)[::2, ::2]).save(packed, form)
    return packed.getvalue()


def _encode(path: str, video: str, audio: str, seconds: float) -> None:
    with av.open(path, "w", options={"fflags": "+bitexact"}) as container:
        pictures = container.add_stream(video, rate=_RATE_HZ) if video else None  # all streams before the first packet
        tone = container.add_stream(audio, rate=_SOUND_HZ, layout="mono")
        words = container.add_stream("ass") if path.endswith(".mkv") else None
        if isinstance(words, SubtitleStream):
            words.codec_context.subtitle_header = seed_file("lines.ass").partition(b"[Events]")[0]
        if isinstance(pictures, av.VideoStream):
            pictures.width, pictures.height, pictures.pix_fmt = _WIDTH, _HEIGHT, "yuv420p"
            pictures.codec_context.thread_count = 1
            for n in range(round(seconds * _RATE_HZ)):
                image = _shot(n / _RATE_HZ / seconds)
                container.mux(pictures.encode(av.VideoFrame.from_ndarray(image, format="rgb24")))
            container.mux(pictures.encode())
        assert isinstance(tone, av.AudioStream)
        frame = av.AudioFrame.from_ndarray(_tone(seconds), format="s16", layout="mono")
        frame.sample_rate = _SOUND_HZ
        container.mux(tone.encode(frame))
        container.mux(tone.encode())
        if words is not None:
            container.mux(_line(words))


def _line(words: Stream) -> av.Packet[Any]:
    """A line of subtitles, from second 1 to 1.5."""
    packet = av.Packet(b"0,0,Default,,0,0,0,,{\\i1}Hello.")
    packet.stream, packet.pts, packet.dts, packet.duration = words, 1000, 1000, 500
    packet.time_base = Fraction(1, 1000)
    return packet


def _shot(share: float) -> NDArray[np.uint8]:
    """The picture at a share of the film: a block moves; the colour changes halfway."""
    image = np.full((_HEIGHT, _WIDTH, 3), (30, 60, 120) if share < 0.5 else (200, 180, 90), np.uint8)
    at = round(share * (_WIDTH - 16))
    image[16:32, at : at + 16] = 255
    return image


def _tone(seconds: float) -> NDArray[np.int16]:
    times = np.arange(round(seconds * _SOUND_HZ)) / _SOUND_HZ
    loud = np.abs(times - seconds / 2) < seconds / 3
    return np.asarray(8000 * np.sin(2 * np.pi * 220 * times) * loud, np.int16)[None]
