from dataclasses import replace

import numpy as np
import pytest
import torch
from torch.nn import functional

from cinescribe.backlot.screenplay import plan_film
from cinescribe.features.backlot_frames import FrameSizes, as_input
from cinescribe.features.likeness import likeness
from cinescribe.train.encoder_data import action_data, frame_data
from cinescribe.train.encoder_pictures import STRANGER, ActionTruth, FrameTruth, drawn
from cinescribe.train.encoders import EncoderRecipe, train_actions, train_frames, trained_frames

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


def test_strangers_come_last_among_the_maps():
    assert FrameSizes().n_maps == STRANGER + 1


def test_rounds_follow_each_other(few_frames):
    once = train_frames(few_frames, FEW)
    twice = train_frames(few_frames, EncoderRecipe(n_steps=2, batch=4, seed=2), start=once)
    both = trained_frames(few_frames, (FEW, EncoderRecipe(n_steps=2, batch=4, seed=2)))
    assert all(torch.equal(value, both.state_dict()[name]) for name, value in twice.state_dict().items())
