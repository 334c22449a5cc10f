import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.tokens import tokenize_pairs
from tests.metrics.coco_sets import tokens_from


def words(tokens, texts):
    return [[tokens.vocabulary[word] for word in texts[n]] for n in range(len(texts))]


def test_pairs_are_tokenised():
    tokens = tokenize_pairs(Pairs.of({"x": "It's a dog.", "y": "Two"}, {"x": ["A dog!", "the Dog"], "y": "Two cats"}))
    assert tokens.ids == ("x", "y")
    assert tokens.tokeniser == "ptb"
    assert words(tokens, tokens.candidates) == [["it", "'s", "a", "dog"], ["two"]]
    assert words(tokens, tokens.references) == [["a", "dog"], ["the", "dog"], ["two", "cats"]]
    assert tokens.item_bounds.tolist() == [0, 2, 3]
    assert len(set(tokens.vocabulary)) == len(tokens.vocabulary) == 7


def test_a_candidate_without_words_is_refused_by_name():
    with pytest.raises(ScoreError, match=r"the candidate of item 'x' is '\.\.\.', which has no words; write words"):
        tokenize_pairs(Pairs.of({"x": "..."}, {"x": "a"}))


def test_a_candidate_without_words_is_empty_if_allowed():
    tokens = tokenize_pairs(Pairs.of({"x": "...", "y": ""}, {"x": "a", "y": "b"}, allow_empty=True))
    assert words(tokens, tokens.candidates) == [[], []]


def test_a_reference_without_words_is_refused_by_name():
    with pytest.raises(ScoreError, match="a reference of item 'y' has no words, only punctuation; remove it"):
        tokenize_pairs(Pairs.of({"x": "a", "y": "b"}, {"x": "a", "y": ["b", "?"]}, allow_empty=True))


def test_tokens_are_split_at_no_break_spaces():
    tokens = tokens_from([["a", "2\xa01/2", "b"], []], [[["2\xa01/2"], ["1/2", "a"]], [["x\xa0y\xa0z", "2\xa01/2"]]])
    split = tokens.without_no_break_spaces
    assert words(split, split.candidates) == [["a", "2", "1/2", "b"], []]
    assert words(split, split.references) == [
        ["2", "1/2"],
        ["1/2", "a"],
        ["x", "y", "z", "2", "1/2"],
    ]
    np.testing.assert_array_equal(split.item_bounds, tokens.item_bounds)
    assert split.without_no_break_spaces is not None
    plain = tokens_from([["a"]], [[["b"]]])
    assert plain.without_no_break_spaces is plain
