"""What is in a film file: its streams, how the picture stands, and how long it really lasts."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from os import PathLike
from typing import Any

import av
from av.container import InputContainer
from av.error import FFmpegError, InvalidDataError

from cinescribe.errors import FilmError
from cinescribe.media.film.container import (
    MICROSECOND,
    SHORT,
    Playable,
    clockwise,
    film_start,
    opened,
    packet_end,
    playable,
    promised_end,
    promised_stream_end,
    seek,
)
from cinescribe.schema import Film, Stream
from cinescribe.timing import from_pts

TAIL = Fraction(10)  # seconds before the promised end from which the last packets are looked for


def probe(path: str | PathLike[str]) -> Film:
    """The film in a file of any container FFmpeg reads, and its streams.

    The end is looked up in the last packets, since headers are often wrong or silent. When the packets stop more than a
    second before the end that the header promises, the promised duration is given, and `read_through` refuses the film
    at the second where it stops.

    Args:
        path: the file.

    Returns:
        The film; cover pictures and streams that are neither picture, sound nor subtitle are left out.

    Raises:
        FilmError: when the file is missing, a folder, empty, no film, without pictures and sound, or holds a stream
            without length.

    Example:
        >>> probe("film.mp4").duration  # doctest: +SKIP
        5403.2
    """
    with opened(path) as container:
        streams = playable(container)
        if not streams:
            raise FilmError(
                f"{str(path)!r} has no pictures and no sound; name a film file, or, if it is one, copy or "
                "download it again: it is cut short or damaged"
            )
        turns = {stream.index: _rotation(container, stream) for stream in streams if stream.type == "video"}
        ends = _packet_ends(container, streams)
        for stream in streams:
            if stream.index not in ends and not promised_stream_end(container, stream):
                raise FilmError(
                    f"{str(path)!r}: its {stream.type} stream {stream.index} has no length; leave it out, by "
                    f"ffmpeg -i FILM -map 0 -map -0:{stream.index} -c copy NEW"
                )
        duration = float(_end(container, streams, ends) - film_start(container))
        records = [_played(stream, turns.get(stream.index, 0)) for stream in streams]
        records += [_subtitle(stream) for stream in container.streams.subtitles]
        return Film(str(path), duration, tuple(sorted(records, key=lambda record: record.index)))


def _rotation(container: InputContainer, stream: Playable) -> int:
    """The turn of the first picture: PyAV shows the container's display matrix on frames only."""
    seek(container, film_start(container))
    with suppress(FFmpegError):  # the pass over the film says where it is damaged
        for packet in container.demux(stream):
            with suppress(InvalidDataError):
                for frame in packet.decode():
                    if isinstance(frame, av.VideoFrame):
                        return clockwise(frame)
    return 0


def _packet_ends(container: InputContainer, streams: Sequence[Playable]) -> dict[int, Fraction]:
    """Where the last packet of each stream ends, by the stream's number."""
    if container.duration:
        end = ((container.start_time or 0) + container.duration) * MICROSECOND
        seek(container, end - TAIL)
        ends = _ends_from_here(container)
        if ends and all(stream.index in ends or promised_stream_end(container, stream) for stream in streams):
            return ends
    seek(container, film_start(container))
    return _ends_from_here(container)


def _ends_from_here(container: InputContainer) -> dict[int, Fraction]:
    ends: dict[int, Fraction] = {}
    with suppress(FFmpegError):  # a damaged end shows as a promise not kept
        for packet in container.demux():
            end = packet_end(packet) if packet.size else None
            if end is not None:
                ends[packet.stream_index] = max(ends.get(packet.stream_index, end), end)
    return ends


def _end(container: InputContainer, streams: Sequence[Playable], ends: dict[int, Fraction]) -> Fraction:
    """The film's end: the one found, or the one promised where the find falls short of it."""
    found = max((ends[stream.index] for stream in streams if stream.index in ends), default=film_start(container))
    promises = {stream.index: promised_stream_end(container, stream) for stream in streams}
    if any(promises.values()):
        broken = [end for n, end in promises.items() if end is not None and ends.get(n, end - 2 * SHORT) < end - SHORT]
        return max([found, *broken])
    promised = promised_end(container)
    # Subtitles count here: some headers promise the end of the last subtitle.
    return promised if promised is not None and max(ends.values(), default=found) < promised - SHORT else found


def _played(stream: Playable, rotation: int) -> Stream:
    length = None if stream.duration is None else from_pts(stream.duration, stream.time_base or MICROSECOND)
    codec = stream.codec_context.name
    if isinstance(stream, av.AudioStream):
        n_channels, rate_hz = stream.codec_context.layout.nb_channels, float(stream.codec_context.sample_rate)
        return Stream(
            stream.index, "audio", codec, _language(stream), rate_hz=rate_hz, n_channels=n_channels, duration=length
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
    )


def _subtitle(stream: Any) -> Stream:
    codec = stream.codec_context.name if stream.codec_context else "unknown"
    return Stream(stream.index, "subtitle", codec, _language(stream))


def _shown_size(stream: av.VideoStream, rotation: int) -> tuple[int, int]:
    """Width and height in pixels as shown: pixels made square, the picture turned upright."""
    aspect = stream.sample_aspect_ratio or Fraction(1)
    width, height = round(stream.codec_context.width * aspect), stream.codec_context.height
    return (height, width) if rotation in (90, 270) else (width, height)


def _language(stream: Any) -> str | None:
    return None if stream.language in (None, "und") else stream.language
