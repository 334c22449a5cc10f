import pytest
import torch

from cinescribe.train.data.feature_dropout import drop_features
from tests.train import world

pytestmark = pytest.mark.usefixtures("one_thread")


def test_a_share_of_frames_and_faces_is_masked_and_the_batch_is_unchanged():
    features, films = world.world(8, n_clips=3)
    reader = world.reader(features, world.vocabulary(films))
    batch = reader.batch(world.all_sets(films))
    before = batch.frame_mask.clone()
    dropped = drop_features(batch, frames=0.5, faces=0.25, seed=3)
    assert torch.equal(batch.frame_mask, before)
    assert not (dropped.frame_mask & ~batch.frame_mask).any()
    assert 0.3 < dropped.frame_mask.sum() / batch.frame_mask.sum() < 0.7
    assert 0.5 < dropped.face_mask.sum() / batch.face_mask.sum() < 1
    again = drop_features(batch, frames=0.5, faces=0.25, seed=3)
    assert torch.equal(dropped.frame_mask, again.frame_mask)
    assert not torch.equal(dropped.frame_mask, drop_features(batch, frames=0.5, faces=0.0, seed=4).frame_mask)


def test_zero_shares_mask_nothing():
    features, films = world.world(1)
    batch = world.reader(features, world.vocabulary(films)).batch(world.all_sets(films))
    assert drop_features(batch, frames=0.0, faces=0.0, seed=1) == batch
