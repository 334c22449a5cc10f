"""A small cast and its takes, for tests of drawing."""

from dataclasses import replace
from typing import Any

from cinescribe.backlot.plan.plan import PlannedMember, Take
from cinescribe.timing import Span

CAST = {
    f"P{k}": PlannedMember(f"P{k}", f"Name{k}", "woman" if k % 2 else "man", 40 + k, 140 + k, 240 + k)
    for k in range(1, 11)
}
TAKE = Take(
    id="t1", clip="c1", span=Span(10.0, 12.0), place="office", layout=0, night=False, scale="medium", move="still",
    action="wave", actor="P1", action_span=Span(10.25, 11.75), seed=7,
)  # fmt: skip


def take(**changes: Any) -> Take:
    """Return the common take with changes."""
    return replace(TAKE, **changes)
