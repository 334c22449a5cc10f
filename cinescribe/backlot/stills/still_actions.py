"""Actions shown in stills: moments that a single picture can show, with phrases for them."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.backlot.plan.plan import THINGS, Scale

_ANY: tuple[Scale, ...] = ("medium", "wide")


@dataclass(frozen=True)
class StillAction:
    """One moment of an action.

    Args:
        name: name of the action, from `plan.SOLO_ACTIONS` or `plan.SHARED_ACTIONS`.
        phase: progress of the action, 0 to 1.
        phrases: predicates for the actor; {o} is the thing with its article, {b} the partner. A phrase that names
            furniture is used only where the furniture is in view.
        things: things it can be done with.
        is_shared: whether it needs a partner.
        scales: possible shot scales.
        weight: sampling weight.
    """

    name: str
    phase: float
    phrases: tuple[str, ...]
    things: tuple[str, ...] = ()
    is_shared: bool = False
    scales: tuple[Scale, ...] = _ANY
    weight: int = 1


# At these phases limbs and things are where the phrases say.
STILL_ACTIONS = (
    StillAction("pick up", 1.0, ("holds {o}", "is holding {o}", "stands with {o}"), THINGS, weight=9),
    StillAction(
        "put down",
        0.58,
        ("puts {o} on a table", "is placing {o} on a table", "puts down {o}", "is putting down {o}"),
        THINGS,
        weight=5,
    ),
    StillAction("read", 0.5, ("reads {o}", "is reading {o}", "looks at {o}"), ("book", "letter"), weight=2),
    StillAction("phone", 0.5, ("talks on {o}", "is talking on {o}", "speaks on {o}"), ("phone",), weight=1),
    StillAction("drink", 0.3, ("drinks from {o}", "is drinking from {o}"), ("cup", "bottle"), weight=2),
    StillAction("sit", 1.0, ("sits on a chair", "is sitting on a chair", "sits", "is sitting"), weight=3),
    StillAction("open door", 0.7, ("opens a door", "is opening a door"), weight=1),
    StillAction("wave", 0.5, ("waves", "is waving")),
    StillAction("dance", 0.56, ("dances", "is dancing")),
    StillAction("run", 0.5, ("runs", "is running")),
    StillAction("enter", 0.45, ("walks", "is walking"), scales=("wide",)),
    StillAction("point", 0.5, ("points", "is pointing")),
    StillAction("clap", 0.5, ("claps", "is clapping")),
    StillAction("fall", 1.0, ("has fallen", "has fallen down"), scales=("wide",)),
    StillAction(
        "hand over",
        0.5,
        ("hands {o} to {b}", "gives {o} to {b}", "is handing {o} to {b}"),
        THINGS,
        is_shared=True,
        weight=4,
    ),
    StillAction("hug", 0.5, ("hugs {b}", "is hugging {b}"), is_shared=True),
    StillAction("shake hands", 0.5, ("greets {b}", "is greeting {b}"), is_shared=True),
    StillAction("push", 0.5, ("pushes {b}", "is pushing {b}"), is_shared=True),
    StillAction("shout at", 0.5, ("shouts at {b}", "is shouting at {b}"), is_shared=True),
)
