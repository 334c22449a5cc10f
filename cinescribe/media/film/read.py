"""One decode pass over a film, feeding everybody who wants pictures or sound."""

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
    film_start,
    opened,
    packet_end,
    promised_stream_end,
    seek,
)
from cinescribe.media.film.frame_scaling import Gate, Image, Layout, Picture, Scaler
from cinescribe.media.film.resample import Samples, Sound, SoundFeed, SoundSink, Steady, plain_samples
from cinescribe.schema import Film, Stream, StreamKind
from cinescribe.timing import Seconds, Span

__all__ = ["Image", "Layout", "Picture", "PictureSink", "Samples", "Sound", "SoundSink", "read_through"]

DAMAGED = Fraction(1, 10)  # share of a stream's packets that may be beyond decoding before the film is refused
PROGRESS = Fraction(1, 2)  # seconds of film between two reports

log = logging.getLogger(__name__)


class PictureSink(Protocol):
    """Takes the film's pictures in order, turned upright, each with its second from the film's start.

    The image may be shared with other consumers: look at it, or copy it, but do not write into it.
    """

    @property
    def wants(self) -> Picture: ...

    def take(self, time: Seconds, image: Image) -> None: ...


def read_through(
    film: Film,
    *,
    pictures: Sequence[PictureSink] = (),
    sounds: Sequence[SoundSink] = (),
    streams: Sequence[Stream] = (),
    within: Span | None = None,
    progress: Callable[[Seconds], None] | None = None,
) -> None:
    """Decode a film once, handing its pictures and sound to everybody who wants them; memory does not grow with length.

    A packet that cannot be decoded is passed over and counted, and a warning tells how many there were; sound missing
    there becomes silence. A film that stops early, or of which more than a tenth is beyond decoding, is refused: what
    consumers then hold is not the film.

    Args:
        film: the film, as `probe` gave it.
        pictures: who wants pictures; they get none when the film has none.
        sounds: who wants sound; likewise.
        streams: which streams to read; by default the first one of each kind.
        within: the part of the film to read; None for all of it.
        progress: told now and then which second has been reached.

    Raises:
        FilmError: when the film stops more than a second before its end, or is damaged beyond use.
    """
    with opened(film.path) as container:
        reading = _Reading(film, container, within)
        if pictures and (stream := _chosen(film, streams, "video")):
            reading.feed(stream.index, _Pictures(stream, pictures))
        if sounds and (stream := _chosen(film, streams, "audio")):
            reading.feed(stream.index, _Sounds(sounds, reading.start, reading.end))
        reading.run(progress or (lambda _: None))


class _Consumer(Protocol):
    """Takes the decoded frames of one stream."""

    def take(self, time: Fraction, frame: Any) -> None: ...

    def end(self) -> None: ...


class _Pictures:
    """Hands frames to picture sinks; those that want the same layout and size share one conversion."""

    def __init__(self, stream: Stream, sinks: Sequence[PictureSink]) -> None:
        self._groups: dict[tuple[Layout, tuple[int, int]], list[tuple[Gate, PictureSink]]] = {}
        for sink in sinks:
            key = (sink.wants.layout, sink.wants.size(stream))
            self._groups.setdefault(key, []).append((Gate(sink.wants.rate_hz), sink))
        self._scalers = {key: Scaler(*key) for key in self._groups}

    def take(self, time: Fraction, frame: av.VideoFrame) -> None:
        for key, members in self._groups.items():
            due = [sink for gate, sink in members if gate.lets(time)]
            if due:
                image = self._scalers[key].image(frame)
                for sink in due:
                    sink.take(float(time), image)

    def end(self) -> None:
        """Pictures are handed on at once: nothing is left."""


class _Sounds:
    """Hands frames to sound sinks; those that want the same share one conversion."""

    def __init__(self, sinks: Sequence[SoundSink], start: Fraction, end: Fraction | None) -> None:
        self._steady = Steady(start, end)
        wants = dict.fromkeys(sink.wants for sink in sinks)
        self._feeds = [SoundFeed(want, [sink for sink in sinks if sink.wants == want], start) for want in wants]

    def take(self, time: Fraction, frame: av.AudioFrame) -> None:
        for block in self._steady.blocks(time, plain_samples(frame), frame.sample_rate):
            for feed in self._feeds:
                feed.take(block, frame.layout, frame.sample_rate)

    def end(self) -> None:
        for feed in self._feeds:
            feed.end()


class _Track:
    """One stream being decoded: where it is, and what of it was damaged."""

    def __init__(self, stream: Any, consumer: _Consumer, zero: Fraction) -> None:
        self.stream, self.consumer = stream, consumer
        self.is_done = False
        self.n_packets = self.n_damaged = 0
        self.first_damage: Fraction | None = None
        self._zero, self._base = zero, base(stream)
        rate: Fraction | None = stream.average_rate if isinstance(stream, av.VideoStream) else None
        self._frame_length = 1 / rate if rate else Fraction(0)
        self._next = Fraction(0)  # where the next frame stands, should it come without a time

    def frames(self, packet: av.Packet[Any]) -> Iterator[tuple[Fraction, Fraction, Any]]:
        """The frames of a packet, each with its start and end on the film's clock."""
        self.n_packets += bool(packet.size)  # the last, empty one only asks for what is left
        try:
            decoded = packet.decode()
        except FFmpegError:
            self.damage()
            return
        frame: Any
        for frame in decoded:
            time = self._next if frame.pts is None else frame.pts * self._base - self._zero
            if isinstance(frame, av.AudioFrame):
                self._frame_length = Fraction(frame.samples, frame.sample_rate)
            self._next = time + self._frame_length
            yield time, self._next, frame

    def damage(self) -> None:
        """Count a packet whose picture or sound is not what it was."""
        self.n_damaged += 1
        self.first_damage = self._next if self.first_damage is None else self.first_damage


class _Reading:
    """The pass itself: packets in file order, each to its track, until the film or the wanted part ends."""

    def __init__(self, film: Film, container: InputContainer, within: Span | None) -> None:
        self._film, self._container, self._within = film, container, within
        self._zero = film_start(container)
        self.start = Fraction(within.start) if within else Fraction(0)
        self.end = Fraction(within.end) if within else None
        self._tracks: dict[int, _Track] = {}
        self._last: dict[int, av.Packet[Any]] = {}  # the packet of each stream that stands last so far

    def feed(self, index: int, consumer: _Consumer) -> None:
        """Decode a stream for a consumer."""
        stream = self._container.streams[index]
        if isinstance(stream, av.VideoStream):
            stream.thread_type = "AUTO"  # whole frames in parallel: slices alone leave most films on one core
        self._tracks[index] = _Track(stream, consumer, self._zero)

    def run(self, progress: Callable[[Seconds], None]) -> None:
        """Read, decode and hand on."""
        if self._within:
            seek(self._container, self._zero + self.start)
        report = self.start + PROGRESS
        try:
            for packet in self._container.demux():
                reached = self._read(packet)
                if reached is not None and reached >= report:
                    progress(min(float(reached), self._film.duration))
                    report = reached + PROGRESS
                if all(track.is_done for track in self._tracks.values()):
                    break
        except FFmpegError as error:
            raise self._cut_short() from error
        for track in self._tracks.values():
            track.consumer.end()
        self._check()

    def _read(self, packet: av.Packet[Any]) -> Fraction | None:
        """Handle one packet; how far it led on the film's clock, where it held frames."""
        index = packet.stream.index  # the last, empty packet of each stream has no number of its own
        if packet.size and _is_later(packet, self._last.get(index)):
            self._last[index] = packet
        track = self._tracks.get(index)
        if track is None or track.is_done:
            return None
        reached = None
        for time, end, frame in track.frames(packet):
            if self.end is not None and time >= self.end:
                track.is_done = True
                break
            if end > self.start or time >= self.start:
                if frame.is_corrupt:  # not before the wanted part: after a seek the first pictures often are
                    track.damage()
                track.consumer.take(time, frame)
                reached = time
        return reached

    def _check(self) -> None:
        """Raise when the film was damaged or ended early."""
        for index, track in self._tracks.items():
            if track.n_damaged > DAMAGED * track.n_packets:
                raise FilmError(f"{self._film.path!r}: {self._damage(track)}; copy or download it again")
            if track.n_damaged:
                log.warning("%r: %s; they were passed over", self._film.path, self._damage(track))
            promised = promised_stream_end(self._container, track.stream)
            if not track.is_done and promised is not None:
                self._check_end(self._found_end(index), promised - self._zero)
        if not all(track.is_done for track in self._tracks.values()):
            self._check_end(self._found_end(*self._last), Fraction(self._film.duration))

    def _found_end(self, *indices: int) -> Fraction:
        """Where the last packet of some streams ended, on the film's clock."""
        ends = [packet_end(self._last[index]) for index in indices if index in self._last]
        return max((end - self._zero for end in ends if end is not None), default=Fraction(0))

    def _check_end(self, found: Fraction, promised: Fraction) -> None:
        wanted = promised if self.end is None else min(promised, self.end)
        if found < wanted - SHORT:
            raise self._cut_short(found)

    def _cut_short(self, found: Fraction | None = None) -> FilmError:
        stopped = float(self._found_end(*self._last) if found is None else found)
        return FilmError(
            f"{self._film.path!r} stops at {stopped:.2f} s, but {self._film.duration:.2f} s were expected: it is cut "
            "short or damaged; copy or download it again, or keep what is there by ffmpeg -i FILM -c copy NEW"
        )

    def _damage(self, track: _Track) -> str:
        return (
            f"{track.n_damaged} of {track.n_packets} packets of the {track.stream.type} are damaged, "
            f"the first at {float(track.first_damage or 0):.2f} s"
        )


def _chosen(film: Film, streams: Sequence[Stream], kind: StreamKind) -> Stream | None:
    return next((stream for stream in streams if stream.kind == kind), film.first(kind))


def _is_later(packet: av.Packet[Any], last: av.Packet[Any] | None) -> bool:
    """Whether a packet with a time stands after the last one of its stream."""
    if packet.pts is None:
        return False
    return last is None or last.pts is None or packet.pts >= last.pts
