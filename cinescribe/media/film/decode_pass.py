"""One pass over the packets of a film: decodes its streams, counts damage, and refuses a film that stops early."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Protocol

import av
from av.container import InputContainer
from av.error import FFmpegError

from cinescribe.errors import FilmError
from cinescribe.media.film.container import (
    MAX_PIXELS,
    SHORT,
    base,
    declared_stream_end,
    film_start,
    packet_end,
    seek,
    stream_at,
)
from cinescribe.schema import Film
from cinescribe.timing import Seconds, Span

MAX_DAMAGED = Fraction(1, 10)  # share of a stream's packets; a film with more damaged packets is refused
PROGRESS = Fraction(1, 2)  # seconds of film between two progress reports

_log = logging.getLogger(__name__)


class FrameConsumer(Protocol):
    """Receives the decoded frames of one stream."""

    def take(self, time: Fraction, frame: Any) -> None:
        """Receive the next frame."""
        ...

    def end(self) -> None:
        """Do what is left at the end of the film."""
        ...


class StreamDecoder:
    """Decodes one stream, and counts its damaged packets."""

    def __init__(self, stream: Any, consumer: FrameConsumer, zero: Fraction) -> None:
        self.stream, self.consumer = stream, consumer
        self.is_done = False
        self.n_packets = self.n_damaged = 0
        self.first_damage: Fraction | None = None
        self._zero, self._base = zero, base(stream)
        rate: Fraction | None = stream.average_rate if isinstance(stream, av.VideoStream) else None
        self._frame_length = 1 / rate if rate else Fraction(0)
        self._next = Fraction(0)  # time of the next frame, in case it has none

    def frames(self, packet: av.Packet[Any]) -> Iterator[tuple[Fraction, Fraction, Any]]:
        """Yield the frames of a packet, each with its start and end on the clock of the film."""
        self.n_packets += bool(packet.size)  # the last, empty packet only flushes the decoder
        try:
            decoded = packet.decode()
        except FFmpegError:
            self.count_damage()
            return
        frame: Any
        for frame in decoded:
            time = self._next if frame.pts is None else frame.pts * self._base - self._zero
            if isinstance(frame, av.AudioFrame):
                self._frame_length = Fraction(frame.samples, frame.sample_rate)
            self._next = time + self._frame_length
            yield time, self._next, frame

    def count_damage(self) -> None:
        """Count a damaged packet."""
        self.n_damaged += 1
        self.first_damage = self._next if self.first_damage is None else self.first_damage


class DecodePass:
    """A decode pass: passes packets to their decoders, in file order, until the film or the wanted span ends."""

    def __init__(
        self, film: Film, container: InputContainer, *, within: Span | None = None, seek_to: Fraction | None = None
    ) -> None:
        self._film, self._container = film, container
        self._seek_to = Fraction(within.start) if within else seek_to
        self._zero = film_start(container)
        self.start = Fraction(within.start) if within else Fraction(0)
        self.end = Fraction(within.end) if within else None
        self._decoders: dict[int, StreamDecoder] = {}
        self._last: dict[int, av.Packet[Any]] = {}  # latest packet of each stream so far

    def feed(self, index: int, consumer: FrameConsumer) -> StreamDecoder:
        """Decode a stream for a consumer; return its decoder."""
        stream = stream_at(self._container, index, self._film)
        if isinstance(stream, av.VideoStream):
            # A film may declare small pictures in its header and huge ones later.
            stream.codec_context.options = {"max_pixels": str(MAX_PIXELS)}
            stream.thread_type = "AUTO"  # frame threads: slice threads leave most films on one core
        self._decoders[index] = StreamDecoder(stream, consumer, self._zero)
        return self._decoders[index]

    def run(self, progress: Callable[[Seconds], None]) -> None:
        """Read, decode and pass on."""
        if self._seek_to is not None:
            seek(self._container, self._zero + self._seek_to)
        report = self.start + PROGRESS
        try:
            for packet in self._container.demux():
                reached = self._read(packet)
                if reached is not None and reached >= report:
                    progress(min(float(reached), self._film.duration))
                    report = reached + PROGRESS
                if all(decoder.is_done for decoder in self._decoders.values()):
                    break
        except FFmpegError as error:
            raise self._truncated() from error
        for decoder in self._decoders.values():
            decoder.consumer.end()
        self._check()

    def _read(self, packet: av.Packet[Any]) -> Fraction | None:
        """Decode one packet; return the time it reached on the clock of the film, if it had frames."""
        index = packet.stream.index  # `packet.stream_index` is wrong for the last, empty packet of each stream
        if packet.size and _is_later(packet, self._last.get(index)):
            self._last[index] = packet
        decoder = self._decoders.get(index)
        if decoder is None or decoder.is_done:
            return None
        reached = None
        for time, end, frame in decoder.frames(packet):
            if self.end is not None and time >= self.end:
                decoder.is_done = True
                break
            if end > self.start or time >= self.start:
                if frame.is_corrupt:  # before the wanted span it does not count: a seek often causes it
                    decoder.count_damage()
                decoder.consumer.take(time, frame)
                reached = time
        return reached

    def _check(self) -> None:
        """Raise when the film was damaged or ended early."""
        for index, decoder in self._decoders.items():
            if decoder.n_damaged > MAX_DAMAGED * decoder.n_packets:
                raise FilmError(f"{self._film.path!r}: {self._damage(decoder)}; copy or download it again")
            if decoder.n_damaged:
                _log.warning("%r: %s; they were skipped", self._film.path, self._damage(decoder))
            declared = declared_stream_end(self._container, decoder.stream)
            if not decoder.is_done and declared is not None:
                self._check_end(self._found_end(index), declared - self._zero)
        if not all(decoder.is_done for decoder in self._decoders.values()):
            self._check_end(self._found_end(*self._last), Fraction(self._film.duration))

    def _found_end(self, *indices: int) -> Fraction:
        """Return the end of the last packet of some streams, on the clock of the film."""
        ends = [packet_end(self._last[index]) for index in indices if index in self._last]
        return max((end - self._zero for end in ends if end is not None), default=Fraction(0))

    def _check_end(self, found: Fraction, declared: Fraction) -> None:
        wanted = declared if self.end is None else min(declared, self.end)
        if found < wanted - SHORT:
            raise self._truncated(found)

    def _truncated(self, found: Fraction | None = None) -> FilmError:
        stopped = float(self._found_end(*self._last) if found is None else found)
        return FilmError(
            f"{self._film.path!r} stops at {stopped:.2f} s, but {self._film.duration:.2f} s were expected: it is "
            "truncated or damaged; copy or download it again, or keep this part: ffmpeg -i FILM -c copy NEW"
        )

    def _damage(self, decoder: StreamDecoder) -> str:
        return (
            f"{decoder.n_damaged} of {decoder.n_packets} packets of the {decoder.stream.type} are damaged, "
            f"the first at {float(decoder.first_damage or 0):.2f} s"
        )


def _is_later(packet: av.Packet[Any], last: av.Packet[Any] | None) -> bool:
    """Whether a packet has a time, and it is not before that of the last one of its stream."""
    if packet.pts is None:
        return False
    return last is None or last.pts is None or packet.pts >= last.pts
