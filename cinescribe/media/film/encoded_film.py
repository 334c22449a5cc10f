"""Encodes pictures and sound into a film that every browser plays: H.264 and AAC in MP4."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.container import OutputContainer

from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.media.film.resample import Samples, Sound
from cinescribe.schema import Stream
from cinescribe.timing import Seconds

_CLOCK_HZ = 90_000  # of pictures, whose rate may vary
_SOUND = Sound(48_000, 2)
_SOUND_BIT_RATE = 128_000


def opened_mp4(path: Path) -> OutputContainer:
    """Open an MP4 file for writing; its index comes first, so that browsers can begin at once."""
    # Without the prefix, a name with a colon would be that of a protocol.
    return av.open(f"file:{path}", "w", format="mp4", options={"movflags": "+faststart"})


class EncodedPictures:
    """A sink that encodes pictures as they come.

    Args:
        target: the file.
        stream: of the film.
        start: second of the film at which the file begins.
        wants: format of the pictures: `yuv420p`.
        options: of the encoder x264.
    """

    def __init__(
        self,
        target: OutputContainer,
        stream: Stream,
        start: Seconds,
        *,
        wants: PictureFormat,
        options: Mapping[str, str],
    ) -> None:
        self._target, self._start, self.wants, self.n_taken = target, start, wants, 0
        self._stream = target.add_stream("libx264", rate=25, options=dict(options))
        self._stream.width, self._stream.height = self.wants.size(stream)
        self._stream.pix_fmt = "yuv420p"
        self._stream.codec_context.time_base = Fraction(1, _CLOCK_HZ)

    def take(self, time: Seconds, image: Image) -> None:
        """Encode the next picture."""
        frame = av.VideoFrame.from_ndarray(image, format="yuv420p")
        frame.pts, frame.time_base = round((time - self._start) * _CLOCK_HZ), Fraction(1, _CLOCK_HZ)
        self._target.mux(self._stream.encode(frame))
        self.n_taken += 1

    def end(self) -> None:
        """Encode what is left."""
        self._target.mux(self._stream.encode(None))


class EncodedSound:
    """A sink that encodes sound as it comes, in stereo at 48 kHz."""

    wants = _SOUND

    def __init__(self, target: OutputContainer) -> None:
        self._target, self.n_taken = target, 0
        self._stream = target.add_stream("aac", rate=_SOUND.rate_hz, layout="stereo", bit_rate=_SOUND_BIT_RATE)

    def take(self, start: Seconds, samples: Samples) -> None:
        """Encode the next samples, (2, n)."""
        frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(samples), format="fltp", layout="stereo")
        frame.sample_rate, frame.pts = _SOUND.rate_hz, self.n_taken
        frame.time_base = Fraction(1, _SOUND.rate_hz)
        self._target.mux(self._stream.encode(frame))
        self.n_taken += samples.shape[1]

    def end(self) -> None:
        """Encode what is left."""
        self._target.mux(self._stream.encode(None))
