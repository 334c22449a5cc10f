"""The section `[labels]` of recipes: its values, and which models may have it."""

import pytest

from cinescribe.errors import RecipeError
from cinescribe.train.recipes.label_config import LabelConfig
from cinescribe.train.recipes.recipe import recipe_of

RECIPE = {"name": "r", "model": "visual-labels", "sets": {"n_clips": 1}}


def test_the_section_is_read_and_written():
    recipe = recipe_of({**RECIPE, "labels": {"groups": ["all"], "streams": ["clip"], "min_count": 3}})
    assert recipe_of(recipe.to_dict()) == recipe
    assert recipe.to_dict()["labels"]["groups"] == ["all"]


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ({"groups": ["all"]}, r"labels: 1 groups for 3 streams; give one stream for each group"),
        ({"groups": [], "streams": []}, r"labels: 0 groups for 0 streams; give one stream for each group"),
        ({"groups": ["nouns"], "streams": ["clip"]}, r"labels: groups has 'nouns'; choose some of all, verbs, places,"),
        ({"groups": ["all", "all"], "streams": ["clip", "clip"]}, r"labels: groups has 'all'; choose some of"),
        ({"groups": ["all"], "streams": ["faces"]}, r"labels: 'faces' names the stream 'faces'; choose from clip,"),
        ({"groups": ["all"], "streams": ["clip[1]"]}, r"labels: 'clip\[1\]' names no streams; write such as"),
        ({"final_streams": "clip+"}, r"labels: 'clip\+' names no streams"),
        ({"min_count": 0}, r"labels: min_count is 0; it must be 1 or more"),
        ({"min_roc": 1.5}, r"labels: min_roc is 1\.5; it must be from 0 to 1"),
        ({"cost": 0.0}, r"labels: cost is 0\.0; it must be above 0"),
        ({"least": 1}, r"labels has 'least', which is not known there; known are groups, streams, min_count"),
    ],
)
def test_values_out_of_range_are_named(labels, message):
    with pytest.raises(RecipeError, match=message):
        recipe_of({**RECIPE, "labels": labels})


def test_a_model_that_reads_no_labels_has_no_such_section():
    wanted = r"s2vt reads no labels; leave out the section \[labels\], or train visual-labels"
    with pytest.raises(RecipeError, match=wanted):
        recipe_of({"name": "r", "model": "s2vt", "labels": {"min_count": 3}})


def test_the_number_of_labels_follows_from_the_corpus():
    with pytest.raises(
        RecipeError, match=r"sizes has 'n_labels', which follows from corpus and features; leave it out"
    ):
        recipe_of({**RECIPE, "sizes": {"n_labels": 3}})


def test_the_defaults_are_row_8_of_table_8():
    assert LabelConfig().groups == ("verbs", "places", "objects")
    assert (LabelConfig().min_count, LabelConfig().min_roc) == (30, 0.7)
