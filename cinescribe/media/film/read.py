"""Decodes a film once and feeds all picture and sound sinks."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Protocol

import av
from av.container import InputContainer
from av.error import FFmpegError

from cinescribe.errors import FilmError
from cinescribe.media.film.container import (
    SHORT,
    base,
    declared_stream_end,
    film_start,
    opened,
    packet_end,
    seek,
)
from cinescribe.media.film.frame_scaling import FrameSampler, Image, Layout, Picture, Scaler
from cinescribe.media.film.resample import GapFiller, Samples, Sound, SoundFeed, SoundSink, plain_samples
from cinescribe.schema import Film, Stream, StreamKind
from cinescribe.timing import Seconds, Span

__all__ = ["Image", "Layout", "Picture", "PictureSink", "Samples", "Sound", "SoundSink", "read_through"]

MAX_DAMAGED = Fraction(1, 10)  # share of a stream's packets; a film with more damaged packets is refused
PROGRESS = Fraction(1, 2)  # seconds of film between two progress reports

log = logging.getLogger(__name__)


class PictureSink(Protocol):
    """Receives the pictures of a film in order, upright, each with its time in seconds from the start of the film.

    Sinks share images, so they must not change them.
    """

    @property
    def wants(self) -> Picture:
        """The format of pictures."""
        ...

    def take(self, time: Seconds, image: Image) -> None:
        """Receive the next picture."""
        ...


def read_through(
    film: Film,
    *,
    pictures: Sequence[PictureSink] = (),
    sounds: Sequence[SoundSink] = (),
    streams: Sequence[Stream] = (),
    within: Span | None = None,
    progress: Callable[[Seconds], None] | None = None,
) -> None:
    """Decode a film once and pass its pictures and sound to sinks; memory does not grow with the length of the film.

    Packets that cannot be decoded are skipped, and a warning counts them; their sound becomes silence. A film that
    stops early, or has more than a tenth of damaged packets, is refused: the sinks have then received only a part.

    Args:
        film: the film, from `probe`.
        pictures: picture sinks; they receive nothing from a film without pictures.
        sounds: sound sinks; they receive nothing from a film without sound.
        streams: the streams to read; by default the first of each kind.
        within: the span to read; None for all.
        progress: called regularly with the second that was reached.

    Raises:
        FilmError: when the film stops more than a second before its end, or is too damaged.
    """
    with opened(film.path) as container:
        decoding = _DecodePass(film, container, within)
        if pictures and (stream := _choose(film, streams, "video")):
            decoding.feed(stream.index, _PictureFeed(stream, pictures))
        if sounds and (stream := _choose(film, streams, "audio")):
            decoding.feed(stream.index, _SoundFeeds(sounds, decoding.start, decoding.end))
        decoding.run(progress or (lambda _: None))


class _FrameConsumer(Protocol):
    """Receives the decoded frames of one stream."""

    def take(self, time: Fraction, frame: Any) -> None: ...

    def end(self) -> None: ...


class _PictureFeed:
    """Passes frames to picture sinks; sinks with the same layout and size share one conversion."""

    def __init__(self, stream: Stream, sinks: Sequence[PictureSink]) -> None:
        self._groups: dict[tuple[Layout, tuple[int, int]], list[tuple[FrameSampler, PictureSink]]] = {}
        for sink in sinks:
            key = (sink.wants.layout, sink.wants.size(stream))
            self._groups.setdefault(key, []).append((FrameSampler(sink.wants.rate_hz), sink))
        self._scalers = {key: Scaler(*key) for key in self._groups}

    def take(self, time: Fraction, frame: av.VideoFrame) -> None:
        for key, members in self._groups.items():
            due = [sink for sampler, sink in members if sampler.is_due(time)]
            if due:
                image = self._scalers[key].image(frame)
                for sink in due:
                    sink.take(float(time), image)

    def end(self) -> None:
        """Do nothing: pictures are passed on at once."""


class _SoundFeeds:
    """Passes frames to sound sinks; sinks with the same format share one conversion."""

    def __init__(self, sinks: Sequence[SoundSink], start: Fraction, end: Fraction | None) -> None:
        self._filler = GapFiller(start, end)
        wants = dict.fromkeys(sink.wants for sink in sinks)
        self._feeds = [SoundFeed(want, [sink for sink in sinks if sink.wants == want], start) for want in wants]

    def take(self, time: Fraction, frame: av.AudioFrame) -> None:
        for block in self._filler.blocks(time, plain_samples(frame), frame.sample_rate):
            for feed in self._feeds:
                feed.take(block, frame.layout, frame.sample_rate)

    def end(self) -> None:
        for feed in self._feeds:
            feed.end()


class _StreamDecoder:
    """Decodes one stream, and counts its damaged packets."""

    def __init__(self, stream: Any, consumer: _FrameConsumer, zero: Fraction) -> None:
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


class _DecodePass:
    """A decode pass: passes packets to their decoders, in file order, until the film or the wanted span ends."""

    def __init__(self, film: Film, container: InputContainer, within: Span | None) -> None:
        self._film, self._container, self._within = film, container, within
        self._zero = film_start(container)
        self.start = Fraction(within.start) if within else Fraction(0)
        self.end = Fraction(within.end) if within else None
        self._decoders: dict[int, _StreamDecoder] = {}
        self._last: dict[int, av.Packet[Any]] = {}  # latest packet of each stream so far

    def feed(self, index: int, consumer: _FrameConsumer) -> None:
        """Decode a stream for a consumer."""
        stream = self._container.streams[index]
        if isinstance(stream, av.VideoStream):
            stream.thread_type = "AUTO"  # frame threads: slice threads leave most films on one core
        self._decoders[index] = _StreamDecoder(stream, consumer, self._zero)

    def run(self, progress: Callable[[Seconds], None]) -> None:
        """Read, decode and pass on."""
        if self._within:
            seek(self._container, self._zero + self.start)
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
                log.warning("%r: %s; they were skipped", self._film.path, self._damage(decoder))
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

    def _damage(self, decoder: _StreamDecoder) -> str:
        return (
            f"{decoder.n_damaged} of {decoder.n_packets} packets of the {decoder.stream.type} are damaged, "
            f"the first at {float(decoder.first_damage or 0):.2f} s"
        )


def _choose(film: Film, streams: Sequence[Stream], kind: StreamKind) -> Stream | None:
    return next((stream for stream in streams if stream.kind == kind), film.first(kind))


def _is_later(packet: av.Packet[Any], last: av.Packet[Any] | None) -> bool:
    """Whether a packet has a time, and it is not before that of the last one of its stream."""
    if packet.pts is None:
        return False
    return last is None or last.pts is None or packet.pts >= last.pts
