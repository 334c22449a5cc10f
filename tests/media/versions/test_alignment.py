"""Two versions of a film share the parts that they were made of, at the times at which they have them."""

import itertools

import numpy as np
import pytest

from cinescribe.media.versions.alignment import SharedPart, VersionAlignment, aligned_versions
from cinescribe.timing import Span
from tests.media.versions.drawn_versions import black, drawn, joined, signature

FILM = drawn(1)
OTHER = drawn(2, seconds=20)
EXACT = 0.05  # seconds


def check(found, *expected):
    """Each shared part is where it should be: (start in the old version, end there, start in the new one)."""
    assert len(found.parts) == len(expected)
    for part, (start, end, new) in zip(found.parts, expected, strict=True):
        middle = (start + end) / 2
        assert part.new_time(middle) == pytest.approx(new + (middle - start) * part.speed, abs=EXACT)
        assert (part.old.start, part.old.end) == pytest.approx((start, end), abs=0.21)


@pytest.mark.parametrize("sound", [True, False], ids=["with sound", "silent"])
class TestCuts:
    def test_same_film_is_one_part(self, sound):
        found = aligned_versions(signature(FILM, sound=sound), signature(FILM, sound=sound))
        check(found, (0, 60, 0))
        assert found.same_sound is (True if sound else None)

    def test_removed_scene_is_in_no_part(self, sound):
        new = signature(joined(FILM.part(0, 20), FILM.part(28, 60)), sound=sound)
        found = aligned_versions(signature(FILM, sound=sound), new)
        check(found, (0, 20, 0), (28, 60, 20))
        assert found.new_time(24.0) is None

    def test_inserted_scene_is_in_no_part(self, sound):
        new = signature(joined(FILM.part(0, 23), OTHER.part(3, 10), FILM.part(23, 60)), sound=sound)
        check(aligned_versions(signature(FILM, sound=sound), new), (0, 23, 0), (23, 60, 30))

    def test_moved_scene_is_found_where_it_is(self, sound):
        new = signature(joined(FILM.part(40, 50), FILM.part(0, 40), FILM.part(50, 60)), sound=sound)
        check(aligned_versions(signature(FILM, sound=sound), new), (40, 50, 0), (0, 40, 10), (50, 60, 50))

    def test_black_before_the_film_is_no_part(self, sound):
        new = signature(joined(black(6), FILM), sound=sound)
        check(aligned_versions(signature(FILM, sound=sound), new), (0, 60, 6))

    def test_film_at_the_speed_of_television_has_that_speed(self, sound):
        found = aligned_versions(signature(FILM, sound=sound), signature(FILM, sound=sound, speed=0.96))
        check(found, (0, 60, 0))
        assert found.parts[0].speed == pytest.approx(0.96, abs=0.0005)

    def test_other_film_shares_nothing(self, sound):
        assert aligned_versions(signature(FILM, sound=sound), signature(OTHER, sound=sound)).parts == ()


def test_scene_that_is_shown_twice_is_taken_once():
    new = signature(joined(FILM.part(0, 30), FILM.part(10, 20), FILM.part(30, 60)))
    found = aligned_versions(signature(FILM), new)
    spans = sorted((part.old.start, part.old.end) for part in found.parts)
    assert all(one[1] <= other[0] + 1e-6 for one, other in itertools.pairwise(spans))
    assert found.new_time(15.0) is not None


def test_other_sound_leaves_the_pictures_to_decide():
    dubbed = signature(type(FILM)(FILM.pictures, drawn(3).samples))
    found = aligned_versions(signature(FILM), dubbed)
    assert found.same_sound is False
    check(found, (0, 60, 0))


def test_sound_alone_aligns_films_without_pictures():
    new = signature(joined(black(4), FILM), seen=False)
    check(aligned_versions(signature(FILM, seen=False), new), (0, 60, 4))


def test_sound_decides_where_the_picture_stands_still():
    still = drawn(4, still=True)
    new = signature(joined(still.part(0, 21), still.part(23, 60)))
    found = aligned_versions(signature(still), new)
    assert found.new_time(40.0) == pytest.approx(38.0, abs=EXACT)
    assert found.new_time(10.0) == pytest.approx(10.0, abs=EXACT)


def test_cropped_picture_is_found():
    check(aligned_versions(signature(FILM, sound=False), signature(FILM, sound=False, crop=(3, 6))), (0, 60, 0))


def test_graded_and_cropped_picture_is_found():
    graded = type(FILM)((FILM.pictures * 0.6 + 50).astype(np.uint8), FILM.samples)
    found = aligned_versions(signature(FILM), signature(graded, crop=(3, 6)))
    check(found, (0, 60, 0))
    assert found.same_sound is True


def test_one_second_of_a_film_is_found_in_it():
    check(aligned_versions(signature(FILM), signature(FILM.part(10, 11))), (10, 11, 0))


def test_film_that_is_there_twice_is_taken_once():
    found = aligned_versions(signature(FILM), signature(joined(FILM, FILM)))
    assert [part.new_time(30.0) in (pytest.approx(30.0), pytest.approx(90.0)) for part in found.parts] == [True]


def test_other_pictures_with_the_same_sound_share_nothing():
    found = aligned_versions(signature(FILM), signature(type(FILM)(drawn(5).pictures, FILM.samples)))
    assert (found.parts, found.same_sound) == ((), False)


def test_black_film_shares_nothing():
    assert aligned_versions(signature(FILM), signature(black(20), sound=False)).parts == ()


def test_times_outside_all_parts_are_in_no_version():
    found = VersionAlignment((SharedPart(Span(10.0, 20.0), Span(0.0, 9.6), 0.96),))
    assert [found.new_time(old) for old in (9.9, 10.0, 15.0, 20.0)] == [None, 0.0, pytest.approx(4.8), None]
    assert VersionAlignment.from_dict(found.to_dict()) == found


def test_parts_say_how_alike_they_are():
    found = aligned_versions(signature(FILM), signature(FILM)).parts[0]
    assert found.pictures == pytest.approx(1.0, abs=0.02)
    assert found.sound == pytest.approx(1.0, abs=0.05)
    assert np.isfinite(found.speed)
