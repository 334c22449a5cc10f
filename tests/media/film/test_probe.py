import struct
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import pytest

from cinescribe.errors import FilmError
from cinescribe.media.film.probe import probe
from tests.media.films import grey, tone, write_film
from tests.shared import shared


def test_every_stream_is_listed(tmp_path: Path) -> None:
    path = write_film(
        tmp_path / "film.mkv", [grey(90)] * 20, sounds=[(0, tone(2), "mono"), (0, tone(2).repeat(2, 0), "stereo")]
    )
    film = probe(path)
    assert film.path == str(path)
    assert film.duration == pytest.approx(2.0, abs=0.02)
    assert [stream.kind for stream in film.streams] == ["audio", "audio", "video"]
    assert [stream.n_channels for stream in film.streams] == [1, 2, None]
    picture = film.track("video")
    assert picture is not None
    assert (picture.codec, picture.width, picture.height, picture.rotation) == ("mpeg4", 64, 48, 0)
    assert picture.rate_hz == pytest.approx(10, abs=0.5)


def test_sound_file_is_a_film_without_pictures(tmp_path: Path) -> None:
    film = probe(write_film(tmp_path / "sound.wav", sounds=[(0, tone(1.5), "mono")]))
    assert film.track("video") is None
    assert film.duration == pytest.approx(1.5)


@pytest.mark.parametrize(("turn", "size", "rotation"), [(-90, (48, 64), 90), (90, (48, 64), 270), (180, (64, 48), 180)])
def test_the_size_is_that_of_the_upright_picture(
    tmp_path: Path, turn: int, size: tuple[int, int], rotation: int
) -> None:
    picture = probe(write_film(tmp_path / "film.mp4", [grey(90)] * 5, turn=turn)).track("video")
    assert picture is not None
    assert (picture.width, picture.height) == size
    assert picture.rotation == rotation


def test_duration_counts_from_the_first_picture_or_sound(tmp_path: Path) -> None:
    times = [5 + n / 10 for n in range(20)]
    path = write_film(tmp_path / "late.mkv", [grey(90)] * 20, times, sounds=[(4.5, tone(2), "mono")])
    assert probe(path).duration == pytest.approx(2.5, abs=0.02)


def test_duration_is_found_without_a_declared_one(tmp_path: Path) -> None:
    whole = write_film(tmp_path / "whole.mkv", [grey(90)] * 30, options={"live": "1"})
    with av.open(str(whole)) as container:
        assert container.duration is None
    assert probe(whole).duration == pytest.approx(3.0, abs=0.02)


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FilmError, match=r"nowhere.mp4' cannot be read \(No such file.*\); name an existing file"):
        probe(tmp_path / "nowhere.mp4")


def test_folder_instead_of_a_film_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FilmError, match=r"cannot be read \(Is a directory\); name an existing file"):
        probe(tmp_path)


def test_empty_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.mp4").touch()
    with pytest.raises(FilmError, match=r"is empty \(0 bytes\); copy or download it again"):
        probe(tmp_path / "empty.mp4")


def test_file_that_is_not_a_film_is_refused(tmp_path: Path) -> None:
    (tmp_path / "film.mp4").write_bytes(bytes(range(256)) * 40)
    with pytest.raises(FilmError, match=r"cannot be read as a film .*; name a film file"):
        probe(tmp_path / "film.mp4")


def test_single_picture_is_not_a_film(tmp_path: Path) -> None:
    path = tmp_path / "still.png"
    av.VideoFrame.from_ndarray(grey(90), format="rgb24").to_image().save(path)
    with pytest.raises(FilmError, match=r"is a picture \(PNG\), not a film"):
        probe(path)


def test_no_pictures_and_no_sound(tmp_path: Path) -> None:
    path = tmp_path / "data.ts"
    with av.open(str(path), "w") as container:
        packet = av.Packet(b"data")
        packet.stream, packet.pts, packet.dts = container.add_data_stream("bin_data"), 0, 0
        container.mux(packet)
    with pytest.raises(FilmError, match="has no pictures of at most 67108864 pixels and no sound; name a film file"):
        probe(path)


def test_stream_without_length(tmp_path: Path) -> None:
    path = write_film(tmp_path / "film.mkv", [grey(90)] * 10, sounds=[(0, tone(0), "mono")])
    with pytest.raises(FilmError, match="its audio stream 0 has no length; remove it: ffmpeg"):
        probe(path)


def test_the_only_stream_is_not_to_be_removed(tmp_path: Path) -> None:
    path = tmp_path / "film.y4m"
    path.write_text("YUV4MPEG2 W64 H48 F25:1\n")
    with pytest.raises(FilmError, match="has one video stream without any time; name another film, or write it with"):
        probe(path)


def test_huge_pictures_are_refused_before_one_is_decoded(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    with av.open(str(path), "w") as container:
        stream: Any = container.add_stream("rawvideo", rate=10)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        container.mux(stream.encode(av.VideoFrame.from_ndarray(grey(9), format="rgb24").reformat(format="yuv420p")))
    assert probe(path).track("video") is not None
    head, tail = path.read_bytes().split(b"strf", 1)
    path.write_bytes(head + b"strf" + tail.replace(struct.pack("<ii", 64, 48), struct.pack("<ii", 20_000, 20_000), 1))
    with pytest.raises(FilmError, match="has no pictures of at most 67108864 pixels and no sound"):
        probe(path)


def test_pixels_that_are_shown_a_million_times_as_wide(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    with av.open(str(path), "w") as container:
        stream: Any = container.add_stream("mpeg4", rate=10)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        stream.codec_context.sample_aspect_ratio = Fraction(3, 2)
        container.mux(stream.encode(av.VideoFrame.from_ndarray(grey(9), format="rgb24").reformat(format="yuv420p")))
        container.mux(stream.encode())
    assert probe(path).streams[0].width == 96
    head, tail = path.read_bytes().split(b"pasp", 1)
    path.write_bytes(head + b"pasp" + struct.pack(">II", 2_000_000, 1) + tail[8:])
    with pytest.raises(FilmError, match="its video stream 0 shows pictures of 128000000 x 48 pixels; at most 67108864"):
        probe(path)


@pytest.mark.parametrize("rate", [1, 10**9])
def test_a_rate_that_no_sound_has(tmp_path: Path, rate: int) -> None:
    path = write_film(tmp_path / "sound.wav", sounds=[(0, tone(1), "mono")])
    path.write_bytes(path.read_bytes().replace(struct.pack("<I", 8000), struct.pack("<I", rate), 1))
    with pytest.raises(FilmError, match=f"audio stream 0 has {rate} samples per second; 1000 to 768000 can be read"):
        probe(path)


def test_more_streams_than_any_film_has(tmp_path: Path) -> None:
    path = write_film(tmp_path / "film.mkv", sounds=[(0, tone(0.1), "mono")] * 129)
    with pytest.raises(FilmError, match="has 129 streams of pictures and sound; at most 128 can be read; keep some"):
        probe(path)


def test_mp4_without_its_index(tmp_path: Path) -> None:
    path = write_film(tmp_path / "film.mp4", [grey(90)] * 10)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(FilmError, match="truncated or damaged"):
        probe(path)


def test_a_late_subtitle_does_not_lengthen_a_film() -> None:
    film = probe(shared("data/video/popeye/p1.mkv"))
    assert film.duration == pytest.approx(59.999, abs=0.01)
    assert [stream.codec for stream in film.streams] == ["hevc", "pgssub"]


def test_all_streams_of_a_film_with_two_of_each() -> None:
    film = probe(shared("data/video/nasa/nasa_13013.mp4"))
    assert [stream.kind for stream in film.streams] == ["video", "audio", "subtitle"] * 2
    assert film.streams[0].language == "eng"


def test_the_size_is_in_square_pixels() -> None:
    picture = probe(shared("data/video/bbb/big_buck_bunny_small.mp4")).track("video")
    assert picture is not None
    assert (picture.width, picture.height) == (427, 240)
