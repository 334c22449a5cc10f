"""What of a language model is learned."""

import sys

import pytest
from torch import nn

from cinescribe.errors import ModelError
from cinescribe.models.video_lm.tuning import tune


@pytest.mark.parametrize(("tuning", "wanted"), [("none", False), ("full", True)])
def test_all_weights_learn_or_none(tuning, wanted):
    network = nn.Linear(2, 2)
    tune(network, tuning, rank=1)
    assert {weight.requires_grad for weight in network.parameters()} == {wanted}


def test_an_unknown_tuning_is_refused():
    with pytest.raises(ModelError, match="tuning is 'half'; expected one of none, lora, full"):
        tune(nn.Linear(2, 2), "half", rank=1)


def test_lora_says_what_it_needs(monkeypatch):
    monkeypatch.setitem(sys.modules, "peft", None)
    with pytest.raises(ModelError, match="LoRA needs peft, which is not installed; run: pip install"):
        tune(nn.Linear(2, 2), "lora", rank=1)
