import random

import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.overlap.cider_reward import CiderReward
from cinescribe.metrics.overlap.document_frequencies import DocumentFrequencies
from tests.metrics.coco_sets import NAMES, coco_tokens, random_pairs, tokens_from
from tests.metrics.plain_ngrams import cider_value, document_counts


def rows_of(texts, padding=0):
    lengths = np.array([len(text) for text in texts])
    rows = np.full((len(texts), max(lengths.max(), 1)), padding, np.int64)
    for row, text in zip(rows, texts, strict=True):
        row[: len(text)] = text
    return rows, lengths


def plain(texts, items, references, counts=None, documents=None):
    counts = document_counts(references) if counts is None else counts
    known = {"counts": counts, "documents": documents or len(references)}
    return [cider_value(text, references[item], **known) for text, item in zip(texts, items, strict=True)]


@pytest.mark.parametrize("padding", [0, 3, -1, 2**40])
def test_equals_the_simple_implementation_with_any_padding(padding):
    rng = random.Random(5)
    references = [[[rng.randrange(9) for _ in range(rng.randint(1, 12))] for _ in range(3)] for _ in range(30)]
    items = [rng.randrange(30) for _ in range(200)]
    # Words 9 to 14 are in no reference; many texts are short or repeated.
    texts = [[rng.randrange(15) for _ in range(rng.randint(0, 16))] for _ in items]
    rows, lengths = rows_of(texts, padding)
    found = CiderReward.of(references).reward(rows, items, lengths=lengths)
    np.testing.assert_allclose(found, plain(texts, items, references), rtol=0, atol=1e-12)


def test_equals_the_simple_implementation_on_captions():
    tokens = coco_tokens(NAMES[0])
    references = [
        [tokens.references[r].tolist() for r in range(tokens.item_bounds[n], tokens.item_bounds[n + 1])]
        for n in range(len(tokens.ids))
    ]
    texts = [tokens.candidates[n].tolist() for n in range(len(tokens.ids))]
    items = list(range(len(texts)))
    rows, lengths = rows_of(texts)
    found = CiderReward.of(references).reward(rows, items, lengths=lengths)
    np.testing.assert_allclose(found, plain(texts, items, references), rtol=0, atol=1e-12)


def test_given_document_frequencies():
    candidates, references = random_pairs(1)
    _, others = random_pairs(2, n_items=60, n_words=30)
    counted = tokens_from([[] for _ in others], others)
    frequencies = DocumentFrequencies.of(
        counted.references, counted.item_bounds, vocabulary=counted.vocabulary, name="others"
    )
    tokens = tokens_from(candidates, references)
    numbers = {word: n for n, word in enumerate(tokens.vocabulary)}
    numbered = [[[numbers[word] for word in text] for text in texts] for texts in references]
    reward = CiderReward.of(numbered, vocabulary=tokens.vocabulary, document_frequencies=frequencies)
    rows, lengths = rows_of([[numbers[word] for word in text] for text in candidates])
    found = reward.reward(rows, np.arange(len(rows)), lengths=lengths)
    expected = plain(candidates, range(len(rows)), references, document_counts(others), len(others))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def test_large_word_numbers_do_not_collide():
    # Packed into 15 bits, 1 and 1 + 2^15 would be the same word.
    references = [[[1, 2, 3]], [[1 + 2**15, 2 + 2**15, 3 + 2**30]]]
    reward = CiderReward.of(references)
    found = reward.reward(
        [[1, 2, 3], [1 + 2**15, 2, 3], [1 + 2**15, 2 + 2**15, 3 + 2**30]], [0, 0, 1], lengths=[3, 3, 3]
    )
    np.testing.assert_allclose(found, plain([[1, 2, 3], [1 + 2**15, 2, 3], [1, 2, 3]], [0, 0, 0], [[[1, 2, 3]], [[7]]]))


@pytest.mark.parametrize(
    ("references", "message"),
    [
        ([[[1]], []], "item 1 has no reference, or an empty one"),
        ([[[1], []], [[2]]], "item 0 has no reference, or an empty one"),
        ([[[1, -1]], [[2]]], r"word numbers from -1 to 2; expected 0 to 2147483647"),
        ([[[1]], [[2**31]]], r"word numbers from 1 to 2147483648; expected 0 to 2147483647"),
        ([[[1, 1.5]], [[2]]], "the words of the references are of type float64; expected whole numbers"),
        ([[[1, 2]]], "every n-gram of the references is in all items"),
        ([], "there are no references to score against"),
    ],
)
def test_invalid_references_are_errors(references, message):
    with pytest.raises(ScoreError, match=message):
        CiderReward.of(references)


def test_document_frequencies_need_a_vocabulary():
    counted = tokens_from([[], []], [[["a"]], [["b"]]])
    frequencies = DocumentFrequencies.of(counted.references, counted.item_bounds, vocabulary=("a", "b"), name="ab")
    with pytest.raises(
        ScoreError, match="the references are word numbers, but document frequencies count words; give the `vocabulary`"
    ):
        CiderReward.of([[[0]], [[1]]], document_frequencies=frequencies)


@pytest.mark.parametrize(
    ("words", "items", "lengths", "message"),
    [
        ([1, 2], [0], [2], r"candidates of shape \(2,\) belong to items \(1,\) and lengths \(1,\); expected"),
        ([[1, 2]], [0, 1], [2], r"items \(2,\)"),
        ([[1, 2]], [0], [2, 2], r"lengths \(2,\)"),
        ([[1.0, 2.0]], [0], [2], "words are of type float64; expected whole numbers"),
        ([[1, 2], [1, 2]], [0, 2], [2, 2], "candidate row 1 has an item that is not one of 0 to 1"),
        ([[1, 2], [1, 2]], [-1, 0], [2, 2], "candidate row 0 has an item"),
        ([[1, 2]], [0], [3], "candidate row 0 has a length that is not one of 0 to 2"),
        ([[1, 2]], [0], [-1], "candidate row 0 has a length"),
        ([[1, -1]], [0], [2], "candidate row 0 has a word number that is not one of 0 to 2147483647"),
        ([[2**31, 1]], [0], [1], "candidate row 0 has a word number"),
    ],
)
def test_invalid_candidates_are_errors(words, items, lengths, message):
    reward = CiderReward.of([[[1, 2]], [[3]]])
    with pytest.raises(ScoreError, match=message):
        reward.reward(words, items, lengths=lengths)
