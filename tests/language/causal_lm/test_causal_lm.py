import pytest
import torch
import transformers as hf

from cinescribe.errors import ModelError
from cinescribe.language.causal_lm import load_causal_lm
from tests.models.tiny_hub import TEXT, tokenizer


@pytest.fixture
def folder(tmp_path):
    hf.LlamaForCausalLM(hf.LlamaConfig(**TEXT)).save_pretrained(tmp_path)
    tokenizer().save_pretrained(tmp_path)
    return tmp_path


def test_a_model_is_loaded_from_a_folder(folder):
    model = load_causal_lm(str(folder), dtype=torch.bfloat16)
    assert model.name == str(folder)
    assert model.folder == folder
    assert not model.network.training
    assert {weights.dtype for weights in model.network.parameters()} == {torch.bfloat16}
    assert model.tokenizer.decode(model.tokenizer("a man sits")["input_ids"]) == "a man sits"


def test_missing_model_is_not_fetched_without_consent(monkeypatch, tmp_path):
    with pytest.raises(ModelError, match="'example/none' is not on this machine"):
        load_causal_lm("example/none")


def test_a_folder_without_a_language_model_is_refused(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "pytorch_model.bin").touch()
    with pytest.raises(ModelError, match=r"cannot be loaded .* expected a causal language model of transformers"):
        load_causal_lm(str(tmp_path))
