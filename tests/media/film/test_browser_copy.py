"""Films that browsers do not play get a copy in step, whose pictures are copied where they can be."""

from typing import Any

import av
import numpy as np
import pytest

from cinescribe.errors import FilmError, OutputError
from cinescribe.media.film.browser_copy import is_for_browsers, write_browser_copy
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import PictureFormat, read_through
from cinescribe.media.sound.soundtrack import film_soundtrack


def write_film(path, *, video="libx264", audio="aac", pixels="yuv420p", seconds=3.0, size=(96, 64), n_sounds=1):
    """A film with a flash and a click at each whole second."""
    with av.open(str(path), "w") as out:
        pictures: Any = None if video is None else out.add_stream(video, rate=25)
        if pictures is not None:
            (pictures.width, pictures.height), pictures.pix_fmt = size, pixels
        sounds = [out.add_stream(audio, rate=48000, layout="mono") for _ in range(n_sounds if audio else 0)]
        for n in range(round(seconds * 25) if pictures is not None else 0):
            image = np.full((size[1], size[0], 3), 255 if n % 25 == 0 else 20, np.uint8)
            out.mux(pictures.encode(av.VideoFrame.from_ndarray(image, "rgb24").reformat(format=pixels)))
        clicks = np.zeros(round(seconds * 48000), np.float32)
        clicks[::48000], clicks[1::48000] = 0.9, -0.9
        for sound in sounds:
            kind = sound.codec_context.format.name
            frame = av.AudioFrame.from_ndarray(clicks[None], "fltp", "mono")
            frame.sample_rate = 48000
            resampler = av.AudioResampler(format=kind, layout="mono", rate=48000, frame_size=sound.frame_size)
            for part in [*resampler.resample(frame), *resampler.resample(None)]:
                out.mux(sound.encode(part))
            out.mux(sound.encode())
        if pictures is not None:
            out.mux(pictures.encode())
    return probe(path)


class Flashes:
    """Times of bright pictures."""

    wants = PictureFormat("gray")

    def __init__(self):
        self.times, self.width = [], 0

    def take(self, time, image):
        self.width = image.shape[1]
        if image.mean() > 128:
            self.times.append(time)


def flashes(film):
    found = Flashes()
    read_through(film, pictures=[found])
    return found


def clicks(film):
    """Times of clicks."""
    track = film_soundtrack(film)
    loud = np.flatnonzero(np.abs(track.samples[0]) > 0.2) / track.rate_hz
    return [float(one) for one, before in zip(loud, [-1.0, *loud[:-1]], strict=True) if one - before > 0.3]


@pytest.mark.parametrize(
    ("name", "codecs", "is_played"),
    [
        ("film.mp4", {}, True),
        ("film.webm", {"video": "libvpx", "audio": "libopus"}, True),
        ("film.mkv", {}, False),
        ("film.avi", {"video": "mpeg4", "audio": "libmp3lame"}, False),
        ("film.mp4", {"audio": "ac3"}, False),
        ("film.mp4", {"pixels": "yuv444p"}, False),
        ("film.mp4", {"video": "mpeg4"}, False),
    ],
)
def test_browser_formats_are_recognised(tmp_path, name, codecs, is_played):
    assert is_for_browsers(write_film(tmp_path / name, seconds=0.4, **codecs)) is is_played


def test_the_sound_that_is_used_must_be_the_one_that_browsers_take(tmp_path):
    film = write_film(tmp_path / "film.mp4", seconds=0.4, n_sounds=2)
    assert is_for_browsers(film)
    assert not is_for_browsers(film.replace(audio=film.of_kind("audio")[1].index))


@pytest.mark.parametrize(
    ("name", "codecs", "width"),
    [
        ("film.mkv", {"audio": "ac3", "size": (700, 64)}, 700),  # copied
        ("film.avi", {"video": "mpeg4", "audio": "libmp3lame", "size": (700, 64)}, 640),
        ("film.mpg", {"video": "mpeg2video", "audio": "mp2"}, 96),
        ("film.mkv", {"pixels": "yuv444p", "audio": None}, 96),
        ("film.mka", {"video": None, "audio": "ac3"}, None),
    ],
)
def test_a_copy_is_in_step_with_the_film(tmp_path, name, codecs, width):
    film = write_film(tmp_path / name, **codecs)
    reached: list[float] = []
    write_browser_copy(film, tmp_path / "copy.mp4", progress=reached.append)
    copy = probe(tmp_path / "copy.mp4")
    assert is_for_browsers(copy)
    assert copy.duration == pytest.approx(film.duration, abs=0.1)
    assert reached == sorted(reached)
    if width is not None:
        seen = flashes(copy)
        assert seen.width == width
        assert seen.times == pytest.approx(flashes(film).times, abs=0.001)
        assert len(seen.times) == 3
    if film.track("audio"):
        assert clicks(copy) == pytest.approx(clicks(film), abs=0.01)


def test_missing_film_or_unwritable_copy_is_an_error(tmp_path):
    film = write_film(tmp_path / "film.mkv", seconds=0.4)
    with pytest.raises(OutputError, match=r"copy\.mp4"):
        write_browser_copy(film, tmp_path / "film.mkv" / "copy.mp4")
    with pytest.raises(FilmError, match="gone"):
        is_for_browsers(film.replace(path=str(tmp_path / "gone.mp4")))


def test_another_file_by_the_name_of_the_film_is_an_error(tmp_path):
    film = write_film(tmp_path / "film.mp4", seconds=0.4)
    write_film(tmp_path / "film.mp4", seconds=0.4, video=None)
    for read in (is_for_browsers, lambda film: write_browser_copy(film, tmp_path / "copy.mp4"), film_soundtrack):
        with pytest.raises(FilmError, match=r"has no (video|audio) stream \d any more: another file has its name"):
            read(film)


def test_interrupted_copy_leaves_no_file(tmp_path):
    film = write_film(tmp_path / "film.mkv", seconds=2.0)

    def stop(second):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_browser_copy(film, tmp_path / "copy.mp4", progress=stop)
    assert [path.name for path in tmp_path.iterdir()] == ["film.mkv"]
