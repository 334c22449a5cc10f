import numpy as np
import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.features.imports.micap_info import read_micap_info
from cinescribe.models.published.micap_tokens import read_released_tokens
from cinescribe.models.published.micap_weights import micap_from_released
from tests.models import released_micap as released


@pytest.fixture
def tokens(tmp_path):
    return read_released_tokens(tmp_path, read_micap_info(released.written_info(tmp_path)))


def our_words(tokens):
    """The captions in our tokens: the last separator and the end are one token."""
    ours = {published: n for n, published in enumerate(tokens.inputs)}
    ours[released.SEPARATOR] = tokens.tokens.separator
    return np.array([[ours[word] for word in released.captions(b)[:-2]] + [tokens.tokens.end] for b in range(2)])


def is_person(words, tokens):
    return (words >= tokens.tokens.first_person) & (words < len(tokens.tokens))


def hidden_before_people(model, batch, words, *, tokens):
    """The decoder's output at the word before each person, and before each other word."""
    with torch.inference_mode():
        hidden = model.hidden(batch.words, model.memory(batch, blanks="blanks" in model.sizes.streams))[:, :-1]
    person = torch.from_numpy(is_person(words[:, 1:], tokens))
    return hidden[person], hidden[~person]


def test_joint_model_gives_published_logits_of_people(tokens):
    model, words = micap_from_released(released.weights("joint"), tokens), our_words(tokens)
    hidden, _ = hidden_before_people(model, released.batch(words), words, tokens=tokens)
    wanted = np.array(released.GOLDEN["joint/people"])[:, list(tokens.outputs)]
    assert np.abs(model.word_logits(hidden).detach().numpy() - wanted).max() < 1e-5
    people = wanted[:, tokens.tokens.first_person :]
    assert np.abs(model.person_logits(hidden).detach().numpy() - people).max() < 1e-5


@pytest.mark.parametrize("kind", ["joint", "fc"])
def test_writing_model_gives_published_logits_of_captions(tokens, kind):
    model, words = micap_from_released(released.weights(kind), tokens), our_words(tokens)
    batch = released.batch(words)
    with torch.inference_mode():
        logits = model.word_logits(model.hidden(batch.words, model.memory(batch, blanks=False)))[:, :-1].numpy()
    person = is_person(words[:, 1:], tokens)
    people, others = (np.array(found) for found in released.GOLDEN[f"{kind}/captions"])
    others = others.reshape(2, -1, others.shape[1])[:, :-1]  # without the end after the last separator
    assert np.abs(logits[person] - people[:, list(tokens.outputs)]).max() < 1e-5
    assert np.abs(logits[~person] - others.reshape(-1, others.shape[2])[:, list(tokens.outputs)]).max() < 1e-5


def test_filling_model_gives_published_logits_of_people(tokens):
    model, words = micap_from_released(released.weights("fitb"), tokens), our_words(tokens)
    hidden, _ = hidden_before_people(model, released.batch(words), words, tokens=tokens)
    wanted = np.array(released.GOLDEN["fitb/people"])[:, 1:]  # class 0 is no person
    assert np.abs(model.person_logits(hidden).detach().numpy() - wanted).max() < 1e-5
    assert not model.sizes.writes


def changed(kind, **changes):
    return {name: value for name, value in {**released.weights(kind), **changes}.items() if value is not None}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"caption_embedding.weight": torch.ones(55, 16)}, "has 55 words and the tokenizer 56 tokens"),
        ({"position_embed.weight": None}, r"position_embed.weight is missing; expected a table of two dimensions"),
        ({"position_embed.weight": torch.ones(3)}, r"position_embed.weight is of shape \(3,\)"),
        ({"bert_encode.bias": None}, r"bert_encode.bias is missing; with the weights beside it, \(16,\) fits"),
        ({"vocab_dense.bias": torch.ones(3)}, r"vocab_dense.bias is \(3,\); with the weights beside it, \(56,\) fits"),
        ({"more.weight": torch.ones(3)}, "the released MICap has no weight more.weight"),
    ],
)
def test_other_weights_are_refused(tokens, changes, message):
    with pytest.raises(ModelError, match=message):
        micap_from_released(changed("joint", **changes), tokens)


def test_filling_model_with_few_classes_is_refused(tokens):
    few = {"dense.weight": torch.ones(4, 16), "dense.bias": torch.ones(4)}
    with pytest.raises(ModelError, match=r"people are the classes \[1, 2, .*, but the model has 4 classes"):
        micap_from_released(changed("fitb", **few), tokens)
