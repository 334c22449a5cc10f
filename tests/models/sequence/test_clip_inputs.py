"""The features of single clips, and embedded words."""

import dataclasses

import pytest
import torch

from cinescribe.models.sequence.clip_inputs import WordInputs, clip_inputs, masked_mean, normalised
from tests.models.sequence.clips import N_FRAMES, clips
from tests.models.set_dummies import D_ACTION, D_FRAME


def test_inputs_are_those_of_the_only_clip():
    batch = clips()
    found = clip_inputs(batch, frame_width=D_FRAME, action_width=D_ACTION)
    assert len(found) == len(batch)
    assert torch.equal(found.frames, batch.frames[:, 0])
    assert torch.equal(found.actions, batch.actions[:, 0])
    assert found.frame_mask.sum(1).tolist() == N_FRAMES


def test_means_are_of_frames_that_are_there_and_of_actions():
    batch = clips()
    noisy = dataclasses.replace(batch, frames=batch.frames.where(batch.frame_mask[..., None], torch.tensor(9.0)))
    means = clip_inputs(noisy, frame_width=D_FRAME, action_width=D_ACTION).means
    torch.testing.assert_close(means[2, :D_FRAME], batch.frames[2, 0, :3].mean(0))
    torch.testing.assert_close(means[:, D_FRAME:], batch.actions[:, 0].mean(1))
    assert not means[3, :D_FRAME].any()  # a clip without frames


def test_the_scale_of_features_does_not_matter():
    x = torch.randn(3, 50)
    torch.testing.assert_close(normalised(100 * x + 7), normalised(x), rtol=1e-3, atol=1e-3)


def test_a_mean_of_nothing_is_zero():
    x = torch.ones(2, 3, 4)
    mask = torch.tensor([[True, False, True], [False] * 3])
    assert masked_mean(x, mask).tolist() == [[1.0] * 4, [0.0] * 4]


def test_words_may_be_none():
    assert WordInputs(5, 3)(torch.zeros(2, 0, dtype=torch.long)).shape == (2, 0, 3)


@pytest.mark.parametrize("shape", [(4,), (2, 3)])
def test_words_of_any_shape_are_embedded(shape):
    assert WordInputs(5, 3)(torch.ones(shape, dtype=torch.long)).shape == (*shape, 3)
