from pathlib import Path

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
    picture = film.first("video")
    assert picture is not None
    assert (picture.codec, picture.width, picture.height, picture.rotation) == ("mpeg4", 64, 48, 0)
    assert picture.rate_hz == pytest.approx(10, abs=0.5)


def test_sound_alone_is_a_film_without_pictures(tmp_path: Path) -> None:
    film = probe(write_film(tmp_path / "sound.wav", sounds=[(0, tone(1.5), "mono")]))
    assert film.first("video") is None
    assert film.duration == pytest.approx(1.5)


@pytest.mark.parametrize(("turn", "size", "rotation"), [(-90, (48, 64), 90), (90, (48, 64), 270), (180, (64, 48), 180)])
def test_the_size_is_that_of_the_upright_picture(
    tmp_path: Path, turn: int, size: tuple[int, int], rotation: int
) -> None:
    picture = probe(write_film(tmp_path / "film.mp4", [grey(90)] * 5, turn=turn)).first("video")
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


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FilmError, match=r"nowhere.mp4' cannot be read \(No such file.*\); name an existing file"):
        probe(tmp_path / "nowhere.mp4")


def test_folder(tmp_path: Path) -> None:
    with pytest.raises(FilmError, match="is a folder; name a regular file"):
        probe(tmp_path)


def test_empty_file(tmp_path: Path) -> None:
    (tmp_path / "empty.mp4").touch()
    with pytest.raises(FilmError, match=r"is empty \(0 bytes\); copy or download it again"):
        probe(tmp_path / "empty.mp4")


@pytest.mark.parametrize("content", [b"Once upon a time\n" * 50, bytes(range(256)) * 40])
def test_no_film(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "film.mp4").write_bytes(content)
    with pytest.raises(FilmError, match=r"cannot be read as a film .*; name a film file"):
        probe(tmp_path / "film.mp4")


def test_a_single_picture_is_no_film(tmp_path: Path) -> None:
    path = tmp_path / "still.png"
    av.VideoFrame.from_ndarray(grey(90), format="rgb24").to_image().save(path)
    with pytest.raises(FilmError, match="has a format that is not read"):
        probe(path)


def test_no_pictures_and_no_sound(tmp_path: Path) -> None:
    path = tmp_path / "words.mkv"
    with av.open(str(path), "w") as container:
        container.add_stream("srt")
        container.start_encoding()
    with pytest.raises(FilmError, match="has no pictures and no sound; name a film file"):
        probe(path)


def test_stream_without_length(tmp_path: Path) -> None:
    path = write_film(tmp_path / "film.mkv", [grey(90)] * 10, sounds=[(0, tone(0), "mono")])
    with pytest.raises(FilmError, match="its audio stream 0 has no length; remove it: ffmpeg"):
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
    picture = probe(shared("data/video/bbb/big_buck_bunny_small.mp4")).first("video")
    assert picture is not None
    assert (picture.width, picture.height) == (427, 240)
