"""Captioners that begin as a pretrained T5 or GPT-2."""

from typing import Any

import pytest
import torch
import transformers as hf

from cinescribe.errors import ModelError
from cinescribe.language.tokens.subwords import read_subwords
from cinescribe.models.prefix_lm import Gpt2Prefix, Gpt2PrefixSizes, T5Prefix, T5PrefixSizes
from cinescribe.models.pretrained_lm import following_sizes, load_language_model, pretrained_sizes
from tests.models import tiny_lms
from tests.models.set_dummies import D_ACTION, D_FACE, D_FRAME, N, S, made_sets

pytestmark = pytest.mark.usefixtures("one_thread")
BUILD = {"t5": (tiny_lms.t5, T5Prefix, T5PrefixSizes), "gpt2": (tiny_lms.gpt2, Gpt2Prefix, Gpt2PrefixSizes)}
DATA: dict[str, Any] = {
    "frame_width": D_FRAME,
    "action_width": D_ACTION,
    "face_width": D_FACE,
    "n_clips": N,
    "n_segments": S,
}
both = pytest.mark.parametrize("model", BUILD)


def begun(folder, model, *, n_people=11):
    """A captioner that begins as the language model of a folder, and its vocabulary."""
    _, kind, sizes = BUILD[model]
    tokens = read_subwords(folder, n_people=n_people)
    words: dict[str, Any] = {
        "n_words": len(tokens),
        "first_person": tokens.first_person,
        "n_people": tokens.n_people,
    }
    captioner = kind(sizes(**words, **DATA, **pretrained_sizes(model, folder, name="tiny"))).eval()
    load_language_model(captioner, folder, name="tiny", tokens=tokens)
    return captioner, tokens


def subword_batch(tokens, texts):
    words = torch.tensor([tokens.subwords(text)[:5] for text in texts])
    return made_sets([[0, 1, 0]] * len(texts)), words


@both
@torch.no_grad()
def test_logits_of_subwords_are_those_of_the_language_model(tmp_path, model):
    captioner, tokens = begun(BUILD[model][0](tmp_path), model)
    batch, words = subword_batch(tokens, ["the woman waves to her brother", "a man opens the red door"])
    memory = captioner.memory(batch, blanks=False)
    found = captioner.word_logits(captioner.hidden(words, memory))[..., : tokens.n_subwords]
    if model == "t5":
        language = hf.T5ForConditionalGeneration.from_pretrained(tmp_path).eval()
        shown = captioner.shown(batch)
        wanted = language(inputs_embeds=shown.tokens, attention_mask=shown.mask.long(), decoder_input_ids=words).logits
    else:
        language = hf.GPT2LMHeadModel.from_pretrained(tmp_path).eval()
        read = torch.cat([memory.tokens, language.transformer.wte(words)], 1)
        wanted = language(inputs_embeds=read).logits[:, memory.tokens.shape[1] :]
    torch.testing.assert_close(found, wanted[..., : tokens.n_subwords], rtol=1e-4, atol=1e-4)


@both
def test_new_tokens_begin_as_the_mean_of_subwords(tmp_path, model):
    captioner, tokens = begun(BUILD[model][0](tmp_path), model)
    vectors = captioner.t5.shared.weight if model == "t5" else captioner.gpt2.wte.weight
    for token, text in ((tokens.first_person, " P1"), (tokens.first_person + 10, " P11"), (tokens.blank, " someone")):
        torch.testing.assert_close(vectors[token], vectors[tokens.subwords(text)].mean(0))
    end = 1 if model == "t5" else 0
    assert torch.equal(vectors[tokens.end], vectors[end])
    assert torch.equal(vectors[tokens.start], vectors[0])  # T5 begins to decode at its padding, GPT-2 at its end


def test_word_vectors_of_as_many_rows_as_tokens_are_extended_too(tmp_path):
    n_subwords = read_subwords(tiny_lms.t5(tmp_path / "one")).n_subwords
    captioner, tokens = begun(tiny_lms.t5(tmp_path / "two", n_words=n_subwords + 6 + 4), "t5", n_people=4)
    vectors = captioner.t5.shared.weight
    assert len(vectors) == len(tokens) == n_subwords + 10
    torch.testing.assert_close(vectors[tokens.first_person], vectors[tokens.subwords(" P1")].mean(0))


def test_sizes_follow_from_the_language_model(tmp_path):
    sizes = pretrained_sizes("t5", tiny_lms.t5(tmp_path), name="tiny")
    assert sizes == {"width": 16, "head_width": 8, "ff_width": 24, "n_layers": 2, "n_heads": 2}
    assert set(sizes) | {"gated"} == set(following_sizes("t5"))


def test_another_family_is_refused(tmp_path):
    with pytest.raises(ModelError, match="the language model 'tiny' is a gpt2, but the model of the recipe is 't5'"):
        pretrained_sizes("t5", tiny_lms.gpt2(tmp_path), name="tiny")


@pytest.mark.parametrize(
    ("model", "changes", "message"),
    [
        (
            "t5",
            {"feed_forward_proj": "gated-gelu"},
            "has feed_forward_proj 'gated-gelu', but the model 't5' is built for 'relu'",
        ),
        ("t5", {"num_decoder_layers": 1}, "has num_decoder_layers 1, but the model 't5' is built for 2"),
        (
            "gpt2",
            {"activation_function": "relu"},
            "has activation_function 'relu', .* built for 'gelu_new'; name another",
        ),
    ],
)
def test_settings_without_a_size_of_ours_are_refused(tmp_path, model, changes, message):
    with pytest.raises(ModelError, match=message):
        pretrained_sizes(model, BUILD[model][0](tmp_path, **changes), name="tiny")


def test_fewer_word_vectors_than_subwords_are_refused(tmp_path):
    with pytest.raises(ModelError, match=r"has 50 word vectors, but its tokenizer .* subwords; fetch both again"):
        begun(tiny_lms.t5(tmp_path, n_words=50), "t5")


def test_a_folder_without_a_model_is_refused(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ModelError, match=r"the model 'tiny' cannot be loaded .* expected a T5 or a GPT-2"):
        pretrained_sizes("t5", tmp_path, name="tiny")
