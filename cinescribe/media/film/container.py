"""Opens film files with FFmpeg, and reads times from their headers and packets.

Times here are exact fractions of a second on the clock of the container, which may begin anywhere; the clock of the
film begins at `film_start`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

import av
from av.container import InputContainer
from av.error import ArgumentError, FFmpegError
from av.stream import Disposition

from cinescribe.errors import FilmError, RecordError
from cinescribe.input_files import open_input
from cinescribe.schema import Film

Playable: TypeAlias = av.VideoStream | av.AudioStream

MICROSECOND = Fraction(1, av.time_base)
SHORT = Fraction(1)  # seconds; a film that stops earlier than this before its declared end is truncated

# Containers whose header declares a duration; elsewhere FFmpeg estimates it from the bit rate.
DECLARING = {"mov", "matroska", "avi", "asf", "flv", "wav", "nut"}
# Containers that declare a duration for each stream; elsewhere FFmpeg fills in that of the film.
DECLARING_STREAMS = {"mov"}
# The formats that are read, by FFmpeg's names: those of films and sound that keep times. Others are playlists, which
# name further files, pictures, text, and raw streams without times.
_FORMATS = (
    *("mov", "matroska", "avi", "mpegts", "mpeg", "flv", "asf", "ogg", "mxf", "gxf", "nut", "rm", "dv", "wtv", "ivf"),
    *("gif", "yuv4mpegpipe"),
    *("wav", "w64", "aiff", "caf", "au", "voc", "flac", "mp3", "aac", "loas", "ac3", "eac3", "dts", "dtshd", "truehd"),
    *("amr", "ape", "wv", "tta", "mpc", "mpc8"),
)
MAX_PIXELS = 8192 * 8192  # of a picture: films for headsets in 8K; FFmpeg's own limit is 32 times that

# How files begin that only name other files.
_PLAYLISTS = {b"ffconcat": "ffconcat", b"#EXTM3U": "M3U", b"v=0": "SDP", b"[playlist]": "PLS"}
# First bytes of files that are mistaken for films: a download that failed, a renamed document.
_OTHERS = {
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a ZIP archive",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"\x89PNG": "a picture (PNG)",
    b"<!doctype html": "a web page",
    b"<html": "a web page",
}
_START = 512  # bytes


@contextmanager
def opened(path: str | PathLike[str]) -> Iterator[InputContainer]:
    """Open the container of a film for reading. No other file is read, whatever the film refers to.

    Raises:
        FilmError: when the file is missing, no regular file, empty, or in no format of `_FORMATS`.
    """
    with _container(Path(path)) as container:
        yield container


def _container(path: Path) -> InputContainer:
    """Open a film. FFmpeg gets the open file, not its name, which might name a protocol or many files."""
    name = repr(str(path))
    try:
        with open_input(path) as file:
            if not os.fstat(file.fileno()).st_size:
                raise FilmError(f"{name} is empty (0 bytes); copy or download it again")
            try:
                return _opened_by_ffmpeg(file.fileno())
            except (FFmpegError, OSError) as error:
                file.seek(0)
                raise FilmError(f"{name} {_why_refused(error, file.read(_START))}") from error
    except RecordError as error:
        raise FilmError(str(error)) from error


def _opened_by_ffmpeg(descriptor: int) -> InputContainer:
    only_this = {"fd": str(descriptor), "protocol_whitelist": "fd", "format_whitelist": ",".join(_FORMATS)}
    return av.open("fd:", options=only_this | {"max_pixels": str(MAX_PIXELS)}, metadata_errors="replace")


def _why_refused(error: FFmpegError | OSError, start: bytes) -> str:
    playlist = next((name for mark, name in _PLAYLISTS.items() if start.startswith(mark)), None)
    if playlist:
        return f"is a playlist ({playlist}), which only names other files; name one film file"
    if other := _other_kind(start):
        return f"is {other}, not a film; name a film file, or, if it was one, download it again"
    if isinstance(error, ArgumentError):  # most often a format that is not in the list
        return "has a format that is not read, or is damaged; name a film file, or convert it: ffmpeg -i FILM NEW.mp4"
    return (
        f"cannot be read as a film ({error.strerror}); name a film file, or, if it is one, copy or download it again: "
        "it is truncated or damaged"
    )


def _other_kind(start: bytes) -> str | None:
    """What a file is that begins so, in words; None if that is not certain."""
    begin = start.lstrip().lower()
    for mark, name in _OTHERS.items():
        if start.startswith(mark) or begin.startswith(mark):
            return name
    try:
        text = start.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if error.start < len(start) - 3:  # else a letter is cut at the end
            return None
        text = start[: error.start].decode("utf-8-sig")
    return "a text file" if text.strip() and all(one.isprintable() or one.isspace() for one in text) else None


def playable(container: InputContainer) -> list[Playable]:
    """Return the video and audio streams that can be decoded, in order, without cover pictures."""
    videos = [
        stream
        for stream in container.streams.video
        if has_decoder(stream) and stream.codec_context.width and not stream.disposition & Disposition.attached_pic
    ]
    audios = [stream for stream in container.streams.audio if has_decoder(stream) and stream.codec_context.sample_rate]
    return sorted([*videos, *audios], key=lambda stream: stream.index)


def stream_at(container: InputContainer, index: int, film: Film) -> Any:
    """Return the stream of a film with an index that was probed before.

    Raises:
        FilmError: when the file has no such stream, or one of another kind: it is another file by now.
    """
    kinds = [stream.type for stream in container.streams]
    known = next((stream.kind for stream in film.streams if stream.index == index), None)
    if index >= len(kinds) or known not in (None, kinds[index]):
        raise FilmError(
            f"{film.path!r} has no {known or 'media'} stream {index} any more: another file has its name; put the film "
            "back, or name another one"
        )
    return container.streams[index]


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
