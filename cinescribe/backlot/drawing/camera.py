"""The camera: draws the frames of a take."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from cinescribe.backlot.drawing.brush import DAYLIGHT, MOONLIGHT, Brush, Picture, StageView
from cinescribe.backlot.drawing.figures import DrawnFigure
from cinescribe.backlot.drawing.labels import LabelBrush, LabelMap
from cinescribe.backlot.drawing.props import paint_occluder, paint_prop, thing_point
from cinescribe.backlot.drawing.sets import Backdrop, labels_behind, painted_set, set_labels
from cinescribe.backlot.drawing.staging import Player, Stage
from cinescribe.backlot.drawing.things import paint_thing
from cinescribe.backlot.plan.plan import DialogueLine, PlannedMember, Scale, Take
from cinescribe.backlot.plan.truth import Sighting
from cinescribe.schema import Box
from cinescribe.timing import Seconds, Span

_PAN = 0.09  # of the picture's width, to either side of the centre
_ZOOM = 1.18  # scale at the end of a zoom, relative to its start


@dataclass(frozen=True)
class _Framing:
    """Framing of the stage by a shot scale.

    Args:
        height, middle: height of the picture, and height of its centre above the ground, in cm.
        depth: scale of the set, relative to the people in front of it.
        blur: blur of the set, in cm.
        shift: largest sideways shift of the set, in cm.
    """

    height: float
    middle: float
    depth: float
    blur: float
    shift: float


_FRAMINGS: dict[Scale, _Framing] = {
    "close": _Framing(height=50.0, middle=149.0, depth=0.5, blur=2.2, shift=200.0),
    "medium": _Framing(height=84.0, middle=131.0, depth=0.62, blur=0.9, shift=200.0),
    "wide": _Framing(height=290.0, middle=105.0, depth=1.0, blur=0.0, shift=60.0),
}
_SEATED_FRAMING = _Framing(
    height=90.0, middle=123.0, depth=0.62, blur=0.9, shift=200.0
)  # for a medium take of a sitting person
_MIN_SIDE = 0.008  # of the picture's sides: smaller boxes are not visible
_THING_SCALES = {"wide": 1.35, "medium": 1.0, "close": 0.85}  # things are enlarged where they would be lost


def draw_take(
    take: Take,
    cast: Mapping[str, PlannedMember],
    lines: Sequence[DialogueLine],
    *,
    width: int,
    height: int,
    rate_hz: Fraction | int,
    span: Span | None = None,
) -> Iterator[tuple[Picture, tuple[Sighting, ...]]]:
    """Yield the frames of a take, each with its sightings.

    Args:
        take: the take.
        cast: members of the film by id.
        lines: dialogue of the film; it opens the mouths of the speakers.
        width: width of the frames in pixels.
        height: height of the frames in pixels.
        rate_hz: frames per second; frame k of the film begins at k / rate_hz.
        span: the span to draw, by default `take.span`; a dissolve needs more at either end.

    Yields:
        An RGB frame, (height, width, 3) uint8, which the caller may change, and its sightings, nearest people last.

    Raises:
        InputError: when a person in the take is not in the cast.
    """
    stage = Stage(take, cast, lines)
    camera = _Camera(stage, width=width, height=height)
    for index in frames_within(span or take.span, rate_hz):
        yield camera.frame(float(index / Fraction(rate_hz)))


@dataclass(frozen=True)
class Snapshot:
    """One frame of a take with a label for each pixel.

    Args:
        picture: RGB, (H, W, 3).
        backdrop: labels of only the set.
        pieces: labels of everything; people have the nouns `woman` and `man`, and the seeds of their players, which
            end with the id of the member.
    """

    picture: Picture
    backdrop: LabelMap
    pieces: LabelMap


def draw_moment(take: Take, cast: Mapping[str, PlannedMember], time: Seconds, *, width: int, height: int) -> Snapshot:
    """Draw one frame of a take, with labels.

    Args:
        take: the take.
        cast: members of the film by id.
        time: time within the take.
        width: width of the picture in pixels.
        height: height of the picture in pixels.

    Raises:
        InputError: when a person in the take is not in the cast.
    """
    return _Camera(Stage(take, cast, ()), width=width, height=height).snapshot(time)


def frames_within(span: Span, rate_hz: Fraction | int) -> range:
    """Return the numbers of the frames that begin within a span."""
    rate = Fraction(rate_hz)

    def first_from(time: Seconds) -> int:
        index = math.floor(time * rate)
        while float(index / rate) < time:
            index += 1
        return index

    return range(max(0, first_from(span.start)), max(0, first_from(span.end)))


class _Camera:
    """Draws pictures of one stage."""

    def __init__(self, stage: Stage, *, width: int, height: int) -> None:
        take = stage.take
        self._stage = stage
        self._width, self._height = width, height
        seated = take.scale == "medium" and stage.prop == "chair"
        self._framing = _SEATED_FRAMING if seated else _FRAMINGS[take.scale]
        self._light = MOONLIGHT if take.night else DAYLIGHT
        lead = stage.players[-1]
        self._x0 = lead.mark.x if take.scale == "close" else 0.0
        self._tall = 1.0 if take.scale == "wide" else stage.tallest
        self._shift = random.Random(f"{take.seed}/backdrop").uniform(-1, 1) * self._framing.shift
        ends = [self._set_view(self.view(time)) for time in (take.span.start - 1e3, take.span.end + 1e3)]
        painted = painted_set(take.place, take.layout, night=take.night)
        self._backdrop = Backdrop(painted, *ends, blur=self._framing.blur)

    def view(self, time: Seconds) -> StageView:
        """Return the view on the stage at a time."""
        take, framing = self._stage.take, self._framing
        into = min(1.2, max(-0.2, (time - take.span.start) / max(take.span.duration, 1e-6)))
        scale = self._height / (framing.height * self._tall)
        x = self._x0
        if take.move in ("pan left", "pan right"):
            way = 1 if take.move == "pan right" else -1
            x += way * _PAN * (2 * into - 1) * self._width / scale
        if take.move == "zoom in":
            scale *= 1 + (_ZOOM - 1) * into - (0.04 if take.scale == "close" else 0.0)
        return StageView(x, -framing.middle * self._tall, scale, self._width, self._height)

    def _set_view(self, view: StageView) -> StageView:
        """Return the view on the set behind a view; the set is farther off, so it shifts and grows less."""
        depth = self._framing.depth
        return StageView(view.x * depth**0.5 + self._shift, view.y, view.scale * depth, view.width, view.height)

    def frame(self, time: Seconds) -> tuple[Picture, tuple[Sighting, ...]]:
        """Return the picture at a time, and its sightings."""
        view = self.view(time)
        picture = self._backdrop.behind(self._set_view(view))
        return picture, self._paint(Brush(picture, view, self._light), time)

    def snapshot(self, time: Seconds) -> Snapshot:
        """Return the picture at a time, with labels."""
        take, view = self._stage.take, self.view(time)
        picture, _ = self.frame(time)
        backdrop = labels_behind(set_labels(take.place, take.layout), self._set_view(view))
        brush = LabelBrush(backdrop, view)
        self._paint(brush, time)
        return Snapshot(picture, backdrop, brush.label_map())

    def _paint(self, brush: Brush, time: Seconds) -> tuple[Sighting, ...]:
        """Paint everything in front of the set, and return the visible sightings."""
        stage = self._stage
        poses = stage.poses(time)
        figures = [(player, stage.figure(player, poses, time)) for player in stage.players]
        actor = stage.players[-1]
        if stage.take.scale == "wide":
            for _, figure in figures:
                foot = figure.at(0, 0, bends=False)
                brush.shadow((foot[0], figure.mark.y + 1.0), (30 * figure.size, 6 * figure.size), 0.3)
        paint_prop(brush, stage.prop, actor.mark, door=poses.door)
        sightings = self._paint_people(brush, figures, time)
        leads = figures[stage.n_behind :]
        thing = self._paint_thing(brush, leads, poses.holder)
        for player, figure in leads if thing else ():
            with brush.piece(player.appearance.gender, of=player.seed):
                figure.hands(brush)
        if stage.take.occluded:
            brush.begin()
            paint_occluder(brush, stage.take.place, actor.mark, _FRAMINGS[stage.take.scale].height)
            cover = brush.box()
            sightings = [_behind(one, cover) for one in sightings]
        visible = [one for one in sightings if one is not None and _is_visible(one.box)]
        return (*visible, *thing)

    def _paint_people(
        self, brush: Brush, figures: list[tuple[Player, DrawnFigure]], time: Seconds
    ) -> list[Sighting | None]:
        """Paint everybody; arms of the leads come last, since they reach over each other."""
        n_behind = self._stage.n_behind
        sightings: list[Sighting | None] = []
        for index, (player, figure) in enumerate(figures):
            body = self._paint_body(brush, player, figure, time)
            if body is not None:
                sightings = [_behind(one, body.box) for one in sightings]
            sightings.append(_with_arms(brush, body, player, figure) if index < n_behind else body)
        for index, (player, figure) in enumerate(figures[n_behind:], start=n_behind):
            sightings[index] = _with_arms(brush, sightings[index], player, figure)
        return sightings

    def _paint_body(self, brush: Brush, player: Player, figure: DrawnFigure, time: Seconds) -> Sighting | None:
        brush.begin()
        mouth = self._stage.mouth(player, time)
        with brush.piece(player.appearance.gender, of=player.seed):
            figure.body(brush)
            face = figure.head(brush, mouth=mouth, lids=self._stage.lids(player, time))
        box = brush.box()
        if box is None:
            return None
        return Sighting(player.who, box, face, mouth if face is not None else 0.0)

    def _paint_thing(
        self, brush: Brush, figures: list[tuple[Player, DrawnFigure]], holder: str
    ) -> tuple[Sighting, ...]:
        stage = self._stage
        name = stage.thing
        if name is None or not stage.shows_action:
            return ()
        by_who = {player.who: figure for player, figure in figures}
        point = thing_point(name, holder, by_who[stage.take.actor], by_who.get(stage.take.partner or ""))
        brush.begin()
        with brush.piece(name):
            paint_thing(brush, name, point, size=_THING_SCALES[stage.take.scale])
        box = brush.box()
        return () if box is None or not _is_visible(box) else (Sighting(name, box),)


def _is_visible(box: Box) -> bool:
    return box[2] - box[0] >= _MIN_SIDE and box[3] - box[1] >= _MIN_SIDE


def _with_arms(brush: Brush, body: Sighting | None, player: Player, figure: DrawnFigure) -> Sighting | None:
    """Paint the arms of a painted body, and return the sighting of both."""
    brush.begin()
    with brush.piece(player.appearance.gender, of=player.seed):
        figure.arms(brush)
    box = brush.box()
    if body is None or box is None:
        return body
    a = body.box
    return body.replace(box=(min(a[0], box[0]), min(a[1], box[1]), max(a[2], box[2]), max(a[3], box[3])))


def _behind(sighting: Sighting | None, cover: Box | None) -> Sighting | None:
    """Return a sighting after `cover` was painted over it; it loses a face that is half hidden."""
    if sighting is None or cover is None or sighting.face is None:
        return sighting
    x0, y0, x1, y1 = sighting.face
    wide = max(0.0, min(x1, cover[2]) - max(x0, cover[0]))
    tall = max(0.0, min(y1, cover[3]) - max(y0, cover[1]))
    if wide * tall < 0.5 * (x1 - x0) * (y1 - y0):
        return sighting
    return sighting.replace(face=None, mouth_open=0.0)
