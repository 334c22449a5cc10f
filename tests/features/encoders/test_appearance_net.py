import numpy as np
import pytest
import torch

from cinescribe.features.clothing.appearance import LOOK_HEIGHT, LOOK_WIDTH
from cinescribe.features.encoders.appearance_net import (
    AppearanceNet,
    AppearanceSizes,
    appearance_vectors,
    load_appearance_net,
    log_odds,
    shipped_appearance_net,
)
from cinescribe.features.encoders.encoder_weights import write_encoder


@pytest.fixture
def net():
    torch.manual_seed(0)
    return AppearanceNet(AppearanceSizes(channels=(4, 4, 6), width=5)).eval()


def test_vectors_are_those_of_the_network(net):
    rng = np.random.default_rng(0)
    looks = rng.integers(0, 255, (3, LOOK_HEIGHT, LOOK_WIDTH, 3), np.uint8)
    lights = rng.integers(0, 255, (3, 3), np.uint8)
    found = appearance_vectors(net, looks, lights)
    one = net(torch.from_numpy(looks[1:2]).permute(0, 3, 1, 2) / 255, torch.from_numpy(lights[1:2]) / 255)
    assert found.shape == (3, 5)
    assert found[1] == pytest.approx(one[0].detach().numpy(), abs=1e-5)
    assert not np.allclose(found, appearance_vectors(net, looks, 255 - lights))  # light matters
    assert appearance_vectors(net, looks[:0], lights[:0]).shape == (0, 5)


def test_log_odds_are_linear(net):
    net.odds.copy_(torch.tensor([4.0, -0.5, -3.0]))
    assert log_odds(net, 2.0, 0.5) == pytest.approx(4 - 1 - 1.5)


def test_a_network_is_written_with_its_odds(net, tmp_path):
    net.odds.copy_(torch.tensor([4.0, -0.5, -3.0]))
    write_encoder(tmp_path, net, {})
    assert load_appearance_net(tmp_path).odds.tolist() == [4.0, -0.5, -3.0]


def test_shipped_network_favours_similar_and_familiar_people():
    base, per_distance, per_strangeness = shipped_appearance_net().odds.tolist()
    assert base > 0 > per_distance
    assert per_strangeness < 0
