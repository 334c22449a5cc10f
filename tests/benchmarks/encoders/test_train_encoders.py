from dataclasses import replace

import numpy as np
import pytest
import torch
from torch.nn import functional

from benchmarks.encoders.pictures import ACTIONS, STRANGER, ActionTruth, FrameTruth, drawn
from benchmarks.encoders.strips import action_data, frame_data
from benchmarks.encoders.train_encoders import (
    REVERSED,
    EncoderRecipe,
    reversed_windows,
    train_actions,
    train_frames,
    trained_frames,
)
from cinescribe.backlot.drawing.actions import ActionMoment, action_poses
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.features.encoders.backlot_frames import FrameSizes, as_input
from cinescribe.features.encoders.domain_detection import film_distance

pytestmark = [pytest.mark.usefixtures("one_thread"), pytest.mark.slow]

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


def test_films_are_concatenated(films, frames, actions):
    n_first = len(films[0][1].grey)
    assert len(frames.pictures) == len(frames.truth.place) == sum(len(strip.colour) for _, strip in films)
    assert len(actions.grey) == len(actions.windows) == sum(len(strip.grey) for _, strip in films)
    assert actions.windows[:n_first].max() == n_first - 1
    assert actions.windows[n_first:].min() == n_first
    assert np.array_equal(actions.grey[n_first:], films[1][1].grey)


def test_training_is_deterministic(few_frames, few_actions):
    for train, data in ((train_frames, few_frames), (train_actions, few_actions)):
        one, other, longer = (train(data, EncoderRecipe(n, batch=4, warm=2)) for n in (3, 3, 4))
        values = [torch.cat([p.flatten() for p in net.parameters()]) for net in (one, other, longer)]
        assert torch.equal(values[0], values[1])
        assert not torch.equal(values[0], values[2])


def test_features_of_training_data_are_standardised_and_in_domain(few_frames, few_actions):
    frames, actions = train_frames(few_frames, FEW), train_actions(few_actions, FEW)
    with torch.inference_mode():
        pictures = frames.features(as_input(few_frames.pictures))
        windows = actions.features(torch.from_numpy(few_actions.grey[few_actions.windows]).float() / 255)
    for rows in (pictures[:, :-1], windows):
        assert rows.mean().abs() < 0.05
        assert rows.std(0).median() == pytest.approx(1.0, abs=0.05)
    assert film_distance(pictures.numpy()) <= 1.0


def test_training_lowers_the_loss(few_frames):
    short, long = (train_frames(few_frames, EncoderRecipe(n, batch=8, warm=5)) for n in (1, 25))
    place = torch.from_numpy(few_frames.truth.place)
    with torch.inference_mode():
        losses = [functional.cross_entropy(net(as_input(few_frames.pictures)).place, place) for net in (short, long)]
    assert losses[1] < 0.7 * losses[0]


def test_further_training_starts_from_a_network_and_does_not_change_it(few_frames):
    first = train_frames(few_frames, FEW)
    kept = {name: value.clone() for name, value in first.state_dict().items()}
    second = train_frames(few_frames, EncoderRecipe(n_steps=1, batch=4, rate=1e-9), start=first)
    assert all(torch.equal(value, kept[name]) for name, value in first.state_dict().items())
    assert torch.allclose(second.embed.weight, first.embed.weight, atol=1e-6)


def test_strangers_come_last_among_the_maps():
    assert FrameSizes().n_maps == STRANGER + 1


def test_each_round_continues_from_the_one_before(few_frames):
    once = train_frames(few_frames, FEW)
    twice = train_frames(few_frames, EncoderRecipe(n_steps=2, batch=4, seed=2), start=once)
    asked = []

    def data(n_films):
        asked.append(n_films)
        return few_frames

    both = trained_frames(data, (FEW, EncoderRecipe(n_steps=2, n_films=7, batch=4, seed=2)))
    assert asked == [192, 7]
    assert all(torch.equal(value, both.state_dict()[name]) for name, value in twice.state_dict().items())


def test_reversed_actions_are_pairs():
    for one, other in REVERSED.items():
        for phase in np.linspace(0, 1, 21):
            there = action_poses(ACTIONS[one], ActionMoment(phase, 2 * phase, 300.0))
            back = action_poses(ACTIONS[other], ActionMoment(1 - phase, 2 - 2 * phase, 300.0))
            assert there.holder == back.holder or phase == pytest.approx(0.45)  # the hand closes in one picture
            assert there.actor.near == pytest.approx(back.actor.near, abs=1e-6)
            assert there.actor.lean == pytest.approx(back.actor.lean, abs=1e-6)


def test_only_actions_with_a_reverse_are_reversed():
    windows = np.arange(4 * 3, dtype=np.uint8).reshape(4, 3, 1, 1)
    pick, put, wave = (ACTIONS.index(name) for name in ("pick up", "put down", "wave"))
    actions = np.array([pick, put, wave, pick])
    shown, done = reversed_windows(windows, actions, np.array([True, True, True, False]))
    assert done.tolist() == [put, pick, wave, pick]
    assert shown[:, :, 0, 0].tolist() == [[2, 1, 0], [5, 4, 3], [6, 7, 8], [9, 10, 11]]
    assert actions.tolist() == [pick, put, wave, pick]
    assert windows.flatten().tolist() == list(range(12))
