"""Cards of video language models, and learned weights that fit."""

import json
import re

import numpy as np
import pytest
import torch

from cinescribe.arrays import write_arrays
from cinescribe.errors import ModelError
from cinescribe.input_files import digest
from cinescribe.models.checkpoint import CHECKPOINT
from cinescribe.models.video_lm.git_llava import build_git_llava
from cinescribe.models.video_lm.prompts import METAPHOR_PROMPT
from cinescribe.models.video_lm.video_checkpoint import (
    VideoCard,
    load_learned,
    read_video_card,
    read_video_checkpoint,
    write_video_checkpoint,
)
from tests.models.video_lm.tiny_video_lm import git_llava_tiny


def card(folder, **video):
    fields = {"version": 1, "video": video, "weights": "0"} if video else {"version": 1, "weights": "0"}
    (folder / CHECKPOINT.card).write_text(json.dumps(fields))
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
    write_arrays(tmp_path / CHECKPOINT.weights, {"weight": np.ones(2, np.float32)})
    card(tmp_path, model="git-llava", settings={"n_eyes": 2})
    fields = json.loads((tmp_path / CHECKPOINT.card).read_text())
    (tmp_path / CHECKPOINT.card).write_text(json.dumps({**fields, "weights": digest(tmp_path / CHECKPOINT.weights)}))
    with pytest.raises(ModelError, match=r"is damaged \(.*n_eyes"):
        read_video_checkpoint(tmp_path)


def test_weights_are_loaded_and_others_are_kept(tmp_path):
    model = torch.nn.Linear(2, 1)
    bias = model.bias.detach().clone()
    write_arrays(tmp_path / CHECKPOINT.weights, {"weight": np.full((1, 2), 3.0, np.float32)})
    load_learned(model, tmp_path)
    assert model.weight.tolist() == [[3.0, 3.0]]
    assert torch.equal(model.bias, bias)


@pytest.mark.parametrize(("name", "shape"), [("weight", (2, 2)), ("other", (1, 2))])
def test_weights_that_do_not_fit_are_refused(tmp_path, name, shape):
    write_arrays(tmp_path / CHECKPOINT.weights, {name: np.ones(shape, np.float32)})
    with pytest.raises(ModelError, match=f"has weights {name} .*; use the same settings"):
        load_learned(torch.nn.Linear(2, 1), tmp_path)


def adapted(parts, **changes):
    """A tiny GIT-LLaVA whose adapters change what it writes."""
    torch.manual_seed(0)
    model = build_git_llava(git_llava_tiny(parts, **changes)).eval()
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if "lora_B" in name:
                weight.normal_(0, 0.1)
    return model


def logits(model):
    seen = torch.linspace(-1, 1, 2 * 31 * 16).view(2, 31, 16)
    with torch.no_grad():
        return model(model.tokens.batch(seen, [METAPHOR_PROMPT] * 2, [["a man sits"], ["two people"]]))


def n_merged(model):
    return sum(getattr(layer, "merged", False) for layer in model.modules())


def test_adapters_of_a_checkpoint_are_merged_and_written_again_as_they_were(tmp_path):
    model = adapted(tmp_path)
    write_video_checkpoint(tmp_path / "one", model, VideoCard("git-llava"))
    read = read_video_checkpoint(tmp_path / "one")
    assert n_merged(read.model) == 2 * 7
    assert torch.allclose(logits(read.model), logits(model), atol=1e-4)
    without = build_git_llava(git_llava_tiny(tmp_path)).eval()
    without.map.load_state_dict(model.map.state_dict())
    assert not torch.allclose(logits(without), logits(model), atol=1e-2)

    write_video_checkpoint(tmp_path / "two", read.model, read.card)
    assert digest(tmp_path / "two" / CHECKPOINT.weights) == digest(tmp_path / "one" / CHECKPOINT.weights)
    again = read_video_checkpoint(tmp_path / "two")
    assert torch.equal(logits(again.model), logits(read.model))


def test_checkpoint_with_earlier_name_of_a_setting_is_read(tmp_path):
    write_video_checkpoint(tmp_path / "one", adapted(tmp_path), VideoCard("git-llava"))
    path = tmp_path / "one" / CHECKPOINT.card
    written = path.read_text(encoding="utf-8")
    path.write_text(written.replace('"bf16"', '"half"'), encoding="utf-8")
    assert '"half"' in path.read_text(encoding="utf-8")
    assert read_video_checkpoint(tmp_path / "one").card.settings["bf16"] is False


def test_adapters_beside_weights_in_16_bits_are_not_merged(tmp_path):
    model = adapted(tmp_path, bf16=True)
    write_video_checkpoint(tmp_path / "one", model, VideoCard("git-llava"))
    read = read_video_checkpoint(tmp_path / "one")
    assert n_merged(read.model) == 0
    assert torch.equal(logits(read.model), logits(model))
