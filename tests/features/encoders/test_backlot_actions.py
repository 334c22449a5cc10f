import itertools

import numpy as np
import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.features.encoders.backlot_actions import (
    GREY_HEIGHT,
    GREY_WIDTH,
    N_PICTURES,
    ActionEncoder,
    ActionNet,
    ActionSizes,
    is_cut,
    load_action_net,
    window,
)

pytestmark = pytest.mark.usefixtures("one_thread")

SMALL = ActionSizes(n_actions=4, d_embedding=5, channels=(4, 4, 6, 8))


@pytest.fixture
def net():
    torch.manual_seed(3)
    return ActionNet(SMALL).eval()


def scene(level, n, seed=0):
    """Pictures of one shot: a grey wall with a square that moves."""
    pictures = np.full((n, GREY_HEIGHT, GREY_WIDTH), level, np.uint8)
    for k in range(n):
        pictures[k, 20:30, 10 + 2 * k + seed : 20 + 2 * k + seed] = 255 - level
    return pictures


def encoded(net, pictures):
    encoder = ActionEncoder(net)
    for n, picture in enumerate(pictures):
        encoder.take(n / 6, picture)
    return encoder.features()


def directly(net, pictures):
    """Return features computed from the whole film at once."""
    opens = np.array([True, *(is_cut(a, b) for a, b in itertools.pairwise(pictures))])
    windows = np.stack([pictures[window(opens, at)] for at in range(0, len(pictures), 3)])
    with torch.inference_mode():
        return net.features(torch.from_numpy(windows).float() / 255).numpy()


@pytest.mark.parametrize("n", [1, 2, 5, 6, 7, 12, 13, 40])
def test_streamed_equals_the_whole_film_at_once(net, n):
    pictures = np.concatenate([scene(40, 17), scene(200, 9, seed=3), scene(90, 14, seed=6)])[:n]
    features = encoded(net, pictures)
    np.testing.assert_allclose(features.rows, directly(net, pictures), atol=1e-4)
    np.testing.assert_allclose(features.times, np.arange(0, n, 3) / 6)


def test_no_more_than_a_window_is_in_memory(net):
    encoder = ActionEncoder(net)
    for n in range(60):
        encoder.take(n / 6, scene(40, 1)[0])
    assert len(encoder._recent) == N_PICTURES


def test_features_can_be_asked_for_twice(net):
    encoder = ActionEncoder(net)
    for n, picture in enumerate(scene(40, 20)):
        encoder.take(n / 6, picture)
    assert np.array_equal(encoder.features().rows, encoder.features().rows)


def test_a_window_spans_a_second_both_ways_within_its_shot():
    opens = np.zeros(30, bool)
    opens[[0, 12, 20]] = True
    assert window(opens, 5).tolist() == [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]  # the film's start
    assert window(opens, 10).tolist() == [4, 5, 6, 7, 8, 9, 10, 11, 11, 11, 11, 11]  # a cut behind
    assert window(opens, 12).tolist() == [12] * 7 + [13, 14, 15, 16, 17]  # a cut right there
    assert window(opens, 29).tolist() == [23, 24, 25, 26, 27, 28] + [29] * 6  # the film's end


def test_a_cut_is_where_much_of_the_picture_changes():
    still, other = scene(40, 2), scene(200, 1)[0]
    assert is_cut(still[0], other)
    assert not is_cut(still[0], still[1])
    assert not is_cut(still[0], still[0] + np.uint8(10))  # light that changes a little


def test_outputs_have_the_documented_shapes(net):
    output = net(torch.rand(2, N_PICTURES, GREY_HEIGHT, GREY_WIDTH))
    assert output.embedding.shape == (2, 5)
    assert output.action.shape == (2, 5)
    assert output.partner.shape == output.leftward.shape == output.where.shape == (2,)
    assert ((output.where > 0) & (output.where < 1)).all()


def test_the_position_follows_the_attention(net):
    left, right = torch.zeros(1, 1, 2, 4), torch.zeros(1, 1, 2, 4)
    net.look = torch.nn.Identity()
    left[..., 0], right[..., 3] = 50.0, 50.0
    for features, position in ((left, 0.125), (right, 0.875)):
        net.stages = torch.nn.Sequential(_Constant(features))
        net.embed, net.classifier = torch.nn.Linear(3, 5), torch.nn.Linear(5, 7)
        assert net(torch.rand(1, N_PICTURES, 8, 8)).where.item() == pytest.approx(position, abs=1e-4)


class _Constant(torch.nn.Module):
    def __init__(self, value):
        super().__init__()
        self.value = value

    def forward(self, _):
        return self.value


def test_features_are_standardised_by_the_net_s_buffers(net):
    windows = torch.rand(2, N_PICTURES, GREY_HEIGHT, GREY_WIDTH)
    plain = net.features(windows)
    assert plain.shape == (2, SMALL.width)
    net.row_mean.fill_(2.0)
    net.row_scale.fill_(4.0)
    assert torch.allclose(net.features(windows), (plain - 2) / 4)


def test_a_film_without_pictures_has_no_features(net):
    assert encoded(net, []).rows.shape == (0, SMALL.width)


def test_missing_weights_are_reported(tmp_path):
    with pytest.raises(ModelError, match=r"holds no picture network"):
        load_action_net(tmp_path)


def test_the_shipped_network_has_the_default_sizes():
    assert load_action_net().sizes == ActionSizes()
