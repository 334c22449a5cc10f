"""Temporal attention: weights sum to 1 over the frames that are there, and are those of the paper's equations."""

import pytest
import torch

from cinescribe.generate.cross_attention import stream_attention
from tests.models.sequence.clips import N_FRAMES, clips, temporal_attention

pytestmark = pytest.mark.usefixtures("one_thread")


@torch.no_grad()
def test_weights_are_a_softmax_over_the_frames_that_are_there():
    model, batch = temporal_attention(), clips()
    weights = model.cross_attention(batch.words, model.memory(batch))
    assert weights.shape == (*batch.words.shape, max(N_FRAMES))
    wanted = torch.tensor([float(n > 0) for n in N_FRAMES])[:, None].expand(weights.shape[:2])
    torch.testing.assert_close(weights.sum(2), wanted)
    assert not weights.where(batch.frame_mask, torch.tensor(0.0)).ne(weights).any()


@torch.no_grad()
def test_the_first_weights_are_those_of_the_equations():
    model, batch = temporal_attention(), clips()
    memory = model.memory(batch)
    v, row = memory.frames[0], 0
    before = torch.tanh(model.first_hidden(v.mean(0)))
    e = torch.stack([
        model.relevance.weight[0] @ torch.tanh(model.query.weight @ before + model.key.weight @ one + model.key.bias)
        for one in v
    ])  # fmt: skip
    found = model.cross_attention(batch.words, memory)[row, 0]
    torch.testing.assert_close(found, e.softmax(0))


@torch.no_grad()
def test_a_frame_has_the_actions_of_its_segment():
    model, batch = temporal_attention(), clips()
    frames = model.memory(batch).frames  # (B, T, 5 + 4)
    actions = torch.nn.functional.layer_norm(batch.actions[:, 0], (4,))
    torch.testing.assert_close(frames[:, 1, 5:], actions[:, 0])
    torch.testing.assert_close(frames[:, 3, 5:], actions[:, 1])


@torch.no_grad()
def test_attention_pictures_read_the_weights_of_the_word_that_was_chosen():
    model, batch = temporal_attention(), clips()
    weights = model.cross_attention(batch.words, model.memory(batch))
    found = stream_attention(model, batch, batch.words)
    torch.testing.assert_close(found.frames[:, 1:, 0], weights[:, :-1])
    assert not found.frames[:, 0].any()
    assert not found.faces.any()
