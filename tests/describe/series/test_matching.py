import numpy as np
import pytest

from cinescribe.describe.series.matching import matches


def who(log_odds, **given):
    found = matches(np.array(log_odds, np.float64).reshape(len(log_odds), -1), **given)
    return [one.index if one.index is not None else "asked" if one.candidates else "new" for one in found]


def test_everybody_is_new_in_a_series_without_people():
    assert [one.certainty for one in matches(np.zeros((2, 0)))] == [1.0, 1.0]
    assert who([[], []]) == ["new", "new"]


@pytest.mark.parametrize(("odds", "expected"), [(8.0, 0), (0.5, "asked"), (-8.0, "new")])
def test_faces_decide_or_are_asked_about(odds, expected):
    assert who([[odds, -9.0]]) == [expected]


def test_of_two_who_look_alike_the_likelier_is_matched_and_the_other_is_not():
    assert who([[9.0, -9.0], [3.0, -9.0]]) == [0, "asked"]
    assert who([[9.0, -9.0], [9.5, -9.0]], together=[(0, 1)]) == ["new", 0]


def test_somebody_between_two_of_the_series_is_asked_about():
    (found,) = matches(np.array([[9.0, 8.8]]))
    assert found.candidates == (0, 1)
    assert found.certainty == pytest.approx(0.55, abs=0.01)
