from dataclasses import replace

import numpy as np
import pytest
import torch
from torch.nn import functional

from cinescribe.backlot.screenplay import plan_film
from cinescribe.features.backlot_actions import ActionReading
from cinescribe.features.backlot_frames import FrameSizes, as_input
from cinescribe.features.likeness import likeness
from cinescribe.train.encoder_pictures import STRANGER, UNSURE, ActionTruth, FrameTruth, drawn
from cinescribe.train.encoders import (
    EncoderRecipe,
    action_data,
    action_loss,
    focal_loss,
    frame_data,
    heat_maps,
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
def few_frames(frames):
    """Every third picture."""
    truth = FrameTruth(**{name: values[::3] for name, values in vars(frames.truth).items()})
    return replace(frames, pictures=frames.pictures[::3], truth=truth)


@pytest.fixture(scope="module")
def actions(films):
    return action_data(films)


@pytest.fixture(scope="module")
def few_actions(actions):
    """Every sixth window."""
    truth = ActionTruth(**{name: values[::6] for name, values in vars(actions.truth).items()})
    return replace(actions, windows=actions.windows[::6], truth=truth)


def test_films_lie_one_behind_the_other(films, frames, actions):
    n_first = len(films[0][1].grey)
    assert len(frames.pictures) == len(frames.truth.place) == sum(len(strip.colour) for _, strip in films)
    assert len(actions.grey) == len(actions.windows) == sum(len(strip.grey) for _, strip in films)
    assert actions.windows[:n_first].max() == n_first - 1
    assert actions.windows[n_first:].min() == n_first
    assert np.array_equal(actions.grey[n_first:], films[1][1].grey)


def test_a_few_steps_are_the_same_each_time(few_frames, few_actions):
    for train, data in ((train_frames, few_frames), (train_actions, few_actions)):
        one, other, longer = (train(data, EncoderRecipe(n, batch=4, warm=2)) for n in (3, 3, 4))
        values = [torch.cat([p.flatten() for p in net.parameters()]) for net in (one, other, longer)]
        assert torch.equal(values[0], values[1])
        assert not torch.equal(values[0], values[2])


def test_rows_of_what_was_learnt_from_are_standard_and_not_strange(few_frames, few_actions):
    frames, actions = train_frames(few_frames, FEW), train_actions(few_actions, FEW)
    with torch.inference_mode():
        pictures = frames.rows(as_input(few_frames.pictures))
        windows = actions.rows(torch.from_numpy(few_actions.grey[few_actions.windows]).float() / 255)
    for rows in (pictures[:, :-1], windows):
        assert rows.mean().abs() < 0.05
        assert rows.std(0).median() == pytest.approx(1.0, abs=0.05)
    assert likeness(pictures.numpy()) > 0.8


def test_training_teaches(few_frames):
    short, long = (train_frames(few_frames, EncoderRecipe(n, batch=8, warm=5)) for n in (1, 25))
    place = torch.from_numpy(few_frames.truth.place)
    with torch.inference_mode():
        losses = [functional.cross_entropy(net(as_input(few_frames.pictures)).place, place) for net in (short, long)]
    assert losses[1] < 0.7 * losses[0]


def test_further_training_starts_from_the_network_given_and_leaves_it_alone(few_frames):
    first = train_frames(few_frames, FEW)
    kept = {name: value.clone() for name, value in first.state_dict().items()}
    second = train_frames(few_frames, EncoderRecipe(n_steps=1, batch=4, rate=1e-9), start=first)
    assert all(torch.equal(value, kept[name]) for name, value in first.state_dict().items())
    assert torch.allclose(second.embed.weight, first.embed.weight, atol=1e-6)


def test_a_heat_map_has_a_bump_around_each_point_and_keeps_the_higher():
    maps = heat_maps([np.array([[0, 0.5, 0.5], [1, 0.0, 1.2]], np.float32), np.zeros((0, 3), np.float32)], (2, 4, 6))
    assert maps.shape == (2, 2, 4, 6)
    assert not maps[1].any()
    assert maps[0, 0].argmax().item() == 2 * 6 + 3
    assert maps[0, 0].max() == 1
    assert maps[0, 1].argmax().item() == 3 * 6  # beyond the edge: at the edge
    assert 0.4 < maps[0, 0, 2, 4] < 0.5  # exp(-1 / (2 * .8²))
    twice = heat_maps([np.array([[0, 0.1, 0.1], [0, 0.3, 0.1]], np.float32)], (1, 4, 6))
    assert twice.max() == 1
    assert (twice == 1).sum() == 2


def test_the_focal_loss_is_small_only_for_the_right_map():
    wanted = heat_maps([np.array([[0, 0.5, 0.5]], np.float32)], (1, 4, 6))
    right, wrong = (wanted > 0.8) * 16.0 - 8, (wanted < 0.1) * 16.0 - 8
    assert focal_loss(right, wanted) < 0.01
    assert focal_loss(wrong, wanted) > 5
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


def test_strangers_come_last_among_the_maps():
    assert FrameSizes().n_maps == STRANGER + 1
