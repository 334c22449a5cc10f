"""GroundingScore by hand, with growing margins, and with captions left out."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cinescribe.errors import RecordError, ScoreError
from cinescribe.metrics.embedding.grounding import MARGINS, GroundedCaption, grounding, read_grounded
from cinescribe.store import write_records
from tests.metrics.similarities import TableSimilarity

NEAR = TableSimilarity({("man", "person"): 0.8, ("snow", "hill"): 0.5, ("city", "building"): 0.3})


def caption(key, text, regions):
    """A caption with its nouns in capitals."""
    words = text.split()
    nouns = [word.isupper() for word in words]
    return GroundedCaption.of(key, [word.lower() for word in words], nouns=nouns, regions=regions.split())


SKIER = caption("1", "a MAN on skis in the SNOW", "person hill skis skis skis hill sky")
CITY = caption("2", "a CITY", "building building")
NOTHING = caption("3", "it rains", "sky sky")


def values(*captions, margins=MARGINS):
    return [round(score.value, 9) for score in grounding(captions, NEAR, margins=margins)]


def test_grounding_by_hand():
    # Regions: hill at MAN and person one word earlier; sky at SNOW and hill one word earlier.
    assert values(SKIER) == [0.0, 0.65, 0.65, 0.65, 0.65]
    assert values(CITY) == [0.3] * 5
    assert values(SKIER, CITY) == [0.15, *[round((0.65 + 0.3) / 2, 9)] * 4]


def test_the_margin_reaches_back():
    late = caption("1", "w w w w MAN", "person sky sky sky sky")
    assert values(late, margins=(0, 3, 4, 7, math.inf)) == [0, 0, 0.8, 0.8, 0.8]
    ahead = caption("1", "MAN w", "sky person")
    assert values(ahead, margins=(math.inf,)) == [0]


def test_each_caption_has_the_same_weight():
    many = caption("m", "MAN MAN MAN", "man man man")
    assert values(many, CITY, margins=[0]) == [0.65]


def test_captions_without_nouns_are_left_out():
    scores = grounding([CITY, NOTHING], NEAR)
    assert all(score.per_item == {"2": pytest.approx(0.3)} for score in scores)
    assert scores[0].sums.tolist() == [[pytest.approx(0.3), 1], [0, 0]]
    assert [score.name for score in scores] == [f"GroundingScore({margin})" for margin in ("0", "1", "3", "5", "inf")]
    assert scores[-1].signature.startswith("GroundingScore|margin:inf|sim:written|mean:captions|v:")
    with pytest.raises(ScoreError, match=r"none of the 1 items has a noun, so GroundingScore\(0\) has no value"):
        grounding([NOTHING], NEAR)


LABELS = st.sampled_from(["man", "person", "snow", "hill", "city", "building", "sky"])
WORD = st.tuples(LABELS, st.booleans(), LABELS)
ITEMS = st.lists(st.lists(WORD, max_size=9), min_size=1, max_size=5).filter(
    lambda items: any(noun for words in items for _, noun, _ in words)
)


def grounded_captions(items):
    parts = [[list(column) for column in zip(*words, strict=True)] if words else [[], [], []] for words in items]
    return [GroundedCaption.of(str(n), w, nouns=nouns, regions=r) for n, (w, nouns, r) in enumerate(parts)]


@pytest.mark.slow
@settings(deadline=None)
@given(ITEMS)
def test_grounding_grows_with_the_margin_and_equals_the_formula(items):
    scores = grounding(grounded_captions(items), NEAR, margins=(0, 1, 2, 5, math.inf))
    for smaller, larger in pairwise(scores):
        assert smaller.value <= larger.value + 1e-12
        assert all(smaller.per_item[key] <= larger.per_item[key] + 1e-12 for key in smaller.per_item)
    for score, margin in zip(scores, (0, 1, 2, 5, 99), strict=True):
        for key, value in score.per_item.items():
            words = items[int(key)]
            best = [
                max(NEAR.between([word], [words[tau][2]])[0, 0] for tau in range(max(0, t - margin), t + 1))
                for t, (word, noun, _) in enumerate(words)
                if noun
            ]
            assert value == pytest.approx(sum(best) / len(best))


def test_noun_marks_may_be_a_numpy_array(tmp_path):
    given = GroundedCaption.of("1", ["a", "man"], nouns=np.array([False, True]), regions=["sky", "man"])
    write_records(tmp_path / "grounded.jsonl", [given])
    assert read_grounded(tmp_path / "grounded.jsonl") == [given]


def test_undefined_similarities_are_named():
    with pytest.raises(ScoreError, match="the similarity of 'city' to 'building' by written is nan; give vectors"):
        grounding([CITY], TableSimilarity({("city", "building"): math.nan}))


def test_errors_name_the_item():
    with pytest.raises(ScoreError, match="item '7' has 2 words, 1 noun marks and 3 regions; give one mark"):
        GroundedCaption.of("7", ["a", "man"], nouns=[True], regions=["x", "y", "z"])
    with pytest.raises(ScoreError, match="item '2' is there twice; keep one caption per item"):
        grounding([CITY, CITY], NEAR)
    with pytest.raises(ScoreError, match="there is no caption to score"):
        grounding([], NEAR)
    for margin in (-1, 0.5, math.nan):
        with pytest.raises(
            ScoreError, match=rf"the margin {margin} is not a number of words; give 0, 1, 2, ... or inf"
        ):
            grounding([CITY], NEAR, margins=[margin])


def test_captions_are_read_from_a_file(tmp_path):
    path = tmp_path / "grounded.jsonl"
    write_records(path, [SKIER, NOTHING])
    assert read_grounded(path) == [SKIER, NOTHING]
    path.write_text('{"id": "7", "words": [{"word": "man", "noun": true, "region": "man"}]}\n')
    assert values(*read_grounded(path)) == [1.0] * 5
    path.write_text('{"id": "7", "words": [{"word": "man", "noun": 1, "region": "man"}]}\n')
    with pytest.raises(RecordError, match=r"noun is 1; expected bool"):
        read_grounded(path)
