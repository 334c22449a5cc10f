"""A patterned figure walks through small frames; its face is found in some of them."""

import numpy as np
import pytest

from cinescribe.describe.narration.turned_people import LONGEST_TURN, KeptFrames, turned_people
from cinescribe.features.clip_sets.frames import frame_times, write_frame
from cinescribe.schema import Face
from cinescribe.timing import Span

WIDTH, HEIGHT = 160, 90
SHOT = Span(0.0, 6.0)
FIGURE = np.random.default_rng(0).integers(0, 255, (44, 24, 3), np.uint8)
FIGURE = FIGURE.repeat(2, 0)[:44].repeat(2, 1)[:, :24]  # patches of two pixels, so that JPEG keeps them


def left_of(time: float) -> int:
    """The figure's left edge: it walks 8 pixels a second."""
    return 40 + round(8 * time)


def face(time: float, person: str | None = "p1", at: float | None = None) -> Face:
    x = left_of(time if at is None else at) + 6
    return Face(time, (x / WIDTH, 24 / HEIGHT, (x + 12) / WIDTH, 36 / HEIGHT), 1.0, 0, 0, person)


@pytest.fixture
def film(tmp_path):
    """Call it with the times at which the figure is hidden; it returns the frames."""

    def make(hidden=()) -> KeptFrames:
        for n in range(12):
            image = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
            image[::6] = 110  # a wall
            if n / 2 not in hidden:
                left = left_of(n / 2)
                image[20:64, left : left + 24] = FIGURE
            write_frame(tmp_path, n / 2, image)
        return KeptFrames(tmp_path, frame_times(tmp_path))

    return make


def seen(time, faces, frames, shot=SHOT):
    return turned_people(time, shot, faces, frames)


def test_turning_person_is_followed(film):
    (one,) = seen(2.5, [face(0.75), face(1.0)], film())
    assert one.person == "p1"
    middle = (one.box[0] + one.box[2]) / 2 * WIDTH
    assert abs(middle - (left_of(2.5) + 12)) <= 2
    assert one.box[1] < 24 / HEIGHT < 36 / HEIGHT < one.box[3]
    assert one.why == "no face is found; it was seen 1.5 s before in this shot, and followed from there"


def test_person_who_turns_later_is_followed_backwards(film):
    (one,) = seen(2.0, [face(3.0), face(5.0)], film())
    assert abs((one.box[0] + one.box[2]) / 2 * WIDTH - (left_of(2.0) + 12)) <= 2
    assert one.why == "no face is found; it is seen 1.0 s later in this shot, and followed back from there"


def test_person_with_a_near_face_is_not_also_a_body(film):
    assert seen(2.5, [face(1.0), face(2.75)], film()) == ()


def test_old_face_is_not_followed(film):
    frames = film()
    assert len(seen(1.0 + LONGEST_TURN, [face(1.0)], frames)) == 1
    assert seen(1.5 + LONGEST_TURN, [face(1.0)], frames) == ()


def test_hidden_person_is_lost(film):
    assert seen(2.5, [face(1.0)], film(hidden=(2.0,))) == ()


def test_face_without_a_person_is_not_followed(film):
    assert seen(2.5, [face(1.0, None)], film()) == ()


@pytest.mark.parametrize("other", ["p2", None])
def test_place_of_another_face_is_not_a_body(film, other):
    assert seen(2.5, [face(1.0), face(2.5, other)], film()) == ()


def test_conflicting_people_at_one_place_are_dropped(film):
    assert seen(2.5, [face(1.0), face(3.5, "p2")], film()) == ()


def test_following_stops_at_a_cut(film):
    frames = film()
    assert len(seen(2.0, [face(1.0)], frames, Span(0.5, 6.0))) == 1
    assert seen(2.0, [face(1.0)], frames, Span(1.9, 6.0)) == ()  # the face is of the shot before
    assert seen(2.0, [face(1.0)], KeptFrames(frames.folder, ())) == ()


def test_dark_and_tiny_figures_are_not_followed(film, tmp_path):
    frames = film()
    tiny = Face(1.0, (0.5, 0.5, 0.51, 0.51), 1.0, 0, 0, "p1")
    assert seen(2.0, [tiny], frames) == ()
    for time in frames.times:
        write_frame(tmp_path, time, np.zeros((HEIGHT, WIDTH, 3), np.uint8))
    assert seen(2.0, [face(1.0)], frames) == ()
