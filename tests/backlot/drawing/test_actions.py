import dataclasses
from itertools import pairwise

import pytest

from cinescribe.backlot.drawing.actions import ActionMoment, action_poses, blend_poses, ease, keyframed, plateau
from cinescribe.backlot.drawing.figures import Pose
from cinescribe.backlot.plan.plan import SHARED_ACTIONS, SOLO_ACTIONS

ACTIONS = SOLO_ACTIONS + SHARED_ACTIONS
AWAY = 125.0


def at(action: str, phase: float, seconds: float = 1.0):
    return action_poses(action, ActionMoment(phase, seconds, AWAY))


def far(one: Pose, other: Pose) -> float:
    """The largest difference of two poses, in cm or hundredths of a radian."""
    total = 0.0
    for item in dataclasses.fields(Pose):
        a, b = getattr(one, item.name), getattr(other, item.name)
        if isinstance(a, tuple):
            total = max(total, *(abs(x - y) for x, y in zip(a, b, strict=True)))
        elif isinstance(a, float) and isinstance(b, float):
            total = max(total, abs(a - b) * (1 if item.name in ("x", "drop", "lift") else 50))
    return total


@pytest.mark.parametrize("action", ACTIONS)
def test_figures_are_still_before_and_after_an_action(action):
    for phase in (0.0, 1.0):
        assert at(action, phase, seconds=-0.7) == at(action, phase, seconds=9.3)


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_moves_while_it_lasts(action):
    poses = [at(action, k / 10, seconds=k / 4).actor for k in range(11)]
    assert max(far(one, other) for one in poses for other in poses) > 15


@pytest.mark.parametrize("action", ACTIONS)
def test_no_action_jumps(action):
    steps = [at(action, k / 96, seconds=k / 24) for k in range(97)]
    for one, other in pairwise(steps):
        assert abs(one.actor.x - other.actor.x) < 14
        assert abs(one.partner.x - other.partner.x) < 14


@pytest.mark.parametrize("action", SHARED_ACTIONS)
def test_the_partner_takes_part_in_every_shared_action(action):
    poses = [at(action, k / 10, seconds=k / 4).partner for k in range(11)]
    assert max(far(poses[0], pose) for pose in poses) > 10


@pytest.mark.parametrize("action", ["hug", "shake hands", "high five"])
def test_actor_starts_a_shared_action_before_the_partner(action):
    before, amid = at(action, 0.25), at(action, 0.56)
    assert before.partner == at(action, 0.0).partner
    assert far(before.actor, at(action, 0.0).actor) > 20
    assert far(amid.partner, at(action, 0.0).partner) > 20
    assert amid.actor.lean > amid.partner.lean


def test_people_enter_from_outside_and_turn_away_when_they_leave():
    assert at("enter", 0.0).actor.x == -AWAY
    assert at("enter", 1.0).actor.x == 0
    after = at("leave", 1.0)
    assert after.back
    assert after.actor.x == pytest.approx(AWAY)
    assert after.actor.head_turn is None


def test_things_change_hands():
    assert [at("hand over", phase).holder for phase in (0.0, 0.4, 0.7, 1.0)] == ["actor", "actor", "partner", "partner"]
    assert [at("pick up", phase).holder for phase in (0.0, 1.0)] == ["table", "actor"]
    assert [at("put down", phase).holder for phase in (0.0, 1.0)] == ["actor", "table"]


def test_a_door_opens_and_a_chair_lowers_the_hips():
    assert [at("open door", phase).door for phase in (0.0, 1.0)] == [0.0, 1.0]
    assert at("sit", 1.0).actor.drop > 20 > at("sit", 0.0).actor.drop
    assert at("stand", 1.0).actor.drop == 0


def test_easing_and_plateaus():
    assert [ease(share, 0.2, 0.8) for share in (0.1, 0.5, 0.9)] == [0.0, pytest.approx(0.5), 1.0]
    assert [plateau(share, 0.0, 1.0) for share in (0.0, 0.5, 1.0)] == [0.0, 1.0, 0.0]


def test_blended_and_keyframed_poses():
    low, high = Pose(drop=0.0, near=(0.0, 80.0)), Pose(drop=10.0, near=(20.0, 120.0), head_turn=None)
    middle = blend_poses(low, high, 0.5)
    assert (middle.drop, middle.near, middle.head_turn) == (5.0, (10.0, 100.0), None)
    assert keyframed(0.5, [(0.0, low), (1.0, high)]).drop == pytest.approx(5.0)
    assert keyframed(2.0, [(0.0, low), (1.0, high)]) == high
