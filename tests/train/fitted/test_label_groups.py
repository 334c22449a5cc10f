"""Groups of labels: verbs by role, places and objects by WordNet, each label in the first group that takes it."""

import pytest

from cinescribe.train.fitted.label_groups import in_groups, is_object, is_scene
from cinescribe.train.fitted.label_mining import RoleLabel

WALK, A_WALK, KITCHEN, BOTTLE, IDEA = (
    RoleLabel("walk", is_verb=True),
    RoleLabel("walk", is_verb=False),
    RoleLabel("kitchen", is_verb=False),
    RoleLabel("bottle", is_verb=False),
    RoleLabel("idea", is_verb=False),
)
LABELS = (WALK, A_WALK, KITCHEN, BOTTLE, IDEA)


def test_group_of_all_labels_merges_kinds():
    assert in_groups(LABELS, ["all"]) == {"all": {A_WALK, KITCHEN, BOTTLE, IDEA}}


def test_group_of_others_takes_remaining_labels():
    assert in_groups(LABELS, ["verbs", "others"]) == {"verbs": {WALK}, "others": {A_WALK, KITCHEN, BOTTLE, IDEA}}
    found = in_groups(LABELS, ["verbs", "places", "others"])
    assert found["places"] == {KITCHEN}
    assert KITCHEN not in found["others"]


def test_labels_that_no_group_takes_are_left_out():
    found = in_groups(LABELS, ["verbs", "places", "objects"])
    assert found["objects"] == {BOTTLE}
    assert IDEA not in frozenset().union(*found.values())


@pytest.mark.parametrize("noun", ["kitchen", "street", "forest", "beach", "office", "classroom", "station", "city"])
def test_scene_nouns_are_recognised(noun):
    assert is_scene(noun)
    assert not is_object(noun)


@pytest.mark.parametrize("noun", ["bottle", "table", "dog", "hand", "door", "wall", "car", "bed", "book", "phone"])
def test_object_nouns_are_recognised(noun):
    assert is_object(noun)
    assert not is_scene(noun)


@pytest.mark.parametrize("noun", ["idea", "love", "something", "xyzzy"])
def test_other_nouns_are_neither_scenes_nor_objects(noun):
    assert not is_object(noun)
    assert not is_scene(noun)
