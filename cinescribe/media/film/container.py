"""Opens film files with FFmpeg, and reads times from their headers and packets.

Times here are exact fractions of a second on the clock of the container, which may begin anywhere; the clock of the
film begins at `film_start`.
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
SHORT = Fraction(1)  # seconds; a film that stops earlier than this before its declared end is truncated

# Containers whose header declares a duration; elsewhere FFmpeg estimates it from the bit rate.
DECLARING = {"mov", "matroska", "avi", "asf", "flv", "wav", "nut"}
# Containers that declare a duration for each stream; elsewhere FFmpeg fills in that of the film.
DECLARING_STREAMS = {"mov"}
# FFmpeg also reads plain text and single pictures as films.
NOT_FILMS = {"tty", "image2", "bin", "xbin", "adf", "idf"}


@contextmanager
def opened(path: str | PathLike[str]) -> Iterator[InputContainer]:
    """Open the container of a film for reading.

    Raises:
        FilmError: when the file is missing, a folder, empty, or not a film.
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
            f"{str(path)!r} cannot be read as a film ({error.strerror}); name a film file, or, if it is one, copy or "
            "download it again: it is truncated or damaged"
        ) from error
    with container:
        if _has_format(container, NOT_FILMS) or container.format.name.endswith("_pipe"):
            raise FilmError(
                f"{str(path)!r} is not a film (FFmpeg reads it as {container.format.long_name}); name a film file"
            )
        yield container


def playable(container: InputContainer) -> list[Playable]:
    """Return the video and audio streams that can be decoded, in order, without cover pictures."""
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
    """Return the time of the film's earliest picture or sound, on the clock of the container."""
    starts = [stream.start_time * base(stream) for stream in playable(container) if stream.start_time is not None]
    return min(starts, default=Fraction(0))


def base(stream: Playable) -> Fraction:
    """Return the time base of a stream."""
    return stream.time_base or MICROSECOND


def declared_end(container: InputContainer) -> Fraction | None:
    """Return the end of the film by its header, or None.

    Writers of Matroska disagree whether a duration counts from 0 or from the first time stamp: take the earlier end.
    """
    if not container.duration or not _has_format(container, DECLARING):
        return None
    return (min(container.start_time or 0, 0) + container.duration) * MICROSECOND


def declared_stream_end(container: InputContainer, stream: Playable) -> Fraction | None:
    """Return the end of a stream by the header, or None."""
    if not stream.duration or not _has_format(container, DECLARING_STREAMS):
        return None
    return ((stream.start_time or 0) + stream.duration) * base(stream)


def packet_end(packet: av.Packet[Any]) -> Fraction | None:
    """Return the end of a packet's picture or sound, or None if it has no time."""
    stamp = packet.dts if packet.pts is None else packet.pts
    if stamp is None:
        return None
    length = (packet.duration or 0) * packet.time_base
    if not length and isinstance(packet.stream, av.VideoStream) and packet.stream.average_rate:
        length = 1 / packet.stream.average_rate
    return stamp * packet.time_base + length


def seek(container: InputContainer, time: Fraction) -> None:
    """Seek to the last key frame before a time; do nothing where that fails."""
    with suppress(FFmpegError):
        container.seek(int(time / MICROSECOND), backward=True)


def upright_rotation(frame: av.VideoFrame) -> int:
    """Return the clockwise rotation, in degrees, that makes a decoded picture upright: 0, 90, 180 or 270."""
    return -round(frame.rotation / 90) * 90 % 360


def _has_format(container: InputContainer, names: set[str]) -> bool:
    return bool(names & set(container.format.name.split(",")))
