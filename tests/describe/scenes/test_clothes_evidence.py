import numpy as np
import pytest

from cinescribe.describe.scenes.clothes_evidence import clothes_evidence, clothes_log_odds
from cinescribe.schema import Face, Shot
from cinescribe.timing import Span

SHOTS = [Shot(Span(0, 10)), Shot(Span(10, 20)), Shot(Span(20, 30))]
RED, BLUE = (180, 30, 30), (30, 30, 180)


def evidence(times, colours, *, scenes=(0, 0, 1), shares=None):
    """The evidence of tracks of one face each, in clothes of one colour."""
    faces = [Face(time, (0, 0, 1, 1), 1.0, n, track=n) for n, time in enumerate(times)]
    torsos = np.array([np.full((8, 8, 3), colour, np.uint8) for colour in colours])
    share = np.array(shares or [1.0] * len(times), np.float32)
    return clothes_evidence(faces, torsos, share, shots=SHOTS, scenes=scenes)


def test_equal_clothes_speak_for_one_person_and_different_ones_against() -> None:
    found = evidence([1, 11, 12], [RED, RED, BLUE])
    assert found[0, 1] == found[1, 0] > 2
    assert found[0, 2] < -2


def test_clothes_are_no_evidence_across_scenes() -> None:
    assert set(evidence([1, 21], [RED, RED])) == set()
    assert set(evidence([1, 21], [RED, RED], scenes=(0, 0, 0))) == {(0, 1), (1, 0)}


def test_clothes_outside_the_picture_are_no_evidence() -> None:
    assert evidence([1, 2], [RED, RED], shares=[1.0, 0.2]) == {}


def test_clothes_never_say_more_than_a_little() -> None:
    assert clothes_log_odds(0.0) == -clothes_log_odds(1e6) == pytest.approx(2.5)
    assert clothes_log_odds(14.0) == 0
