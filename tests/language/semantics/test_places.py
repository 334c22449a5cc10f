import pytest

from cinescribe.language.semantics.places import (
    is_body_part,
    is_clothing,
    is_concrete,
    is_container,
    is_place,
    is_thing,
    is_time,
)


@pytest.mark.parametrize("noun", ["kitchen", "street", "table", "bus", "beach", "ground", "view", "background"])
def test_place_nouns_are_recognised(noun):
    assert is_place(noun)


@pytest.mark.parametrize("noun", ["hand", "phone", "man", "joy", "zorblax", "horse"])
def test_nouns_that_are_not_places(noun):
    assert not is_place(noun)


def test_other_kinds_of_nouns():
    assert is_container("box")
    assert not is_container("horse")
    assert is_time("night")
    assert not is_time("zorblax")
    assert is_thing("curtain")
    assert not is_thing("joy")
    assert is_body_part("cheek")
    assert not is_body_part("curtain")
    assert is_clothing("shirt")
    assert not is_clothing("curtain")
    assert is_concrete("cheek")
    assert is_concrete("zorblax")
    assert not is_concrete("joy")
