import importlib

import numpy as np
import pytest
import spacy
from thinc.api import Model

from cinescribe.language.parser.embedding_cache import with_embedding_cache

module = importlib.import_module("cinescribe.language.parser.embedding_cache")


@pytest.fixture
def embedding():
    """An embedding of two numbers per word, its length and its first letter, and the words that it was asked for."""
    asked = []

    def forward(model, docs, is_train):
        asked.append([token.text for doc in docs for token in doc])
        rows = [np.array([[len(t), ord(t.text[0])] for t in doc], np.float32).reshape(len(doc), 2) for doc in docs]
        return rows, lambda gradient: ["went back"]

    return Model("embedding", forward), asked


@pytest.fixture(scope="module")
def nlp():
    return spacy.blank("en")


def test_rows_are_those_of_the_embedding_and_each_word_is_embedded_once(embedding, nlp):
    embed, asked = embedding
    cached = with_embedding_cache(embed)
    docs = [nlp(text) for text in ("a dog sees a dog", "", "the dog")]
    expected = embed.predict(docs)
    asked.clear()
    for _ in range(2):
        for row, other in zip(cached.predict(docs), expected, strict=True):
            assert np.array_equal(row, other)
    assert [sorted(words) for words in asked] == [["a", "dog", "sees", "the"]]


def test_the_cache_does_not_grow_without_end(embedding, nlp, monkeypatch):
    embed, asked = embedding
    monkeypatch.setattr(module, "_MAX_WORDS", 3)
    cached = with_embedding_cache(embed)
    for text in ("one two", "three four", "three", "one"):
        cached.predict([nlp(text)])
    assert [sorted(each) for each in asked] == [["one", "two"], ["four", "three"], ["one"]]


def test_training_reaches_the_embedding_and_empties_the_cache(embedding, nlp):
    embed, asked = embedding
    cached = with_embedding_cache(embed)
    docs = [nlp("a dog")]
    cached.predict(docs)
    _, backprop = cached(docs, is_train=True)
    assert backprop(None) == ["went back"]
    cached.predict(docs)
    assert len(asked) == 3
