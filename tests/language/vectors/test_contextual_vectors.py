"""Token vectors: layers, padding, and the mask of special tokens."""

import json
import socket

import numpy as np
import pytest
import torch
from tokenizers import ByteLevelBPETokenizer
from transformers import AutoModel, RobertaConfig, RobertaModel, RobertaTokenizer, T5EncoderModel

from cinescribe.errors import ModelError
from cinescribe.language.vectors.contextual_vectors import BEST_LAYERS, contextual_vectors
from cinescribe.language.vectors.token_embeddings import Embedder
from tests.language.tiny_encoder import FAMILIES, N_LAYERS, SIZES, VOCABULARY, tiny_encoder

TEXTS = ["a man rides a brown horse on the beach", "two dogs", "a person riding by the sea"]


pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    return {family: tiny_encoder(tmp_path_factory.mktemp(family), family) for family in FAMILIES}


def reference(folder, family, tokens, layer):
    """The layer's vectors from the whole model, one text alone."""
    model = T5EncoderModel.from_pretrained(folder) if family == "t5" else AutoModel.from_pretrained(folder)
    model = getattr(model, "encoder", model) if family == "bart" else model
    with torch.inference_mode():
        ids = torch.from_numpy(tokens)[None]
        out = model.eval()(input_ids=ids, attention_mask=torch.ones_like(ids), output_hidden_states=True)
    vectors = out.hidden_states[layer][0]
    if family == "t5" and layer < N_LAYERS:  # its closing norm stays on a model that is cut off
        vectors = model.encoder.final_layer_norm(vectors).detach()
    return torch.nn.functional.normalize(vectors, dim=-1).numpy()


@pytest.mark.parametrize("layer", [2, N_LAYERS])
@pytest.mark.parametrize("family", ["albert", "bert", "t5", "bart"])
def test_a_truncated_model_gives_its_layer_in_any_batch(family, layer, folders):
    embedder: Embedder = contextual_vectors(str(folders[family]), layer=layer)
    assert embedder.name == f"{folders[family].name}/{layer}"
    for text, found in zip(TEXTS, embedder.embed(TEXTS), strict=True):
        assert found.tokens.tolist() == [1, *(VOCABULARY[word] for word in text.split()), 2]
        assert found.keep.tolist() == [False, *([True] * len(text.split())), False]
        np.testing.assert_allclose(found.vectors, reference(folders[family], family, found.tokens, layer), atol=2e-6)


def test_the_last_layer_is_the_default(folders, monkeypatch):
    monkeypatch.setattr(socket.socket, "connect", None)  # nor is the network asked
    assert contextual_vectors(str(folders["bert"])).name.endswith(f"/{N_LAYERS}")
    assert contextual_vectors().name == "all-MiniLM-L6-v2/6"
    assert BEST_LAYERS["roberta-large"] == 17


def test_the_packaged_model_uses_its_full_length():
    embedder = contextual_vectors()
    short, long = embedder.tokens(["a dog", "dog " * 200])
    assert (len(short), len(long)) == (4, 202)
    assert len(embedder.tokens(["dog " * 2000])[0]) == 512


def test_roberta_reads_its_first_word_as_after_a_space(tmp_path):
    cutter = ByteLevelBPETokenizer()
    marks = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    cutter.train_from_iterator([" two dogs play"] * 9, vocab_size=290, special_tokens=marks, show_progress=False)
    cutter.save_model(str(tmp_path))
    RobertaModel(RobertaConfig(**SIZES | {"vocab_size": cutter.get_vocab_size(), "pad_token_id": 1})).save_pretrained(
        tmp_path
    )
    made = RobertaTokenizer(vocab=str(tmp_path / "vocab.json"), merges=str(tmp_path / "merges.txt"))
    made.save_pretrained(tmp_path)
    embedder = contextual_vectors(str(tmp_path))
    first, second = embedder.tokens(["dogs play", "two dogs"])
    assert first[1] == second[-2]
    assert embedder.tokens([" dogs play\n"])[0].tolist() == first.tolist()


def test_no_text_and_texts_without_words(folders):
    embedder = contextual_vectors(str(folders["bert"]))
    assert embedder.embed([]) == []
    assert embedder.embed(["  "])[0].keep.tolist() == [False, False]


@pytest.mark.parametrize("layer", [0, N_LAYERS + 1])
def test_a_layer_that_does_not_exist(folders, layer):
    with pytest.raises(ModelError, match=rf"layer {layer} of the model .* was asked for; it has layers 1 to 3"):
        contextual_vectors(str(folders["bert"]), layer=layer)


def test_a_model_that_cannot_be_truncated(folders):
    assert contextual_vectors(str(folders["xlm"])).name.endswith("/3")
    with pytest.raises(ModelError, match="cannot be cut off after layer 2; name its last, 3"):
        contextual_vectors(str(folders["xlm"]), layer=2)


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("config.json", '{"model_type": "no-such-family"}'),
        ("config.json", '{"model_type": "bert", "num_hidden_layers": "x"}'),
        ("tokenizer_config.json", "[]"),
    ],
)
def test_a_folder_that_cannot_be_loaded(tmp_path, file, text):
    folder = tiny_encoder(tmp_path / "odd")
    (folder / file).write_text(text)
    with pytest.raises(ModelError, match=r"odd' cannot be loaded \(.*\); expected a text encoder of transformers"):
        contextual_vectors(str(folder))


def test_weights_of_fewer_layers_than_the_model_has(tmp_path):
    folder = tiny_encoder(tmp_path / "few")
    config = json.loads((folder / "config.json").read_text()) | {"num_hidden_layers": N_LAYERS + 1}
    (folder / "config.json").write_text(json.dumps(config))
    with pytest.raises(
        ModelError, match=r"the weights of .*few' lack '.*layer\.3.*' \(16 such\); fetch the model again"
    ):
        contextual_vectors(str(folder))
