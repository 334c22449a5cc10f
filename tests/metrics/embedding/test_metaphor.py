"""The template of metaphors in its variants, and the two scores by hand."""

import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import mean_score
from cinescribe.metrics.embedding.metaphor import (
    Metaphor,
    acd,
    acs,
    metaphor,
    off_template,
    with_secondary,
    written_secondary,
)
from tests.metrics.similarities import TableSimilarity

NEAR = TableSimilarity({("car", "cheetah"): 0.2, ("car", "jeep"): 0.7, ("hope", "despair"): -0.5})


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("The blanket is as white as snow", ("blanket", "white", "snow")),
        ("The teeth is as white as a light source", ("teeth", "white", "light source")),
        ("the cars are as fast as the cheetahs.", ("cars", "fast", "cheetahs")),
        ("THE CAR IS AS FAST AS A CHEETAH!", ("CAR", "FAST", "CHEETAH")),
        ('"Apple" is as "red" as "an angry man".', ("Apple", "red", "angry man")),
        (
            "The drink is as cool as the football player in the finals",
            ("drink", "cool", "football player in the finals"),
        ),
        ("A bar of chocolate  is as  soft and smooth\tas silk ", ("bar of chocolate", "soft and smooth", "silk")),
        ("The blanket is as white a snow flake", ("blanket", "white", "snow flake")),
        ("Athens is as old as the hills", ("Athens", "old", "hills")),
        ("This is an ad. The car is as fast as a jet. It wins.", ("car", "fast", "jet")),
        ("\u201cThe car\u201d is as fast as \u2018lightning\u2019\u2026", ("car", "fast", "lightning")),
        ("The man is as old as a tree as tall as a tower", ("man", "old", "tree as tall as a tower")),
        ("This is an ad; the car is as fast as a jet", ("car", "fast", "jet")),
        ("A timepiece is as cyclical as a bicycle's revolution", ("timepiece", "cyclical", "bicycle's revolution")),
    ],
)
def test_variants_of_the_template(text, parts):
    assert metaphor(text) == Metaphor(*parts)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A man drives a car",
        "The car is as fast as",
        "The car is as fast as.",
        "The car is as fast as a",
        "is as fast as a cheetah",
        "The is as fast as a cheetah",
        "The car is as as a cheetah",
        "The car is fast as a cheetah",
        "The car is as fast a as",
        "The car.\nis as fast as a cheetah",
    ],
)
def test_text_off_the_template_is_no_metaphor(text):
    assert metaphor(text) is None


CANDIDATES = {
    "a": "The car is as fast as a cheetah",
    "b": "the car is as fast as the jeep",
    "c": "A man drives.",
    "d": "Hope is as deep as despair",
}
REFERENCES = {key: ["The car is as quick as a leopard", "Cars are as fast as light"] for key in CANDIDATES}


def bertscore_of(values, ids="abcd"):
    return mean_score("BERTScore", list(ids), values, signature="BERTScore|model:m/1|v:1")


def test_acs_and_acd_by_hand():
    pairs = Pairs.of({key.upper(): text.lower() for key, text in CANDIDATES.items()}, dict.fromkeys("ABCD", "x"))
    concept_similarity = acs(pairs, NEAR)
    assert concept_similarity.per_item == pytest.approx({"A": 0.2, "B": 0.7, "C": 1, "D": -0.5})
    assert concept_similarity.value == pytest.approx((0.2 + 0.7 + 1 - 0.5) / 4)
    assert concept_similarity.signature.startswith("ACS|sim:written|v:")
    distance = acd(pairs, NEAR, bertscore=bertscore_of(0.5 + 0 * concept_similarity.sums[:, 0], "ABCD"))
    assert distance.per_item == pytest.approx({"A": 0.4, "B": 0.15, "C": 0, "D": 0.75})
    assert distance.value == pytest.approx(1.3 / 4)
    assert distance.signature.startswith("ACD|sim:written|weight:BERTScore,model:m/1,v:1|v:")


def test_an_empty_candidate_counts_as_similar():
    pairs = Pairs.of({"a": "", "b": CANDIDATES["a"]}, {"a": "x", "b": "x"}, allow_empty=True)
    assert acs(pairs, NEAR).per_item == pytest.approx({"a": 1, "b": 0.2})


def test_a_bertscore_of_other_items_is_refused():
    pairs = Pairs.of({"a": "x", "b": "y"}, {"a": "x", "b": "y"})
    scores = acs(pairs, NEAR).sums[:, 0]
    with pytest.raises(ScoreError, match=r"BERTScore was computed on other items or in another order \(see '[bc]'\)"):
        acd(pairs, NEAR, bertscore=bertscore_of(scores, "ac"))
    with pytest.raises(ScoreError, match=r"in another order \(see 'a'\); score the same pairs"):
        acd(pairs, NEAR, bertscore=bertscore_of(scores, "ba"))


def test_overlong_sentence_is_not_a_template():
    long = f"The {'very ' * 60}old car is as fast as a cheetah."
    assert metaphor(long) is None
    assert metaphor(f"{long} The car is as fast as a cheetah.") == metaphor("The car is as fast as a cheetah.")


@pytest.mark.parametrize(
    ("text", "replaced"),
    [
        ("The blanket is as white as snow", "The blanket is as white as a hat"),
        ('"Apple" is as "red" as "an angry man".', '"Apple" is as "red" as a hat".'),
        ("The blanket is as white a snow flake!", "The blanket is as white a hat!"),
        (
            "This is an ad. The car is as fast as a jet. It wins.",
            "This is an ad. The car is as fast as a hat. It wins.",
        ),
        ("A man drives a car.", None),
    ],
)
def test_the_secondary_concept_is_replaced(text, replaced):
    assert with_secondary(text, "a hat") == replaced


def test_secondary_concept_is_extracted_as_written():
    assert written_secondary("The car is as fast as a Cheetah.") == "a Cheetah"
    assert written_secondary("Tea is as white a snow flake!") == "a snow flake"
    assert written_secondary("A car.") is None


def test_the_share_off_the_template():
    pairs = Pairs.of({"a": "The car is as fast as a jet", "b": "A car.", "c": "x"}, dict.fromkeys("abc", "x"))
    found = off_template(pairs)
    assert found.value == pytest.approx(2 / 3)
    assert found.per_item == {"a": 0, "b": 1, "c": 1}
    assert found.signature.startswith("Off-template|v:")


def test_a_negative_bertscore_makes_a_negative_distance():
    pairs = Pairs.of({"a": CANDIDATES["a"].lower()}, {"a": "x"})
    assert acd(pairs, NEAR, bertscore=bertscore_of(np.array([-0.5]), "a")).value == pytest.approx(-0.4)
