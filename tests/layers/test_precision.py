import pytest
import torch

from cinescribe.layers.precision import computes_in_bfloat16


@pytest.mark.parametrize(
    ("features", "known"),
    [({"amx_bf16": True}, True), ({"avx512_bf16": True}, True), ({"avx512_f": True, "avx512_bf16": False}, False)],
)
def test_a_processor_computes_in_bfloat16_if_it_has_instructions(monkeypatch, features, known):
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: features)
    assert computes_in_bfloat16(torch.device("cpu")) is known


@pytest.mark.parametrize("known", [True, False])
def test_a_gpu_that_imitates_bfloat16_does_not_count(monkeypatch, known):
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda *, including_emulation: known or including_emulation)
    assert computes_in_bfloat16(torch.device("cuda")) is known
