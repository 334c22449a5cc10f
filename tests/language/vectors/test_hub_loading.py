import pytest
import torch
import transformers

from cinescribe.errors import ModelError
from cinescribe.language.vectors.hub_loading import load_pretrained, loading


@pytest.fixture
def bert(tmp_path):
    config = transformers.BertConfig(
        vocab_size=9, hidden_size=8, num_hidden_layers=1, num_attention_heads=1, intermediate_size=8
    )
    model = transformers.BertModel(config).half()
    model.save_pretrained(tmp_path)
    return model, tmp_path


def without(bert, part):
    model, folder = bert
    model.save_pretrained(folder, state_dict={k: v for k, v in model.state_dict().items() if part not in k})
    return folder


def test_a_loaded_model_is_in_evaluation_mode_with_all_weights(bert):
    written, folder = bert
    found = load_pretrained(transformers.BertModel, folder, name="bert")
    assert found.has_pooler
    assert not found.model.training
    for name, value in written.state_dict().items():
        kept = found.model.state_dict()[name]
        assert kept.dtype == (torch.float32 if value.is_floating_point() else value.dtype)
        assert torch.equal(kept, value.to(kept.dtype))


def test_a_pooler_may_be_missing(bert):
    assert not load_pretrained(transformers.BertModel, without(bert, "pooler"), name="bert").has_pooler


def test_other_weights_may_not_be_missing(bert):
    with pytest.raises(ModelError, match=r"the weights of 'bert' lack '.*key.*' \(2 such\); fetch the model again"):
        load_pretrained(transformers.BertModel, without(bert, "attention.self.key"), name="bert")


@pytest.mark.parametrize("failure", [OSError("no file\nat all"), ValueError("no file"), ImportError("no file")])
def test_a_failure_becomes_one_line(failure):
    with pytest.raises(ModelError) as caught, loading("bert", wanted="a text encoder"):
        raise failure
    assert str(caught.value) == "the model 'bert' cannot be loaded (no file); expected a text encoder"


def test_a_model_error_inside_is_unchanged():
    with pytest.raises(ModelError, match=r"^no such layer$"), loading("bert", wanted="a text encoder"):
        raise ModelError("no such layer")
