"""Parts of the page, prepared for its template: rows of cues, cards of people, lanes of the timeline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.export.narration import NarratedMoment
from cinescribe.export.pages.embedded_pictures import FrameFolder, Thumbnail, portrait
from cinescribe.export.pages.why_parts import Why, why
from cinescribe.export.tracks.cue_time_limits import free_until
from cinescribe.export.tracks.cue_times import NOTES
from cinescribe.file_names import inside
from cinescribe.language.messages.page_words import PageWords
from cinescribe.schema import Box, Cue, Evidence, Face, Film, Person, Script
from cinescribe.timing import Seconds, Span, joined

MAX_ABSENCE: Seconds = 2.0  # shorter absences from the picture are bridged
_FACE_DURATION: Seconds = 0.5  # of the appearance that one detected face represents
_N_LISTED = 24  # appearances listed per person; the timeline shows all


@dataclass(frozen=True)
class TimelineBar:
    """A bar on the timeline, in percent of the film's length."""

    left: float
    width: float


@dataclass(frozen=True)
class Lane:
    """One labelled row of the timeline; `kind` selects its pattern."""

    name: str
    kind: str
    summary: str
    bars: tuple[TimelineBar, ...]


@dataclass(frozen=True)
class NumberedBox:
    """A box over a thumbnail, in its pixels; `number` refers to the finding that it shows."""

    number: int
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class _Finding:
    """One piece of evidence in words, its confidence in words, and the number of its box, if any."""

    what: str
    confidence: str
    number: int | None


@dataclass(frozen=True)
class _Moment:
    """A moment of evidence for a cue: its frame, if there is one, and the findings."""

    time: Seconds
    picture: Thumbnail | None
    boxes: tuple[NumberedBox, ...]
    findings: tuple[_Finding, ...]


@dataclass(frozen=True)
class PageCue:
    """A cue with everything the page shows about it.

    `until` is the start of the next dialogue or cue; `misfit` says why the cue does not fit, if so; `why` says how its
    sentence was written, if models wrote it in stages.
    """

    number: int
    cue: Cue
    status: str
    names: tuple[str, ...]
    notes: tuple[tuple[str, str], ...]
    bar: TimelineBar
    until: Seconds
    moments: tuple[_Moment, ...]
    misfit: str | None = None
    why: Why | None = None


@dataclass(frozen=True)
class PersonCard:
    """A person with portrait and appearances; `n_more` appearances are not listed."""

    person: Person
    portrait: str | None
    summary: str
    spans: tuple[Span, ...]
    n_more: int


def page_clock(time: Seconds) -> str:
    """Return a time as `[H:]M:SS.t`."""
    tenths = round(max(time, 0.0) * 10)
    minutes, rest = divmod(tenths, 600)
    hours, minute = divmod(minutes, 60)
    second = f"{rest // 10:02d}.{rest % 10}"
    return f"{hours}:{minute:02d}:{second}" if hours else f"{minute}:{second}"


def appearances(script: Script, faces: Iterable[Face]) -> Mapping[str, tuple[Span, ...]]:
    """Return when each person is in the picture, by id; short absences are bridged."""
    seen: dict[str, list[Span]] = {person.id: [] for person in script.people}
    for face in faces:
        if face.person in seen:
            seen[face.person].append(
                Span(face.time, min(face.time + _FACE_DURATION, max(script.film.duration, face.time)))
            )
    return {person: tuple(joined(spans, pause=MAX_ABSENCE)) for person, spans in seen.items()}


def lanes(script: Script, seen: Mapping[str, Sequence[Span]], people: Sequence[Person], t: PageWords) -> list[Lane]:
    """Return the lanes under the cues: dialogue, speech gaps, shots, and one for each of `people`."""
    film = script.film
    out = [
        _lane(t.plain("dialogue"), "speech", [part.span for part in script.speech], film, t),
        _lane(t.plain("show-gaps"), "gaps", [gap.span for gap in script.gaps], film, t),
        _lane(t.plain("show-shots"), "shots", [shot.span for shot in script.shots], film, t),
    ]
    return out + [_lane(person.called, "person", seen[person.id], film, t) for person in people]


def cue_rows(
    script: Script, frames: FrameFolder, misfits: Mapping[str, str], moments: Iterable[NarratedMoment], t: PageWords
) -> list[PageCue]:
    """Return a row for every cue of the script, including dropped ones.

    Args:
        script: the description.
        frames: with the frames of the evidence.
        misfits: by id why a cue does not fit.
        moments: how sentences were written.
        t: the words of the page.
    """
    reasons = {moment.cue: moment for moment in moments if moment.cue is not None}
    names = {person.id: person.called for person in script.people}
    nearest = {item.time: frames.nearest(item.time) for cue in script.cues for item in cue.evidence}
    pictures = frames.thumbnails(frame for frame in nearest.values() if frame is not None)
    rows = []
    for number, (cue, until) in enumerate(zip(script.cues, free_until(script), strict=True), 1):
        rows.append(
            PageCue(
                number,
                cue,
                status=_status(cue, t),
                names=tuple(names.get(person, person) for person in cue.people),
                notes=tuple((t.plain(f"show-note-{note}"), text) for note in NOTES if (text := getattr(cue, note))),
                bar=_timeline_bar(cue.span, script.film),
                until=until,
                moments=_moments(cue.evidence, nearest, pictures, t),
                misfit=misfits.get(cue.id),
                why=why(reasons[cue.id], t) if cue.id in reasons else None,
            )
        )
    return rows


def person_cards(script: Script, seen: Mapping[str, Sequence[Span]], folder: Path, t: PageWords) -> list[PersonCard]:
    """Return a card for each person of the script, with portraits from `folder`."""
    cards = []
    for person in script.people:
        spans = tuple(seen[person.id])
        picture = (
            portrait(inside(folder, person.portrait, f"the portrait of {person.id!r}")) if person.portrait else None
        )
        n_cues = sum(person.id in cue.people for cue in script.spoken())
        summary = f"{_appearance_summary(spans, t)}. {t.plain('show-in-cues', n=n_cues)}"
        cards.append(PersonCard(person, picture, summary, spans[:_N_LISTED], max(0, len(spans) - _N_LISTED)))
    return cards


def _appearance_summary(spans: Sequence[Span], t: PageWords) -> str:
    if not spans:
        return t.plain("show-never-seen")
    values = {"time": page_clock(spans[0].start), "seconds": t.number(sum(span.duration for span in spans), digits=0)}
    return t.plain("show-seen", n=len(spans), **values)


def _lane(name: str, kind: str, spans: Sequence[Span], film: Film, t: PageWords) -> Lane:
    total = sum(span.duration for span in joined(spans))
    values = {"seconds": t.number(total), "duration": t.number(film.duration)}
    summary = t.plain("show-parts", n=len(spans), **values) if spans else t.plain("show-no-parts")
    return Lane(name, kind, summary, tuple(_timeline_bar(span, film) for span in spans))


def _timeline_bar(span: Span, film: Film) -> TimelineBar:
    duration = max(film.duration, 1e-9)
    return TimelineBar(round(100 * span.start / duration, 3), round(100 * span.duration / duration, 3))


def _status(cue: Cue, t: PageWords) -> str:
    if cue.status == "extended":
        return t.plain("show-extended", seconds=float(cue.pause))
    if cue.status == "spoken" and cue.rate > 1.0:
        return t.plain("show-fast", percent=t.number(100 * cue.rate, digits=0))
    return t.plain(f"status-{cue.status}")


def _moments(
    evidence: Iterable[Evidence], nearest: Mapping[Seconds, int | None], pictures: Mapping[int, Thumbnail], t: PageWords
) -> tuple[_Moment, ...]:
    """The evidence grouped by moment: pieces with the same frame are one moment."""
    moments: dict[Seconds, list[Evidence]] = {}
    for item in sorted(evidence, key=lambda item: item.time):
        frame = nearest[item.time]
        moments.setdefault(item.time if frame is None else frame / 1000, []).append(item)
    return tuple(_moment(time, items, pictures.get(round(time * 1000)), t) for time, items in moments.items())


def _moment(time: Seconds, items: Sequence[Evidence], picture: Thumbnail | None, t: PageWords) -> _Moment:
    shown = dict.fromkeys(item.box for item in items if item.box is not None and picture is not None)
    numbers = {box: number for number, box in enumerate(shown, 1)}
    findings = [
        _Finding(_what(item), _confidence(item, t), numbers.get(item.box) if item.box else None) for item in items
    ]
    boxes = [] if picture is None else [_numbered(box, number, picture) for box, number in numbers.items()]
    return _Moment(time, picture, tuple(boxes), tuple(findings))


def _numbered(box: Box, number: int, picture: Thumbnail) -> NumberedBox:
    """A box in the pixels of a thumbnail."""
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


def _confidence(item: Evidence, t: PageWords) -> str:
    if item.score is None or f"{item.score:.0%}" in item.what:  # the text already has the score
        return ""
    return t.plain("show-sure" if item.word is None else "show-share", percent=t.number(100 * item.score, digits=0))
