import pytest

from cinescribe.language.semantics.restrictions import holds
from cinescribe.language.semantics.verbnet_files import Restrictions


@pytest.mark.parametrize(
    ("noun", "kind", "held"),
    [
        ("man", "animate", True),
        ("stone", "animate", False),
        ("someone", "animate", True),
        ("someone", "location", False),
        ("video", "solid", True),  # as a recording
        ("kitchen", "location", True),
        ("hand", "body_part", True),
        ("zorblax", "animate", True),
        ("stone", "elongated", True),  # a type that WordNet does not decide
    ],
)
def test_restrictions_by_hypernyms(noun, kind, held):
    assert holds(Restrictions(((kind, True),)), noun) is held


def test_unwanted_types_alternatives_and_groups():
    assert not holds(Restrictions((("animate", False),)), "man")
    either = Restrictions((("animate", True), ("machine", True)), is_or=True)
    assert holds(either, "robot")
    assert holds(either, "man")
    assert not holds(either, "stone")
    assert not holds(Restrictions(groups=(either,)), "stone")
    assert holds(Restrictions(), "stone")
