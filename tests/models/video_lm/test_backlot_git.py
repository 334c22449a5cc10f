import numpy as np
import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.features.encoders.backlot_frames import load_frame_net
from cinescribe.features.encoders.encoder_weights import write_encoder
from cinescribe.models.video_lm.backlot_git import N_PLACES, BacklotGit, BacklotGitSizes
from cinescribe.models.video_lm.frame_features import load_git
from tests.models.video_lm.tiny_video_lm import tiny_git


def small():
    torch.manual_seed(0)
    net = BacklotGit(BacklotGitSizes(("a", "man", "waves"), width=16, n_layers=1, n_heads=2))
    net.cells.net.load_state_dict(load_frame_net().state_dict())
    return net.eval()


def test_cells_are_those_of_the_frame_network():
    net, pictures = small(), torch.rand(2, 3, 108, 192, generator=torch.Generator().manual_seed(0))
    cells = net.cells(pictures)
    assert cells.shape == (2, N_PLACES, net.cells.width)
    stages = net.cells.net.stage_outputs(pictures)
    things = net.cells.net.heat_maps(stages)
    assert torch.allclose(cells[:, 0, -18:], things.amax((2, 3)))
    assert torch.allclose(cells[:, 1:, -18:].amax(1), things.amax((2, 3)))
    assert torch.allclose(cells[:, 1, 128:256], stages[-1][:, :, :3, :4].amax((2, 3)))  # 7 x 12 cells, by 3 x 3


def test_a_state_depends_on_text_before_it_and_places_on_pictures_alone():
    net = small()
    cells = torch.randn(1, 6, N_PLACES, net.cells.width)
    one, other = (net(cells, torch.tensor([[1, 3, last]])) for last in (4, 5))
    n_places = 6 * N_PLACES
    assert one.shape == (1, n_places + 3, 16)
    assert torch.allclose(one[:, : n_places + 2], other[:, : n_places + 2], atol=1e-6)
    assert not torch.allclose(one[:, -1], other[:, -1])
    moved = cells.clone()
    moved[:, 5] += 1
    assert not torch.allclose(net(moved, torch.tensor([[1]]))[:, 0], net(cells, torch.tensor([[1]]))[:, 0])


def test_a_written_network_is_loaded_as_a_frozen_git(tmp_path):
    write_encoder(tmp_path, small(), {})
    git = load_git(str(tmp_path))
    frames = np.random.default_rng(0).integers(0, 256, (6, 216, 384, 3)).astype(np.uint8)
    states = git.features(frames)
    assert states.shape == (6 * N_PLACES + 1, git.width)
    assert not states.requires_grad
    assert torch.equal(states, git.features(frames))  # no dropout
    assert git.name.startswith("backlot-git-")


def test_a_git_of_other_than_six_frames_is_refused(tmp_path):
    with pytest.raises(ModelError, match="takes 3 frames; expected one for videos of 6"):
        load_git(str(tiny_git(tmp_path, n_frames=3)))


def test_a_git_of_single_pictures_is_refused(tmp_path):
    with pytest.raises(ModelError, match="takes single frames; expected one for videos of 6"):
        load_git(str(tiny_git(tmp_path, n_frames=None)))


def test_a_missing_small_git_says_how_to_make_it(tmp_path, monkeypatch):
    monkeypatch.setattr("cinescribe.models.video_lm.frozen_git.git_weights", lambda: tmp_path)
    with pytest.raises(ModelError, match=r"no small GIT; make it by: python -m cinescribe\.train\.git\.train_git"):
        load_git("backlot")
