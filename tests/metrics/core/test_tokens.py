import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.tokens import tokens_of
from tests.metrics.coco_sets import tokens_from


def words(tokens, texts):
    return [[tokens.vocabulary[word] for word in texts[n]] for n in range(len(texts))]


def test_tokens_of_pairs():
    tokens = tokens_of(Pairs.of({"x": "It's a dog.", "y": "Two"}, {"x": ["A dog!", "the Dog"], "y": "Two cats"}))
    assert tokens.ids == ("x", "y")
    assert tokens.tokeniser == "ptb"
    assert words(tokens, tokens.candidates) == [["it", "'s", "a", "dog"], ["two"]]
    assert words(tokens, tokens.references) == [["a", "dog"], ["the", "dog"], ["two", "cats"]]
    assert tokens.owned.tolist() == [0, 2, 3]
    assert len(set(tokens.vocabulary)) == len(tokens.vocabulary) == 7


def test_a_candidate_without_a_word_is_refused_by_name():
    with pytest.raises(ScoreError, match=r"the candidate of item 'x' is '\.\.\.', without a word; write one there"):
        tokens_of(Pairs.of({"x": "..."}, {"x": "a"}))


def test_a_candidate_without_a_word_is_empty_where_that_is_allowed():
    tokens = tokens_of(Pairs.of({"x": "...", "y": ""}, {"x": "a", "y": "b"}, allow_empty=True))
    assert words(tokens, tokens.candidates) == [[], []]


def test_a_reference_without_a_word_is_refused_by_name():
    with pytest.raises(ScoreError, match="a reference of item 'y' has no word, only punctuation; leave it out"):
        tokens_of(Pairs.of({"x": "a", "y": "b"}, {"x": "a", "y": ["b", "?"]}, allow_empty=True))


def test_parted_tokens_are_the_words_they_consist_of():
    tokens = tokens_from([["a", "2\xa01/2", "b"], []], [[["2\xa01/2"], ["1/2", "a"]], [["x\xa0y\xa0z", "2\xa01/2"]]])
    parted = tokens.parted
    assert words(parted, parted.candidates) == [["a", "2", "1/2", "b"], []]
    assert words(parted, parted.references) == [["2", "1/2"], ["1/2", "a"], ["x", "y", "z", "2", "1/2"]]
    np.testing.assert_array_equal(parted.owned, tokens.owned)
    assert parted.parted is not None
    plain = tokens_from([["a"]], [[["b"]]])
    assert plain.parted is plain
