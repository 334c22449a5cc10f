"""Sentence vectors: the packaged model, folders in the hub's layout, and names that are neither."""

import socket

import huggingface_hub
import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from tests.language.tiny_encoder import tiny_encoder, tiny_sentence_encoder

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def packaged():
    return sentence_vectors()


def test_the_packaged_model_ranks_similar_texts_without_the_network(packaged, monkeypatch):
    monkeypatch.setattr(socket.socket, "connect", None)
    again = sentence_vectors("all-MiniLM-L6-v2")
    assert again.name == packaged.name == "all-MiniLM-L6-v2"
    found = again.between(["cheetah", "car"], ["leopard", "jeep", "cheetah"])
    assert found.shape == (2, 3)
    assert found.dtype == np.float64
    assert found[0, 0] > found[0, 1]
    assert found[1, 1] > found[1, 0]
    assert found[0, 2] == pytest.approx(1, abs=1e-6)
    # What the model's own library gives for this pair.
    assert found[0, 0] == pytest.approx(_cosine(packaged.model, "cheetah", "leopard"), abs=1e-6)


def _cosine(model, left, right):
    ours, theirs = (model.encode([text], convert_to_numpy=True)[0] for text in (left, right))
    return float(ours @ theirs / np.linalg.norm(ours) / np.linalg.norm(theirs))


def test_a_vector_does_not_depend_on_the_batch(packaged):
    texts = ["a dog", "two very long words about the weather in autumn", "", "a dog"]
    among = packaged.vectors(texts)
    alone = np.concatenate([packaged.vectors([text]) for text in texts])
    np.testing.assert_allclose(among, alone, atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(among, axis=1), 1, atol=1e-6)
    assert packaged.between([], ["a dog"]).shape == (0, 1)
    assert packaged.between([], []).shape == (0, 0)


def test_vectors_are_cached(monkeypatch):
    vectors = sentence_vectors()
    first = vectors.between(["a dog"], ["a cat"])
    monkeypatch.setattr(vectors.model, "encode", None)
    np.testing.assert_array_equal(vectors.between(["a cat"], ["a dog"]), first.T)


def test_a_folder_defines_the_pooling(tmp_path):
    mean = sentence_vectors(str(tiny_sentence_encoder(tmp_path / "mean")))
    first = sentence_vectors(str(tiny_sentence_encoder(tmp_path / "first", pooling="cls_token")))
    assert (mean.name, first.name) == ("mean", "first")
    texts = ["a man rides a horse", "two dogs play in the snow"]
    assert not np.allclose(mean.vectors(texts), first.vectors(texts), atol=1e-3)
    np.testing.assert_allclose(np.linalg.norm(first.vectors(texts), axis=1), 1, atol=1e-6)


def test_a_name_without_owner_is_of_sentence_transformers(monkeypatch):
    asked = []

    def none(name, **_):
        asked.append(name)
        raise FileNotFoundError(name)

    monkeypatch.setattr(huggingface_hub, "snapshot_download", none)
    with pytest.raises(ModelError, match=r"'sentence-transformers/all-mpnet-base-v2' is not on this machine"):
        sentence_vectors("all-mpnet-base-v2")
    with pytest.raises(ModelError, match=r"'someone/model' is not on this machine"):
        sentence_vectors("someone/model")
    assert asked == ["sentence-transformers/all-mpnet-base-v2", "someone/model"]


def test_a_folder_that_cannot_be_loaded(tmp_path):
    folder = tiny_encoder(tmp_path / "odd")
    (folder / "config.json").write_text('{"model_type": "no-such-family"}')
    with pytest.raises(ModelError, match=r"odd' cannot be loaded \(.*\); expected a model of sentence-transformers"):
        sentence_vectors(str(folder))
