import random

import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.significance import confidence
from cinescribe.metrics.embedding.diversity import diversity

TEXTS = ("he runs", "he runs", "someone looks up", "a dog runs away fast")
CAPTIONS = {f"clip{n}": text.split() for n, text in enumerate(TEXTS)}
TRAINING = [["he", "runs"], ["runs", "he"], ["someone", "looks", "up", "slowly"]]


def test_all_columns_by_hand():
    found = diversity(CAPTIONS, tokeniser="ptb", training=TRAINING)
    assert found.sentences == 4
    assert found.mean_length.value == (2 + 2 + 3 + 5) / 4
    assert found.vocabulary == 9
    assert found.unique == 3
    assert found.novel is not None
    assert found.novel.value == 0.5
    assert found.novel.per_item == {"clip0": 0, "clip1": 0, "clip2": 1, "clip3": 1}
    assert found.novel.signature.startswith("Novel|train:3|tok:ptb|v:")


def test_a_training_set_counts_each_sentence_once():
    novel = diversity(CAPTIONS, tokeniser="ptb", training=TRAINING * 2).novel
    assert novel is not None
    assert "|train:3|" in novel.signature


def test_diversity_is_written_as_json():
    found = diversity(CAPTIONS, tokeniser="ptb").to_dict()
    assert found.pop("signature").startswith("Diversity|tok:ptb|v:")
    assert found == {"sentences": 4, "mean_length": 3.0, "vocabulary": 9, "unique": 3, "novel": None}
    assert diversity(CAPTIONS, tokeniser="ptb", training=TRAINING).to_dict()["novel"] == 0.5


def test_order_does_not_matter():
    shuffled = list(CAPTIONS.items())
    random.Random(1).shuffle(shuffled)
    assert [key for key, _ in shuffled] != list(CAPTIONS)
    found = diversity(dict(shuffled), tokeniser="ptb", training=TRAINING[::-1])
    assert found.to_dict() == diversity(CAPTIONS, tokeniser="ptb", training=TRAINING).to_dict()


def test_a_system_that_repeats_its_training_set_is_not_novel():
    novel = diversity(CAPTIONS, tokeniser="ptb", training=CAPTIONS.values()).novel
    assert novel is not None
    assert novel.value == 0


def test_lengths_have_confidence():
    found = confidence(diversity(CAPTIONS, tokeniser="ptb").mean_length)
    assert 2 <= found.low < 3 < found.high <= 5


def test_captions_without_words_are_refused_unless_allowed():
    captions = {"a": [], "b": ["he", "runs"]}
    with pytest.raises(ScoreError, match="the caption of item 'a' has no words; write some"):
        diversity(captions, tokeniser="ptb")
    assert diversity(captions, tokeniser="ptb", allow_empty=True).mean_length.value == 1


def test_untokenised_texts_are_errors():
    with pytest.raises(ScoreError, match="the words of 'a' are the text 'he runs'; tokenise it first"):
        diversity({"a": "he runs"}, tokeniser="ptb")
    with pytest.raises(ScoreError, match="the words of 'training caption 2' are the text 'he'; tokenise it first"):
        diversity(CAPTIONS, tokeniser="ptb", training=[["he"], "he"])


def test_no_captions_are_an_error():
    with pytest.raises(ScoreError, match="there is no caption; give at least one"):
        diversity({}, tokeniser="ptb")
    with pytest.raises(ScoreError, match="the training set has no captions"):
        diversity(CAPTIONS, tokeniser="ptb", training=[])
