"""What people are caught doing in stills: moments of actions that a single picture tells apart, and words for them."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.backlot.plan.plan import THINGS, Scale

_ANY: tuple[Scale, ...] = ("medium", "wide")


@dataclass(frozen=True)
class Deed:
    """A moment of an action.

    Args:
        action: its name, of `plan.SOLO_ACTIONS` or `plan.SHARED_ACTIONS`.
        phase: how far it is, 0 to 1.
        says: what may be said of who does it; {o} is the thing with its article, {b} the partner. Other furniture is
            named where it is in view only.
        things: with what it may be done.
        is_shared: whether it takes a partner.
        scales: how it may be framed.
        weight: how often it is chosen.
    """

    action: str
    phase: float
    says: tuple[str, ...]
    things: tuple[str, ...] = ()
    is_shared: bool = False
    scales: tuple[Scale, ...] = _ANY
    weight: int = 1


# Phases are those at which limbs and things are where the words put them.
DEEDS = (
    Deed("pick up", 1.0, ("holds {o}", "is holding {o}", "stands with {o}"), THINGS, weight=9),
    Deed(
        "put down",
        0.58,
        ("puts {o} on a table", "is placing {o} on a table", "puts down {o}", "is putting down {o}"),
        THINGS,
        weight=5,
    ),
    Deed("read", 0.5, ("reads {o}", "is reading {o}", "looks at {o}"), ("book", "letter"), weight=2),
    Deed("phone", 0.5, ("talks on {o}", "is talking on {o}", "speaks on {o}"), ("phone",), weight=1),
    Deed("drink", 0.3, ("drinks from {o}", "is drinking from {o}"), ("cup", "bottle"), weight=2),
    Deed("sit", 1.0, ("sits on a chair", "is sitting on a chair", "sits", "is sitting"), weight=3),
    Deed("open door", 0.7, ("opens a door", "is opening a door"), weight=1),
    Deed("wave", 0.5, ("waves", "is waving")),
    Deed("dance", 0.56, ("dances", "is dancing")),
    Deed("run", 0.5, ("runs", "is running")),
    Deed("enter", 0.45, ("walks", "is walking"), scales=("wide",)),
    Deed("point", 0.5, ("points", "is pointing")),
    Deed("clap", 0.5, ("claps", "is clapping")),
    Deed("fall", 1.0, ("has fallen", "has fallen down"), scales=("wide",)),
    Deed(
        "hand over",
        0.5,
        ("hands {o} to {b}", "gives {o} to {b}", "is handing {o} to {b}"),
        THINGS,
        is_shared=True,
        weight=4,
    ),
    Deed("hug", 0.5, ("hugs {b}", "is hugging {b}"), is_shared=True),
    Deed("shake hands", 0.5, ("greets {b}", "is greeting {b}"), is_shared=True),
    Deed("push", 0.5, ("pushes {b}", "is pushing {b}"), is_shared=True),
    Deed("shout at", 0.5, ("shouts at {b}", "is shouting at {b}"), is_shared=True),
)
