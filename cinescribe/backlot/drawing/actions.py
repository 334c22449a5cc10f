"""Poses of all actions, from phase 0 (not begun) to 1 (done).

An action is a function of its phase and of the seconds since it began. It gives the poses of actor and partner, the
holder of the thing, and how far a door is open.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Literal, TypeAlias

from cinescribe.backlot.drawing.figures import Pose

Holder: TypeAlias = Literal["nobody", "actor", "both hands", "partner", "table"]
Prop: TypeAlias = Literal["none", "chair", "table", "door"]

GAP = 58.0  # cm between the marks of two people who do something together
TABLE_AT, TABLE_HEIGHT = 42.0, 95.0  # cm forward of the actor's mark, and above the ground
DOOR_AT = 50.0
CHAIR_HEIGHT = 55.0
DEFAULT_THINGS = {
    "pick up": "box", "put down": "box", "hand over": "box", "read": "book", "phone": "phone", "drink": "cup",
}  # fmt: skip
PROPS: dict[str, Prop] = {
    "sit": "chair", "stand": "chair", "pick up": "table", "put down": "table", "open door": "door",
}  # fmt: skip
STATIONARY_ACTIONS = ("wave", "read", "phone", "drink", "clap", "point")  # actions that a close take can show

REST = Pose()
_CARRY = (12.0, 104.0)  # position of a hand that carries something
_CARRYING = Pose(near=_CARRY, head_turn=0.2)
_AT_TABLE = Pose(
    near=(TABLE_AT + 2, 104.0), lean=0.22, head_turn=0.4, nod=0.6, turn=0.45
)  # reaching for something on the table
# Hugs, handshakes and high fives are begun by the actor: until this phase only the actor moves. In a hug the actor also
# goes most of the way. A larger difference reads better but is no longer what the shipped networks were trained on.
_ANSWERED = 0.28
_STEPPED = 0.65  # share of the way
_SEATED = Pose(drop=28.0, turn=0.55, near=(24.0, 84.0), far=(4.0, 84.0))


@dataclass(frozen=True)
class ActionPoses:
    """Poses at one moment of an action.

    Args:
        actor, partner: their poses.
        holder: who or what holds the thing.
        back: whether the actor faces away from the partner's side.
        along: whether the partner faces the same way as the actor.
        door: 0 (closed) to 1 (open).
    """

    actor: Pose
    partner: Pose = REST
    holder: Holder = "nobody"
    back: bool = False
    along: bool = False
    door: float = 0.0


@dataclass(frozen=True)
class ActionMoment:
    """A moment of an action.

    Args:
        phase: progress, 0 before the action and 1 after it.
        seconds: time since it began; drives periodic movements.
        away: distance from the actor's mark, in cm, at which they are out of the picture.
    """

    phase: float
    seconds: float
    away: float

    @property
    def runs(self) -> bool:
        """Whether the action is in progress."""
        return 0.0 < self.phase < 1.0

    def swing(self, rate_hz: float) -> float:
        """Return a sine of `rate_hz`, -1 to 1, while the action is in progress; else 0."""
        return float(self.runs) * math.sin(2 * math.pi * rate_hz * self.seconds)


def action_poses(action: str, moment: ActionMoment) -> ActionPoses:
    """Return the poses of an action of `plan.SOLO_ACTIONS` or `plan.SHARED_ACTIONS` at a moment."""
    return _ACTIONS[action](moment)


def ease(share: float, start: float = 0.0, end: float = 1.0) -> float:
    """Smoothstep: 0 up to `start`, 1 from `end` on."""
    u = min(1.0, max(0.0, (share - start) / (end - start)))
    return u * u * (3 - 2 * u)


def plateau(share: float, rise: float, fall: float, *, ramp: float = 0.18) -> float:
    """Rise from 0 to 1 at `rise`, and fall back to 0 at `fall`."""
    return ease(share, rise, rise + ramp) * (1 - ease(share, fall - ramp, fall))


def blend_poses(one: Pose, other: Pose, share: float) -> Pose:
    """Interpolate two poses, `share` 0 to 1; fields that cannot be interpolated switch half-way."""
    if share <= 0.0 or share >= 1.0:
        return one if share <= 0.0 else other
    values: dict[str, object] = {}
    for item in fields(Pose):
        a, b = getattr(one, item.name), getattr(other, item.name)
        if isinstance(a, tuple):
            values[item.name] = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
        elif a is None or b is None or isinstance(a, bool):
            values[item.name] = a if share < 0.5 else b
        else:
            values[item.name] = a + (b - a) * share
    return Pose(**values)  # type: ignore[arg-type]


def keyframed(phase: float, keys: Sequence[tuple[float, Pose]]) -> Pose:
    """Return the pose at a phase, eased between key poses in order of phase."""
    for (start, one), (end, other) in pairwise(keys):
        if phase < end:
            return blend_poses(one, other, ease(phase, start, end))
    return keys[-1][1]


def walking_pose(pose: Pose, moment: ActionMoment, *, x: float, rate_hz: float = 1.0) -> Pose:
    """Return a pose walking at `x`, with swinging legs and arms."""
    swing = moment.swing(rate_hz)
    return replace(
        pose, x=x, stride=0.85 * swing, turn=0.7, drop=2.0 * abs(swing), lean=0.05,
        near=(6.0 - 20 * swing, 80.0 + 3 * abs(swing)), far=(2.0 + 20 * swing, 80.0 + 3 * abs(swing)),
    )  # fmt: skip


def _enter(m: ActionMoment) -> ActionPoses:
    here = replace(REST, head_turn=0.3)
    if m.phase < 0.85:
        return ActionPoses(walking_pose(replace(here, head_turn=0.55), m, x=-m.away * (1 - ease(m.phase, 0.0, 0.85))))
    return ActionPoses(blend_poses(replace(here, turn=0.7, head_turn=0.55), here, ease(m.phase, 0.85, 1.0)))


def _leave(m: ActionMoment) -> ActionPoses:
    if m.phase <= 0.0:
        return ActionPoses(REST)
    if m.phase < 0.15:
        return ActionPoses(replace(REST, turn=0.6, head_turn=0.7), back=m.phase > 0.07)
    return ActionPoses(
        walking_pose(replace(REST, head_turn=None), m, x=m.away * ease(m.phase, 0.1, 1.2) / ease(1.0, 0.1, 1.2)),
        back=True,
    )


def _run(m: ActionMoment) -> ActionPoses:
    swing = m.swing(1.9)
    pose = Pose(
        x=m.away * (2.2 * m.phase - 1.1), drop=7.0, lean=0.3, turn=0.75, head_turn=0.6, stride=1.35 * swing,
        lift=9 * abs(swing), mouth=0.35,
        near=(20 - 26 * swing, 108 + 14 * max(0.0, -swing)), far=(8 + 26 * swing, 108 + 14 * max(0.0, swing)),
    )  # fmt: skip
    return ActionPoses(pose)


def _sit(m: ActionMoment) -> ActionPoses:
    return ActionPoses(
        keyframed(m.phase, [(0, REST), (0.45, replace(_SEATED, drop=20.0, lean=0.4)), (0.85, _SEATED), (1, _SEATED)])
    )


def _stand(m: ActionMoment) -> ActionPoses:
    return ActionPoses(
        keyframed(
            m.phase, [(0, _SEATED), (0.2, replace(_SEATED, lean=0.35)), (0.6, replace(REST, lean=0.2)), (1, REST)]
        )
    )


def _wave(m: ActionMoment) -> ActionPoses:
    up = plateau(m.phase, 0.0, 1.0)
    raised = replace(REST, near=(38 + 12 * m.swing(1.8), 162.0), head_turn=0.25, tilt=0.04)
    return ActionPoses(blend_poses(REST, raised, up))


def _pick_up(m: ActionMoment) -> ActionPoses:
    pose = keyframed(m.phase, [(0, REST), (0.4, _AT_TABLE), (0.5, _AT_TABLE), (1, _CARRYING)])
    return ActionPoses(pose, holder="table" if m.phase < 0.45 else "actor")


def _put_down(m: ActionMoment) -> ActionPoses:
    pose = keyframed(m.phase, [(0, _CARRYING), (0.5, _AT_TABLE), (0.6, _AT_TABLE), (1, REST)])
    return ActionPoses(pose, holder="actor" if m.phase < 0.55 else "table")


def _open_door(m: ActionMoment) -> ActionPoses:
    door = ease(m.phase, 0.35, 0.9)
    grip = replace(REST, near=(DOOR_AT - 8, 98.0), turn=0.55, head_turn=0.5, lean=0.06)
    pull = replace(grip, near=(DOOR_AT - 22, 98.0), lean=-0.04, x=-4.0)
    return ActionPoses(keyframed(m.phase, [(0, REST), (0.35, grip), (0.85, pull), (1, REST)]), door=door)


def _read(m: ActionMoment) -> ActionPoses:
    low = replace(REST, near=_CARRY)
    open_ = replace(REST, near=(15.0, 113.0), far=(-7.0, 113.0), nod=0.6 + 0.1 * m.swing(0.3), head_turn=0.05)
    turning = replace(open_, far=(-7.0 + 10 * max(0.0, m.swing(0.5)), 114.0 + 4 * max(0.0, m.swing(0.5))))
    return ActionPoses(blend_poses(low, turning, plateau(m.phase, 0.0, 1.0)), holder="both hands")


def _phone(m: ActionMoment) -> ActionPoses:
    at_ear = replace(REST, near=(12.5, 146.0), tilt=0.06, head_turn=0.05, mouth=0.5 * max(0.0, m.swing(2.1)))
    return ActionPoses(blend_poses(replace(REST, near=_CARRY), at_ear, plateau(m.phase, 0.0, 1.0)), holder="actor")


def _drink(m: ActionMoment) -> ActionPoses:
    low = replace(REST, near=(22.0, 112.0))
    sip = replace(low, near=(9.0, 137.0), nod=-0.5, tilt=-0.05)
    share = plateau(m.phase, 0.05, 0.5) + plateau(m.phase, 0.5, 0.97)
    return ActionPoses(blend_poses(low, sip, min(1.0, share)), holder="actor")


def _dance(m: ActionMoment) -> ActionPoses:
    s, q = m.swing(1.0), abs(m.swing(1.0))
    move = Pose(
        x=9 * s, drop=7 * q, lean=0.12 * s, turn=0.2, head_turn=0.25 * s, tilt=-0.1 * s, stride=0.35 * s,
        near=(34 + 5 * s, 140 + 24 * s), far=(-34 + 5 * s, 140 - 24 * s),
    )  # fmt: skip
    return ActionPoses(blend_poses(REST, move, plateau(m.phase, 0.0, 1.0, ramp=0.1)))


def _fall(m: ActionMoment) -> ActionPoses:
    reel = replace(REST, near=(44.0, 140.0), far=(-40.0, 146.0), lean=0.12, mouth=0.9, stride=0.5, x=4.0)
    down = replace(reel, fall=1.5, near=(40.0, 150.0), far=(-12.0, 100.0), lean=0.0, mouth=0.3)
    share = ease(m.phase, 0.3, 0.8) ** 1.6
    return ActionPoses(
        blend_poses(REST, reel, ease(m.phase, 0.0, 0.3)) if m.phase < 0.3 else blend_poses(reel, down, share)
    )


def _point(m: ActionMoment) -> ActionPoses:
    out = replace(REST, near=(66.0, 136.0), pointing=True, head_turn=0.35, turn=0.35)
    return ActionPoses(blend_poses(REST, out, plateau(m.phase, 0.0, 1.0)))


def _clap(m: ActionMoment) -> ActionPoses:
    apart = 3.5 + 9.0 * (0.5 + 0.5 * m.swing(2.6))
    clap = replace(REST, near=(4 + apart, 119.0), far=(4 - apart, 119.0), turn=0.15)
    return ActionPoses(blend_poses(REST, clap, plateau(m.phase, 0.0, 1.0)))


def _hand_over(m: ActionMoment) -> ActionPoses:
    hold, out = replace(REST, near=_CARRY), replace(REST, near=(GAP / 2 - 1, 112.0), head_turn=0.4, turn=0.4)
    actor = keyframed(m.phase, [(0, hold), (0.4, out), (0.62, out), (1, REST)])
    take = replace(out, near=(GAP / 2 - 3, 112.0))
    partner = keyframed(m.phase, [(0, REST), (0.2, REST), (0.5, take), (0.6, take), (1, hold)])
    return ActionPoses(actor, partner, holder="actor" if m.phase < 0.56 else "partner")


def _hug(m: ActionMoment) -> ActionPoses:
    actor = _embrace(m, plateau(m.phase, 0.0, 1.0, ramp=0.35), to=(GAP - 27.0) * _STEPPED, lean=0.08)
    later = plateau(m.phase, _ANSWERED, 1.0, ramp=0.21)
    partner = _embrace(m, later, to=(GAP - 27.0) * (1 - _STEPPED), lean=0.03)
    return ActionPoses(actor, replace(partner, near=(partner.near[0], partner.near[1] - 10.0 * ease(later, 0.4))))


def _embrace(m: ActionMoment, near: float, *, to: float, lean: float) -> Pose:
    """Return a pose of opening the arms and walking into them, `near` 0 to 1, until `to` cm forward."""
    open_ = replace(REST, near=(46.0, 124.0), far=(34.0, 132.0), turn=0.65, head_turn=0.4)
    hold = replace(open_, x=to, near=(37.0, 112.0), far=(26.0, 122.0), lean=lean, head_turn=0.2)
    pose = blend_poses(REST, open_, ease(near, 0.0, 0.5)) if near < 0.5 else blend_poses(open_, hold, ease(near, 0.4))
    return replace(pose, stride=0.4 * m.swing(0.9)) if 0.1 < near < 0.95 else pose


def _shake_hands(m: ActionMoment) -> ActionPoses:
    grip = replace(REST, near=(GAP / 2 + 4, 106.0 + 5 * m.swing(1.6)), head_turn=0.4, turn=0.4)
    actor = blend_poses(REST, replace(grip, lean=0.03), plateau(m.phase, 0.0, 1.0))
    return ActionPoses(actor, blend_poses(REST, grip, plateau(m.phase, _ANSWERED, 1.0)))


def _follow(m: ActionMoment) -> ActionPoses:
    if not m.runs and m.phase < 1.0:
        return ActionPoses(REST, replace(REST, head_turn=0.4), along=True)
    ahead = walking_pose(replace(REST, head_turn=0.55), m, x=(m.away + GAP) * ease(m.phase, 0.0, 1.0))
    lag = replace(m, seconds=m.seconds + 0.35)
    behind = walking_pose(replace(REST, head_turn=0.55), lag, x=(m.away + GAP) * ease(m.phase, 0.05, 1.15))
    return ActionPoses(behind, ahead, along=True)


def _shout_at(m: ActionMoment) -> ActionPoses:
    wide = 0.55 + 0.45 * m.swing(2.4)
    angry = replace(
        REST, lean=0.16, near=(42.0, 124.0 + 8 * m.swing(1.5)), head_turn=0.4, turn=0.45, mouth=wide, pointing=True
    )
    shrink = replace(REST, lean=-0.14, near=(16.0, 122.0), far=(0.0, 118.0), head_turn=0.25, nod=0.3, x=-4.0)
    share = plateau(m.phase, 0.0, 1.0)
    return ActionPoses(blend_poses(REST, angry, share), blend_poses(REST, shrink, share))


def _push(m: ActionMoment) -> ActionPoses:
    wind = replace(REST, near=(26.0, 118.0), far=(18.0, 116.0), turn=0.65, head_turn=0.4, lean=-0.05)
    shove = replace(wind, near=(GAP - 8, 120.0), far=(GAP - 12, 114.0), lean=0.24, stride=0.5)
    actor = keyframed(m.phase, [(0, REST), (0.3, wind), (0.45, shove), (0.6, shove), (1, REST)])
    reel = replace(
        REST, x=-30.0, lean=-0.38, near=(30.0, 138.0), far=(-34.0, 126.0), stride=-0.6, mouth=0.7, head_turn=0.3
    )
    away = replace(REST, x=-30.0)
    partner = keyframed(m.phase, [(0, REST), (0.4, REST), (0.58, reel), (0.72, reel), (1, away)])
    return ActionPoses(actor, partner)


def _high_five(m: ActionMoment) -> ActionPoses:
    back = replace(REST, near=(26.0, 158.0), head_turn=0.4, turn=0.4)
    meet = replace(back, near=(GAP / 2 + 1, 164.0), lean=0.06)
    swung = replace(meet, near=(meet.near[0] - 4.0, meet.near[1]), x=4.0, lean=0.12)
    actor = keyframed(m.phase, [(0, REST), (0.23, back), (0.48, swung), (0.64, swung), (1, REST)])
    partner = keyframed(m.phase, [(0, REST), (_ANSWERED, REST), (0.43, back), (0.5, meet), (0.64, meet), (1, REST)])
    return ActionPoses(actor, partner)


_ACTIONS: dict[str, Callable[[ActionMoment], ActionPoses]] = {
    "enter": _enter, "leave": _leave, "run": _run, "sit": _sit, "stand": _stand, "wave": _wave, "pick up": _pick_up,
    "put down": _put_down, "open door": _open_door, "read": _read, "phone": _phone, "drink": _drink, "dance": _dance,
    "fall": _fall, "point": _point, "clap": _clap, "hand over": _hand_over, "hug": _hug, "shake hands": _shake_hands,
    "follow": _follow, "shout at": _shout_at, "push": _push, "high five": _high_five,
}  # fmt: skip
