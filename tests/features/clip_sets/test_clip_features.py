import numpy as np
import pytest

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.clip_features import clip_rows
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.rows.timed_features import FilmFeatures
from cinescribe.schema import Clip
from cinescribe.timing import Span
from tests.features.films import faces, film, rows

SIZES = SetSizes(n_frames=8, n_segments=4)


def clip(start, end):
    return Clip("c1", "f", Span(start, end))


def cut_rows(clip, film):
    """What is seen in a clip, and done in each part of it."""
    found = clip_rows(clip, film, sizes=SIZES)
    return film.clip.rows[found.frames], found.averages(film)


def test_frames_are_those_of_the_clip_up_to_the_most_that_are_kept():
    frames, _ = cut_rows(clip(1.0, 2.0), film())
    assert frames[:, 0] == pytest.approx([1.0, 1.2, 1.4, 1.6, 1.8])
    assert clip_rows(clip(1.0, 2.0), film(), sizes=SIZES).frame_segments.tolist() == [0, 0, 1, 2, 3]
    assert len(clip_rows(clip(1.0, 9.0), film(), sizes=SIZES).frames) == 8


def test_frames_stored_more_often_are_thinned():
    often = FilmFeatures(rows(np.arange(0, 4, 0.04)), rows([1.0]), faces((), ()))
    frames, _ = cut_rows(clip(1.0, 2.0), often)
    assert len(frames) == 6  # from 1.00 s on, and the last at 1.92 s, which begins the sixth period
    assert np.diff(frames[:, 0]).max() <= 0.24


def test_frames_whose_times_tremble_are_all_kept():
    # Films of 12 pictures a second, of which the first after each fifth of a second was taken.
    times = np.ceil(np.arange(0, 4, 0.2) * 12 - 1e-9) / 12
    cut = clip_rows(clip(0.2, 1.7), FilmFeatures(rows(times), rows([1.0]), faces((), ())), sizes=SIZES)
    assert len(cut.frames) == ((times >= 0.2) & (times < 1.7)).sum() == 8


def test_actions_are_averaged_over_equal_parts():
    _, actions = cut_rows(clip(0.0, 4.0), film())
    assert actions[:, 0] == pytest.approx([0.5, 1.5, 2.5, 3.5])


def test_a_part_without_actions_takes_the_nearest_row():
    _, actions = cut_rows(clip(1.0, 2.0), film())  # rows at 1.25 and 1.75 s, which begin parts 1 and 3
    assert actions[:, 0] == pytest.approx([1.25, 1.25, 1.75, 1.75])


def test_a_clip_between_two_rows_takes_the_nearest():
    frames, actions = cut_rows(clip(1.05, 1.15), film())
    assert frames[:, 0] == pytest.approx([1.0]) or frames[:, 0] == pytest.approx([1.2])
    assert actions[:, 0] == pytest.approx([1.25] * 4)


def test_a_clip_after_the_last_row_is_missing_features():
    with pytest.raises(FeatureError, match=r"clip 'c1' of film 'f', 20.00 to 21.00 s, has no rows of 'clip'.*to 11.80"):
        clip_rows(clip(20.0, 21.0), film(), sizes=SIZES)
    silent = FilmFeatures(film().clip, rows([]), faces((), ()))
    with pytest.raises(FeatureError, match="no rows of 'actions'; the film's are nowhere"):
        clip_rows(clip(1.0, 2.0), silent, sizes=SIZES)
