"""Writes a part of a film as a film of its own, which every browser plays."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.container import OutputContainer
from av.error import FFmpegError

from cinescribe.errors import FilmError, OutputError
from cinescribe.media.film.frame_scaling import Image, Picture
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import Samples, Sound
from cinescribe.schema import Film, Stream
from cinescribe.store import writing
from cinescribe.timing import Seconds, Span

WIDTH = 1280  # pixels, at most
_CLOCK_HZ = 90_000  # of pictures, whose rate may vary
_SOUND = Sound(48_000, 2)
_VIDEO_OPTIONS = {"preset": "veryfast", "crf": "23"}
_SOUND_BIT_RATE = 128_000


def write_clip(film: Film, span: Span, path: Path) -> None:
    """Write a part of a film as MP4, with H.264 and AAC.

    Pictures are upright and at most `WIDTH` pixels wide. Times begin at 0. The first picture and the first sound of the
    film are written, other streams are not.

    Args:
        film: the film, from `probe`.
        span: the part.
        path: the file.

    Raises:
        FilmError: when the film cannot be read, or has nothing in this part.
        OutputError: when the file cannot be written.
    """
    try:
        with writing(Path(path)) as partial, _opened(partial) as target:
            video = film.track("video")
            pictures = [] if video is None else [_Pictures(target, video, span.start)]
            sounds = [] if film.track("audio") is None else [_Sound(target)]
            read_through(film, pictures=pictures, sounds=sounds, within=span)
            sinks: list[_Pictures | _Sound] = [*pictures, *sounds]
            if not any(one.n_taken for one in sinks):
                raise FilmError(f"{film.path!r} has nothing from {span.start:g} to {span.end:g} s; name another part")
            for one in sinks:
                one.end()
    except FFmpegError as error:
        raise OutputError(
            f"{str(path)!r} cannot be written ({error.strerror}); name a writable folder with free space"
        ) from error


def _opened(path: Path) -> OutputContainer:
    # Without the prefix, a name with a colon would be that of a protocol.
    return av.open(f"file:{path}", "w", format="mp4", options={"movflags": "+faststart"})


class _Pictures:
    """A sink that encodes pictures as they come."""

    wants = Picture("yuv420p", width=WIDTH)

    def __init__(self, target: OutputContainer, stream: Stream, start: Seconds) -> None:
        self._target, self._start, self.n_taken = target, start, 0
        self._stream = target.add_stream("libx264", rate=25, options=_VIDEO_OPTIONS)
        self._stream.width, self._stream.height = self.wants.size(stream)
        self._stream.pix_fmt = "yuv420p"
        self._stream.codec_context.time_base = Fraction(1, _CLOCK_HZ)

    def take(self, time: Seconds, image: Image) -> None:
        frame = av.VideoFrame.from_ndarray(image, format="yuv420p")
        frame.pts, frame.time_base = round((time - self._start) * _CLOCK_HZ), Fraction(1, _CLOCK_HZ)
        self._target.mux(self._stream.encode(frame))
        self.n_taken += 1

    def end(self) -> None:
        self._target.mux(self._stream.encode(None))


class _Sound:
    """A sink that encodes sound as it comes."""

    wants = _SOUND

    def __init__(self, target: OutputContainer) -> None:
        self._target, self.n_taken = target, 0
        self._stream = target.add_stream("aac", rate=_SOUND.rate_hz, layout="stereo", bit_rate=_SOUND_BIT_RATE)

    def take(self, start: Seconds, samples: Samples) -> None:
        frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(samples), format="fltp", layout="stereo")
        frame.sample_rate, frame.pts = _SOUND.rate_hz, self.n_taken
        frame.time_base = Fraction(1, _SOUND.rate_hz)
        self._target.mux(self._stream.encode(frame))
        self.n_taken += samples.shape[1]

    def end(self) -> None:
        self._target.mux(self._stream.encode(None))
