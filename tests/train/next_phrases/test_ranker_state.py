import pytest
import torch
from torch import nn

from cinescribe.errors import TrainError
from cinescribe.train.next_phrases.ranker_state import STATE, read_state, write_state

RECIPE = {"seed": 1, "epochs": 2}


def trained(n_steps):
    torch.manual_seed(0)
    model = nn.Linear(3, 2)
    optimizer = torch.optim.AdamW(model.parameters())
    for _ in range(n_steps):
        step(model, optimizer)
    return model, optimizer


def step(model, optimizer):
    optimizer.zero_grad()
    model(torch.ones(1, 3)).square().sum().backward()
    optimizer.step()


def test_a_training_goes_on_as_if_never_stopped(tmp_path):
    model, optimizer = trained(3)
    assert read_state(tmp_path, model, optimizer, recipe=RECIPE) == 0
    write_state(tmp_path, model, optimizer, epoch=1, recipe=RECIPE)
    resumed, its_optimizer = trained(0)
    assert read_state(tmp_path, resumed, its_optimizer, recipe=RECIPE) == 1
    step(model, optimizer)
    step(resumed, its_optimizer)
    assert torch.equal(model.weight, resumed.weight)


def test_another_recipe_and_damage_are_named(tmp_path):
    model, optimizer = trained(1)
    write_state(tmp_path, model, optimizer, epoch=1, recipe=RECIPE)
    with pytest.raises(TrainError, match=r"holds a training with another recipe or other data \(seed\); name another"):
        read_state(tmp_path, model, optimizer, recipe={**RECIPE, "seed": 2})
    (tmp_path / STATE).write_bytes(b"nothing")
    with pytest.raises(TrainError, match=r"state.safetensors' is damaged \(.*\); remove it, and training starts anew"):
        read_state(tmp_path, model, optimizer, recipe=RECIPE)
