"""Cards of video language models, and learned weights that fit."""

import json
import re

import numpy as np
import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.input_files import digest
from cinescribe.models.checkpoint import CARD, WEIGHTS
from cinescribe.models.video_lm.prompts import METAPHOR_PROMPT
from cinescribe.models.video_lm.video_checkpoint import (
    load_learned,
    read_video_card,
    read_video_checkpoint,
)
from cinescribe.store import write_arrays


def card(folder, **video):
    fields = {"version": 1, "video": video, "weights": "0"} if video else {"version": 1, "weights": "0"}
    (folder / CARD).write_text(json.dumps(fields))
    return folder


def test_a_card_is_read(tmp_path):
    found = read_video_card(card(tmp_path, model="git-llava", n_tokens=9, settings={"n_clips": 2}))
    assert (found.model, found.n_tokens, found.settings) == ("git-llava", 9, {"n_clips": 2})
    assert found.prompt == METAPHOR_PROMPT  # of older checkpoints


@pytest.mark.parametrize(
    ("video", "words"),
    [
        ({}, "holds no video language model; name a checkpoint of git, git-llava, "),
        ({"model": "git-llava", "n_tokens": "x"}, "is damaged"),
        ({"model": "other"}, "the model 'other' is not known; known are git, git-llava, "),
    ],
)
def test_other_cards_are_refused(tmp_path, video, words):
    with pytest.raises(ModelError, match=re.escape(words)):
        read_video_card(card(tmp_path, **video))


def test_settings_that_are_not_known_are_refused(tmp_path):
    write_arrays(tmp_path / WEIGHTS, {"weight": np.ones(2, np.float32)})
    card(tmp_path, model="git-llava", settings={"n_eyes": 2})
    fields = json.loads((tmp_path / CARD).read_text())
    (tmp_path / CARD).write_text(json.dumps({**fields, "weights": digest(tmp_path / WEIGHTS)}))
    with pytest.raises(ModelError, match=r"is damaged \(.*n_eyes"):
        read_video_checkpoint(tmp_path)


def test_weights_are_loaded_and_others_are_kept(tmp_path):
    model = torch.nn.Linear(2, 1)
    bias = model.bias.detach().clone()
    write_arrays(tmp_path / WEIGHTS, {"weight": np.full((1, 2), 3.0, np.float32)})
    load_learned(model, tmp_path)
    assert model.weight.tolist() == [[3.0, 3.0]]
    assert torch.equal(model.bias, bias)


@pytest.mark.parametrize(("name", "shape"), [("weight", (2, 2)), ("other", (1, 2))])
def test_weights_that_do_not_fit_are_refused(tmp_path, name, shape):
    write_arrays(tmp_path / WEIGHTS, {name: np.ones(shape, np.float32)})
    with pytest.raises(ModelError, match=f"has weights {name} .*; use the same settings"):
        load_learned(torch.nn.Linear(2, 1), tmp_path)
