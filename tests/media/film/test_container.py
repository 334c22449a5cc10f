import os
import shutil
import socket
import threading
from pathlib import Path
from typing import Any

import av
import pytest

from cinescribe.errors import FilmError
from cinescribe.media.film.container import opened
from cinescribe.media.film.probe import probe
from tests.media.films import grey, tone, write_film

LISTS = {
    "list.ffconcat": "ffconcat version 1.0\nfile {film}\n",
    "list.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:1,\n{film}\n#EXT-X-ENDLIST\n",
    "list.pls": "[playlist]\nFile1={film}\n",
    "list.sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n",
}
ODD_NAMES = [
    "-i.mkv",
    "concat:film.mkv|film.mkv",
    "subfile,,start,0,end,9,,:film.mkv",
    "film%d.mkv",
    "two\nlines.mkv",
    os.fsdecode(b"f\xff.mkv"),
]


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        *[("film.mov", "mpeg4"), ("film.mp4", "libx264"), ("film.3gp", "mpeg4"), ("film.mkv", "mpeg4")],
        *[("film.webm", "libvpx"), ("film.avi", "mpeg4"), ("film.ts", "mpeg2video"), ("film.mpg", "mpeg2video")],
        *[("film.vob", "mpeg2video"), ("film.flv", "flv"), ("film.wmv", "wmv2"), ("film.nut", "mpeg4")],
        *[("film.rm", "rv10"), ("film.ivf", "libvpx"), ("film.y4m", "rawvideo"), ("film.wtv", "mpeg2video")],
    ],
)
def test_common_film_formats_are_read(tmp_path: Path, name: str, codec: str) -> None:
    film = probe(_film(tmp_path / name, codec))
    assert film.track("video") is not None
    assert film.duration == pytest.approx(0.4, abs=0.1)


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        *[("s.wav", "pcm_s16le"), ("s.w64", "pcm_s16le"), ("s.aiff", "pcm_s16be"), ("s.caf", "pcm_s16be")],
        *[("s.au", "pcm_s16be"), ("s.flac", "flac"), ("s.mp3", "libmp3lame"), ("s.aac", "aac"), ("s.m4a", "aac")],
        *[("s.ac3", "ac3"), ("s.eac3", "eac3"), ("s.opus", "libopus"), ("s.tta", "tta")],
        ("s.wv", "wavpack"),
    ],
)
def test_common_sound_formats_are_read(tmp_path: Path, name: str, codec: str) -> None:
    film = probe(_sound(tmp_path / name, codec))
    assert film.track("audio") is not None
    assert film.duration == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize(("name", "codec"), [("raw.h264", "libx264"), ("raw.m2v", "mpeg2video")])
def test_a_raw_stream_is_to_be_converted(tmp_path: Path, name: str, codec: str) -> None:
    with pytest.raises(FilmError, match=r"has a format that is not read.* convert it: ffmpeg -i FILM NEW.mp4"):
        probe(_film(tmp_path / name, codec))


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"Two men walk.\n" * 50, "a text file"),
        ("é".encode() * 300, "a text file"),
        (b"\xef\xbb\xbfOne.", "a text file"),
        (b"\n<!DOCTYPE HTML><html>", "a web page"),
        (b"%PDF-1.7\n\xe2\xe3", "a PDF document"),
        (b"PK\x03\x04\x14\x00", "a ZIP archive"),
        (b"\x89PNG\r\n\x1a\n", r"a picture \(PNG\)"),
    ],
)
def test_file_of_another_kind_is_named(tmp_path: Path, content: bytes, kind: str) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(content)
    with pytest.raises(FilmError, match=rf"film.mp4' is {kind}, not a film; name a film file, or, if it was one"):
        probe(path)


@pytest.mark.parametrize("name", LISTS)
def test_a_playlist_is_refused_and_its_files_are_not_opened(tmp_path: Path, name: str) -> None:
    with Lure(tmp_path / "lure.mkv") as lure:
        (tmp_path / name).write_text(LISTS[name].format(film="lure.mkv"))
        with pytest.raises(FilmError, match=r"is a playlist \(.*\), which only names other files; name one film file"):
            probe(tmp_path / name)
    assert not lure.was_opened


@pytest.mark.parametrize(
    "name", ["concat:lure.mkv", "subfile,,start,0,end,0,,:lure.mkv", "lure%d.mkv", "file:lure.mkv"]
)
def test_a_name_is_never_a_protocol_or_a_pattern(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    place = tmp_path / name.replace("%d", "0").rpartition(":")[2]
    with Lure(place) as lure, pytest.raises(FilmError, match="cannot be read"):
        probe(name)
    assert not lure.was_opened


def test_lure_is_opened_without_protection(tmp_path: Path) -> None:
    with Lure(tmp_path / "lure.mkv") as lure:
        (tmp_path / "list").write_text("ffconcat version 1.0\nfile lure.mkv\n")
        with pytest.raises(av.FFmpegError):
            av.open(str(tmp_path / "list"))
    assert lure.was_opened


def test_film_does_not_open_a_referenced_file(tmp_path: Path) -> None:
    path = tmp_path / "film.mov"
    path.write_bytes(_referring(_film(path, "mpeg4").read_bytes(), "lure.mkv"))
    with Lure(tmp_path / "lure.mkv") as lure, pytest.raises(FilmError, match="has no pictures of"):
        probe(path)
    assert not lure.was_opened
    with Lure(tmp_path / "other" / "lure.mkv") as lure:
        shutil.copy(path, tmp_path / "other")
        with av.open(str(tmp_path / "other" / "film.mov"), options={"enable_drefs": "1"}):
            pass
    assert lure.was_opened  # so the reference is one that FFmpeg understands


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_name_is_only_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    film = write_film(tmp_path / "whole.mkv", [grey(90)] * 5)
    shutil.copy(film, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    assert probe(name).duration == pytest.approx(0.5)


def test_pipes_sockets_and_devices_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.mp4")
    with pytest.raises(FilmError, match=r"pipe.mp4' is a pipe; name a regular file"):
        probe(tmp_path / "pipe.mp4")
    with pytest.raises(FilmError, match=r"'/dev/zero' is a device; name a regular file"):
        probe("/dev/zero")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        with pytest.raises(FilmError, match=r"socket' cannot be read \(.*\); name an existing file"):
            probe(tmp_path / "socket")


def test_opened_film_stays_readable_after_deletion(tmp_path: Path) -> None:
    path = write_film(tmp_path / "film.mkv", [grey(90)] * 5)
    with opened(path) as container:
        path.unlink()
        assert sum(1 for _ in container.decode(video=0)) == 5


class Lure:
    """A pipe that notes whether anybody opened it."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(exist_ok=True)
        os.mkfifo(path)
        self.was_opened = False
        self._path, self._done = path, threading.Event()
        self._thread = threading.Thread(target=self._wait, daemon=True)

    def __enter__(self) -> "Lure":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        reader = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK)
        self._thread.join()
        os.close(reader)

    def _wait(self) -> None:
        with open(self._path, "wb"):  # waits for a reader
            self.was_opened = not self._done.is_set()


def _film(path: Path, codec: str) -> Path:
    """Ten pictures, with 25 in a second."""
    with av.open(str(path), "w") as container:
        stream: Any = container.add_stream(codec, rate=25)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        for n in range(10):
            frame = av.VideoFrame.from_ndarray(grey(20 * n), format="rgb24").reformat(format="yuv420p")
            frame.pts = n
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return path


def _sound(path: Path, codec: str) -> Path:
    """A second of sound."""
    with av.open(str(path), "w") as container:
        stream: Any = container.add_stream(codec, rate=48000, layout="mono")
        frame = av.AudioFrame.from_ndarray(tone(1, rate_hz=48000), format="flt", layout="mono")
        frame.sample_rate = 48000
        context = stream.codec_context
        resampler = av.AudioResampler(context.format, "mono", 48000, frame_size=context.frame_size)
        for part in [*resampler.resample(frame), *resampler.resample(None)]:
            container.mux(stream.encode(part))
        container.mux(stream.encode())
    return path


def _referring(film: bytes, name: str) -> bytes:
    """A QuickTime film whose pictures are in another file of its folder: an alias record of the Macintosh."""
    levels = b"\0\1\0\1"  # one up from this file, one down to that
    alias = bytes(4 + 10 + 28 + 12 + 64 + 16) + levels + bytes(16)
    place = f":{name}".encode()
    alias += b"\0\2" + len(place).to_bytes(2, "big") + place + bytes(len(place) % 2) + b"\xff\xff\0\0"
    old = (12).to_bytes(4, "big") + b"url \0\0\0\1"
    new = (len(alias) + 8).to_bytes(4, "big") + b"alis" + alias
    out, at = bytearray(film), film.index(old)
    for atom in (b"moov", b"trak", b"mdia", b"minf", b"dinf", b"dref"):
        size = film.rindex(atom, 0, at) - 4
        out[size : size + 4] = (int.from_bytes(film[size : size + 4], "big") + len(new) - len(old)).to_bytes(4, "big")
    return bytes(out[:at] + new + out[at + len(old) :])
