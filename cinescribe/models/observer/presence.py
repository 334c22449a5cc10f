"""Remarks about people: who is in view, how close and where, who enters, leaves, moves and turns."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cinescribe.models.observer.footage import Camera, FaceTrack, Footage, face_tracks, is_camera_known
from cinescribe.models.observer.head_turns import HeldPose, turns
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

_OPENING: Seconds = 2.0  # faces found this soon after a shot's start, and not entering, are present from its start
_NOW: Seconds = 2.0  # after a person's first face, in which their place is measured
_AWAY: Seconds = 8.0  # a person unseen for so long is mentioned again
_SINCE_MENTION: Seconds = 8.0  # after a mention of people, before others are mentioned only for being in view
_TOGETHER: Seconds = 30.0  # the same people together are not mentioned again sooner
_WALK: Seconds = 1.5  # at a track's start or end, in which an entrance or exit is detected
_MARGIN: Seconds = 0.6  # of the shot that remains when a person leaves, or has passed when a person enters
_EDGE = 0.05  # of the frame's width, or
_EDGE_FACES = 0.6  # ... of the face's own, from the frame's edge: there people enter or leave
_INWARDS = 0.05  # of the frame's width, or
_INWARDS_FACES = 0.5  # ... of the face's, that a person who enters moves into the frame
_STRIDE: Seconds = 4.0  # maximum length of a movement
_STEP = 0.2  # of the frame's width: minimum size of a movement
_GROWTH = math.log(1.6)  # of the face: a person comes closer


class _Change(NamedTuple):
    """The largest change of a value along a track: between which faces, and by how much."""

    start: int
    end: int
    size: float


@dataclass
class _Mentions:
    """What has been shown and mentioned so far."""

    last_seen: dict[str, Seconds] = field(default_factory=dict)
    mentioned_together: dict[frozenset[str], Seconds] = field(default_factory=dict)
    mentioned: frozenset[str] = frozenset()
    mentioned_at: Seconds = -math.inf

    def is_new(self, person: str) -> bool:
        return person not in self.last_seen

    def was_away(self, person: str, time: Seconds) -> bool:
        return self.is_new(person) or time - self.last_seen[person] >= _AWAY

    def is_news(self, people: frozenset[str], time: Seconds) -> bool:
        """Return whether these people in view are worth a mention."""
        if any(self.was_away(person, time) for person in people):
            return True
        if people != self.mentioned and time - self.mentioned_at >= _SINCE_MENTION:
            return True
        return len(people) > 1 and time - self.mentioned_together.get(people, -math.inf) >= _TOGETHER

    def rank(self, people: frozenset[str], time: Seconds) -> Rank:
        """Return the rank of a mention that these people are in view."""
        if any(self.is_new(person) for person in people):
            return Rank.NEW_PERSON
        return Rank.PERSON if any(self.was_away(person, time) for person in people) else Rank.IN_VIEW

    def mention(self, people: frozenset[str], time: Seconds) -> None:
        """Record a mention that these people are in view."""
        self.mentioned, self.mentioned_at, self.mentioned_together[people] = people, time, time

    def see(self, track: FaceTrack) -> None:
        self.last_seen[track.person] = max(track.span.end, self.last_seen.get(track.person, -math.inf))


@dataclass(frozen=True)
class _Context:
    """The measurements of the film, the names of its people, and the mentions so far."""

    film: Footage
    camera: Camera
    called: Mapping[str, str]
    mentions: _Mentions

    def placed(self, track: FaceTrack) -> Placed:
        return Placed(
            self.called[track.person],
            track.across,
            track.height,
            is_new=self.mentions.is_new(track.person),
            is_recent=not self.mentions.was_away(track.person, track.span.start),
        )

    def face_evidence(self, face: Face) -> Evidence:
        left, top, right, bottom = face.box
        what = (
            f"face of {self.called[face.person or '']}, {bottom - top:.2f} of the picture's height, "
            f"centre at {(left + right) / 2:.2f} of its width"
        )
        return Evidence(face.time, what, box=face.box, score=min(max(face.score, 0.0), 1.0))

    def pose_evidence(self, pose: HeldPose, face: Face) -> Evidence:
        """Return the evidence of a pose over several frames, shown by one of its faces."""
        first, last = pose.faces[0].time, pose.faces[-1].time
        what = (
            f"face of {self.called[face.person or '']}, nose {pose.level:+.2f} eye distances off the eyes' middle "
            f"(+ to the right): median of {len(pose.faces)} faces from {first:.2f} to {last:.2f} s"
        )
        return self.face_evidence(face).replace(what=what)

    def remark(self, rank: Rank, wordings: Wordings, *faces: Face) -> Remark:
        """Return a remark about the person of `faces`, at the time of the first one."""
        evidence = tuple(self.face_evidence(face) for face in faces)
        return Remark(faces[0].time, rank, wordings, evidence, (faces[0].person or "",))


def people_remarks(film: Footage, called: Mapping[str, str]) -> list[Remark]:
    """Return all remarks about people, by shot.

    Args:
        film: the film's measurements.
        called: label or name of every person, by id.
    """
    context = _Context(film, film.camera(), called, _Mentions())
    out: list[Remark] = []
    for _, group in groupby(face_tracks(film), key=lambda track: track.shot):
        here = list(group)
        first = _present_at_start(here, context)
        out += _opening(first, context)
        out += _in_the_shot(here, context, known=first)
        for track in here:
            context.mentions.see(track)
    return out


def _present_at_start(here: Sequence[FaceTrack], context: _Context) -> list[FaceTrack]:
    """Return the tracks at the start of the shot that overlap: nobody who comes after another has gone."""
    limit = context.film.clear_span(here[0].shot).start + _OPENING
    first = [track for track in here if track.span.start <= limit and _entrance(track, context) is None]
    first_end = min((track.span.end for track in first), default=limit)
    return [track for track in first if track.span.start <= first_end]


def _opening(here: Sequence[FaceTrack], context: _Context) -> Iterator[Remark]:
    """Yield the remark about who is present when the shot begins."""
    people = frozenset(track.person for track in here)
    if not here or not context.mentions.is_news(people, here[0].span.start):
        return
    time = here[0].span.start
    early = [track.until(track.span.start + _NOW) or track for track in here]
    placed = sorted(early, key=lambda track: track.across)
    yield Remark(
        time,
        context.mentions.rank(people, time),
        in_view([context.placed(track) for track in placed]),
        tuple(context.face_evidence(track.best) for track in placed),
        tuple(track.person for track in placed),
    )
    context.mentions.mention(people, time)


def _in_the_shot(here: Sequence[FaceTrack], context: _Context, *, known: Sequence[FaceTrack]) -> Iterator[Remark]:
    """Yield remarks about people after the start of the shot, except about the presence of those in `known`."""
    before: set[str] = set()
    for n, track in enumerate(here):
        came, went = _entrance(track, context), _exit(track, context)
        if track not in known:
            yield from _arrival(track, came, context, is_back=track.person in before)
        if came is None and went is None:
            yield from _movements(track, context)
            yield from _turns(track, context)
        if went is not None and all(later.person != track.person for later in here[n + 1 :]):
            yield context.remark(Rank.COMES_OR_GOES, leaves(context.called[track.person], went), track.faces[-1])
        before.add(track.person)


def _arrival(track: FaceTrack, came: Side | None, context: _Context, *, is_back: bool) -> Iterator[Remark]:
    """Yield the remark about a person who enters, or appears for the first time or after a while, during a shot."""
    is_new = context.mentions.is_new(track.person) and not is_back
    if came is not None:
        words = enters(context.called[track.person], came, is_back=is_back)
        yield context.remark(Rank.NEW_PERSON if is_new else Rank.COMES_OR_GOES, words, track.faces[0])
        context.mentions.mention(context.mentions.mentioned | {track.person}, track.span.start)
    elif not is_back and context.mentions.was_away(track.person, track.span.start):
        words = comes_into_view(context.placed(track))
        yield context.remark(Rank.NEW_PERSON if is_new else Rank.PERSON, words, track.faces[0])
        context.mentions.mention(context.mentions.mentioned | {track.person}, track.span.start)


def _entrance(track: FaceTrack, context: _Context) -> Side | None:
    """Return the side from which a person enters the frame; None if they do not."""
    if track.span.start < context.film.clear_span(track.shot).start + _MARGIN:
        return None
    walk = [face for face in track.faces if face.time <= track.span.start + _WALK]
    return _walked_in(walk, context.camera)


def _exit(track: FaceTrack, context: _Context) -> Side | None:
    """Return the side to which a person leaves the frame; None if they do not, or nothing was measured then."""
    end, over = track.span.end, context.film.clear_span(track.shot).end
    if end > over - _MARGIN or not context.film.is_measured(Span(end + _MARGIN / 2, end + _MARGIN)):
        return None
    walk = [face for face in reversed(track.faces) if face.time >= end - _WALK]
    return _walked_in(walk, context.camera)


def _walked_in(walk: Sequence[Face], camera: Camera) -> Side | None:
    """Return the side of the first face if the others are further inside, in the frame and net of the camera."""
    if len(walk) < 2:
        return None
    left, _, right, _ = walk[0].box
    width = right - left
    near = max(_EDGE, _EDGE_FACES * width)
    side: Side | None = "left" if left <= near else "right" if right >= 1 - near else None
    if side is None or (left <= near and right >= 1 - near):
        return None
    times = np.array([face.time for face in walk])
    moved, _, unknown = camera.at(times)
    across = np.array([(face.box[0] + face.box[2]) / 2 for face in walk])
    inwards = 1 if side == "left" else -1
    framed, real = inwards * (across - across[0]), inwards * (across + moved - across[0] - moved[0])
    if not is_camera_known(np.abs(unknown[-1:] - unknown[:1]), np.abs(times[-1:] - times[:1])).all():
        return None
    return side if min(framed.max(), real.max()) >= max(_INWARDS, _INWARDS_FACES * width) else None


def _movements(track: FaceTrack, context: _Context) -> Iterator[Remark]:
    """Yield remarks about movements across the frame, and towards or away from the camera."""
    times, across, heights = track.path()
    moved, grown, unknown = context.camera.at(times)
    name = context.called[track.person]
    step = _greatest(times, across, across + moved, unknown)
    if step is not None and abs(step.size) >= _STEP:
        words = moves(name, start=float(across[step.start]), end=float(across[step.end]))
        yield context.remark(Rank.MOVES, words, track.faces[step.start], track.faces[step.end])
    # A camera that moves closer enlarges everything: only the rest is the person's own movement.
    growth = _greatest(times, heights, heights - grown, unknown)
    if growth is not None and abs(growth.size) >= _GROWTH:
        words = comes_closer(name) if growth.size > 0 else moves_away(name)
        yield context.remark(Rank.MOVES, words, track.faces[growth.start], track.faces[growth.end])


def _turns(track: FaceTrack, context: _Context) -> Iterator[Remark]:
    """Yield remarks about turns of the head, with a low rank: they must not displace a newcomer."""
    for before, after in turns(track, context.camera):
        evidence = context.pose_evidence(before, before.faces[-1]), context.pose_evidence(after, after.faces[0])
        words = turns_to(context.called[track.person], after.direction)
        yield Remark(evidence[0].time, Rank.IN_VIEW, words, evidence, (track.person,))


def _greatest(
    times: NDArray[np.float64], framed: NDArray[np.float64], real: NDArray[np.float64], unknown: NDArray[np.float64]
) -> _Change | None:
    """Return the largest change within a stride that is visible in the frame and remains net of the camera."""
    best: _Change | None = None
    for lag in range(1, len(times)):
        seconds = times[lag:] - times[:-lag]
        if seconds.min() > _STRIDE:
            break
        in_frame, in_world = framed[lag:] - framed[:-lag], real[lag:] - real[:-lag]
        good = (seconds <= _STRIDE) & (in_frame * in_world > 0)
        good &= is_camera_known(unknown[lag:] - unknown[:-lag], seconds)
        size = np.where(good, np.minimum(np.abs(in_frame), np.abs(in_world)), 0.0)
        at = int(size.argmax())
        if size[at] > 0 and (best is None or size[at] > abs(best.size)):
            best = _Change(at, at + lag, float(np.sign(in_frame[at]) * size[at]))
    return best
