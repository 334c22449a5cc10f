"""Remarks about people: who appears, comes, goes, is back, is with whom, and moves across the frame."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from cinescribe.language.messages.messages import Messages
from cinescribe.models.observer.footage import Camera, FaceTrack, Footage, face_tracks
from cinescribe.models.observer.movements import LargestChange, approach, crossing, departure, entrance
from cinescribe.models.observer.names import PersonWords, Reference, references
from cinescribe.models.observer.remarks import FactWording, ObservedFact, Rank
from cinescribe.models.observer.wording import Sentences, Side, are_several, side_at
from cinescribe.schema import Evidence, Face, Person
from cinescribe.timing import Seconds

_OPENING: Seconds = 2.0  # faces found this soon after a shot's start, and not entering, are present from its start
_NOW: Seconds = 2.0  # after a person's first face, in which their place is measured
# People in view need no new mention sooner: half a minute is about a scene of a film (LSMDC clips are 4 s, and
# describers name who is there once a scene).
_AWAY: Seconds = 30.0
_LINGER: Seconds = 1.0  # after the last face, for words that name no place: viewers remember whom they just saw
_WORDS_PER_SECOND = 2.5  # the usual budget of audio description (AWS sample)
_AFTERWARDS: Seconds = 4.0  # after an event, in which it may still be described


@dataclass
class _Mentions:
    """Whom the film has shown so far, who was introduced to the listener, and who was mentioned together."""

    last_seen: dict[str, Seconds] = field(default_factory=dict)
    introduced: set[str] = field(default_factory=set)
    together: dict[frozenset[str], Seconds] = field(default_factory=dict)
    anybody: Seconds = -math.inf  # the last announcement that an unknown person appears

    def is_new(self, person: str) -> bool:
        return person not in self.last_seen

    def was_away(self, person: str, time: Seconds) -> bool:
        return not self.is_new(person) and time - self.last_seen[person] >= _AWAY

    def are_news(self, people: frozenset[str], time: Seconds) -> bool:
        """Return whether it is worth a mention that these people are together."""
        return len(people) > 1 and time - self.together.get(people, -math.inf) >= _AWAY

    def is_due_for_anybody(self, time: Seconds) -> bool:
        """Return whether to introduce an unknown person: the words fit anyone, so once per scene."""
        return time - self.anybody >= _AWAY

    def tell(self, remark: ObservedFact) -> ObservedFact:
        """Record a remark, and return it. It introduces its people only if there is time to say it."""
        if any(len(text.split()) / _WORDS_PER_SECOND <= until - remark.time for text, until in remark.wordings):
            self.introduced |= set(remark.people)
        return remark

    def see(self, track: FaceTrack) -> None:
        self.last_seen[track.person] = max(track.span.end, self.last_seen.get(track.person, -math.inf))


@dataclass(frozen=True)
class _Context:
    """The measurements of the film, what its people are called, sentences about them, and the mentions so far."""

    film: Footage
    camera: Camera
    called: Mapping[str, Reference]
    sentences: Sentences
    mentions: _Mentions

    def name(self, track: FaceTrack) -> PersonWords:
        called = self.called[track.person]
        return called.later if track.person in self.mentions.introduced else called.first

    def face_evidence(self, face: Face) -> Evidence:
        left, top, right, bottom = face.box
        what = (
            f"face of {self.called[face.person or ''].label}, {bottom - top:.2f} of the picture's height, "
            f"centre at {(left + right) / 2:.2f} of its width"
        )
        clothes = "" if face.clothes is None else f"; {face.clothes} below it"
        return Evidence(face.time, what + clothes, box=face.box, score=min(max(face.score, 0.0), 1.0))

    def remark(self, rank: Rank, wordings: Sequence[FactWording], *faces: Face) -> ObservedFact:
        """Return a remark about the people of `faces`, at the time of the first one."""
        people = tuple(dict.fromkeys(face.person or "" for face in faces))
        evidence = tuple(self.face_evidence(face) for face in faces)
        return self.mentions.tell(ObservedFact(faces[0].time, rank, tuple(wordings), evidence, people))


def people_remarks(film: Footage, people: Sequence[Person], messages: Messages) -> list[ObservedFact]:
    """Return all remarks about people, by shot.

    Args:
        film: the film's measurements.
        people: the film's people.
        messages: of the language in which they are.
    """
    tracks = face_tracks(film)
    called = references(people, tracks, messages)
    context = _Context(film, film.camera(), called, Sentences(messages), _Mentions())
    out: list[ObservedFact] = []
    for _, group in groupby(tracks, key=lambda track: track.shot):
        here = list(group)
        first = _present_at_start(here, context)
        out += _opening(first, context)
        for track in first:
            context.mentions.see(track)
        out += _in_the_shot(here, context, known=first)
    return out


def _present_at_start(here: Sequence[FaceTrack], context: _Context) -> list[FaceTrack]:
    """Return the tracks at the start of the shot that overlap: no one in it enters after another has left."""
    limit = context.film.clear_span(here[0].shot).start + _OPENING
    came = [track for track in here if track.span.start <= limit]
    first = [track for track in came if entrance(track, context.film, context.camera) is None]
    first_end = min((track.span.end for track in first), default=limit)
    return sorted((track for track in first if track.span.start <= first_end), key=lambda track: track.across)


def _opening(here: Sequence[FaceTrack], context: _Context) -> Iterator[ObservedFact]:
    """Yield the remark about who is present when the shot begins, from left to right."""
    if not here:
        return
    time = max(track.span.start for track in here)  # from then on everybody is in view
    new = [track for track in here if context.mentions.is_new(track.person)]
    back = [track for track in here if context.mentions.was_away(track.person, time)]
    everybody = frozenset(track.person for track in here)
    if not new and not back and not context.mentions.are_news(everybody, time):
        return
    if not are_several(len(here)) and not _distinct(here, context):
        if not new or not context.mentions.is_due_for_anybody(time):
            return
        context.mentions.anybody = time
    rank = Rank.NEW_PERSON if new else Rank.BACK if back else Rank.TOGETHER
    evidence = tuple(context.face_evidence(track.best) for track in here)
    wordings = tuple(_presence(here, new, context))
    remark = ObservedFact(time, rank, wordings, evidence, tuple(track.person for track in here))
    yield context.mentions.tell(remark)
    context.mentions.together[everybody] = time


def _presence(here: Sequence[FaceTrack], new: Sequence[FaceTrack], context: _Context) -> Iterator[FactWording]:
    """Yield the wordings about the people of a view; those with places hold while everybody keeps theirs."""
    early = [track.until(track.span.start + _NOW) or track for track in here]
    across = [track.across for track in early]
    gone = min(track.span.end for track in here) + _LINGER
    texts = _presence_texts(here, new, across, context)
    moved = min(_leaves_place(track, side_at(at)) for track, at in zip(here, across, strict=True))
    for n, text in enumerate(texts):
        yield FactWording(text, moved if n < len(texts) - 1 else gone)


def _presence_texts(
    here: Sequence[FaceTrack], new: Sequence[FaceTrack], across: Sequence[float], context: _Context
) -> tuple[str, ...]:
    """Return the sentences about the people of a view, longest first; `across` has the place of each of them."""
    say, distinct = context.sentences, _distinct(here, context)
    known = [track for track in here if track not in new]
    if len(here) == 1:
        who = context.name(here[0])
        return say.appears(who, across[0]) if new else say.is_back(who, across[0])
    if are_several(len(here)):
        return say.several_appear([context.called[track.person].later for track in _distinct(known, context)])
    if not known and not distinct:
        return say.people_appear(across)
    if not known:
        return say.appear(_listed(here, context), across if len(distinct) == len(here) else ())
    if new and not _distinct(known, context):
        return _new_texts(new, context)
    if new:
        return say.are_with(_listed(new, context), _listed(known, context), n_new=len(new))
    return say.are_together(_listed(here, context))


def _new_texts(new: Sequence[FaceTrack], context: _Context) -> tuple[str, ...]:
    """Return the sentences about new people in view with some of whom nothing is known."""
    if len(new) == 1:
        return context.sentences.appears(context.name(new[0]), new[0].across)
    if not _distinct(new, context):
        return context.sentences.people_appear(())
    return context.sentences.appear(_listed(new, context))


def _listed(tracks: Sequence[FaceTrack], context: _Context) -> list[PersonWords]:
    """Return what to call people in a list: those of whom something is known, and then how many others there are."""
    known = _distinct(tracks, context)
    introduced = context.mentions.introduced
    called = [(context.called[track.person], track.person in introduced) for track in known]
    names = [words.later if is_introduced else words.in_list for words, is_introduced in called]
    return [*names, *context.sentences.others(len(tracks) - len(known), are_more=bool(known))]


def _distinct(tracks: Sequence[FaceTrack], context: _Context) -> list[FaceTrack]:
    """Return the people of whom something is known."""
    return [track for track in tracks if context.called[track.person].is_distinctive]


def _leaves_place(track: FaceTrack, where: Side | None) -> Seconds:
    """Return the moment at which a face leaves its side of the frame, or the track ends."""
    times, across, _ = track.path()
    return next((float(time) for time, at in zip(times, across, strict=True) if side_at(at) != where), track.span.end)


def _in_the_shot(here: Sequence[FaceTrack], context: _Context, *, known: Sequence[FaceTrack]) -> Iterator[ObservedFact]:
    """Yield remarks about people after the start of the shot, except about the presence of those in `known`."""
    before: set[str] = {track.person for track in known}
    for n, track in enumerate(here):
        came = entrance(track, context.film, context.camera)
        went = departure(track, context.film, context.camera)
        if track not in known:
            yield from _arrival(track, came, context, is_back=track.person in before)
        context.mentions.see(track)
        if came is None and went is None:
            yield from _movements(track, context)
        if went is not None and all(later.person != track.person for later in here[n + 1 :]):
            texts = context.sentences.leaves(context.called[track.person].later, went)
            yield context.remark(Rank.COMES_OR_GOES, _after(texts, track.faces[-1].time), track.faces[-1])
        before.add(track.person)


def _arrival(track: FaceTrack, came: Side | None, context: _Context, *, is_back: bool) -> Iterator[ObservedFact]:
    """Yield the remark about a person who enters, or appears for the first time or after a while, during a shot."""
    face = track.faces[0]
    is_new = context.mentions.is_new(track.person)
    rank = Rank.NEW_PERSON if is_new else Rank.COMES_OR_GOES
    if came is not None:
        texts = context.sentences.enters(context.name(track), came, is_back=is_back)
        yield context.remark(rank, _after(texts, face.time), face)
    elif _is_worth(track, is_new, context):
        yield context.remark(rank, tuple(_presence([track], [track] if is_new else [], context)), face)


def _is_worth(track: FaceTrack, is_new: bool, context: _Context) -> bool:
    """Whether to say that a person appears, or is back: for unknown people, only the first in a scene."""
    time, mentions = track.faces[0].time, context.mentions
    if context.called[track.person].is_distinctive:
        return is_new or mentions.was_away(track.person, time)
    if not is_new or not mentions.is_due_for_anybody(time):
        return False
    mentions.anybody = time
    return True


def _movements(track: FaceTrack, context: _Context) -> Iterator[ObservedFact]:
    """Yield remarks about movements across the whole frame, and towards or away from the camera."""
    crossed = crossing(track, context.camera)
    if crossed is not None:
        step, side = crossed
        yield _moved(track, step, context.sentences.crosses(_in_view(track, context), to=side), context)
    change = approach(track, context.camera)
    if change is not None:
        who, say = _in_view(track, context), context.sentences
        texts = say.comes_closer(who) if change.size > 0 else say.moves_away(who)
        yield _moved(track, change, texts, context)


def _moved(track: FaceTrack, change: LargestChange, texts: tuple[str, ...], context: _Context) -> ObservedFact:
    """Return the remark about a movement, at the moment at which half of it is seen."""
    start, end = track.faces[change.start], track.faces[change.end]
    remark = context.remark(Rank.MOVES, _after(texts, end.time), start, end)
    return replace(remark, time=(start.time + end.time) / 2)


def _in_view(track: FaceTrack, context: _Context) -> PersonWords:
    """Return what to call a person who has just been mentioned."""
    called = context.called[track.person]
    return called.later if called.is_distinctive else context.sentences.the_person(track.across)


def _after(texts: Sequence[str], time: Seconds) -> tuple[FactWording, ...]:
    """Return the wordings of an event, which may be described for a while after `time`."""
    return tuple(FactWording(text, time + _AFTERWARDS) for text in texts)
