import numpy as np
import pytest
import torch

from cinescribe.backlot.screenplay import plan_film
from cinescribe.features.backlot_actions import ActionReading
from cinescribe.train.encoder_pictures import STRANGER, UNSURE, drawn
from cinescribe.train.encoders import (
    EncoderRecipe,
    action_data,
    action_loss,
    focal_loss,
    frame_data,
    heat_maps,
    known_pictures,
    train_actions,
    train_frames,
)

pytestmark = pytest.mark.usefixtures("one_thread")

FEW = EncoderRecipe(n_steps=3, batch=4, warm=2)


@pytest.fixture(scope="module")
def films():
    plans = [plan_film(seed, n_clips=2) for seed in (3, 4)]
    return [(plan, drawn(plan, 3)) for plan in plans]


@pytest.fixture(scope="module")
def frames(films):
    return frame_data(films)


@pytest.fixture(scope="module")
def actions(films):
    return action_data(films)


def test_films_lie_one_behind_the_other(films, frames, actions):
    n_first = len(films[0][1].grey)
    assert len(frames.pictures) == len(frames.truth.place) == sum(len(strip.colour) for _, strip in films)
    assert len(actions.grey) == len(actions.windows) == sum(len(strip.grey) for _, strip in films)
    assert actions.windows[:n_first].max() == n_first - 1 and actions.windows[n_first:].min() == n_first
    assert np.array_equal(actions.grey[n_first:], films[1][1].grey)


def test_a_few_steps_are_the_same_each_time(frames, actions):
    for train, data in ((train_frames, frames), (train_actions, actions)):
        one, other, longer = (train(data, EncoderRecipe(n, batch=4, warm=2)) for n in (3, 3, 4))
        values = [torch.cat([p.flatten() for p in net.parameters()]) for net in (one, other, longer)]
        assert torch.equal(values[0], values[1]) and not torch.equal(values[0], values[2])


def test_rows_of_what_was_learnt_from_are_standard(frames, actions):
    from_pictures = known_pictures(train_frames(frames, FEW), frames)
    assert 0.5 < from_pictures.bound < 5
    net = train_actions(actions, FEW)
    with torch.inference_mode():
        rows = net.rows(torch.from_numpy(actions.grey[actions.windows]).float() / 255)
    assert rows.mean().abs() < 0.2 and rows.std(0).median() == pytest.approx(1.0, abs=0.1)


def test_training_teaches(frames):
    short, long = (train_frames(frames, EncoderRecipe(n, batch=8, warm=5)) for n in (1, 25))
    seen = torch.from_numpy(frames.pictures[::3]).permute(0, 3, 1, 2).float() / 255
    place = torch.from_numpy(frames.truth.place[::3])
    with torch.inference_mode():
        losses = [torch.nn.functional.cross_entropy(net(seen).place, place) for net in (short, long)]
    assert losses[1] < 0.7 * losses[0]


def test_a_heat_map_has_a_bump_around_each_point_and_keeps_the_higher():
    maps = heat_maps([np.array([[0, 0.5, 0.5], [1, 0.0, 1.2]], np.float32), np.zeros((0, 3), np.float32)], (2, 4, 6))
    assert maps.shape == (2, 2, 4, 6) and not maps[1].any()
    assert maps[0, 0].argmax().item() == 2 * 6 + 3 and maps[0, 0].max() == 1
    assert maps[0, 1].argmax().item() == 3 * 6  # beyond the edge: at the edge
    assert 0.4 < maps[0, 0, 2, 4] < 0.5  # exp(-1 / (2 * .8²))
    twice = heat_maps([np.array([[0, 0.1, 0.1], [0, 0.3, 0.1]], np.float32)], (1, 4, 6))
    assert twice.max() == 1 and (twice == 1).sum() == 2


def test_the_focal_loss_is_small_only_for_the_right_map():
    wanted = heat_maps([np.array([[0, 0.5, 0.5]], np.float32)], (1, 4, 6))
    right, wrong = (wanted > 0.8) * 16.0 - 8, (wanted < 0.1) * 16.0 - 8
    assert focal_loss(right, wanted) < 0.01 < 5 < focal_loss(wrong, wanted)
    blank = torch.zeros(1, 1, 4, 6)
    assert focal_loss(blank, blank).item() == pytest.approx(
        24 * 0.25 * np.log(2), rel=1e-4
    )  # no middle: 24 cells' miss


def test_turned_windows_are_held_against_turned_truth(actions):
    chosen = np.flatnonzero((actions.truth.action != UNSURE) & ~np.isnan(actions.truth.where))[:4]
    where = torch.from_numpy(actions.truth.where[chosen])

    def loss(place, flips):
        n = len(chosen)
        said = ActionReading(torch.zeros(n, 2), torch.zeros(n, 24), torch.zeros(n), torch.zeros(n), place)
        return action_loss(said, actions.truth, chosen, flips=np.full(n, flips)).item()

    assert loss(1 - where, True) == pytest.approx(loss(where, False), abs=1e-5)
    assert loss(where + 0.3, False) > loss(where, False) + 0.1


def test_strangers_come_last_among_the_maps(frames):
    assert train_frames(frames, FEW).sizes.n_maps == STRANGER + 1
