import pytest

from cinescribe.errors import ModelError
from cinescribe.generate.narration.effort import EFFORTS, effort_named, evenly


def test_efforts_have_names():
    assert effort_named("quick") is EFFORTS["quick"]
    with pytest.raises(ModelError, match="the `effort` is 'x'; name one of quick, normal, thorough"):
        effort_named("x")


@pytest.mark.parametrize(
    ("name", "moments", "views"),
    [
        ("quick", 50, 0),
        ("normal", 2, 2),
        ("normal", 8, 4),
        ("normal", 40, 10),
        ("normal", 400, 30),
        ("thorough", 40, 40),
    ],
)
def test_second_views_are_enough_to_measure_and_no_more(name, moments, views):
    assert EFFORTS[name].n_second_views(moments) == views


def test_evenly_takes_items_from_equal_parts():
    assert evenly(range(10), 2) == [2, 7]
    assert evenly(range(3), 5) == [0, 1, 2]
    assert evenly(range(3), 0) == []
