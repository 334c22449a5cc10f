"""Decodes a film once and feeds all picture and sound sinks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Protocol

import av

from cinescribe.media.film.container import opened
from cinescribe.media.film.decode_pass import DecodePass
from cinescribe.media.film.frame_scaling import FrameSampler, Image, Layout, PictureFormat, Scaler
from cinescribe.media.film.resample import GapFiller, Samples, Sound, SoundFeed, SoundSink, plain_samples
from cinescribe.schema import Film, Stream, StreamKind
from cinescribe.timing import Seconds, Span

__all__ = ["Image", "Layout", "PictureFormat", "PictureSink", "Samples", "Sound", "SoundSink", "read_through"]


class PictureSink(Protocol):
    """Receives the pictures of a film in order, upright, each with its time in seconds from the start of the film.

    Sinks share images, so they must not change them.
    """

    @property
    def wants(self) -> PictureFormat:
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
        decoding = DecodePass(film, container, within=within)
        if pictures and (stream := _choose(film, streams, "video")):
            decoding.feed(stream.index, PictureFeed(stream, pictures))
        if sounds and (stream := _choose(film, streams, "audio")):
            decoding.feed(stream.index, _SoundFeeds(sounds, decoding.start, decoding.end))
        decoding.run(progress or (lambda _: None))


class PictureFeed:
    """Passes frames to picture sinks; sinks with the same layout and size share one conversion."""

    def __init__(self, stream: Stream, sinks: Sequence[PictureSink]) -> None:
        self._groups: dict[tuple[Layout, tuple[int, int]], list[tuple[FrameSampler, PictureSink]]] = {}
        for sink in sinks:
            key = (sink.wants.layout, sink.wants.size(stream))
            self._groups.setdefault(key, []).append((FrameSampler(sink.wants.rate_hz), sink))
        self._scalers = {key: Scaler(*key) for key in self._groups}

    def take(self, time: Fraction, frame: av.VideoFrame) -> None:
        """Pass the next frame to the sinks for which it is due."""
        for key, members in self._groups.items():
            due = [sink for sampler, sink in members if sampler.is_due(time)]
            if due:
                image = self._scalers[key].image(frame)
                for sink in due:
                    sink.take(float(time), image)

    def skip(self, time: Fraction) -> None:
        """Leave out a frame that the sinks have had."""
        for members in self._groups.values():
            for sampler, _ in members:
                sampler.is_due(time)

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


def _choose(film: Film, streams: Sequence[Stream], kind: StreamKind) -> Stream | None:
    return next((stream for stream in streams if stream.kind == kind), film.track(kind))
