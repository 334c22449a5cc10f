from dataclasses import replace

import numpy as np
import pytest
import torch
from torch.nn import functional

from benchmarks.encoders import bodies as module
from benchmarks.encoders.bodies import (
    ACTOR,
    BYSTANDER,
    PARTNER,
    BodyStrip,
    body_strips,
    drawn_bodies,
    joined_bodies,
)
from benchmarks.encoders.pictures import ACTIONS, NOTHING
from benchmarks.encoders.train_bodies import ROUNDS, body_loss, sides_right, train_bodies
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.features.encoders.body_net import CROP_HEIGHT, CROP_WIDTH, PICTURES_PER_MOMENT, BodyNet, BodySizes

pytestmark = [pytest.mark.usefixtures("one_thread")]


def strip(n_takes: int = 6, *, seed: int = 0) -> BodyStrip:
    """Takes of two people, of whom the one who acts has a white square in the middle of the second picture."""
    rng = np.random.default_rng(seed)
    crops = rng.integers(80, 120, (4 * n_takes, PICTURES_PER_MOMENT, CROP_HEIGHT, CROP_WIDTH), np.uint8)
    crops[0::4, 1, 16:32, 24:40] = crops[1::4, 1, 16:32, 24:40] = 250
    people, takes = np.repeat(np.arange(2 * n_takes), 2), np.repeat(np.arange(n_takes), 2)
    actions = np.repeat(ACTIONS.index("hug"), 2 * n_takes)
    return BodyStrip(crops, people, takes, np.tile([ACTOR, PARTNER], n_takes), actions)


@pytest.fixture(scope="module")
def plan():
    return plan_film(11, n_clips=3)


@pytest.fixture(scope="module")
def drawn(plan):
    return drawn_bodies(plan, 3)


@pytest.mark.slow
def test_people_are_those_of_takes_with_several(plan, drawn):
    takes = [take for take in plan.takes if take.scale != "close" and (take.partner or take.bystanders)]
    assert takes
    assert {plan.takes[n].id for n in drawn.takes} <= {take.id for take in takes}
    assert drawn.crops.shape[1:] == (PICTURES_PER_MOMENT, CROP_HEIGHT, CROP_WIDTH)
    assert len(drawn.crops) == len(drawn.people)
    assert (np.diff(drawn.people) >= 0).all()
    assert set(drawn.people) == set(range(len(drawn.takes)))
    for take, part, action in zip(drawn.takes, drawn.parts, drawn.actions, strict=True):
        assert action == (NOTHING if part == BYSTANDER else ACTIONS.index(plan.takes[take].action))
    assert {ACTOR, PARTNER} <= set(drawn.parts)


@pytest.mark.slow
def test_a_film_is_drawn_once(plan, drawn, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "training_plan", lambda number: plan)
    (made,) = body_strips(range(3, 4), folder=tmp_path)
    monkeypatch.setattr(module, "drawn_bodies", None)
    (read,) = body_strips(range(3, 4), folder=tmp_path)
    for one in (made, read):
        assert all(np.array_equal(values, getattr(drawn, name)) for name, values in vars(one).items())


def test_joined_films_have_continuous_numbers():
    one, other = strip(2, seed=1), strip(3, seed=2)
    empty = BodyStrip(one.crops[:0], one.people[:0], one.takes[:0], one.parts[:0], one.actions[:0])
    both = joined_bodies([one, empty, other])
    assert both.people.tolist() == strip(5).people.tolist()
    assert both.takes.tolist() == strip(5).takes.tolist()
    assert np.array_equal(both.crops, np.concatenate([one.crops, other.crops]))


def test_loss_weights_parts_actions_and_roles():
    data = strip(2)
    data = replace(data, parts=np.array([ACTOR, PARTNER, ACTOR, BYSTANDER]))
    said = torch.randn(3, BodySizes().n_outputs, generator=torch.Generator().manual_seed(0))
    people = np.array([1, 0, 3])  # the two of the first take, and the bystander of the second
    wanted = functional.cross_entropy(said[:, :3], torch.tensor([PARTNER, ACTOR, BYSTANDER]))
    wanted = wanted + 0.3 * functional.cross_entropy(said[:, 3:], torch.tensor([ACTIONS.index("hug")] * 3))
    acting = said[:, ACTOR] - said[:, PARTNER]
    wanted = wanted - torch.log(torch.sigmoid(acting[1] - acting[0]))
    assert body_loss(said, data, people).item() == pytest.approx(wanted.item(), abs=1e-5)
    alone = body_loss(said[2:], data, people[2:])  # nobody's partner
    assert alone.item() == pytest.approx(
        functional.cross_entropy(said[2:, :3], torch.tensor([BYSTANDER])).item()
        + 0.3 * functional.cross_entropy(said[2:, 3:], torch.tensor([ACTIONS.index("hug")])).item(),
        abs=1e-5,
    )


def test_sides_are_counted_by_action():
    torch.manual_seed(0)
    data = strip(3)
    counts = sides_right(BodyNet(BodySizes()).eval(), replace(data, parts=np.tile([ACTOR, BYSTANDER], 3)))
    assert set(counts.values()) == {(0, 0)}
    right, every = sides_right(BodyNet(BodySizes()).eval(), data)["hug"]
    assert every == 3
    assert 0 <= right <= 3


@pytest.mark.slow
def test_network_learns_to_tell_actor_from_partner():
    net = train_bodies(strip(6), replace(ROUNDS[0], n_steps=30, batch=4, warm=5))
    assert sides_right(net, strip(6, seed=9))["hug"] == (6, 6)
    again = train_bodies(strip(6), replace(ROUNDS[0], n_steps=2, batch=4, warm=5))
    once_more = train_bodies(strip(6), replace(ROUNDS[0], n_steps=2, batch=4, warm=5))
    assert torch.equal(again.classifier.weight, once_more.classifier.weight)
