"""Whether browsers play a film as it is, and a copy of it that they play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from av.container import InputContainer, OutputContainer
from av.error import FFmpegError

from cinescribe.errors import OutputError
from cinescribe.media.film.container import film_start, opened, stream_at
from cinescribe.media.film.encoded_film import EncodedPictures, EncodedSound, opened_mp4
from cinescribe.media.film.frame_scaling import PictureFormat
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import Samples
from cinescribe.schema import Film
from cinescribe.store import writing
from cinescribe.timing import Seconds

_WIDTH = 640  # pixels, at most: enough to find a place in the film by
# Chromium, Firefox and Safari play these (https://developer.mozilla.org/docs/Web/Media/Guides/Formats): by container,
# as FFmpeg names it, the codecs of pictures and of sound.
_PLAYED = {
    "mov": ({"h264", "av1", "vp9"}, {"aac", "mp3", "opus", "flac"}),
    "matroska": ({"vp8", "vp9", "av1"}, {"vorbis", "opus"}),
}
_WEBM = ".webm"  # the only name under which browsers take Matroska
_PLAIN = {"yuv420p", "yuvj420p"}  # pixels of eight bits; decoders of browsers refuse others
_EARLIEST: Seconds = 0.05  # a film whose clock begins later would be out of step with its description
# Few bits and little work: the copy is for the desk, not for an audience. A key picture every 48 makes seeking quick.
_VIDEO_OPTIONS = {"preset": "ultrafast", "crf": "28", "g": "48", "threads": "1"}


def is_for_browsers(film: Film) -> bool:
    """Return whether browsers play a film as it is, with the sound that is used of it.

    Raises:
        FilmError: when it cannot be read.
    """
    with opened(film.path) as container:
        names = set(container.format.name.split(","))
        played = next((codecs for name, codecs in _PLAYED.items() if name in names), None)
        if played is None or ("matroska" in names and Path(film.path).suffix.lower() != _WEBM):
            return False
        video, audio = film.track("video"), film.track("audio")
        is_plain = video is None or _pixels(container, video.index, film) in _PLAIN
        is_first = audio is None or audio == film.of_kind("audio")[0]
        codecs = (video is None or video.codec in played[0]) and (audio is None or audio.codec in played[1])
        return is_plain and is_first and codecs and abs(float(film_start(container))) <= _EARLIEST


def write_browser_copy(film: Film, path: Path, *, progress: Callable[[Seconds], None] | None = None) -> None:
    """Write a film as MP4 with H.264 and AAC, whose clock is that of the film.

    Pictures are copied where browsers play them, else they are at most `_WIDTH` pixels wide. The sound is that which is
    used of the film.

    Args:
        film: the film, from `probe`.
        path: the file.
        progress: called regularly with the second that was reached; what it raises ends the copy.

    Raises:
        FilmError: when the film cannot be read.
        OutputError: when the file cannot be written.
    """
    try:
        with writing(path) as partial, opened_mp4(partial) as target:
            _write(film, target, progress)
    except FFmpegError as error:
        raise OutputError(
            f"{str(path)!r} cannot be written ({error.strerror}); name a writable folder with free space"
        ) from error


def _write(film: Film, target: OutputContainer, progress: Callable[[Seconds], None] | None) -> None:
    video, audio = film.track("video"), film.track("audio")
    with opened(film.path) as source:
        copied = None
        if video is not None and _can_be_copied(source, video.index, film):
            with opened(film.path) as ahead:
                decoded = _decoding_times(ahead, video.index)
            copied = _CopiedPictures(source, target, video.index, decoded)
        pictures = (
            [EncodedPictures(target, video, 0.0, wants=PictureFormat("yuv420p", width=_WIDTH), options=_VIDEO_OPTIONS)]
            if video and copied is None
            else []
        )
        sound = None if audio is None else EncodedSound(target)
        sounds = [] if sound is None else [_InTurn(sound, copied)]
        if pictures or sounds:
            read_through(film, pictures=pictures, sounds=sounds, progress=progress)
        if copied is not None:
            copied.until(None)
        for picture in pictures:
            picture.end()
        if sound is not None:
            sound.end()


def _pixels(container: InputContainer, index: int, film: Film) -> str:
    return str(stream_at(container, index, film).format.name)


def _can_be_copied(source: InputContainer, index: int, film: Film) -> bool:
    """Whether pictures of a stream can be put into MP4 as they are: with times, in a format of browsers."""
    stream = stream_at(source, index, film)
    has_times = bool({"mov", "matroska"} & set(source.format.name.split(",")))
    return has_times and stream.codec_context.name == "h264" and _pixels(source, index, film) in _PLAIN


def _decoding_times(source: InputContainer, index: int) -> list[int]:
    """Return the decoding time of each picture: Matroska does not say it, and MP4 needs it.

    Times of presentation are sorted, and all moved back until no picture is shown before it is decoded.
    """
    shown = [_stamp(packet) for packet in _packets(source, index)]
    ordered = sorted(shown)
    late = max((time - stamp for time, stamp in zip(ordered, shown, strict=True)), default=0)
    return [time - late for time in ordered]


def _packets(source: InputContainer, index: int) -> Iterator[Any]:
    for packet in source.demux(source.streams[index]):
        if packet.size and (packet.pts is not None or packet.dts is not None):
            yield packet


def _stamp(packet: Any) -> int:
    return int(packet.dts if packet.pts is None else packet.pts)


class _CopiedPictures:
    """Copies the pictures of a film without encoding them."""

    def __init__(self, source: InputContainer, target: OutputContainer, index: int, decoded: Sequence[int]) -> None:
        self._target, self._decoded = target, iter(decoded)
        self._copy = target.add_stream_from_template(source.streams[index])
        self._start = film_start(source)
        self._packets = self._read(source, index)
        self._next: Any = next(self._packets, None)

    def until(self, time: Fraction | None) -> None:
        """Copy those before a second of the film; None: all."""
        while self._next is not None and (time is None or self._next.dts * self._next.time_base < time):
            packet, self._next = self._next, next(self._packets, None)
            packet.stream = self._copy
            self._target.mux(packet)

    def _read(self, source: InputContainer, index: int) -> Iterator[Any]:
        for packet in _packets(source, index):
            shift = round(self._start / packet.time_base)
            packet.pts, packet.dts = _stamp(packet) - shift, next(self._decoded) - shift
            yield packet


class _InTurn:
    """A sound sink that lets the pictures before its sound be written first, as players want them."""

    def __init__(self, sound: EncodedSound, pictures: _CopiedPictures | None) -> None:
        self.wants, self._sound, self._pictures = sound.wants, sound, pictures

    def take(self, start: Seconds, samples: Samples) -> None:
        if self._pictures is not None:
            self._pictures.until(Fraction(start))
        self._sound.take(start, samples)
