"""Accuracies of the concepts by hand."""

import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.embedding.metaphor import Metaphor
from cinescribe.metrics.metaphors.annotated_metaphors import SeenMetaphor
from cinescribe.metrics.metaphors.concept_accuracy import CONCEPT_METRICS, are_synonyms, concept_accuracy, same_lemmas
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.sources import Sources
from tests.metrics.similarities import TableSimilarity

TEXTS = {
    "a": "The Cars are as quick as a leopard",
    "b": "The auto is as fast as a cheetah",
    "c": "A car.",
    "d": "A dog sleeps.",
}
SEEN = (SeenMetaphor(Metaphor("the car", "fast", "cheetahs")), SeenMetaphor(Metaphor("drink", "cold", "leopard")))
ANNOTATED = dict.fromkeys("abc", SEEN)
NEAR = TableSimilarity({("leopard", "cheetahs"): 0.9, ("cars", "the car"): 0.8, ("cheetah", "cheetahs"): 0.7})


def test_accuracies_by_hand():
    found = {score.name: score for score in concept_accuracy(Pairs.of(TEXTS, TEXTS), ANNOTATED, NEAR)}
    assert tuple(found) == CONCEPT_METRICS
    by_item = {name.removeprefix("Metaphor-"): list(score.per_item.values()) for name, score in found.items()}
    assert by_item["primary"] == [1, 0, 0]
    assert by_item["primary-synonym"] == [1, 1, 0]
    assert by_item["primary-similarity"] == pytest.approx([0.8, 0, 0])
    assert by_item["property"] == [0, 1, 0]
    assert by_item["property-synonym"] == [1, 1, 0]
    assert by_item["secondary"] == [1, 1, 0]  # the second annotator's, and the first one's
    assert by_item["secondary-similarity"] == pytest.approx([1, 0.7, 0])
    assert list(found["Metaphor-primary"].per_item) == ["a", "b", "c"]  # d has no metaphor
    assert found["Metaphor-primary"].value == pytest.approx(1 / 3)
    assert found["Metaphor-primary"].signature.startswith("Metaphor-primary|match:lemma|refs:max|v:")
    assert "|sim:written|" in found["Metaphor-primary-similarity"].signature


@pytest.mark.parametrize(
    ("left", "right", "pos", "same", "synonyms"),
    [
        ("The bottles", "a bottle", "n", True, True),
        ("This bottle", "their bottles", "n", True, True),
        ("a car", "an automobile", "n", False, True),
        ("ice cream", "icecream", "n", False, True),
        ("sports car", "sport automobile", "n", False, True),
        ("big", "large", "a", False, True),
        ("car", "boat", "n", False, False),
        ("fast car", "car", "n", False, False),
        ("faster", "fast", "a", True, True),
    ],
)
def test_lemmas_and_synonyms(left, right, pos, same, synonyms):
    assert same_lemmas(left, right, pos) is same
    assert are_synonyms(left, right, pos) is synonyms


def test_items_without_a_metaphor_have_no_accuracy():
    with pytest.raises(ScoreError, match="none of the 4 items has an annotated metaphor, so Metaphor-primary has no"):
        concept_accuracy(Pairs.of(TEXTS, TEXTS), {"e": SEEN}, NEAR)


def test_the_annotators_metaphors_must_be_given():
    with pytest.raises(ScoreError, match=r"accuracies of metaphors need the annotators' metaphors; give .*`metaphors`"):
        score_captions(TEXTS, TEXTS, metrics=["metaphor"], sources=Sources(sentences=NEAR))
