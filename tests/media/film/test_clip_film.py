import av
import numpy as np
import pytest

from cinescribe.errors import FilmError, OutputError
from cinescribe.media.film import clip_film
from cinescribe.media.film.clip_film import write_clip
from cinescribe.media.film.frame_scaling import PictureFormat
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import Sound
from cinescribe.timing import Span
from tests.dummies import write_film


class Pictures:
    wants = PictureFormat("gray")

    def __init__(self):
        self.times, self.means = [], []

    def take(self, time, image):
        self.times.append(time)
        self.means.append(float(image.mean()))


class Loudness:
    wants = Sound(16_000)

    def __init__(self):
        self.blocks = []

    def take(self, start, samples):
        self.blocks.append(samples[0])


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """Four seconds, dark until 2 s, and loud from 3 s on."""
    samples = np.zeros(64_000)
    samples[48_000:] = 0.5 * np.sin(np.arange(16_000))
    return probe(write_film(tmp_path_factory.mktemp("clip") / "film.mkv", seconds=4, cut_at=2, samples=samples))


def test_a_clip_shows_and_sounds_like_its_part_of_the_film(film, tmp_path):
    write_clip(film, Span(1.5, 3.5), tmp_path / "clip.mp4")
    clip = probe(tmp_path / "clip.mp4")
    assert clip.duration == pytest.approx(2.0, abs=0.1)
    pictures, sound = Pictures(), Loudness()
    read_through(clip, pictures=[pictures], sounds=[sound])
    light = [time for time, mean in zip(pictures.times, pictures.means, strict=True) if mean > 120]
    assert pictures.times[0] == pytest.approx(0.0, abs=0.01)
    assert light[0] == pytest.approx(0.5, abs=0.1)
    samples = np.abs(np.concatenate(sound.blocks))
    assert samples[: int(1.4 * 16_000)].max() < 0.05
    assert samples[int(1.6 * 16_000) :].mean() > 0.2


def test_clip_of_a_film_without_sound_has_no_sound(tmp_path):
    silent = probe(write_film(tmp_path / "silent.mp4", seconds=1, sound=False))
    write_clip(silent, Span(0, 0.5), tmp_path / "clip.mp4")
    assert [stream.kind for stream in probe(tmp_path / "clip.mp4").streams] == ["video"]


def test_a_part_that_the_film_lacks_leaves_no_file(film, tmp_path):
    with pytest.raises(FilmError, match="has nothing from 9 to 10 s; name another part"):
        write_clip(film, Span(9, 10), tmp_path / "clip.mp4")
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_written_is_named(film, tmp_path, monkeypatch):
    def full(*_):
        raise av.error.FFmpegError(28, "No space left on device")

    monkeypatch.setattr(clip_film, "opened_mp4", full)
    with pytest.raises(OutputError, match=r"clip\.mp4' cannot be written \(No space left on device\); name a writable"):
        write_clip(film, Span(0, 1), tmp_path / "clip.mp4")
    assert not list(tmp_path.iterdir())
