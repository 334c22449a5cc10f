import pytest

from cinescribe.generate.narration.film_grammar import same_setups, scale_of
from tests.generate.narration.scenes import face, frame


@pytest.mark.parametrize(("height", "scale"), [(0.4, "close"), (0.2, "medium"), (0.05, "long")])
def test_the_largest_face_gives_the_scale(height, scale):
    assert scale_of([frame(0.0, 1, face(0.0, "p1", height=height), face(0.0, "p2", height=0.03))]) == scale


def test_frames_without_a_face_leave_the_scale_to_the_others():
    turned = [frame(float(n), 1) for n in range(5)]
    assert scale_of([*turned, frame(5.0, 1, face(5.0, "p1", height=0.4))]) == "close"


def test_without_faces_the_scale_is_not_known():
    assert scale_of([frame(0.0, 1)]) is None
    assert scale_of([]) is None


def test_shots_that_are_cut_to_and_fro_are_of_one_setup():
    frames = [frame(float(n), n, level=level) for n, level in enumerate((40, 200, 44, 196, 120), 1)]
    assert same_setups(frames) == ((1, 3), (2, 4))
