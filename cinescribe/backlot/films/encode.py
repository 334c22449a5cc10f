"""Encodes films and sounds: H.264 and AAC in MP4, single-threaded, so that the same input gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import av
import numpy as np
from av.audio.stream import AudioStream
from av.codec.context import Flags
from av.container import OutputContainer

from cinescribe.backlot.films.reel import ReelFrame
from cinescribe.backlot.sound.samples import SOUND_RATE_HZ, SoundSamples, to_sample
from cinescribe.errors import OutputError
from cinescribe.store import writing

Coded = TypeVar("Coded", av.VideoStream, AudioStream)

QUALITY = "21"  # x264's rate factor: drawn pictures show no damage
SOUND_BIT_RATE = 96_000
# x264's macroblock tree reads uninitialised memory on processors with AVX-512: each run gave different bytes.
_VIDEO_OPTIONS = {"preset": "veryfast", "crf": QUALITY, "x264-params": "mbtree=0"}
KEY_FRAMES = 4  # seconds between two key frames
_CHUNK = SOUND_RATE_HZ // 4  # samples encoded at once
_CONTAINER_OPTIONS = {"fflags": "+bitexact", "movflags": "+faststart"}  # no name of the encoder and no date in the file


def write_film(
    path: Path, frames: Iterable[ReelFrame], sound: SoundSamples, *, width: int, height: int, rate_hz: int
) -> None:
    """Write frames and sound to an MP4 file; frames are encoded as they come.

    Args:
        path: the file.
        frames: all frames of the film, in order.
        sound: samples at `SOUND_RATE_HZ`, (n,).
        width: in pixels, even.
        height: in pixels, even.
        rate_hz: frames per second.

    Raises:
        OutputError: when a side is odd, or the file cannot be written.
    """
    if width % 2 or height % 2:
        raise OutputError(
            f"a film of {width}x{height} pixels was asked for; H.264 needs even sides: choose an even `height`"
        )
    with writing(path) as partial, _opened(partial, "mp4") as container:
        video = _bitexact(container.add_stream("libx264", rate=rate_hz, options=_VIDEO_OPTIONS))
        video.width, video.height, video.pix_fmt = width, height, "yuv420p"
        video.codec_context.thread_count = 1
        video.codec_context.gop_size = KEY_FRAMES * rate_hz
        audio = _audio(container)
        n_encoded = 0
        for index, frame in enumerate(frames):
            picture = av.VideoFrame.from_ndarray(frame.picture, format="rgb24").reformat(format="yuv420p", threads=1)
            picture.pts = index
            container.mux(video.encode(picture))
            until = to_sample(frame.time)
            if until - n_encoded >= _CHUNK:
                _encode(container, audio, sound[n_encoded:until], n_encoded)
                n_encoded = until
        container.mux(video.encode(None))
        _encode(container, audio, sound[n_encoded:], n_encoded)
        container.mux(audio.encode(None))


def write_sound(path: Path, sound: SoundSamples) -> None:
    """Write samples at `SOUND_RATE_HZ`, (n,), to an M4A file as AAC.

    Raises:
        OutputError: when the file cannot be written.
    """
    with writing(path) as partial, _opened(partial, "ipod") as container:
        audio = _audio(container)
        _encode(container, audio, sound, 0)
        container.mux(audio.encode(None))


def _audio(container: OutputContainer) -> AudioStream:
    return _bitexact(container.add_stream("aac", rate=SOUND_RATE_HZ, layout="mono", bit_rate=SOUND_BIT_RATE))


def _opened(path: Path, form: str) -> OutputContainer:
    # Without the prefix, a name with a colon would be that of a protocol.
    return av.open(f"file:{path}", "w", format=form, options=_CONTAINER_OPTIONS)


def _bitexact(stream: Coded) -> Coded:
    stream.codec_context.flags |= Flags.bitexact
    return stream


def _encode(container: OutputContainer, audio: AudioStream, sound: SoundSamples, start: int) -> None:
    """Encode sound that begins at sample `start`."""
    for at in range(0, len(sound), _CHUNK):
        piece = np.ascontiguousarray(sound[None, at : at + _CHUNK])
        frame = av.AudioFrame.from_ndarray(piece, format="fltp", layout="mono")
        frame.sample_rate, frame.pts = SOUND_RATE_HZ, start + at
        container.mux(audio.encode(frame))
