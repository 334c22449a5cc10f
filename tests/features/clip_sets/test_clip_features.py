import numpy as np
import pytest

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.clip_features import clip_indices, features_of_clip
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.store.clip_level_features import join_clipwise
from cinescribe.features.timed.timed_features import FilmFeatures
from cinescribe.schema import Clip
from cinescribe.timing import Span
from tests.features.films import faces, film, rows

SIZES = SetSizes(n_frames=8, n_segments=4)


def clip(start, end):
    return Clip("c1", "f", Span(start, end))


def clip_vectors(clip, film):
    """The frame vectors of a clip, and the averages of its actions."""
    indices = clip_indices(clip, film, sizes=SIZES)
    return film.clip.rows[indices.frames], indices.averages(film)


def test_frames_are_those_of_the_clip_up_to_the_limit():
    frames, _ = clip_vectors(clip(1.0, 2.0), film())
    assert frames[:, 0] == pytest.approx([1.0, 1.2, 1.4, 1.6, 1.8])
    assert clip_indices(clip(1.0, 2.0), film(), sizes=SIZES).frame_segments.tolist() == [0, 0, 1, 2, 3]
    assert len(clip_indices(clip(1.0, 9.0), film(), sizes=SIZES).frames) == 8


def test_frames_at_a_higher_rate_are_thinned():
    often = FilmFeatures(rows(np.arange(0, 4, 0.04)), rows([1.0]), faces((), ()))
    frames, _ = clip_vectors(clip(1.0, 2.0), often)
    assert len(frames) == 6  # from 1.00 s on, and the last at 1.92 s, which begins the sixth period
    assert np.diff(frames[:, 0]).max() <= 0.24


def test_frames_with_jittering_times_are_all_kept():
    # Films of 12 pictures a second, of which the first after each fifth of a second was taken.
    times = np.ceil(np.arange(0, 4, 0.2) * 12 - 1e-9) / 12
    cut = clip_indices(clip(0.2, 1.7), FilmFeatures(rows(times), rows([1.0]), faces((), ())), sizes=SIZES)
    assert len(cut.frames) == ((times >= 0.2) & (times < 1.7)).sum() == 8


def test_actions_are_averaged_over_equal_parts():
    _, actions = clip_vectors(clip(0.0, 4.0), film())
    assert actions[:, 0] == pytest.approx([0.5, 1.5, 2.5, 3.5])


def test_a_part_without_actions_takes_the_nearest_vector():
    _, actions = clip_vectors(clip(1.0, 2.0), film())  # vectors at 1.25 and 1.75 s, which begin parts 1 and 3
    assert actions[:, 0] == pytest.approx([1.25, 1.25, 1.75, 1.75])


def test_a_clip_between_two_vectors_takes_the_nearest():
    frames, actions = clip_vectors(clip(1.05, 1.15), film())
    assert frames[:, 0] == pytest.approx([1.0]) or frames[:, 0] == pytest.approx([1.2])
    assert actions[:, 0] == pytest.approx([1.25] * 4)


def test_a_clip_after_the_last_vector_is_refused():
    with pytest.raises(
        FeatureError, match=r"clip 'c1' of film 'f', 20.00 to 21.00 s, has no features 'clip'.*to 11.80"
    ):
        clip_indices(clip(20.0, 21.0), film(), sizes=SIZES)
    silent = FilmFeatures(film().clip, rows([]), faces((), ()))
    with pytest.raises(FeatureError, match="no features 'actions'; those of the film are nowhere"):
        clip_indices(clip(1.0, 2.0), silent, sizes=SIZES)


def test_overlapping_clips_have_only_their_own_vectors():
    spans = [Span(0.0, 4.0), Span(1.0, 5.0)]
    vectors = [np.full((n, 2), n, np.float32) for n in (1, 2)]
    stream = join_clipwise(["c1", "c2"], vectors, spans=spans)
    for id, span, n in zip(("c1", "c2"), spans, (1, 2), strict=True):
        one = Clip(id, "f", span)
        assert features_of_clip(one, stream, "clip").tolist() == [[n, n]] * n
        indices = clip_indices(one, FilmFeatures(stream, stream, faces((), ())), sizes=SIZES)
        assert stream.rows[indices.frames].tolist() == [[n, n]] * n
        assert indices.averages(FilmFeatures(stream, stream, faces((), ()))).tolist() == [[n, n]] * 4
