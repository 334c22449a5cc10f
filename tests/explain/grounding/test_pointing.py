import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.explain.attribution.attribution import Attribution
from cinescribe.explain.grounding.pointing import (
    PointedNoun,
    hallucinated,
    pointed_nouns,
    pointing_accuracy,
    true_classes,
)
from cinescribe.schema import Region

DOG, SKY = Region((0.0, 0.5, 0.5, 1.0), "dog"), Region((0.0, 0.0, 1.0, 0.5), "sky")


def test_the_class_of_the_region_that_overlaps_best():
    boxes = np.array([(0, 0.5, 0.5, 1), (0, 0, 1, 0.6), (0, 0, 0.1, 0.1), (0.3, 0.3, 0.3, 0.3)], np.float32)
    assert true_classes(boxes, [DOG, SKY]) == ("dog", "sky", "", "")
    assert true_classes(boxes[:2], []) == ("", "")
    wide = np.array([(0, 0.5, 1, 1)], np.float32)  # half of it is the dog
    assert true_classes(wide, [DOG]) == ("dog",)
    assert true_classes(wide, [DOG], overlap=0.6) == ("",)


def test_nouns_held_to_the_truth():
    scores = np.array([[0, 1, 0], [5, 1, 0], [0, 0, 1], [0, 2, 0]], np.float32)
    attribution = Attribution(("two", "dogs", "horses", "puppy"), scores, "saliency")
    nouns = (None, "dog", "horse", "puppy")
    found = pointed_nouns(attribution, classes=("dog", "sky", ""), present={"dog", "sky"}, nouns=nouns)
    assert found == [
        PointedNoun(1, "dog", True, True),
        PointedNoun(2, "horse", False, False),
        PointedNoun(3, "puppy", False, False),
    ]
    named = {"puppy": ("cat", "dog"), "dog": ("hot dog",)}
    told = pointed_nouns(attribution, classes=("dog", "sky", ""), present={"dog"}, nouns=nouns, named=named)
    assert told[2] == PointedNoun(3, "puppy", True, False)
    assert told[0] == found[0]  # what else a noun names takes nothing from the class called as it is


def noun(*, there=True, right=True):
    return PointedNoun(0, "dog", there, right)


def test_accuracy_is_over_nouns_that_are_there():
    pictures = {
        "1": [noun(), noun(right=False), noun(right=False)],
        "2": [noun(), noun(there=False, right=False)],
        "3": [noun(there=False, right=False)],
    }
    score = pointing_accuracy(pictures)
    assert score.value == 0.5
    assert score.per_item == {"1": pytest.approx(1 / 3), "2": 1}
    assert score.signature.startswith("Pointing|mean:nouns|overlap:0.5|v:")
    assert hallucinated(pictures) == pytest.approx(2 / 6)
    assert hallucinated({}) == 0


def test_nothing_that_is_there_is_named():
    with pytest.raises(
        ScoreError, match="none of the 1 captions has a noun whose class is in its picture, so pointing"
    ):
        pointing_accuracy({"1": [noun(there=False)]})
