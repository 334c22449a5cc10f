"""The poses of every action, from phase 0 (not begun) to 1 (done).

An action is a function of its phase and of the seconds since it began; it says how the actor is posed, the partner if
there is one, where the thing is, and how far a door stands open.
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
IN_PLACE = ("wave", "read", "phone", "drink", "clap", "point")  # actions that a close take can show

REST = Pose()
_CARRY = (12.0, 104.0)  # where a hand holds something it does nothing with
_CARRYING = Pose(near=_CARRY, look=0.2)
_AT_TABLE = Pose(near=(TABLE_AT + 2, 104.0), lean=0.22, look=0.4, nod=0.6, turn=0.45)  # reaching for what lies there
_SEATED = Pose(drop=28.0, turn=0.55, near=(24.0, 84.0), far=(4.0, 84.0))


@dataclass(frozen=True)
class Tableau:
    """One moment of an action.

    Args:
        actor, partner: how both are posed.
        holder: who or what has the thing.
        back: whether the actor faces away from the partner's side.
        along: whether the partner faces the way the actor does.
        door: 0 shut to 1 open.
    """

    actor: Pose
    partner: Pose = REST
    holder: Holder = "nobody"
    back: bool = False
    along: bool = False
    door: float = 0.0


@dataclass(frozen=True)
class Moment:
    """When an action is looked at.

    Args:
        phase: 0 before it, 1 after it.
        seconds: since it began; for what swings.
        away: cm from the actor's mark to where the picture no longer shows them.
    """

    phase: float
    seconds: float
    away: float

    @property
    def runs(self) -> bool:
        """Whether the action is going on."""
        return 0.0 < self.phase < 1.0

    def swing(self, rate_hz: float) -> float:
        """-1 to 1, so many times a second while the action goes on; else 0."""
        return float(self.runs) * math.sin(2 * math.pi * rate_hz * self.seconds)


def tableau(action: str, moment: Moment) -> Tableau:
    """How an action of `plan.SOLO_ACTIONS` or `plan.SHARED_ACTIONS` looks at a moment."""
    return _ACTIONS[action](moment)


def eased(share: float, start: float = 0.0, end: float = 1.0) -> float:
    """0 up to `start`, 1 from `end` on, and a smooth way between."""
    u = min(1.0, max(0.0, (share - start) / (end - start)))
    return u * u * (3 - 2 * u)


def held(share: float, rise: float, fall: float, *, ramp: float = 0.18) -> float:
    """0, then 1 between `rise` and `fall`, then 0 again."""
    return eased(share, rise, rise + ramp) * (1 - eased(share, fall - ramp, fall))


def between(one: Pose, other: Pose, share: float) -> Pose:
    """The pose that lies `share` of the way from one to the other; what cannot be halved changes half-way."""
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


def keyed(phase: float, keys: Sequence[tuple[float, Pose]]) -> Pose:
    """The pose at a phase, eased between key poses in order of phase."""
    for (start, one), (end, other) in pairwise(keys):
        if phase < end:
            return between(one, other, eased(phase, start, end))
    return keys[-1][1]


def walking(pose: Pose, moment: Moment, *, x: float, rate_hz: float = 1.0) -> Pose:
    """A pose on its way at `x`: legs and arms swing."""
    swing = moment.swing(rate_hz)
    return replace(
        pose, x=x, stride=0.85 * swing, turn=0.7, drop=2.0 * abs(swing), lean=0.05,
        near=(6.0 - 20 * swing, 80.0 + 3 * abs(swing)), far=(2.0 + 20 * swing, 80.0 + 3 * abs(swing)),
    )  # fmt: skip


def _enter(m: Moment) -> Tableau:
    here = replace(REST, look=0.3)
    if m.phase < 0.85:
        return Tableau(walking(replace(here, look=0.55), m, x=-m.away * (1 - eased(m.phase, 0.0, 0.85))))
    return Tableau(between(replace(here, turn=0.7, look=0.55), here, eased(m.phase, 0.85, 1.0)))


def _leave(m: Moment) -> Tableau:
    if m.phase <= 0.0:
        return Tableau(REST)
    if m.phase < 0.15:
        return Tableau(replace(REST, turn=0.6, look=0.7), back=m.phase > 0.07)
    return Tableau(
        walking(replace(REST, look=None), m, x=m.away * eased(m.phase, 0.1, 1.2) / eased(1.0, 0.1, 1.2)), back=True
    )


def _run(m: Moment) -> Tableau:
    swing = m.swing(1.9)
    pose = Pose(
        x=m.away * (2.2 * m.phase - 1.1), drop=7.0, lean=0.3, turn=0.75, look=0.6, stride=1.35 * swing,
        lift=9 * abs(swing), mouth=0.35,
        near=(20 - 26 * swing, 108 + 14 * max(0.0, -swing)), far=(8 + 26 * swing, 108 + 14 * max(0.0, swing)),
    )  # fmt: skip
    return Tableau(pose)


def _sit(m: Moment) -> Tableau:
    return Tableau(
        keyed(m.phase, [(0, REST), (0.45, replace(_SEATED, drop=20.0, lean=0.4)), (0.85, _SEATED), (1, _SEATED)])
    )


def _stand(m: Moment) -> Tableau:
    return Tableau(
        keyed(m.phase, [(0, _SEATED), (0.2, replace(_SEATED, lean=0.35)), (0.6, replace(REST, lean=0.2)), (1, REST)])
    )


def _wave(m: Moment) -> Tableau:
    up = held(m.phase, 0.0, 1.0)
    raised = replace(REST, near=(38 + 12 * m.swing(1.8), 162.0), look=0.25, tilt=0.04)
    return Tableau(between(REST, raised, up))


def _pick_up(m: Moment) -> Tableau:
    pose = keyed(m.phase, [(0, REST), (0.4, _AT_TABLE), (0.5, _AT_TABLE), (1, _CARRYING)])
    return Tableau(pose, holder="table" if m.phase < 0.45 else "actor")


def _put_down(m: Moment) -> Tableau:
    pose = keyed(m.phase, [(0, _CARRYING), (0.5, _AT_TABLE), (0.6, _AT_TABLE), (1, REST)])
    return Tableau(pose, holder="actor" if m.phase < 0.55 else "table")


def _open_door(m: Moment) -> Tableau:
    door = eased(m.phase, 0.35, 0.9)
    grip = replace(REST, near=(DOOR_AT - 8, 98.0), turn=0.55, look=0.5, lean=0.06)
    pull = replace(grip, near=(DOOR_AT - 22, 98.0), lean=-0.04, x=-4.0)
    return Tableau(keyed(m.phase, [(0, REST), (0.35, grip), (0.85, pull), (1, REST)]), door=door)


def _read(m: Moment) -> Tableau:
    low = replace(REST, near=_CARRY)
    open_ = replace(REST, near=(15.0, 113.0), far=(-7.0, 113.0), nod=0.6 + 0.1 * m.swing(0.3), look=0.05)
    turning = replace(open_, far=(-7.0 + 10 * max(0.0, m.swing(0.5)), 114.0 + 4 * max(0.0, m.swing(0.5))))
    return Tableau(between(low, turning, held(m.phase, 0.0, 1.0)), holder="both hands")


def _phone(m: Moment) -> Tableau:
    at_ear = replace(REST, near=(12.5, 146.0), tilt=0.06, look=0.05, mouth=0.5 * max(0.0, m.swing(2.1)))
    return Tableau(between(replace(REST, near=_CARRY), at_ear, held(m.phase, 0.0, 1.0)), holder="actor")


def _drink(m: Moment) -> Tableau:
    low = replace(REST, near=(22.0, 112.0))
    sip = replace(low, near=(9.0, 137.0), nod=-0.5, tilt=-0.05)
    share = held(m.phase, 0.05, 0.5) + held(m.phase, 0.5, 0.97)
    return Tableau(between(low, sip, min(1.0, share)), holder="actor")


def _dance(m: Moment) -> Tableau:
    s, q = m.swing(1.0), abs(m.swing(1.0))
    move = Pose(
        x=9 * s, drop=7 * q, lean=0.12 * s, turn=0.2, look=0.25 * s, tilt=-0.1 * s, stride=0.35 * s,
        near=(34 + 5 * s, 140 + 24 * s), far=(-34 + 5 * s, 140 - 24 * s),
    )  # fmt: skip
    return Tableau(between(REST, move, held(m.phase, 0.0, 1.0, ramp=0.1)))


def _fall(m: Moment) -> Tableau:
    reel = replace(REST, near=(44.0, 140.0), far=(-40.0, 146.0), lean=0.12, mouth=0.9, stride=0.5, x=4.0)
    down = replace(reel, fall=1.5, near=(40.0, 150.0), far=(-12.0, 100.0), lean=0.0, mouth=0.3)
    share = eased(m.phase, 0.3, 0.8) ** 1.6
    return Tableau(between(REST, reel, eased(m.phase, 0.0, 0.3)) if m.phase < 0.3 else between(reel, down, share))


def _point(m: Moment) -> Tableau:
    out = replace(REST, near=(66.0, 136.0), pointing=True, look=0.35, turn=0.35)
    return Tableau(between(REST, out, held(m.phase, 0.0, 1.0)))


def _clap(m: Moment) -> Tableau:
    apart = 3.5 + 9.0 * (0.5 + 0.5 * m.swing(2.6))
    clap = replace(REST, near=(4 + apart, 119.0), far=(4 - apart, 119.0), turn=0.15)
    return Tableau(between(REST, clap, held(m.phase, 0.0, 1.0)))


def _hand_over(m: Moment) -> Tableau:
    hold, out = replace(REST, near=_CARRY), replace(REST, near=(GAP / 2 - 1, 112.0), look=0.4, turn=0.4)
    actor = keyed(m.phase, [(0, hold), (0.4, out), (0.62, out), (1, REST)])
    take = replace(out, near=(GAP / 2 - 3, 112.0))
    partner = keyed(m.phase, [(0, REST), (0.2, REST), (0.5, take), (0.6, take), (1, hold)])
    return Tableau(actor, partner, holder="actor" if m.phase < 0.56 else "partner")


def _hug(m: Moment) -> Tableau:
    near = held(m.phase, 0.0, 1.0, ramp=0.35)
    open_ = replace(REST, near=(46.0, 124.0), far=(34.0, 132.0), turn=0.65, look=0.4)
    hold = replace(open_, x=GAP / 2 - 13.5, near=(37.0, 112.0), far=(26.0, 122.0), lean=0.03, look=0.2)
    arrived = eased(near, 0.4, 1.0)
    pose = between(REST, open_, eased(near, 0.0, 0.5)) if near < 0.5 else between(open_, hold, arrived)
    step = replace(pose, stride=0.4 * m.swing(0.9)) if 0.1 < near < 0.95 else pose
    lower = replace(pose, near=(pose.near[0], pose.near[1] - 10.0 * arrived))
    return Tableau(step, lower)


def _shake_hands(m: Moment) -> Tableau:
    up = held(m.phase, 0.0, 1.0)
    grip = replace(REST, near=(GAP / 2 + 4, 106.0 + 5 * m.swing(1.6)), look=0.4, turn=0.4)
    pose = between(REST, grip, up)
    return Tableau(pose, pose)


def _follow(m: Moment) -> Tableau:
    if not m.runs and m.phase < 1.0:
        return Tableau(REST, replace(REST, look=0.4), along=True)
    ahead = walking(replace(REST, look=0.55), m, x=(m.away + GAP) * eased(m.phase, 0.0, 1.0))
    lag = replace(m, seconds=m.seconds + 0.35)
    behind = walking(replace(REST, look=0.55), lag, x=(m.away + GAP) * eased(m.phase, 0.05, 1.15))
    return Tableau(behind, ahead, along=True)


def _shout_at(m: Moment) -> Tableau:
    wide = 0.55 + 0.45 * m.swing(2.4)
    angry = replace(
        REST, lean=0.16, near=(42.0, 124.0 + 8 * m.swing(1.5)), look=0.4, turn=0.45, mouth=wide, pointing=True
    )
    shrink = replace(REST, lean=-0.14, near=(16.0, 122.0), far=(0.0, 118.0), look=0.25, nod=0.3, x=-4.0)
    share = held(m.phase, 0.0, 1.0)
    return Tableau(between(REST, angry, share), between(REST, shrink, share))


def _push(m: Moment) -> Tableau:
    wind = replace(REST, near=(26.0, 118.0), far=(18.0, 116.0), turn=0.65, look=0.4, lean=-0.05)
    shove = replace(wind, near=(GAP - 8, 120.0), far=(GAP - 12, 114.0), lean=0.24, stride=0.5)
    actor = keyed(m.phase, [(0, REST), (0.3, wind), (0.45, shove), (0.6, shove), (1, REST)])
    reel = replace(REST, x=-30.0, lean=-0.38, near=(30.0, 138.0), far=(-34.0, 126.0), stride=-0.6, mouth=0.7, look=0.3)
    away = replace(REST, x=-30.0)
    partner = keyed(m.phase, [(0, REST), (0.4, REST), (0.58, reel), (0.72, reel), (1, away)])
    return Tableau(actor, partner)


def _high_five(m: Moment) -> Tableau:
    back = replace(REST, near=(26.0, 158.0), look=0.4, turn=0.4)
    meet = replace(back, near=(GAP / 2 + 1, 164.0), lean=0.06)
    pose = keyed(m.phase, [(0, REST), (0.32, back), (0.46, meet), (0.64, meet), (1, REST)])
    return Tableau(pose, pose)


_ACTIONS: dict[str, Callable[[Moment], Tableau]] = {
    "enter": _enter, "leave": _leave, "run": _run, "sit": _sit, "stand": _stand, "wave": _wave, "pick up": _pick_up,
    "put down": _put_down, "open door": _open_door, "read": _read, "phone": _phone, "drink": _drink, "dance": _dance,
    "fall": _fall, "point": _point, "clap": _clap, "hand over": _hand_over, "hug": _hug, "shake hands": _shake_hands,
    "follow": _follow, "shout at": _shout_at, "push": _push, "high five": _high_five,
}  # fmt: skip
