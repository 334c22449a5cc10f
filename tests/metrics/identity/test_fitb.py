import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cinescribe.errors import ScoreError
from cinescribe.metrics.identity.fitb import fitb, score_fitb
from cinescribe.metrics.identity.fitb_files import Blanks
from tests.shared import shared

NAMES = {
    "instance": "Instance Accuracy",
    "same": "Same Accuracy",
    "different": "Diff Accuracy",
    "class": "Class Accuracy",
}


def filled(file, **clips):
    return {clip: Blanks(tuple(ids.split()), f"{file}, line {n}") for n, (clip, ids) in enumerate(clips.items(), 1)}


def values(predicted, true, sets):
    return fitb(filled("predictions", **predicted), filled("references", **true), sets).to_dict()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("run", "file"),
    [
        ("val_new__self", "references_val_new.csv.gz"),
        ("val_new__different_ids", "character_val_different_ids.csv.gz"),
        ("val_new__allsame", "pred_allsame.csv.gz"),
        ("val_new__rand3", "pred_rand3.csv.gz"),
    ],
)
def test_lsmdcs_validation_ids_score_as_in_the_official_evaluator(run, file):
    folder = shared("golden/fitb")
    expected = json.loads((folder / "expected.json").read_text())[run]
    found = score_fitb(folder / file, folder / "references_val_new.csv.gz", folder / "valSets.csv.gz").to_dict()
    assert found == pytest.approx({name: expected[key] for name, key in NAMES.items()}, abs=1e-12)


def test_accuracies_are_means_over_sets_and_not_over_pairs():
    # Set 1: pairs aa ab ab, all predicted equal: 1 of 1 same, 0 of 2 different. Set 2: one pair, correctly different.
    found = values({"x": "P1 P1", "y": "P1", "z": "P1 P2"}, {"x": "a a", "y": "b", "z": "c d"}, [("x", "y"), ("z",)])
    assert found == {
        "instance": pytest.approx((1 / 3 + 1) / 2),
        "same": 1.0,
        "different": 0.5,
        "class": pytest.approx(2 / 3),
    }


def test_items_are_sets_and_sets_without_such_a_pair_are_left_out():
    true = filled("r", x="a a", y="b c", z="d", w="")
    scores = fitb(true, true, [("x",), ("y",), ("z",), ("w",), ("x", "y")])
    assert list(scores.instance.per_item) == ["1", "2", "5"]
    assert list(scores.same.per_item) == ["1", "5"]
    assert list(scores.different.per_item) == ["2", "5"]
    assert scores.class_.per_item == {"5": 1.0}
    assert scores.class_.signature.startswith("FITB-class|pairs:unordered|mean:sets|v:")


def test_values_equal_the_rule_of_the_summed_sets():
    scores = fitb(filled("p", x="1 1 2", y="1 2"), filled("r", x="a b b", y="c c"), [("x",), ("y",)])
    for score in (scores.instance, scores.same, scores.different, scores.class_):
        assert score.value == score.rule(score.sums.sum(axis=0))
        assert np.isfinite(score.rule(np.stack([score.sums.sum(axis=0)] * 3))).all()


def test_class_accuracy_is_zero_if_both_parts_are():
    found = values({"x": "1 2", "y": "3 3"}, {"x": "a a", "y": "b c"}, [("x",), ("y",)])
    assert found == {"instance": 0.0, "same": 0.0, "different": 0.0, "class": 0.0}


def test_predictions_for_clips_without_blanks_are_ignored():
    assert values({"x": "1 1 2", "y": "7"}, {"x": "a a b", "y": ""}, [("x", "y")])["class"] == 1.0
    assert values({"x": "1 1 2"}, {"x": "a a b", "y": ""}, [("x", "y")])["class"] == 1.0


people = st.lists(st.sampled_from("abc"), min_size=2, max_size=6)


@pytest.mark.slow
@given(st.lists(st.tuples(people, people), min_size=1, max_size=5), st.permutations("abc"))
def test_names_of_people_do_not_matter(sets, names):
    cut = [(left[: len(right)], right[: len(left)]) for left, right in sets]
    cut.append((["a", "a", "b"], ["a", "b", "b"]))
    renamed = dict(zip("abc", names, strict=True))
    true = {str(n): Blanks(tuple(right), "") for n, (_, right) in enumerate(cut)}
    predicted = {str(n): Blanks(tuple(left), "") for n, (left, _) in enumerate(cut)}
    other = {clip: Blanks(tuple(renamed[name] for name in blanks.people), "") for clip, blanks in predicted.items()}
    order = [(clip,) for clip in true]
    forward, backward = fitb(predicted, true, order), fitb(other, true, order[::-1])
    assert forward.to_dict() == pytest.approx(backward.to_dict(), abs=1e-12)


@pytest.mark.parametrize(
    ("predicted", "true", "sets", "words"),
    [
        (
            {"x": "1", "q": "1"},
            {"x": "a"},
            [("x",)],
            r"predictions, line 2 fills the clip 'q', which the references do",
        ),
        ({}, {"x": "a a"}, [("x",)], r"clip 'x' \(references, line 1\) has blanks but no prediction"),
        (
            {"x": "1"},
            {"x": "a a"},
            [("x",)],
            r"line 1 has 1 ids for clip 'x', which has 2 blanks \(references, line 1",
        ),
        ({"x": ""}, {"x": "a"}, [("x",)], r"line 1 has 0 ids for clip 'x', which has 1 blanks"),
        ({"x": "1"}, {"x": "a"}, [("x", "q")], r"set 1 has the clip 'q', which the references do not have"),
        ({"x": "1 2"}, {"x": "a b"}, [("x",)], r"no set has two blanks that are one person"),
        ({"x": "1 2"}, {"x": "a a"}, [("x",)], r"no set has two blanks that are two people"),
        ({"x": "1"}, {"x": "a"}, [], r"no set has two blanks that are one person"),
    ],
)
def test_errors_name_the_clip_or_set(predicted, true, sets, words):
    with pytest.raises(ScoreError, match=words):
        values(predicted, true, sets)
