import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.explain.attribution.attribution import Attribution
from cinescribe.explain.grounding.pointing import (
    PointingResult,
    hallucinated,
    pointing_accuracy,
    pointing_game,
    true_classes,
)
from cinescribe.still_schema import Region

DOG, SKY = Region((0.0, 0.5, 0.5, 1.0), "dog"), Region((0.0, 0.0, 1.0, 0.5), "sky")


def test_the_class_of_the_region_that_overlaps_best():
    boxes = np.array([(0, 0.5, 0.5, 1), (0, 0, 1, 0.6), (0, 0, 0.1, 0.1), (0.3, 0.3, 0.3, 0.3)], np.float32)
    assert true_classes(boxes, [DOG, SKY]) == ("dog", "sky", "", "")
    assert true_classes(boxes[:2], []) == ("", "")
    wide = np.array([(0, 0.5, 1, 1)], np.float32)  # half of it is the dog
    assert true_classes(wide, [DOG]) == ("dog",)
    assert true_classes(wide, [DOG], overlap=0.6) == ("",)


def test_nouns_are_compared_with_the_true_classes():
    scores = np.array([[0, 1, 0], [5, 1, 0], [0, 0, 1], [0, 2, 0]], np.float32)
    attribution = Attribution(("two", "dogs", "horses", "puppy"), scores, "saliency")
    nouns = (None, "dog", "horse", "puppy")
    found = pointing_game(attribution, classes=("dog", "sky", ""), present={"dog", "sky"}, nouns=nouns)
    assert found == [
        PointingResult(1, "dog", True, True),
        PointingResult(2, "horse", False, False),
        PointingResult(3, "puppy", False, False),
    ]
    others = {"puppy": ("cat", "dog"), "dog": ("hot dog",)}
    named = pointing_game(attribution, classes=("dog", "sky", ""), present={"dog"}, nouns=nouns, noun_classes=others)
    assert named[2] == PointingResult(3, "puppy", True, False)
    assert named[0] == found[0]  # other classes of a noun do not remove the class of the same name


def noun(*, present=True, hit=True):
    return PointingResult(0, "dog", present, hit)


def test_accuracy_is_over_nouns_whose_class_is_present():
    pictures = {
        "1": [noun(), noun(hit=False), noun(hit=False)],
        "2": [noun(), noun(present=False, hit=False)],
        "3": [noun(present=False, hit=False)],
    }
    score = pointing_accuracy(pictures)
    assert score.value == 0.5
    assert score.per_item == {"1": pytest.approx(1 / 3), "2": 1}
    assert score.signature.startswith("Pointing|mean:nouns|overlap:0.5|v:")
    assert hallucinated(pictures) == pytest.approx(2 / 6)
    assert hallucinated({}) == 0


def test_captions_without_a_present_noun_are_refused():
    with pytest.raises(
        ScoreError, match="none of the 1 captions has a noun whose class is in its picture, so pointing"
    ):
        pointing_accuracy({"1": [noun(present=False)]})
