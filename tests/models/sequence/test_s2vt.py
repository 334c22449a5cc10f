"""S2VT is one run of two LSTMs over frames, then words, with zeros for what a step lacks."""

import dataclasses

import pytest
import torch
from torch import nn

from tests.models.sequence.clips import WIDTH, clips, logits_of, s2vt

pytestmark = pytest.mark.usefixtures("one_thread")
WORD_WIDTH = 7


def torch_lstm(layer, n_inputs):
    peer = nn.LSTM(n_inputs, WIDTH, batch_first=True)
    peer.load_state_dict(layer.cells.state_dict())
    return peer


@torch.no_grad()
def test_it_is_two_lstms_over_frames_and_words_with_zeros_between():
    model = s2vt()
    batch = clips().select(torch.tensor([0]))  # four frames, no padding
    frames = model.frames(nn.functional.layer_norm(batch.frames[:, 0], (5,)))
    words = model.words(batch.words)
    n_frames, n_words = frames.shape[1], words.shape[1]
    first = torch.cat([frames, torch.zeros(1, n_words, WORD_WIDTH)], 1)
    outputs, _ = torch_lstm(model.first, WORD_WIDTH)(first)
    padded = torch.cat([torch.zeros(1, n_frames, WORD_WIDTH), words], 1)
    hidden, _ = torch_lstm(model.second, WIDTH + WORD_WIDTH)(torch.cat([outputs, padded], -1))
    torch.testing.assert_close(logits_of(model, batch), model.word_logits(hidden[:, n_frames:]))


@torch.no_grad()
def test_the_order_of_frames_matters_and_actions_do_not():
    model, batch = s2vt(), clips().select(torch.tensor([0]))
    turned = dataclasses.replace(batch, frames=batch.frames.flip(2))
    assert not torch.allclose(logits_of(model, turned), logits_of(model, batch))
    other = dataclasses.replace(batch, actions=torch.zeros_like(batch.actions))
    assert torch.equal(logits_of(model, other), logits_of(model, batch))
