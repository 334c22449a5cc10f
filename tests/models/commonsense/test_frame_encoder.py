"""The self-attention encoder of frames equals plain `torch.nn`, and matches the decoder of captions in scale."""

import dataclasses

import pytest
import torch
from torch import nn

from cinescribe.errors import ModelError
from cinescribe.models.commonsense.frame_encoder import FrameEncoderSizes
from cinescribe.models.commonsense.v2c_transformer import V2cSelfAttention
from cinescribe.models.commonsense.video_encoder import frame_inputs
from tests.layers.peers import copy_block, shaken
from tests.models.commonsense.dummies import FF_WIDTH, N_HEADS, N_LAYERS, SIZES, WIDTH, batch, build

pytestmark = pytest.mark.usefixtures("one_thread")


@torch.no_grad()
def test_it_equals_a_plain_build():
    model, video = shaken(build(V2cSelfAttention)), batch().video
    layers = [
        nn.TransformerEncoderLayer(WIDTH, N_HEADS, FF_WIDTH, dropout=0.0, batch_first=True) for _ in range(N_LAYERS)
    ]
    for ours, theirs in zip(model.video.blocks.blocks, layers, strict=True):
        copy_block(ours, shaken(theirs))
    found = model.video(video)
    frames, mask = frame_inputs(video, model.sizes)
    frequencies = 10_000 ** (torch.arange(0, WIDTH, 2) / WIDTH)
    angles = torch.arange(frames.shape[1])[:, None] / frequencies
    x = model.video.narrower(frames) + torch.stack([angles.sin(), angles.cos()], 2).flatten(1)
    for layer in layers:
        x = layer(x, src_key_padding_mask=~mask)
    assert torch.equal(found.mask, mask)
    torch.testing.assert_close(found.frames[mask], x[mask], rtol=1e-4, atol=1e-5)


@torch.no_grad()
def test_frames_and_words_of_the_memory_have_one_scale():
    model, data = build(V2cSelfAttention, width=64), batch()
    encoded = model.video(data.video)
    words = model.read_caption(data.captions, encoded).hidden
    norms = [float(vectors.norm(dim=-1).mean()) for vectors in (encoded.frames[encoded.mask], words)]
    assert norms[0] == pytest.approx(norms[1], rel=0.1)


@torch.no_grad()
def test_the_order_of_frames_matters():
    model, video = build(V2cSelfAttention), batch().video
    turned = dataclasses.replace(video, frames=video.frames.flip(2), frame_mask=video.frame_mask.flip(2))
    whole = video.frame_mask.flatten(1).all(1)
    assert whole.any()
    assert not torch.allclose(model.video(turned).frames.flip(1)[whole], model.video(video).frames[whole], atol=1e-3)


def test_a_model_that_reads_no_frame_is_refused():
    with pytest.raises(ModelError, match="n_frames is 0; expected 1 or more"):
        FrameEncoderSizes(**{**SIZES, "n_frames": 0})
