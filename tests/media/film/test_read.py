import logging
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from cinescribe.errors import FilmError
from cinescribe.media.film import decode_pass
from cinescribe.media.film.frame_scaling import PictureFormat, yuv_planes
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import GapFiller, Sound
from cinescribe.timing import Span
from tests.media.films import PictureCollector, SoundCollector, grey, tone, write_film
from tests.shared import shared

RED, GREEN, BLUE, WHITE = (200, 0, 0), (0, 200, 0), (0, 0, 200), (230, 230, 230)


def quarters(*colours: tuple[int, int, int]) -> np.ndarray:
    """A picture of four colours: top left, top right, bottom left, bottom right."""
    image = np.zeros((48, 64, 3), np.uint8)
    image[:24, :32], image[:24, 32:], image[24:, :32], image[24:, 32:] = colours
    return image


def corners(image: np.ndarray) -> list[int]:
    """The colour (0 red, 1 green, 2 blue, 3 white) of each quarter of a picture."""
    height, width = image.shape[:2]
    points = [image[y, x].astype(int) for y in (height // 4, 3 * height // 4) for x in (width // 4, 3 * width // 4)]
    return [int(np.abs(np.array([RED, GREEN, BLUE, WHITE]) - point).sum(axis=1).argmin()) for point in points]


def test_frames_are_selected_by_time(tmp_path: Path) -> None:
    times = [0.0, 0.04, 0.3, 0.31, 0.32, 0.9, 1.0, 2.5, 2.6]
    film = probe(write_film(tmp_path / "vfr.mkv", [grey(20 * n) for n in range(9)], times))
    every, some = PictureCollector(PictureFormat("gray")), PictureCollector(PictureFormat("gray", rate_hz=2))
    read_through(film, pictures=[every, some])
    assert every.times == pytest.approx(times)
    assert some.times == pytest.approx([0.0, 0.9, 1.0, 2.5])
    assert [int(image.mean()) // 20 for image in some.images] == pytest.approx([0, 5, 6, 7], abs=1)


@pytest.mark.parametrize(
    ("turn", "expected"), [(-90, [2, 0, 3, 1]), (90, [1, 3, 0, 2]), (180, [3, 2, 1, 0]), (0, [0, 1, 2, 3])]
)
def test_pictures_are_upright(tmp_path: Path, turn: int, expected: list[int]) -> None:
    film = probe(write_film(tmp_path / "film.mp4", [quarters(RED, GREEN, BLUE, WHITE)] * 3, turn=turn))
    whole, small = PictureCollector(PictureFormat()), PictureCollector(PictureFormat("yuv420p", width=24))
    read_through(film, pictures=[whole, small])
    assert corners(whole.images[0]) == expected
    assert whole.images[0].shape == ((64, 48, 3) if turn in (90, -90) else (48, 64, 3))
    luma, blue, _ = yuv_planes(small.images[0])
    assert luma.shape == ((32, 24) if turn in (90, -90) else (18, 24))
    bluest = np.unravel_index(blue.argmax(), blue.shape)
    assert (int(bluest[0] >= blue.shape[0] / 2) * 2 + int(bluest[1] >= blue.shape[1] / 2)) == expected.index(2)


def test_sinks_with_the_same_format_share_pictures(tmp_path: Path) -> None:
    film = probe(write_film(tmp_path / "film.mkv", [grey(90)] * 10))
    one, other, rare = (PictureCollector(PictureFormat(width=32, rate_hz=rate)) for rate in (None, None, 5))
    read_through(film, pictures=[one, other, rare])
    assert all(a is b for a, b in zip(one.images, other.images, strict=True))
    assert rare.images[1] is one.images[2]
    assert one.images[0].shape == (24, 32, 3)


def test_colours_survive_shrinking(tmp_path: Path) -> None:
    film = probe(write_film(tmp_path / "film.mkv", [quarters(RED, GREEN, BLUE, WHITE)] * 2))
    small = PictureCollector(PictureFormat(width=32))
    read_through(film, pictures=[small])
    assert np.abs(small.images[0][6, 8].astype(int) - RED).max() < 12
    assert np.abs(small.images[0][18, 24].astype(int) - WHITE).max() < 12


def test_pictures_are_enlarged_only_where_both_sides_are_given(tmp_path: Path) -> None:
    film = probe(write_film(tmp_path / "film.mkv", [grey(90)] * 2))
    proportion, forced = (
        PictureCollector(PictureFormat("gray", width=500)),
        PictureCollector(PictureFormat("gray", width=80, height=20)),
    )
    read_through(film, pictures=[proportion, forced])
    assert proportion.images[0].shape == (48, 64)
    assert forced.images[0].shape == (20, 80)


def test_the_first_sound_track_is_read_unless_another_is_chosen(tmp_path: Path) -> None:
    sounds = [(0.0, tone(1, level=0.2), "mono"), (0.0, tone(1, level=0.8), "mono")]
    film = probe(write_film(tmp_path / "film.mkv", [grey(90)] * 10, sounds=sounds))
    first, second = SoundCollector(Sound(8000)), SoundCollector(Sound(8000))
    read_through(film, sounds=[first])
    read_through(film, sounds=[second], streams=film.streams[1:2])
    assert np.abs(first.all()).max() == pytest.approx(0.2, abs=0.01)
    assert np.abs(second.all()).max() == pytest.approx(0.8, abs=0.01)


def test_film_without_sound_or_pictures_gives_no_blocks(tmp_path: Path) -> None:
    silent = probe(write_film(tmp_path / "silent.mkv", [grey(90)] * 10))
    dark = probe(write_film(tmp_path / "dark.wav", sounds=[(0, tone(1), "mono")]))
    pictures, collector = PictureCollector(PictureFormat()), SoundCollector(Sound(8000))
    read_through(silent, sounds=[collector])
    read_through(dark, pictures=[pictures])
    assert not collector.parts
    assert not pictures.images


def test_holes_in_the_sound_become_silence(tmp_path: Path) -> None:
    samples = np.full((1, 12000), np.nan, np.float32)
    samples[:, :2400] = samples[:, 8000:9600] = 0.5  # heard from 0.5 to 0.8 and from 1.5 to 1.7
    path = write_film(tmp_path / "film.mkv", [grey(90)] * 18, sounds=[(0.5, samples, "mono")])
    same, halved = SoundCollector(Sound(8000)), SoundCollector(Sound(4000))
    read_through(probe(path), sounds=[same, halved])
    loud = np.abs(same.all()[0]) > 0.25
    assert same.starts[0] == 0
    assert [int(edge) for edge in np.flatnonzero(np.diff(loud.astype(int))) + 1] == [4000, 6400, 12000]
    assert loud.size == 13600
    assert np.flatnonzero(np.abs(halved.all()[0]) > 0.25)[0] == pytest.approx(2000, abs=2)
    assert halved.starts[1:] == pytest.approx(np.cumsum([part.shape[1] for part in halved.parts])[:-1] / 4000)


def test_repeated_sound_is_used_once() -> None:
    filler = GapFiller(Fraction(0))
    ramp = np.arange(1000, dtype=np.float32)[None]
    parts = list(filler.blocks(Fraction(0), ramp, 1000))
    parts += filler.blocks(Fraction(1, 2), ramp + 500, 1000)
    parts += filler.blocks(Fraction(3, 2) + Fraction(1, 100), ramp, 1000)  # 10 ms is jitter, not a hole
    assert np.array_equal(np.concatenate(parts, axis=1)[0, :1500], np.arange(1500))
    assert sum(part.shape[1] for part in parts) == 2500


def test_resampled_sound_keeps_its_time(tmp_path: Path) -> None:
    clicks = np.zeros((1, 3 * 44100), np.float32)
    clicks[0, [22050, 66150, 110250]] = 0.9
    film = probe(write_film(tmp_path / "clicks.wav", sounds=[(0, clicks, "mono")], rate_hz=44100))
    collector = SoundCollector(Sound(16000))
    read_through(film, sounds=[collector])
    heard = collector.all()[0]
    assert [int(np.argmax(heard[n * 16000 : (n + 1) * 16000])) for n in range(3)] == [8000] * 3
    assert heard.size == 48000


def test_surround_film_gives_mono_stereo_and_its_own(tmp_path: Path) -> None:
    samples = np.zeros((6, 8000), np.float32)
    samples[1] = tone(1)  # right only
    film = probe(write_film(tmp_path / "film.mkv", sounds=[(0, samples, "5.1")]))
    mono, stereo, own = (SoundCollector(Sound(8000, n)) for n in (1, 2, None))
    read_through(film, sounds=[mono, stereo, own])
    assert [part.all().shape for part in (mono, stereo, own)] == [(1, 8000), (2, 8000), (6, 8000)]
    assert np.abs(own.all()).max(axis=1) == pytest.approx([0, 0.5, 0, 0, 0, 0], abs=0.01)
    left, right = np.abs(stereo.all()).max(axis=1)
    assert left == 0
    assert right == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(("codec", "suffix"), [("aac", ".mp4"), ("pcm_s16le", ".wav")])  # AAC has a plane per channel
def test_sound_of_eight_channels_is_read(tmp_path: Path, codec: str, suffix: str) -> None:
    path, levels = tmp_path / f"film{suffix}", np.array([0.1, 0.2, 0.3, 0, 0.4, 0.5, 0.25, 0.15], np.float32)
    sine = tone(1, rate_hz=48000, level=1.0).T * levels
    with av.open(path, "w") as container:
        stream = container.add_stream(codec, rate=48000, layout="7.1")
        assert isinstance(stream, av.AudioStream)
        frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(sine).reshape(1, -1), format="flt", layout="7.1")
        frame.sample_rate = 48000
        container.mux(stream.encode(frame))
        container.mux(stream.encode())
    for rate_hz in (48000, 16000):
        own, mono = SoundCollector(Sound(rate_hz, None)), SoundCollector(Sound(rate_hz))
        read_through(probe(path), sounds=[own, mono])
        middle = own.all()[:, rate_hz // 4 : rate_hz // 2]
        np.testing.assert_allclose(np.sqrt(2 * (middle**2).mean(axis=1)), levels, atol=0.03)
        assert mono.all().shape == (1, own.all().shape[1])


def test_times_count_from_the_films_start(tmp_path: Path) -> None:
    times = [5.2 + n / 10 for n in range(20)]
    film = probe(write_film(tmp_path / "late.mkv", [grey(90)] * 20, times, sounds=[(5.0, tone(2), "mono")]))
    pictures, collector = PictureCollector(PictureFormat()), SoundCollector(Sound(8000))
    read_through(film, pictures=[pictures], sounds=[collector])
    assert pictures.times[0] == pytest.approx(0.2)
    assert np.flatnonzero(np.abs(collector.all()[0]) > 0.1)[0] == pytest.approx(0, abs=10)
    assert collector.all().shape[1] == 16000


def test_part_of_a_film(tmp_path: Path) -> None:
    film = probe(write_film(tmp_path / "film.mkv", [grey(5 * n) for n in range(40)], sounds=[(0, tone(4), "mono")]))
    pictures, collector = PictureCollector(PictureFormat("gray")), SoundCollector(Sound(8000))
    read_through(film, pictures=[pictures], sounds=[collector], within=Span(1.5, 2.25))
    assert pictures.times == pytest.approx([1.5, 1.6, 1.7, 1.8, 1.9, 2.0, 2.1, 2.2])
    assert collector.starts[0] == 1.5
    assert collector.all().shape[1] == 6000
    assert collector.all()[0, :100] == pytest.approx(tone(4)[0, 12000:12100], abs=0.01)


def test_progress_is_reported(tmp_path: Path) -> None:
    film = probe(write_film(tmp_path / "film.mkv", [grey(90)] * 40))
    reports: list[float] = []
    read_through(film, pictures=[PictureCollector(PictureFormat())], progress=reports.append)
    assert reports == pytest.approx([0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5])


@pytest.mark.parametrize("name", ["film.mp4", "film.mkv"])
def test_a_truncated_film_is_refused_where_it_stops(tmp_path: Path, name: str) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (40, 48, 64, 3), np.uint8)
    options = {"movflags": "faststart"} if name.endswith("mp4") else {}
    whole = write_film(tmp_path / name, list(noise), options=options)
    duration = probe(whole).duration
    whole.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    film = probe(whole)
    assert film.duration == pytest.approx(duration, abs=0.05)
    pictures = PictureCollector(PictureFormat())
    with pytest.raises(FilmError, match=r"stops at [12]\.\d\d s, but 4\.00 s were expected: it is truncated"):
        read_through(film, pictures=[pictures])
    assert 10 < len(pictures.times) < 30


def damaged(path: Path, n_packets: int) -> Path:
    """Overwrite packets of the film's pictures, every third from the fifth on."""
    with av.open(str(path)) as container:
        places = [(packet.pos or 0, packet.size) for packet in container.demux(video=0) if packet.size]
    content = bytearray(path.read_bytes())
    for position, size in places[5 : 5 + 3 * n_packets : 3]:
        content[position : position + size] = bytes(size)
    path.write_bytes(bytes(content))
    return path


def test_little_damage_is_skipped_with_a_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    film = probe(damaged(write_film(tmp_path / "film.mp4", [grey(90)] * 40), 1))
    pictures = PictureCollector(PictureFormat())
    with caplog.at_level(logging.WARNING):
        read_through(film, pictures=[pictures])
    assert len(pictures.times) >= 38
    assert "1 of 40 packets of the video are damaged, the first at 0." in caplog.text


def test_much_damage_is_refused(tmp_path: Path) -> None:
    film = probe(damaged(write_film(tmp_path / "film.mp4", [grey(90)] * 40), 10))
    with pytest.raises(FilmError, match=r"10 of 40 packets of the video are damaged, the first at 0.* copy"):
        read_through(film, pictures=[PictureCollector(PictureFormat())])


def test_real_film_with_5_1_sound_and_oblong_pixels() -> None:
    film = probe(shared("data/video/bbb/big_buck_bunny_small.mp4"))
    pictures, collector = PictureCollector(PictureFormat(width=320)), SoundCollector(Sound(16000))
    read_through(film, pictures=[pictures], sounds=[collector])
    assert pictures.images[0].shape == (180, 320, 3)
    assert len(pictures.images) == 132
    assert collector.all().shape[1] / 16000 == pytest.approx(film.duration, abs=0.03)


def test_a_picture_that_turns_huge_on_the_way_is_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    film = probe(write_film(tmp_path / "film.avi", [grey(90)] * 10))
    monkeypatch.setattr(decode_pass, "MAX_PIXELS", 64 * 48 - 1)
    with pytest.raises(FilmError, match="9 of 10 packets of the video are damaged"):
        read_through(film, pictures=[PictureCollector(PictureFormat())])
