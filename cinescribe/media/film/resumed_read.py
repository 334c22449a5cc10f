"""Reads the pictures of a film in pieces, so that an interrupted reading goes on where it was."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

import av

from cinescribe.errors import FilmError
from cinescribe.media.film.container import opened
from cinescribe.media.film.decode_pass import DecodePass, StreamDecoder
from cinescribe.media.film.frame_scaling import PictureFormat, Scaler
from cinescribe.media.film.read import PictureFeed, PictureSink
from cinescribe.schema import Film, Stream
from cinescribe.timing import Seconds

SEEK_BACK = 1, 15  # seconds before a point to seek to: an index may count from the time at which a frame is decoded


@dataclass(frozen=True)
class ReadPoint:
    """A point in a film up to which its pictures were read, and what is needed to find it again and go on.

    Args:
        time: of the last picture, on the film's clock.
        picture: CRC-32 of its brightness.
        n_packets, n_damaged: of the picture stream, so far.
        first_damage: where the first damaged packet was.
    """

    time: Seconds
    picture: int
    n_packets: int
    n_damaged: int
    first_damage: Fraction | None


@dataclass(frozen=True)
class Checkpoints:
    """Saves the progress of reading pictures, so that a later call can resume.

    Args:
        every: seconds of film between two calls of `save`.
        save: called when all sinks have taken all pictures up to the point.
        after: the point at which to go on; None begins with the film. The sinks must be as they were there.
    """

    every: Seconds
    save: Callable[[ReadPoint], None]
    after: ReadPoint | None = None


def read_pictures(
    film: Film,
    pictures: Sequence[PictureSink],
    *,
    checkpoints: Checkpoints,
    progress: Callable[[Seconds], None] | None = None,
) -> None:
    """Decode the pictures of a film, as `read_through` does, and call `checkpoints.save` regularly.

    A call that goes on after a point passes on the same pictures as one that was never interrupted: it decodes from a
    key frame before, until it meets the picture of the point. Where seeking leads elsewhere, it decodes from the
    film's beginning.

    Raises:
        FilmError: when the film has no pictures, stops more than a second before its end, or is too damaged.
    """
    stream = film.track("video")
    if stream is None:
        raise FilmError(f"{film.path!r} has no pictures; name a film")
    after = checkpoints.after
    seeks = [] if after is None else [max(Fraction(0), Fraction(after.time) - back) for back in SEEK_BACK]
    for seek_to in seeks:
        feed = _ResumedFeed(stream, pictures, checkpoints, by_time=False)
        with opened(film.path) as container, suppress(_PointMissedError):
            feed.read(DecodePass(film, container, seek_to=seek_to), progress)
            return
    with opened(film.path) as container:
        _ResumedFeed(stream, pictures, checkpoints, by_time=True).read(DecodePass(film, container), progress)


class _PointMissedError(Exception):
    """The picture at which to go on was not met."""


class _ResumedFeed:
    """Passes frames to picture sinks from a checkpoint on, and reports where reading can resume later.

    Args:
        stream: of the pictures.
        sinks: their sinks.
        checkpoints: the point, and how the next ones are kept.
        by_time: whether the point is found by its time only, and need not be met.
    """

    def __init__(
        self, stream: Stream, sinks: Sequence[PictureSink], checkpoints: Checkpoints, *, by_time: bool
    ) -> None:
        self._stream, self._checkpoints, self._by_time = stream, checkpoints, by_time
        self._feed = PictureFeed(stream, sinks)
        self._grey = Scaler("gray", PictureFormat("gray").size(stream))
        self._after = checkpoints.after  # None once it was met
        self._save_at = checkpoints.every + (self._after.time if self._after else 0.0)
        self._decoder: StreamDecoder | None = None

    def read(self, decoding: DecodePass, progress: Callable[[Seconds], None] | None) -> None:
        """Read the pictures of a film.

        Raises:
            _PointMissedError: when the point is not met where it should be; the sinks have received nothing.
        """
        self._decoder = decoding.feed(self._stream.index, self)
        reached = self._checkpoints.after.time if self._checkpoints.after else 0.0
        decoding.run(lambda time: progress(time) if progress and time > reached else None)

    def take(self, time: Fraction, frame: av.VideoFrame) -> None:
        """Pass the next frame on, if it follows the point."""
        if self._after is not None and (not self._by_time or float(time) <= self._after.time):
            self._feed.skip(time)
            self._search(self._after, float(time), frame)
            return
        self._feed.take(time, frame)
        if time >= self._save_at:
            self._save_at = float(time) + self._checkpoints.every
            self._checkpoints.save(self._point(float(time), frame))

    def end(self) -> None:
        """Check, at the end of the film, that the point was met."""
        if self._after is not None and not self._by_time:
            raise _PointMissedError

    def _search(self, after: ReadPoint, time: Seconds, frame: av.VideoFrame) -> None:
        if self._by_time:
            return
        if time > after.time:
            raise _PointMissedError
        if time == after.time and self._digest(frame) == after.picture:
            self._after = None
            assert self._decoder is not None
            self._decoder.n_packets, self._decoder.n_damaged = after.n_packets, after.n_damaged
            self._decoder.first_damage = after.first_damage

    def _point(self, time: Seconds, frame: av.VideoFrame) -> ReadPoint:
        assert self._decoder is not None
        decoder = self._decoder
        return ReadPoint(time, self._digest(frame), decoder.n_packets, decoder.n_damaged, decoder.first_damage)

    def _digest(self, frame: av.VideoFrame) -> int:
        return zlib.crc32(self._grey.image(frame).tobytes())
