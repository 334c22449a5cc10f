"""Props of actions (chair, table, door), and objects in the foreground that hide half of the actor."""

from __future__ import annotations

from cinescribe.backlot.drawing.actions import CHAIR_HEIGHT, DOOR_AT, TABLE_AT, TABLE_HEIGHT
from cinescribe.backlot.drawing.brush import Brush, Colour, Point, paints, shade
from cinescribe.backlot.drawing.figures import DrawnFigure, StagePosition
from cinescribe.backlot.drawing.things import height_on_table
from cinescribe.backlot.plan.plan import UNBUILT

_WOOD: Colour = (146, 98, 60)
_POST: Colour = (92, 78, 74)
_LEAF: Colour = (58, 108, 66)


def thing_point(name: str, holder: str, actor: DrawnFigure, partner: DrawnFigure | None) -> Point:
    """Return where a thing is, given who holds it."""
    if holder == "table":
        mark = actor.mark
        return mark.x + mark.facing * (TABLE_AT + 4) * mark.size, mark.y - (
            TABLE_HEIGHT + height_on_table(name)
        ) * mark.size
    if holder == "both hands":
        one, other = actor.hand(near=True), actor.hand(near=False)
        return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2 - 3
    figure = partner if holder == "partner" and partner is not None else actor
    x, y = figure.hand(near=holder != "nobody")
    return x + figure.mark.facing * 3, y - 2


def paint_prop(brush: Brush, prop: str, mark: StagePosition, *, door: float) -> None:
    """Paint the furniture of an action beside the actor's mark; nothing for `none`."""
    if prop == "chair":
        _chair(brush, mark)
    elif prop == "table":
        _table(brush, mark)
    elif prop == "door":
        _door(brush, mark, door)


@paints("chair")
def _chair(brush: Brush, mark: StagePosition) -> None:
    x, y, f = mark.x, mark.y, mark.facing
    for dx in (-24, 16):
        brush.rectangle(x + f * dx - 2, y - CHAIR_HEIGHT, x + f * dx + 2, y + 1, shade(_WOOD, 0.7))
    brush.rectangle(x - 26, y - CHAIR_HEIGHT - 3, x + 26, y - CHAIR_HEIGHT + 4, _WOOD)
    for dx in (-26, 20):
        brush.rectangle(x + dx, y - 112, x + dx + 6, y - CHAIR_HEIGHT, shade(_WOOD, 0.85))
    for up in (110, 97, 84):
        brush.rectangle(x - 25, y - up, x + 25, y - up + 7, _WOOD)


@paints("table")
def _table(brush: Brush, mark: StagePosition) -> None:
    x, y = mark.x + mark.facing * (TABLE_AT + 6), mark.y
    for dx in (-22, 19):
        brush.rectangle(x + dx, y - TABLE_HEIGHT, x + dx + 3.5, y + 1, shade(_WOOD, 0.7))
    brush.rectangle(x - 27, y - TABLE_HEIGHT, x + 27, y - TABLE_HEIGHT + 5, _WOOD)
    brush.rectangle(x - 27, y - TABLE_HEIGHT - 1.2, x + 27, y - TABLE_HEIGHT + 0.8, shade(_WOOD, 1.25))


@paints("door")
def _door(brush: Brush, mark: StagePosition, open_: float) -> None:
    """Paint a door frame beside the actor; the leaf opens on its far hinge, and light falls through."""
    f, y = mark.facing, mark.y
    inner, outer = mark.x + f * (DOOR_AT - 18), mark.x + f * (DOOR_AT + 52)
    low, high = y, y - 192
    brush.rectangle(inner - f * 6, high - 6, outer + f * 6, low, (120, 84, 56))
    brush.rectangle(inner, high, outer, low, (250, 236, 196))
    edge = outer + (inner - outer) * (1 - 0.78 * open_)
    skew = 9 * open_
    leaf = [(outer, high), (edge, high - skew), (edge, low + skew), (outer, low)]
    brush.polygon(leaf, (176, 122, 76))
    for top, bottom in ((0.08, 0.45), (0.54, 0.92)):
        panel = [
            (outer + (edge - outer) * a, high + (low - high) * b)
            for a, b in ((0.15, top), (0.85, top), (0.85, bottom), (0.15, bottom))
        ]
        brush.polygon(panel, (156, 104, 62))
    brush.disc((edge + (outer - edge) * 0.09, y - 97), 3.4, (236, 200, 96))


def paint_occluder(brush: Brush, place: str, mark: StagePosition, tall: float) -> None:
    """Paint an object near the camera that hides half of the person on the mark."""
    x = mark.x + mark.facing * 4.5
    far = x + mark.facing * (10 + 0.16 * tall)
    if place in UNBUILT:
        brush.rectangle(min(x, far), -400, max(x, far), 120, (58, 44, 34))
        for up in range(0, 320, 14):
            brush.ellipse(
                (far, -float(up)), (9 + up % 5, 6), shade(_LEAF, 0.7 + 0.05 * (up % 4)), degrees=float(up * 37 % 180)
            )
        return
    left, wide = min(x, far), abs(far - x)
    for start, tone in ((0.0, 0.8), (0.06, 1.15), (0.3, 1.0), (0.62, 0.85), (0.9, 0.7)):
        brush.rectangle(left + wide * start, -400, left + wide, 120, shade(_POST, tone))
