import numpy as np
import pytest

from cinescribe.errors import FilmError
from cinescribe.features.extraction.sampled_frames import sampled_frames
from cinescribe.timing import Span
from tests.dummies import write_film


def test_frames_are_the_middles_of_equal_parts(tmp_path):
    film = write_film(tmp_path / "two.mp4", seconds=4.0, cut_at=2.0, sound=False)
    whole, first = sampled_frames(film, [Span(0.0, 4.0), Span(0.0, 2.0)], n_frames=6)
    assert whole[0].shape == (6, 64, 96, 3)
    assert whole[1] == 6
    dark = [bool(frame[0, 0].mean() < 100) for frame in whole[0]]
    assert dark == [True] * 3 + [False] * 3
    assert all(frame[0, 0].mean() < 100 for frame in first[0])


@pytest.mark.parametrize(("seconds", "n_own"), [(0.25, 3), (1 / 12, 1)])
def test_a_short_film_repeats_frames(tmp_path, seconds, n_own):
    film = write_film(tmp_path / "short.mp4", seconds=seconds, sound=False)
    ((frames, n),) = sampled_frames(film, [Span(0.0, seconds)], n_frames=6)
    assert n == n_own
    assert len({frame.tobytes() for frame in frames}) == n_own
    assert np.array_equal(frames[0], frames[1])


def test_a_film_that_cannot_be_decoded_is_named(tmp_path):
    (tmp_path / "a.mp4").write_bytes(b"no film")
    with pytest.raises(FilmError, match=r"a\.mp4"):
        sampled_frames(tmp_path / "a.mp4", [Span(0.0, 1.0)], n_frames=6)
