"""A film file opened through FFmpeg, and what its header and packets say about time.

Times here are exact fractions of a second on the container's own clock, which may begin anywhere; the film's clock
begins at `film_start`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

import av
from av.container import InputContainer
from av.error import FFmpegError
from av.stream import Disposition

from cinescribe.errors import FilmError

Playable: TypeAlias = av.VideoStream | av.AudioStream

MICROSECOND = Fraction(1, av.time_base)
SHORT = Fraction(1)  # seconds before its promised end at which a film that stops is cut short

# Containers whose header tells a duration; elsewhere FFmpeg guesses it from the bit rate, and a guess promises nothing.
DECLARING = {"mov", "matroska", "avi", "asf", "flv", "wav", "nut"}
# Only here is a stream's own duration its own; elsewhere FFmpeg fills in the film's.
DECLARING_STREAMS = {"mov"}
# FFmpeg reads plain text and single pictures as films too.
NO_FILMS = {"tty", "image2", "bin", "xbin", "adf", "idf"}


@contextmanager
def opened(path: str | PathLike[str]) -> Iterator[InputContainer]:
    """The film's container, open for reading.

    Raises:
        FilmError: when the file is missing, a folder, empty, or no film.
    """
    place = Path(path)
    if place.is_dir():
        raise FilmError(f"{str(path)!r} is a folder; name one film file in it")
    if not place.exists():
        raise FilmError(f"{str(path)!r} does not exist; name an existing film file")
    if place.is_file() and place.stat().st_size == 0:
        raise FilmError(f"{str(path)!r} is empty (0 bytes); copy or download it again")
    try:
        container = av.open(str(path), metadata_errors="replace")
    except (FFmpegError, OSError) as error:
        raise FilmError(
            f"{str(path)!r} cannot be read as a film ({error.strerror}); name a film file, or, if it is one and plays "
            "nowhere, copy or download it again: it is cut short or damaged"
        ) from error
    with container:
        if _is(container, NO_FILMS) or container.format.name.endswith("_pipe"):
            raise FilmError(f"{str(path)!r} is no film (it reads as {container.format.long_name}); name a film file")
        yield container


def playable(container: InputContainer) -> list[Playable]:
    """The streams of moving pictures and of sound that can be decoded, in order; a cover picture is none."""
    videos = [
        stream
        for stream in container.streams.video
        if has_decoder(stream) and stream.codec_context.width and not stream.disposition & Disposition.attached_pic
    ]
    audios = [stream for stream in container.streams.audio if has_decoder(stream) and stream.codec_context.sample_rate]
    return sorted([*videos, *audios], key=lambda stream: stream.index)


def has_decoder(stream: Any) -> bool:
    """Whether FFmpeg can decode a stream."""
    return stream.codec_context is not None and bool(stream.codec_context.name)


def film_start(container: InputContainer) -> Fraction:
    """The second, on the container's clock, of the film's earliest picture or sound."""
    starts = [stream.start_time * base(stream) for stream in playable(container) if stream.start_time is not None]
    return min(starts, default=Fraction(0))


def base(stream: Playable) -> Fraction:
    """A stream's time base."""
    return stream.time_base or MICROSECOND


def promised_end(container: InputContainer) -> Fraction | None:
    """Where the header says that the film ends; None where it says nothing.

    Writers of Matroska disagree whether a duration counts from 0 or from the first time stamp: the lesser end is taken.
    """
    if not container.duration or not _is(container, DECLARING):
        return None
    return (min(container.start_time or 0, 0) + container.duration) * MICROSECOND


def promised_stream_end(container: InputContainer, stream: Playable) -> Fraction | None:
    """Where the header says that a stream ends; None where it says nothing."""
    if not stream.duration or not _is(container, DECLARING_STREAMS):
        return None
    return ((stream.start_time or 0) + stream.duration) * base(stream)


def packet_end(packet: av.Packet[Any]) -> Fraction | None:
    """Where a packet's picture or sound ends; None where it has no time."""
    stamp = packet.dts if packet.pts is None else packet.pts
    if stamp is None:
        return None
    length = (packet.duration or 0) * packet.time_base
    if not length and isinstance(packet.stream, av.VideoStream) and packet.stream.average_rate:
        length = 1 / packet.stream.average_rate
    return stamp * packet.time_base + length


def seek(container: InputContainer, time: Fraction) -> None:
    """Go to the last key frame before a time; stay where that cannot be done."""
    with suppress(FFmpegError):
        container.seek(int(time / MICROSECOND), backward=True)


def clockwise(frame: av.VideoFrame) -> int:
    """Degrees by which a decoded picture must be turned clockwise to stand upright: 0, 90, 180 or 270."""
    return -round(frame.rotation / 90) * 90 % 360


def _is(container: InputContainer, names: set[str]) -> bool:
    return bool(names & set(container.format.name.split(",")))
