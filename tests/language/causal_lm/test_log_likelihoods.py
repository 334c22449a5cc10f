"""Log-likelihoods equal those of one plain forward pass for each request."""

import math
from dataclasses import replace

import pytest
import torch
import transformers as hf

from cinescribe.errors import ModelError
from cinescribe.language.causal_lm import LogLikelihoods, load_causal_lm
from tests.models.tiny_hub import TEXT, tokenizer

REQUESTS = [("a man", " sits"), ("a man", " walks by the door"), ("the table on", " right"), ("a man", " sits")]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("llama")
    torch.manual_seed(0)
    network = hf.LlamaForCausalLM(hf.LlamaConfig(**TEXT))
    with torch.no_grad():
        for weights in network.parameters():
            weights.mul_(6)
    network.save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    return LogLikelihoods(load_causal_lm(str(folder)))


def plain(model, context, continuation):
    first, then = (model.model.tokenizer(text)["input_ids"] for text in (context, continuation))
    with torch.inference_mode():
        logits = model.model.network(input_ids=torch.tensor([[*first, *then]])).logits[0].log_softmax(-1)
    return sum(float(logits[len(first) + n - 1, token]) for n, token in enumerate(then))


def test_equal_to_plain_passes(model):
    assert model.name == model.model.name
    found = model.log_likelihoods(REQUESTS)
    assert found == pytest.approx([plain(model, *request) for request in REQUESTS], abs=1e-5)
    assert found[0] == found[3] != found[2]
    assert model.log_likelihoods([]) == []


def test_continuations_of_one_token_share_a_pass(model, monkeypatch):
    sizes = []
    inner = LogLikelihoods._log_probabilities

    def counting(self, inputs):
        sizes.append(len(inputs))
        return inner(self, inputs)

    monkeypatch.setattr(LogLikelihoods, "_log_probabilities", counting)
    found = model.log_likelihoods([("a man", word) for word in (" sits", " walks", " stands")])
    assert sizes == [1]
    assert 0 < sum(map(math.exp, found)) < 1


def test_a_begin_token_comes_first_where_the_model_has_one(model):
    class Beginning:
        bos_token_id = 1

        def __call__(self, text, add_special_tokens=True):
            tokens = model.model.tokenizer(text)["input_ids"]
            return {"input_ids": [1, *tokens] if add_special_tokens else tokens}

    begun = LogLikelihoods(replace(model.model, tokenizer=Beginning()))
    assert begun.log_likelihoods([("a man", " sits")]) != model.log_likelihoods([("a man", " sits")])
    assert begun.log_likelihoods([("a man", " sits")]) == pytest.approx([plain(model, "<s> a man", " sits")], abs=1e-5)


def test_a_text_without_tokens_is_refused(model):
    with pytest.raises(ModelError, match=r"'' has no tokens of .*; give a context and a continuation with words"):
        model.log_likelihoods([("a man", "")])
