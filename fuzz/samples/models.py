"""Tiny trained models and the state of a run."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import Any

import torch
from torch import nn

from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.models.checkpoint import CheckpointCard, write_checkpoint
from cinescribe.models.micap.micap import Micap
from cinescribe.models.micap.sizes import MicapSizes
from cinescribe.train.recipes.clip_recipe import ClipRecipe
from cinescribe.train.recipes.recipe import read_recipe
from cinescribe.train.training_state import TrainingState, write_state
from fuzz.samples.written import written_files

RECIPES = Path(__file__).resolve().parents[2] / "recipes"
_TOKENS = Vocabulary(("waves", "sits", "."), 3)


@cache
def checkpoint_files() -> dict[str, bytes]:
    """Return a checkpoint of a MICap with vectors of eight numbers."""
    torch.manual_seed(0)
    small: dict[str, Any] = {
        "width": 8,
        "n_heads": 2,
        "ff_width": 8,
        "n_encoder_layers": 1,
        "n_decoder_layers": 1,
        "n_tokens": 9,
    }
    facts = (len(_TOKENS), _TOKENS.first_person, _TOKENS.separator, _TOKENS.n_people)
    model = Micap(MicapSizes(*facts, **small, frame_width=4, action_width=4, text_width=4))
    card = CheckpointCard("micap", SetSizes(n_clips=3), text="t", scores={"fill/class": 0.5}, seed=7)
    return written_files(lambda folder: write_checkpoint(folder, model, tokens=_TOKENS, card=card))


def run_parts() -> tuple[nn.Module, torch.optim.Optimizer, ClipRecipe]:
    """Return the model, optimizer and recipe of a tiny run."""
    torch.manual_seed(0)
    model = nn.Linear(2, 2)
    optimizer = torch.optim.Adam(model.parameters())
    return model, optimizer, tiny_recipe()


@cache
def tiny_recipe() -> ClipRecipe:
    """Return a recipe of ours."""
    recipe = read_recipe(RECIPES / "backlot" / "tiny.toml")
    assert isinstance(recipe, ClipRecipe)
    return recipe


@cache
def state_files() -> dict[str, bytes]:
    """Return the state of a run after one step."""
    model, optimizer, recipe = run_parts()
    model(torch.ones(1, 2)).sum().backward()
    optimizer.step()
    state = TrainingState(epoch=2, epoch_step=1, step=9, best={"fill": 0.5}, n_without_improvement=1)
    return written_files(lambda folder: write_state(folder, model, optimizer, state=state, recipe=recipe.to_dict()))


@cache
def torch_files() -> tuple[bytes, bytes]:
    """Return weights as `torch.save` writes them now, and as it wrote them when M² was published."""
    weights = {"state_dict": {"encoder.layers.0.weight": torch.ones(2, 2), "n": torch.arange(3)}, "epoch": 3}
    found = []
    for zipped in (True, False):
        packed = io.BytesIO()
        torch.save(weights, packed, _use_new_zipfile_serialization=zipped)
        found.append(packed.getvalue())
    return found[0], found[1]
