"""What the page shows of a script, ready for its template: rows of cues, cards of people, lanes of the time line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.export.pages.embedded_pictures import KeptFrames, SmallPicture, portrait
from cinescribe.export.tracks.cue_time_limits import free_until
from cinescribe.export.tracks.cue_times import NOTES
from cinescribe.schema import Box, Cue, Evidence, Face, Film, Person, Script
from cinescribe.timing import Seconds, Span, joined

PAUSE: Seconds = 2.0  # somebody out of the picture for no longer has not left it
_SEEN: Seconds = 0.5  # what a single face found stands for
_LISTED = 24  # appearances listed a person; the time line shows them all


@dataclass(frozen=True)
class Place:
    """Where something stands on the time line, in percent of the film's length."""

    left: float
    width: float


@dataclass(frozen=True)
class Lane:
    """One labelled row of the time line; `kind` chooses its pattern."""

    name: str
    kind: str
    summary: str
    places: tuple[Place, ...]


@dataclass(frozen=True)
class NumberedBox:
    """A box drawn over a small picture, in its pixels; `number` leads to the fact that it shows."""

    number: int
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Fact:
    """One piece of evidence in words; `number` is its box's, where it has one, `sure` how sure it is, in words."""

    what: str
    sure: str
    number: int | None


@dataclass(frozen=True)
class Sight:
    """A moment a cue was made from: its frame, if one was kept, and what was found in it."""

    time: Seconds
    picture: SmallPicture | None
    boxes: tuple[NumberedBox, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class CueRow:
    """A cue with everything the page tells about it; `until` is when the next dialogue or cue begins."""

    number: int
    cue: Cue
    status: str
    names: tuple[str, ...]
    notes: tuple[tuple[str, str], ...]
    place: Place
    until: Seconds
    sights: tuple[Sight, ...]


@dataclass(frozen=True)
class PersonCard:
    """Somebody, with a portrait and the stretches in which they appear; `n_more` of them are not listed."""

    person: Person
    portrait: str | None
    summary: str
    spans: tuple[Span, ...]
    n_more: int


def clock(time: Seconds) -> str:
    """A time as people read it: `[H:]M:SS.t`."""
    tenths = round(max(time, 0.0) * 10)
    minutes, rest = divmod(tenths, 600)
    hours, minute = divmod(minutes, 60)
    second = f"{rest // 10:02d}.{rest % 10}"
    return f"{hours}:{minute:02d}:{second}" if hours else f"{minute}:{second}"


def counted(number: int, noun: str) -> str:
    """A number with its noun, in the plural where it is not one."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def appearances(script: Script, faces: Iterable[Face]) -> Mapping[str, tuple[Span, ...]]:
    """When each person is in the picture, short absences bridged; by id."""
    seen: dict[str, list[Span]] = {person.id: [] for person in script.people}
    for face in faces:
        if face.person in seen:
            seen[face.person].append(Span(face.time, min(face.time + _SEEN, max(script.film.duration, face.time))))
    return {person: tuple(joined(spans, pause=PAUSE)) for person, spans in seen.items()}


def lanes(script: Script, seen: Mapping[str, Sequence[Span]], people: Sequence[Person]) -> list[Lane]:
    """The lanes under the cues: dialogue, room to speak, shots, and one for each of `people`."""
    film = script.film
    out = [
        _lane("Dialogue", "speech", [part.span for part in script.speech], film),
        _lane("Room to speak", "gaps", [gap.span for gap in script.gaps], film),
        _lane("Shots", "shots", [shot.span for shot in script.shots], film),
    ]
    return out + [_lane(person.called, "person", seen[person.id], film) for person in people]


def cue_rows(script: Script, frames: KeptFrames) -> list[CueRow]:
    """A row for every cue of the script, dropped ones too, numbered as in every export."""
    names = {person.id: person.called for person in script.people}
    nearest = {item.time: frames.nearest(item.time) for cue in script.cues for item in cue.evidence}
    pictures = frames.small(frame for frame in nearest.values() if frame is not None)
    rows = []
    for number, (cue, until) in enumerate(zip(script.cues, free_until(script), strict=True), 1):
        rows.append(
            CueRow(
                number,
                cue,
                status=_status(cue),
                names=tuple(names.get(person, person) for person in cue.people),
                notes=tuple((f"{note.capitalize()}:", text) for note in NOTES if (text := getattr(cue, note))),
                place=_place(cue.span, script.film),
                until=until,
                sights=_sights(cue.evidence, nearest, pictures),
            )
        )
    return rows


def person_cards(script: Script, seen: Mapping[str, Sequence[Span]], folder: Path) -> list[PersonCard]:
    """A card for everybody in the script; portraits are looked for in `folder`."""
    cards = []
    for person in script.people:
        spans = tuple(seen[person.id])
        picture = portrait(folder / person.portrait) if person.portrait else None
        told = sum(person.id in cue.people for cue in script.spoken())
        summary = f"{_seen(spans)}. In {counted(told, 'cue')}."
        cards.append(PersonCard(person, picture, summary, spans[:_LISTED], max(0, len(spans) - _LISTED)))
    return cards


def _seen(spans: Sequence[Span]) -> str:
    if not spans:
        return "No times of appearance were kept"
    total = sum(span.duration for span in spans)
    if len(spans) == 1:
        return f"Seen once, at {clock(spans[0].start)}, for {total:.0f} s"
    return f"First seen at {clock(spans[0].start)}; {len(spans)} appearances, {total:.0f} s on screen"


def _lane(name: str, kind: str, spans: Sequence[Span], film: Film) -> Lane:
    total = sum(span.duration for span in joined(spans))
    summary = f"{counted(len(spans), 'part')}, {total:.1f} s of {film.duration:.1f} s" if spans else "none"
    return Lane(name, kind, summary, tuple(_place(span, film) for span in spans))


def _place(span: Span, film: Film) -> Place:
    whole = max(film.duration, 1e-9)
    return Place(round(100 * span.start / whole, 3), round(100 * span.duration / whole, 3))


def _status(cue: Cue) -> str:
    if cue.status == "extended":
        return f"extended, film waits {cue.pause:.1f} s"
    if cue.status == "spoken" and cue.rate > 1.0:
        return f"spoken at {100 * cue.rate:.0f} % speed"
    return cue.status


def _sights(
    evidence: Iterable[Evidence], nearest: Mapping[Seconds, int | None], pictures: Mapping[int, SmallPicture]
) -> tuple[Sight, ...]:
    """The evidence by moment: pieces that rest on the same frame stand together under it."""
    moments: dict[Seconds, list[Evidence]] = {}
    for item in sorted(evidence, key=lambda item: item.time):
        frame = nearest[item.time]
        moments.setdefault(item.time if frame is None else frame / 1000, []).append(item)
    return tuple(_sight(time, items, pictures.get(round(time * 1000))) for time, items in moments.items())


def _sight(time: Seconds, items: Sequence[Evidence], picture: SmallPicture | None) -> Sight:
    known = dict.fromkeys(item.box for item in items if item.box is not None and picture is not None)
    numbers = {box: number for number, box in enumerate(known, 1)}
    facts = [Fact(_what(item), _sure(item), numbers.get(item.box) if item.box else None) for item in items]
    boxes = [] if picture is None else [_numbered(box, number, picture) for box, number in numbers.items()]
    return Sight(time, picture, tuple(boxes), tuple(facts))


def _numbered(box: Box, number: int, picture: SmallPicture) -> NumberedBox:
    """A box in a picture's pixels."""
    x0, y0, x1, y1 = box
    wide, high = picture.width, picture.height
    return NumberedBox(
        number,
        x=round(x0 * wide, 1),
        y=round(y0 * high, 1),
        width=round((x1 - x0) * wide, 1),
        height=round((y1 - y0) * high, 1),
    )


def _what(item: Evidence) -> str:
    return item.what if item.word is None else f"“{item.word}”: {item.what}"


def _sure(item: Evidence) -> str:
    if item.score is None or f"{item.score:.0%}" in item.what:  # it is told already
        return ""
    return f"{100 * item.score:.0f} % of what counted" if item.word is not None else f"{100 * item.score:.0f} % sure"
