"""Remarks about people: who is in view, how close and where, who enters, leaves, moves and turns."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cinescribe.models.observer.footage import Camera, Footage, Stay, is_told, stays
from cinescribe.models.observer.head_turns import Held, turns
from cinescribe.models.observer.remarks import Rank, Remark
from cinescribe.models.observer.wording import (
    Placed,
    Side,
    Wordings,
    comes_closer,
    comes_into_view,
    enters,
    in_view,
    leaves,
    moves,
    moves_away,
    turns_to,
)
from cinescribe.schema import Evidence, Face
from cinescribe.timing import Seconds, Span

_OPENING: Seconds = 2.0  # faces found this soon after a shot's start, and not entering, were there from its start
_NOW: Seconds = 2.0  # from somebody's first face on, in which their place is told
_AWAY: Seconds = 8.0  # unseen for so long, somebody is told again
_SINCE_TOLD: Seconds = 8.0  # after something was said of people, before others known are told merely for being in view
_TOGETHER: Seconds = 30.0  # the same people together are not told again sooner
_WALK: Seconds = 1.5  # at a stay's end or beginning, in which an entrance or exit is looked for
_AFTERWARDS: Seconds = 0.6  # of the shot must be left when somebody leaves it, or be over when somebody enters
_EDGE = 0.05  # of the picture's width, or
_EDGE_FACES = 0.6  # ... of the face's own, from the picture's edge: there somebody enters or leaves
_INWARDS = 0.05  # of the picture's width, or
_INWARDS_FACES = 0.5  # ... of the face's, that somebody who enters walks into the picture
_STRIDE: Seconds = 4.0  # within which a movement is looked for
_STEP = 0.2  # of the picture's width: a movement worth telling
_GROWTH = math.log(1.6)  # of the face: somebody comes closer


class _Change(NamedTuple):
    """The greatest change of something along a stay: between which faces, and how much."""

    start: int
    end: int
    size: float


@dataclass
class _Audience:
    """What somebody who heard everything so far knows."""

    last_seen: dict[str, Seconds] = field(default_factory=dict)
    told_together: dict[frozenset[str], Seconds] = field(default_factory=dict)
    told: frozenset[str] = frozenset()
    told_at: Seconds = -math.inf

    def is_new(self, person: str) -> bool:
        return person not in self.last_seen

    def misses(self, person: str, time: Seconds) -> bool:
        return self.is_new(person) or time - self.last_seen[person] >= _AWAY

    def must_hear(self, people: frozenset[str], time: Seconds) -> bool:
        """Whether it is news that these people are in view."""
        if any(self.misses(person, time) for person in people):
            return True
        if people != self.told and time - self.told_at >= _SINCE_TOLD:
            return True
        return len(people) > 1 and time - self.told_together.get(people, -math.inf) >= _TOGETHER

    def rank(self, people: frozenset[str], time: Seconds) -> Rank:
        """How much it matters that these people are in view."""
        if any(self.is_new(person) for person in people):
            return Rank.NEW_PERSON
        return Rank.PERSON if any(self.misses(person, time) for person in people) else Rank.IN_VIEW

    def hears(self, people: frozenset[str], time: Seconds) -> None:
        """Is told that these are in view."""
        self.told, self.told_at, self.told_together[people] = people, time, time

    def sees(self, stay: Stay) -> None:
        self.last_seen[stay.person] = max(stay.span.end, self.last_seen.get(stay.person, -math.inf))


@dataclass(frozen=True)
class _Watching:
    """The film under somebody's eyes: its measurements, what its people are called, and who has been seen so far."""

    film: Footage
    camera: Camera
    called: Mapping[str, str]
    audience: _Audience

    def placed(self, stay: Stay) -> Placed:
        return Placed(
            self.called[stay.person],
            stay.across,
            stay.height,
            is_new=self.audience.is_new(stay.person),
            is_recent=not self.audience.misses(stay.person, stay.span.start),
        )

    def seen(self, face: Face) -> Evidence:
        left, top, right, bottom = face.box
        what = (
            f"face of {self.called[face.person or '']}, {bottom - top:.2f} of the picture's height, "
            f"centre at {(left + right) / 2:.2f} of its width"
        )
        return Evidence(face.time, what, box=face.box, score=min(max(face.score, 0.0), 1.0))

    def held(self, held: Held, face: Face) -> Evidence:
        """How a face is held over several pictures, shown by one of them."""
        first, last = held.faces[0].time, held.faces[-1].time
        what = (
            f"face of {self.called[face.person or '']}, nose {held.level:+.2f} eye distances off the eyes' middle "
            f"(+ to the right): median of {len(held.faces)} faces from {first:.2f} to {last:.2f} s"
        )
        return self.seen(face).replace(what=what)

    def remark(self, rank: Rank, wordings: Wordings, *faces: Face) -> Remark:
        """A remark about the person of `faces`, told at the first of them."""
        evidence = tuple(self.seen(face) for face in faces)
        return Remark(faces[0].time, rank, wordings, evidence, (faces[0].person or "",))


def people_remarks(film: Footage, called: Mapping[str, str]) -> list[Remark]:
    """Everything worth saying about people, by shot.

    Args:
        film: the film's measurements.
        called: label or name of every person, by id.
    """
    watching = _Watching(film, film.camera(), called, _Audience())
    out: list[Remark] = []
    for _, group in groupby(stays(film), key=lambda stay: stay.shot):
        here = list(group)
        first = _there_at_first(here, watching)
        out += _opening(first, watching)
        out += _in_the_shot(here, watching, told=first)
        for stay in here:
            watching.audience.sees(stay)
    return out


def _there_at_first(here: Sequence[Stay], watching: _Watching) -> list[Stay]:
    """Who is there when the shot begins, all at once: nobody who comes, or is first seen, after another is gone."""
    limit = watching.film.clear(here[0].shot).start + _OPENING
    first = [stay for stay in here if stay.span.start <= limit and _entrance(stay, watching) is None]
    gone = min((stay.span.end for stay in first), default=limit)
    return [stay for stay in first if stay.span.start <= gone]


def _opening(here: Sequence[Stay], watching: _Watching) -> Iterator[Remark]:
    """Who is there when the shot begins."""
    people = frozenset(stay.person for stay in here)
    if not here or not watching.audience.must_hear(people, here[0].span.start):
        return
    time = here[0].span.start
    early = [stay.until(stay.span.start + _NOW) or stay for stay in here]
    placed = sorted(early, key=lambda stay: stay.across)
    yield Remark(
        time,
        watching.audience.rank(people, time),
        in_view([watching.placed(stay) for stay in placed]),
        tuple(watching.seen(stay.best) for stay in placed),
        tuple(stay.person for stay in placed),
    )
    watching.audience.hears(people, time)


def _in_the_shot(here: Sequence[Stay], watching: _Watching, *, told: Sequence[Stay]) -> Iterator[Remark]:
    """What people do once the shot has begun and those `told` are known to be there."""
    before: set[str] = set()
    for n, stay in enumerate(here):
        came, went = _entrance(stay, watching), _exit(stay, watching)
        if stay not in told:
            yield from _arrival(stay, came, watching, is_back=stay.person in before)
        if came is None and went is None:
            yield from _movements(stay, watching)
            yield from _turns(stay, watching)
        if went is not None and all(later.person != stay.person for later in here[n + 1 :]):
            yield watching.remark(Rank.COMES_OR_GOES, leaves(watching.called[stay.person], went), stay.faces[-1])
        before.add(stay.person)


def _arrival(stay: Stay, came: Side | None, watching: _Watching, *, is_back: bool) -> Iterator[Remark]:
    """Somebody enters, or is seen for the first time or after long, while the shot goes on."""
    is_new = watching.audience.is_new(stay.person) and not is_back
    if came is not None:
        words = enters(watching.called[stay.person], came, is_back=is_back)
        yield watching.remark(Rank.NEW_PERSON if is_new else Rank.COMES_OR_GOES, words, stay.faces[0])
        watching.audience.hears(watching.audience.told | {stay.person}, stay.span.start)
    elif not is_back and watching.audience.misses(stay.person, stay.span.start):
        words = comes_into_view(watching.placed(stay))
        yield watching.remark(Rank.NEW_PERSON if is_new else Rank.PERSON, words, stay.faces[0])
        watching.audience.hears(watching.audience.told | {stay.person}, stay.span.start)


def _entrance(stay: Stay, watching: _Watching) -> Side | None:
    """The side from which somebody walks into the picture; None when they do not."""
    if stay.span.start < watching.film.clear(stay.shot).start + _AFTERWARDS:
        return None
    walk = [face for face in stay.faces if face.time <= stay.span.start + _WALK]
    return _walked_in(walk, watching.camera)


def _exit(stay: Stay, watching: _Watching) -> Side | None:
    """The side to which somebody walks out of the picture; None when they do not, or nobody was there to see it."""
    end, over = stay.span.end, watching.film.clear(stay.shot).end
    if end > over - _AFTERWARDS or not watching.film.is_measured(Span(end + _AFTERWARDS / 2, end + _AFTERWARDS)):
        return None
    walk = [face for face in reversed(stay.faces) if face.time >= end - _WALK]
    return _walked_in(walk, watching.camera)


def _walked_in(walk: Sequence[Face], camera: Camera) -> Side | None:
    """The side near which the first face stands while the others stand further inside, in the picture and the world."""
    if len(walk) < 2:
        return None
    left, _, right, _ = walk[0].box
    width = right - left
    near = max(_EDGE, _EDGE_FACES * width)
    side: Side | None = "left" if left <= near else "right" if right >= 1 - near else None
    if side is None or (left <= near and right >= 1 - near):
        return None
    times = np.array([face.time for face in walk])
    moved, _, untold = camera.at(times)
    across = np.array([(face.box[0] + face.box[2]) / 2 for face in walk])
    inwards = 1 if side == "left" else -1
    shown, real = inwards * (across - across[0]), inwards * (across + moved - across[0] - moved[0])
    if not is_told(np.abs(untold[-1:] - untold[:1]), np.abs(times[-1:] - times[:1])).all():
        return None
    return side if min(shown.max(), real.max()) >= max(_INWARDS, _INWARDS_FACES * width) else None


def _movements(stay: Stay, watching: _Watching) -> Iterator[Remark]:
    """Movements across the picture, and towards or away from the camera."""
    times, across, heights = stay.path()
    moved, grown, untold = watching.camera.at(times)
    name = watching.called[stay.person]
    step = _greatest(times, across, across + moved, untold)
    if step is not None and abs(step.size) >= _STEP:
        words = moves(name, start=float(across[step.start]), end=float(across[step.end]))
        yield watching.remark(Rank.MOVES, words, stay.faces[step.start], stay.faces[step.end])
    # A camera that closes in makes everything grow: only what it leaves is somebody's own movement.
    growth = _greatest(times, heights, heights - grown, untold)
    if growth is not None and abs(growth.size) >= _GROWTH:
        words = comes_closer(name) if growth.size > 0 else moves_away(name)
        yield watching.remark(Rank.MOVES, words, stay.faces[growth.start], stay.faces[growth.end])


def _turns(stay: Stay, watching: _Watching) -> Iterator[Remark]:
    """Turns of the head, which matter no more than who is in view: they cost no newcomer the room."""
    for before, after in turns(stay, watching.camera):
        evidence = watching.held(before, before.faces[-1]), watching.held(after, after.faces[0])
        words = turns_to(watching.called[stay.person], after.way)
        yield Remark(evidence[0].time, Rank.IN_VIEW, words, evidence, (stay.person,))


def _greatest(
    times: NDArray[np.float64], shown: NDArray[np.float64], real: NDArray[np.float64], untold: NDArray[np.float64]
) -> _Change | None:
    """The greatest change within a stride that shows in the picture and is real in the world."""
    best: _Change | None = None
    for lag in range(1, len(times)):
        seconds = times[lag:] - times[:-lag]
        if seconds.min() > _STRIDE:
            break
        seen, true = shown[lag:] - shown[:-lag], real[lag:] - real[:-lag]
        good = (seconds <= _STRIDE) & (seen * true > 0)
        good &= is_told(untold[lag:] - untold[:-lag], seconds)
        size = np.where(good, np.minimum(np.abs(seen), np.abs(true)), 0.0)
        at = int(size.argmax())
        if size[at] > 0 and (best is None or size[at] > abs(best.size)):
            best = _Change(at, at + lag, float(np.sign(seen[at]) * size[at]))
    return best
