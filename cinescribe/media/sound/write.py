"""Writes sound files, and copies of films with described sound."""

from __future__ import annotations

import io
import logging
import os
import struct
import wave
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO

import av
import numpy as np
from av.container import InputContainer, OutputContainer
from av.error import FFmpegError
from av.stream import Disposition

from cinescribe.errors import FilmError, LanguageError, OutputError
from cinescribe.language_tags import iso_639_2
from cinescribe.media.film.container import MICROSECOND, film_start, opened, playable
from cinescribe.media.film.resample import Samples
from cinescribe.media.sound.soundtrack import Pause, Soundtrack
from cinescribe.media.sound.track_label import TrackLabel
from cinescribe.schema import Film
from cinescribe.store import writing

_BIT_RATE = 96_000  # per channel
MAX_WAV_BYTES = (1 << 32) - 96  # limit of the WAV format

_AT_ONCE = 1 << 16  # samples
_FRAME = 1024  # samples handed to the encoder
_OPUS_RATE_HZ = 48000
_HELD = Fraction(5, 1000)  # seconds after a pause by which a picture may begin and still be the one that stays

# Matroska can hold picture subtitles; FFmpeg does not list them since it has no encoders for them.
_ALSO_SUPPORTED = {".mkv": {"hdmv_pgs_subtitle", "dvd_subtitle", "dvb_subtitle"}}

_NOT_SUPPORTED = {".mov": {"flac", "opus", "vorbis"}}  # listed by FFmpeg, but refused at the first packet
_WITH_EDITS = {".mp4", ".m4v", ".mov"}
_TERMINOLOGY = {".mp4", ".m4v"}  # containers that name languages by the terminological codes of ISO 639-2

_log = logging.getLogger(__name__)


_ENGLISH = TrackLabel()


def write_wav(path: str | PathLike[str], sound: Soundtrack, *, comment: str = "", synced: bool = False) -> None:
    """Write sound as a 16-bit WAV file.

    Args:
        path: the file.
        sound: what is heard.
        comment: the tag of that name, which players show among a file's properties.
        synced: as for `store.writing`.

    Raises:
        OutputError: when the file cannot be written, the disk is full, or the sound is too long for a WAV file.
    """
    if 2 * sound.samples.size + len(comment.encode()) > MAX_WAV_BYTES:
        raise OutputError(
            f"{sound.duration / 3600:.1f} h of sound do not fit into the 4 GB of a WAV file; write a described film"
        )
    with writing(Path(path), synced=synced) as partial, open(partial, "wb") as file:
        _write_samples(file, sound)
        if comment:
            _add_comment(file, comment)


def wav_bytes(sound: Soundtrack) -> bytes:
    """Return sound as the content of a 16-bit WAV file, for sound that is short."""
    file = io.BytesIO()
    _write_samples(file, sound)
    return file.getvalue()


def _write_samples(file: BinaryIO, sound: Soundtrack) -> None:
    with wave.open(file, "wb") as out:
        out.setnchannels(len(sound.samples))
        out.setsampwidth(2)
        out.setframerate(sound.rate_hz)
        for block in _blocks(sound.samples, _AT_ONCE):
            out.writeframes(np.ascontiguousarray((np.clip(block.T, -1, 1) * 32767).round().astype("<i2")).tobytes())


def _add_comment(file: BinaryIO, comment: str) -> None:
    """Add the tag `comment` to an open WAV file, as RIFF has it: a list of facts behind the sound."""
    data = comment.encode() + b"\0"
    facts = b"INFO" + b"ICMT" + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
    file.seek(0, os.SEEK_END)
    file.write(b"LIST" + struct.pack("<I", len(facts)) + facts)
    size = file.tell() - 8  # bytes after this number and the name before it
    file.seek(4)
    file.write(struct.pack("<I", size))


def write_described(
    film: Film,
    sound: Soundtrack,
    path: str | PathLike[str],
    *,
    pauses: Sequence[Pause] = (),
    label: TrackLabel = _ENGLISH,
    comment: str = "",
) -> None:
    """Write a copy of a film with the described sound as its first audio stream.

    Pictures, sound and subtitles of the film are copied without re-encoding; subtitles that the container cannot hold
    are dropped, with a warning. During a pause the picture shown at its moment stays.

    Args:
        film: the film.
        sound: the described sound, pauses included.
        path: the copy; its suffix selects the container: .mp4, .mov, .mkv, .webm.
        pauses: pauses of the film; `sound` contains them.
        label: title and language of the described sound.
        comment: the tag of that name, which players show among a file's properties.

    Raises:
        FilmError: when the film cannot be read.
        OutputError: when the container cannot hold the pictures, the file cannot be written, or the disk is full.
    """
    if Path(path).exists() and Path(path).samefile(film.path):
        raise OutputError(f"{str(path)!r} is the film itself; name another file for the described copy")
    with opened(film.path) as source, writing(Path(path)) as partial:
        try:
            with _container(partial) as target:
                if comment:
                    target.metadata["comment"] = comment
                _Copy(film, source, target).run(sound, pauses, label)
        except FFmpegError as error:
            raise OutputError(
                f"{str(path)!r} cannot be written ({error.strerror}); name a writable folder with free space"
            ) from error


def _container(path: Path) -> OutputContainer:
    try:
        # Without the prefix, a name with a colon would be that of a protocol.
        return av.open(f"file:{path}", "w", options={"avoid_negative_ts": "disabled"})
    except ValueError as error:
        raise OutputError(
            f"{path.suffix!r} is not the suffix of a film container; use .mp4, .mkv, .mov or .webm"
        ) from error


class _Copy:
    """Copies one film into another container."""

    def __init__(self, film: Film, source: InputContainer, target: OutputContainer) -> None:
        self._film, self._source, self._target = film, source, target
        self._suffix = Path(target.name).suffix.lower()
        self._pairs: dict[int, Any] = {}  # streams of the copy by index of the original

    def run(self, sound: Soundtrack, pauses: Sequence[Pause], label: TrackLabel) -> None:
        """Copy all packets, interleaved with the described sound."""
        own: list[Any] = list(playable(self._source))
        for stream in own:
            if stream.type == "video":
                self._add(stream)
        encoder = _Encoder(self._target, sound, label, code=self._code(label.language))
        for stream in [one for one in own if one.type == "audio"] + list(self._source.streams.subtitles):
            self._add(stream)
        # Sound that ends before the film begins is priming. MP4 and QuickTime mark it as not to be played; Matroska
        # says how much there is, which is only known of a film that says it too.
        keeps_priming = self._suffix in _WITH_EDITS or "matroska" in self._source.format.name
        try:
            # From a file of its own: to seek back to the start would skip sound that comes before the first picture.
            with opened(self._film.path) as ahead:
                clock = _PausedClock(ahead, list(self._pairs), pauses)
            for packet in _packets(self._source, list(self._pairs)):
                encoder.encode_until(clock.retime(packet))
                copy = self._pairs[packet.stream_index]
                if copy.type != "audio" or keeps_priming or packet.pts + (packet.duration or 0) > 0:
                    packet.stream = copy
                    self._target.mux(packet)
        except av.error.InvalidDataError as error:
            raise FilmError(
                f"{self._film.path!r} cannot be read to its end ({error.strerror}); copy or download it again"
            ) from error
        encoder.finish()

    def _code(self, language: str) -> str:
        """The code of a language as the container has it: Matroska and QuickTime know that of libraries."""
        try:
            return iso_639_2(language, bibliographic=self._suffix not in _TERMINOLOGY)
        except LanguageError:  # a script may name any language
            return "und"

    def _add(self, stream: Any) -> None:
        """Add a stream to the copy, or warn that it is dropped."""
        codec = stream.codec_context.codec.canonical_name if stream.codec_context else "unknown"
        suffix = self._suffix
        supported = self._target.supported_codecs | _ALSO_SUPPORTED.get(suffix, set())
        if codec in supported - _NOT_SUPPORTED.get(suffix, set()):
            copy = self._target.add_stream_from_template(stream)
            copy.metadata.update({key: stream.metadata[key] for key in ("language", "title") if key in stream.metadata})
            copy.disposition = (
                stream.disposition & ~Disposition.default if stream.type == "audio" else stream.disposition
            )
            self._pairs[stream.index] = copy
        elif stream.type == "video":
            raise OutputError(f"{suffix} cannot hold the film's pictures ({codec}); use .mkv")
        else:
            _log.warning(
                "%s cannot hold the film's %s track %d (%s); it is dropped", suffix, stream.type, stream.index, codec
            )


class _Encoder:
    """Encodes the described sound as the first audio stream of the copy."""

    def __init__(self, target: OutputContainer, sound: Soundtrack, label: TrackLabel, *, code: str) -> None:
        self._target, self._sound = target, sound
        opus = "aac" not in target.supported_codecs
        self._stream: Any = target.add_stream(
            "libopus" if opus else "aac",
            rate=_OPUS_RATE_HZ if opus else sound.rate_hz,
            layout="mono" if len(sound.samples) == 1 else "stereo",
            bit_rate=_BIT_RATE * len(sound.samples),
        )
        # Players show the handler's name from MP4 and QuickTime, and the title from Matroska.
        self._stream.metadata.update({"title": label.title, "handler_name": label.title, "language": code})
        self._stream.disposition = Disposition.default | Disposition.descriptions | Disposition.visual_impaired
        self._n_done = 0

    def encode_until(self, time: Fraction) -> None:
        """Encode the sound before a time, so that sound and pictures are interleaved in the file."""
        until = min(int(time * self._sound.rate_hz), self._sound.samples.shape[1])
        while self._n_done < until:
            block = np.ascontiguousarray(self._sound.samples[:, self._n_done : self._n_done + _FRAME])
            frame = av.AudioFrame.from_ndarray(block, "fltp", self._stream.layout.name)
            frame.sample_rate, frame.pts = self._sound.rate_hz, self._n_done
            frame.time_base = Fraction(1, self._sound.rate_hz)
            self._target.mux(self._stream.encode(frame))
            self._n_done += block.shape[1]

    def finish(self) -> None:
        """Encode the rest."""
        self.encode_until(Fraction(self._sound.samples.shape[1], self._sound.rate_hz))
        self._target.mux(self._stream.encode(None))


class _PausedClock:
    """Changes times of packets to the clock of the copy, which starts at 0 and includes the pauses.

    The picture that begins at a pause is the one that stays; cue times are rounded to milliseconds.
    """

    def __init__(self, source: InputContainer, indices: Sequence[int], pauses: Sequence[Pause]) -> None:
        self._start = film_start(source)
        self._pauses = [(self._start + Fraction(pause.at), Fraction(pause.seconds)) for pause in pauses]
        self._decoded = {index: iter(times) for index, times in self._decoding_times(source, indices).items()}

    def retime(self, packet: Any) -> Fraction:
        """Change the times of a packet, and return its decoding time in seconds of the copy."""
        base, stamp = packet.time_base, _stamp(packet)
        start = stamp + self._shift(stamp, base, packet.stream.type)
        if packet.stream.type == "subtitle":
            end = stamp + (packet.duration or 0)
            packet.duration = end + self._shift(end, base, packet.stream.type) - start
        packet.pts, packet.dts = start, next(self._decoded[packet.stream_index])
        return Fraction(packet.dts * base)

    def _shift(self, stamp: int, base: Fraction, kind: str) -> int:
        """Return the delay of a time of the source, in the time base of the stream."""
        time = stamp * base - (_HELD if kind == "video" else 0)
        paused = sum((length for at, length in self._pauses if at <= time), Fraction(0))
        return round((paused - self._start) / base)

    def _decoding_times(self, source: InputContainer, indices: Sequence[int]) -> dict[int, list[int]]:
        """Return the decoding time of each packet, for each stream in the order of packets.

        Some containers have none, so presentation times are sorted, and all moved back until none is later than the
        presentation of its picture. B-frames are decoded after the pictures they refer to, so no packet is delayed
        more than any packet after it: decoding times must not decrease.
        """
        shown: dict[int, list[int]] = {index: [] for index in indices}
        for packet in _packets(source, indices):
            shown[packet.stream_index].append(_stamp(packet))
        decoded = {}
        for index, stamps in shown.items():
            ordered = sorted(stamps)
            late = max((time - stamp for time, stamp in zip(ordered, stamps, strict=True)), default=0)
            base, kind = source.streams[index].time_base or MICROSECOND, source.streams[index].type
            shifts = list(accumulate((self._shift(stamp, base, kind) for stamp in reversed(stamps)), min))[::-1]
            decoded[index] = [time - late + shift for time, shift in zip(ordered, shifts, strict=True)]
        return decoded


def _stamp(packet: Any) -> int:
    return int(packet.dts if packet.pts is None else packet.pts)


def _packets(source: InputContainer, indices: Sequence[int]) -> Iterator[Any]:
    if indices:
        for packet in source.demux([source.streams[index] for index in indices]):
            if packet.size and (packet.pts is not None or packet.dts is not None):
                yield packet


def _blocks(samples: Samples, length: int) -> Iterator[Samples]:
    for first in range(0, samples.shape[1], length):
        yield samples[:, first : first + length]
