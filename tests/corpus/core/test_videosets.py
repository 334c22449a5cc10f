import pytest

from cinescribe.corpus.core.videosets import disjoint_sets, overlapping_sets
from cinescribe.errors import CorpusError
from tests.corpus.clips import clip, clips


def starts_and_lengths(sets):
    return [(int(one.clips[0].id.split("_c")[1]), len(one.clips)) for one in sets]


def test_disjoint_sets_keep_a_shorter_last_one():
    film = clips(12)
    sets = disjoint_sets(film)
    assert starts_and_lengths(sets) == [(0, 5), (5, 5), (10, 2)]
    assert tuple(clip for one in sets for clip in one.clips) == film


def test_overlapping_sets_begin_a_clip_apart():
    assert starts_and_lengths(overlapping_sets(clips(8))) == [(0, 5), (1, 5), (2, 5), (3, 5)]


@pytest.mark.parametrize(
    ("n_clips", "expected"),
    [
        (8, [(0, 5), (3, 5)]),
        (9, [(0, 5), (3, 5), (6, 3)]),
        (11, [(0, 5), (3, 5), (6, 5)]),
    ],
)
def test_every_clip_is_in_a_set_whatever_the_stride(n_clips, expected):
    assert starts_and_lengths(overlapping_sets(clips(n_clips), stride=3)) == expected


@pytest.mark.parametrize("make", [disjoint_sets, overlapping_sets])
def test_short_film_is_one_set_and_empty_film_has_no_sets(make):
    assert starts_and_lengths(make(clips(3))) == [(0, 3)]
    assert make(()) == []


@pytest.mark.parametrize(("n", "stride"), [(0, 1), (5, 0), (5, 6)])
def test_sizes_and_strides_out_of_range_are_refused(n, stride):
    with pytest.raises(
        CorpusError, match=f"sets of {n} clips, {stride} apart, were asked for; `n` is 1 or more, and `stride`"
    ):
        overlapping_sets(clips(8), n, stride=stride)


def test_clips_of_two_films_are_refused():
    with pytest.raises(CorpusError, match="the clips are of 'f' and 'g'; make sets of each film"):
        disjoint_sets((*clips(2), clip(0, film="g")))
