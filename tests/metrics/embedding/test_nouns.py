"""NW and Coverage by hand, against reference implementations, and without nouns."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cinescribe.errors import ScoreError
from cinescribe.language.tokens.parsed_sentence import Word
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.tokens import PairTokens
from cinescribe.metrics.embedding.nouns import coverage, noun_alignment, noun_tokens
from tests.metrics.similarities import TableSimilarity

NEAR = TableSimilarity({("man", "person"): 0.8, ("boat", "ship"): 0.9, ("sea", "ship"): 0.4, ("cat", "tax"): -0.5})


def tokens(*items):
    """Tokens of (candidate, reference, reference, ...), with spaces between nouns."""
    ids = [f"i{n}" for n in range(len(items))]
    candidates = [item[0].split() for item in items]
    references = [[text.split() for text in item[1:]] for item in items]
    return PairTokens.of(ids, candidates, references, tokeniser="nouns-test")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("candidate", "reference", "value"),
    [
        ("man boat", "person ship", (0.8 + 0.9) / 2),
        ("man", "man dog boat", (1 - 2) / 3),
        ("boat man", "man boat", 0.0),  # two pairs of 0; one match and two gaps would be -1
        ("man dog boat", "man boat", (1 - 1 + 1) / 3),
        ("", "man boat", -1.0),
        ("man", "", -1.0),
        ("cat", "tax", -0.5),
    ],
)
def test_nw_by_hand(candidate, reference, value):
    assert noun_alignment(tokens((candidate, reference)), NEAR).value == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(
    ("candidate", "reference", "value"),
    [
        ("ship man", "person boat", (0.8 + 0.9) / 2),
        ("boat man", "man boat", 1.0),
        ("man man", "man boat", 0.5),  # a set
        ("man dog boat cat", "man", 1.0),
        ("", "man boat", 0.0),
        ("ship", "sea boat", 0.9 / 2),
        ("cat", "tax", -0.5),
    ],
)
def test_coverage_by_hand(candidate, reference, value):
    assert coverage(tokens((candidate, reference)), NEAR).value == pytest.approx(value, abs=1e-12)


def test_several_references_are_averaged_as_the_signature_says():
    pair = tokens(("man boat", "person ship", "man"), ("cat", "cat"))
    score = noun_alignment(pair, NEAR)
    assert score.per_item == pytest.approx({"i0": (0.85 + 0.0) / 2, "i1": 1.0})
    assert score.value == pytest.approx((0.425 + 1) / 2)
    assert score.signature.startswith("NW|sim:written|tok:nouns-test|refs:mean|v:")
    assert coverage(pair, NEAR).per_item == pytest.approx({"i0": (0.85 + 1.0) / 2, "i1": 1.0})


def test_references_without_nouns_are_left_out():
    pair = tokens(("", ""), ("man", "", "man"), ("man", ""))
    nw, covered = noun_alignment(pair, NEAR), coverage(pair, NEAR)
    assert nw.per_item == {"i1": 0.0, "i2": -1.0}
    assert nw.sums.tolist() == [[0, 0], [0, 1], [-1, 1]]
    assert covered.per_item == {"i1": 1.0}
    assert covered.value == 1.0


def test_no_noun_anywhere_is_an_error():
    with pytest.raises(ScoreError, match="none of the 2 items has a noun on either side, so NW has no value"):
        noun_alignment(tokens(("", ""), ("", "")), NEAR)
    with pytest.raises(ScoreError, match="none of the 1 items has a noun in its references, so Coverage has no value"):
        coverage(tokens(("man", "")), NEAR)


@pytest.mark.parametrize("metric", [noun_alignment, coverage])
def test_undefined_similarities_are_named(metric):
    with pytest.raises(
        ScoreError, match="the similarity of 'cat' to 'tax' by written is inf; give vectors with a finite"
    ):
        metric(tokens(("man cat", "man tax")), TableSimilarity({("cat", "tax"): np.inf}))


class Random:
    """A `Similarity` of one-letter words with random values."""

    name = "random"

    def __init__(self, seed):
        self.table = np.random.default_rng(seed).uniform(-1, 1, (6, 6))

    def between(self, left, right):
        return self.table[np.ix_(["abcdef".index(w) for w in left], ["abcdef".index(w) for w in right])]


def best_alignment(nouns, ref_nouns, rewards):
    """Needleman-Wunsch, cell by cell."""
    table = np.zeros((len(nouns) + 1, len(ref_nouns) + 1))
    table[:, 0], table[0] = -np.arange(len(nouns) + 1), -np.arange(len(ref_nouns) + 1)
    for i, a in enumerate(nouns):
        for j, b in enumerate(ref_nouns):
            table[i + 1, j + 1] = max(table[i, j] + rewards(a, b), table[i, j + 1] - 1, table[i + 1, j] - 1)
    return table[-1, -1]


def best_assignment(nouns, ref_nouns, rewards):
    nouns, ref_nouns = sorted(set(nouns)), sorted(set(ref_nouns))
    if len(nouns) > len(ref_nouns):
        return best_assignment(ref_nouns, nouns, lambda a, b: rewards(b, a))
    return max(sum(map(rewards, nouns, chosen)) for chosen in permutations(ref_nouns, len(nouns)))


NOUNS = st.lists(st.sampled_from("abcdef"), max_size=8)


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(st.tuples(NOUNS, st.lists(NOUNS, min_size=1, max_size=3)), min_size=1, max_size=4), st.integers(0, 99))
def test_nw_and_coverage_equal_reference_implementations(items, seed):
    similarity = Random(seed)
    ids = [str(n) for n in range(len(items))]
    pair = PairTokens.of(ids, [item[0] for item in items], [item[1] for item in items], tokeniser="t")

    def rewards(a, b):
        return similarity.between([a], [b])[0, 0]

    aligned: dict[str, float] = {}
    covered: dict[str, float] = {}
    for key, (nouns, references) in zip(ids, items, strict=True):
        nw = [best_alignment(nouns, r, rewards) / max(len(nouns), len(r)) for r in references if nouns or r]
        cov = [best_assignment(nouns, r, rewards) / len(set(r)) for r in references if r]
        aligned |= {key: np.mean(nw)} if nw else {}
        covered |= {key: np.mean(cov)} if cov else {}
    for metric, expected in ((noun_alignment, aligned), (coverage, covered)):
        if expected:
            score = metric(pair, similarity)
            assert score.per_item == pytest.approx(expected, abs=1e-12)
            assert score.value == pytest.approx(np.mean(list(expected.values())), abs=1e-12)
            assert all(-1 - 1e-12 <= value <= 1 + 1e-12 for value in score.per_item.values())


@pytest.mark.slow
@settings(deadline=None)
@given(NOUNS.filter(bool), st.permutations(range(8)))
def test_equal_lists_score_1_and_order_matters_only_to_nw(nouns, order):
    text, shuffled = " ".join(nouns), " ".join(nouns[n] for n in order if n < len(nouns))
    same, other = tokens((text, text)), tokens((shuffled, text))
    assert noun_alignment(same, NEAR).value == coverage(same, NEAR).value == coverage(other, NEAR).value == 1
    assert noun_alignment(other, NEAR).value <= 1


class Splitter:
    """A parser that tags every word as a noun."""

    name = "splitter"

    def parse(self, texts):
        return [[tuple(Word(word, word.lower(), "NOUN", "", 0, "dep") for word in text.split())] for text in texts]


def test_nouns_of_pairs_by_a_parser():
    pairs = Pairs.of({"a": "Man Boat", "b": "Cat"}, {"a": ["man", "sea boat"], "b": "cat"})
    found = noun_tokens(pairs, Splitter())
    assert found.tokeniser == "nouns-splitter"
    words = [[found.vocabulary[n] for n in found.references[k]] for k in range(3)]
    assert (words, found.item_bounds.tolist()) == ([["man"], ["sea", "boat"], ["cat"]], [0, 2, 3])
    assert noun_alignment(found, NEAR).per_item["b"] == 1.0
