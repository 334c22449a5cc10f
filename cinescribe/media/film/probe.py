"""Probes film files: streams, rotation of the picture, and real duration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from os import PathLike
from typing import Any

import av
from av.container import InputContainer
from av.error import FFmpegError, InvalidDataError
from av.stream import Disposition

from cinescribe.errors import FilmError
from cinescribe.media.film.container import (
    MAX_PIXELS,
    MICROSECOND,
    SHORT,
    Playable,
    declared_end,
    declared_stream_end,
    film_start,
    opened,
    packet_end,
    playable,
    seek,
    upright_rotation,
)
from cinescribe.media.film.track_titles import title_flags
from cinescribe.schema import FLAGS, Film, Stream, StreamFlag
from cinescribe.timing import from_pts

_TAIL = Fraction(10)  # seconds before the declared end in which the last packets are searched
MAX_STREAMS = 128  # of pictures and sound; a Blu-ray disc has at most 97
MIN_RATE_HZ = 1000  # of samples; below the sound of any telephone
MAX_RATE_HZ = 768_000  # the highest rate of sound cards


def probe(path: str | PathLike[str]) -> Film:
    """Return a film and its streams, from a file of any container that FFmpeg reads.

    The end comes from the last packets, since headers are often wrong or incomplete. When the packets stop more than a
    second before the declared end, the declared duration is returned, and `read_through` refuses the film.

    Args:
        path: the file.

    Returns:
        The film, without cover pictures and data streams.

    Raises:
        FilmError: when the file is missing, no regular file, empty, not a film, has neither pictures nor sound, a
            stream without length, more than `MAX_STREAMS` streams, pictures of more than `MAX_PIXELS`, or sound
            outside `MIN_RATE_HZ` to `MAX_RATE_HZ`.

    Example:
        >>> probe("film.mp4").duration  # doctest: +SKIP
        5403.2
    """
    with opened(path) as container:
        streams = playable(container)
        if not streams:
            raise FilmError(
                f"{str(path)!r} has no pictures of at most {MAX_PIXELS} pixels and no sound; name a film file, or, "
                "if it is one, copy or download it again: it is truncated or damaged"
            )
        if len(streams) > MAX_STREAMS:
            raise FilmError(
                f"{str(path)!r} has {len(streams)} streams of pictures and sound; at most {MAX_STREAMS} can be read; "
                "keep some: ffmpeg -i FILM -map 0:v:0 -map 0:a:0 -c copy NEW"
            )
        for stream in streams:
            _check_sizes(stream, str(path))
        rotations = {stream.index: _rotation(container, stream) for stream in streams if stream.type == "video"}
        ends = _packet_ends(container, streams)
        for stream in streams:
            if stream.index not in ends and not declared_stream_end(container, stream):
                raise FilmError(_no_length(stream, str(path), alone=len(streams) == 1))
        duration = float(_end(container, streams, ends) - film_start(container))
        records = [_media_stream(stream, rotations.get(stream.index, 0)) for stream in streams]
        records += [_subtitle_stream(stream) for stream in container.streams.subtitles]
        return Film(str(path), duration, tuple(sorted(records, key=lambda record: record.index)))


def _no_length(stream: Playable, path: str, *, alone: bool) -> str:
    if alone:
        return (
            f"{path!r} has one {stream.type} stream without any time; name another film, or write it with times: "
            "ffmpeg -i FILM NEW.mp4"
        )
    return (
        f"{path!r}: its {stream.type} stream {stream.index} has no length; remove it: "
        f"ffmpeg -i FILM -map 0 -map -0:{stream.index} -c copy NEW"
    )


def _check_sizes(stream: Playable, path: str) -> None:
    """Refuse pictures and sound that only a damaged or hostile header declares: they would fill the memory."""
    if isinstance(stream, av.AudioStream):
        rate = stream.codec_context.sample_rate
        if not MIN_RATE_HZ <= rate <= MAX_RATE_HZ:
            raise FilmError(
                f"{path!r}: its audio stream {stream.index} has {rate} samples per second; {MIN_RATE_HZ} to "
                f"{MAX_RATE_HZ} can be read; convert it: ffmpeg -i FILM -ar 48000 NEW"
            )
        return
    width, height = _shown_size(stream, 0)
    if not (width and height and width * height <= MAX_PIXELS):
        raise FilmError(
            f"{path!r}: its video stream {stream.index} shows pictures of {width} x {height} pixels; at most "
            f"{MAX_PIXELS} can be read; shrink it: ffmpeg -i FILM -vf scale=1920:-2 NEW"
        )


def _rotation(container: InputContainer, stream: Playable) -> int:
    """Return the rotation of the first frame: PyAV exposes the display matrix of a container on frames only."""
    seek(container, film_start(container))
    with suppress(FFmpegError):  # `read_through` reports damage
        frame = next(_video_frames(container, stream), None)
        return 0 if frame is None else upright_rotation(frame)
    return 0


def _video_frames(container: InputContainer, stream: Playable) -> Iterator[av.VideoFrame]:
    """Yield the frames of a stream from the current position, without packets that cannot be decoded."""
    for packet in container.demux(stream):
        with suppress(InvalidDataError):
            yield from (frame for frame in packet.decode() if isinstance(frame, av.VideoFrame))


def _packet_ends(container: InputContainer, streams: Sequence[Playable]) -> dict[int, Fraction]:
    """Return the end of the last packet of each stream, by its index."""
    if container.duration:
        end = ((container.start_time or 0) + container.duration) * MICROSECOND
        seek(container, end - _TAIL)
        ends = _ends_from_here(container)
        if ends and all(stream.index in ends or declared_stream_end(container, stream) for stream in streams):
            return ends
    seek(container, film_start(container))
    return _ends_from_here(container)


def _ends_from_here(container: InputContainer) -> dict[int, Fraction]:
    ends: dict[int, Fraction] = {}
    with suppress(FFmpegError):  # a damaged end falls short of the declared one
        for packet in container.demux():
            end = packet_end(packet) if packet.size else None
            if end is not None:
                ends[packet.stream_index] = max(ends.get(packet.stream_index, end), end)
    return ends


def _end(container: InputContainer, streams: Sequence[Playable], ends: dict[int, Fraction]) -> Fraction:
    """Return the end of the film: that of its packets, or the declared end where they fall short of it."""
    found = max((ends[stream.index] for stream in streams if stream.index in ends), default=film_start(container))
    declared_ends = {stream.index: declared_stream_end(container, stream) for stream in streams}
    if any(declared_ends.values()):
        broken = [
            end for n, end in declared_ends.items() if end is not None and ends.get(n, end - 2 * SHORT) < end - SHORT
        ]
        return max([found, *broken])
    declared = declared_end(container)
    # Subtitles count here: some headers declare the end of the last subtitle.
    return declared if declared is not None and max(ends.values(), default=found) < declared - SHORT else found


def _media_stream(stream: Playable, rotation: int) -> Stream:
    length = None if stream.duration is None else from_pts(stream.duration, stream.time_base or MICROSECOND)
    codec = stream.codec_context.name
    if isinstance(stream, av.AudioStream):
        n_channels, rate_hz = stream.codec_context.layout.nb_channels, float(stream.codec_context.sample_rate)
        return Stream(
            stream.index,
            "audio",
            codec,
            _language(stream),
            rate_hz=rate_hz,
            n_channels=n_channels,
            duration=length,
            flags=_flags(stream),
            title=_title(stream),
        )
    width, height = _shown_size(stream, rotation)
    rate = stream.average_rate or stream.guessed_rate
    return Stream(
        stream.index,
        "video",
        codec,
        _language(stream),
        width=width,
        height=height,
        rate_hz=float(rate) if rate else None,
        rotation=rotation,
        duration=length,
        flags=_flags(stream),
        title=_title(stream),
    )


def _subtitle_stream(stream: Any) -> Stream:
    codec = stream.codec_context.name if stream.codec_context else "unknown"
    return Stream(stream.index, "subtitle", codec, _language(stream), flags=_flags(stream), title=_title(stream))


def _shown_size(stream: av.VideoStream, rotation: int) -> tuple[int, int]:
    """Return width and height in square pixels of the upright picture."""
    aspect = stream.sample_aspect_ratio or Fraction(1)
    width, height = round(stream.codec_context.width * aspect), stream.codec_context.height
    return (height, width) if rotation in (90, 270) else (width, height)


def _flags(stream: Any) -> tuple[StreamFlag, ...]:
    """What a stream is marked as, and what its title says that it is."""
    named = title_flags(_title(stream) or "")
    return tuple(flag for flag in FLAGS if stream.disposition & Disposition[flag] or flag in named)


def _title(stream: Any) -> str | None:
    return " ".join(stream.metadata.get("title", "").split()) or None


def _language(stream: Any) -> str | None:
    return None if stream.language in (None, "und") else stream.language
