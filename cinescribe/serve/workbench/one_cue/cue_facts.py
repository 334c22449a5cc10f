"""What is known of one cue, as its page shows it: frames, reasons, wordings and history."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cinescribe.describe.editing.revisions import Revision
from cinescribe.describe.looking.marks import marks_at, picture_words
from cinescribe.export.narration import NarratedMoment
from cinescribe.export.pages.why_parts import Why, why
from cinescribe.language.messages.page_words import PageWords
from cinescribe.schema import Cue, Face, Script
from cinescribe.timing import Seconds, clock

_MOST_FRAMES = 8  # more are not looked through, and each is a picture to load
_MOST_REVISIONS = 50
_APART: Seconds = 0.25  # frames are kept so far apart


@dataclass(frozen=True)
class FrameView:
    """A frame with its address and its text alternative."""

    time: Seconds
    words: str

    @property
    def milliseconds(self) -> int:
        """Its time, in addresses."""
        return round(self.time * 1000)


@dataclass(frozen=True)
class _Wording:
    """Another wording of a cue.

    Args:
        text: the wording.
        where: what it comes from, and what is known of it.
    """

    text: str
    where: str


@dataclass(frozen=True)
class PastEdit:
    """An edit of a cue.

    Args:
        number: of the revision.
        at, who, source: as the journal has them.
        what: what changed, in words.
        text: the text before, if it was another; None else.
    """

    number: int
    at: str
    who: str
    source: str
    what: str
    text: str | None


def frame_views(
    script: Script, cue: Cue, faces: Sequence[Face], moment: NarratedMoment | None, t: PageWords
) -> list[FrameView]:
    """Return the frames that a cue rests on, or else those around it."""
    times = [one.time for one in cue.evidence] + list(moment.times if moment else ())
    if not times:
        times = [cue.span.start - 1.0, cue.span.start, (cue.span.start + cue.span.end) / 2, cue.span.end]
    inside = [min(max(time, 0.0), max(script.film.duration - _APART, 0.0)) for time in times]
    return [FrameView(time, picture_words(time, marks_at(script, cue, faces, time, t), t)) for time in _spread(inside)]


def evidence_lines(cue: Cue, t: PageWords) -> list[str]:
    """Return what a cue rests on, one line for each kind of measurement with all its times."""
    times: dict[str, list[str]] = {}
    for one in cue.evidence:
        label = t.plain("evidence-word", word=one.word, what=one.what) if one.word else one.what
        score = "" if one.score is None else f", {one.score:.0%}".replace("%", " %")
        times.setdefault(f"{label}{score}", []).append(t.number(one.time))
    between = t.plain("evidence-between")
    return [t.plain("evidence", what=what, times=f"{between} ".join(at)) for what, at in times.items()]


def other_wordings(cue: Cue, moment: NarratedMoment | None, t: PageWords) -> list[_Wording]:
    """Return what a cue could say instead, each text once."""
    weighed = why(moment, t).weighed if moment else ()
    first: dict[str, _Wording] = {}
    for one in (
        *(_Wording(text, t.plain("wording-shorter")) for text in cue.shorter),
        *(_Wording(one.text, f"{one.length}, {one.sure}; {one.verdict}") for one in weighed),
    ):
        first.setdefault(one.text, one)
    return [one for one in first.values() if one.text != cue.text]


def reasons(moment: NarratedMoment | None, t: PageWords) -> Why | None:
    """Return how a sentence was written, if in stages."""
    return None if moment is None else why(moment, t)


def past_edits(cue_id: str, revisions: Sequence[Revision], t: PageWords) -> list[PastEdit]:
    """Return the edits of a cue, the newest first."""
    return list(_past(cue_id, revisions, t))[-_MOST_REVISIONS:][::-1]


def _past(cue_id: str, revisions: Sequence[Revision], t: PageWords) -> Iterable[PastEdit]:
    for number, revision in enumerate(revisions, 1):
        for change in revision.changes:
            if change.cue == cue_id:
                before, after = change.before, change.after
                is_reworded = before is not None and (after is None or before.text != after.text)
                text = before.text if before is not None and is_reworded else None
                yield PastEdit(number, revision.at, revision.who, revision.source, _what(before, after, t), text)


def _what(before: Cue | None, after: Cue | None, t: PageWords) -> str:
    if after is None:
        return t.plain("past-removed")
    if before is None:
        return t.plain("past-added", text=after.text)
    parts = [t.plain("past-text", before=before.text, after=after.text)] if before.text != after.text else []
    if before.span != after.span:
        parts.append(t.plain("past-moved", start=clock(after.span.start), end=clock(after.span.end)))
    if before.status != after.status:
        now, then = t.plain(f"status-{after.status}"), t.plain(f"status-{before.status}")
        parts.append(t.plain("past-status", now=now, then=then))
    if after.accepted and not before.accepted:
        parts.append(t.plain("cue-accepted"))
    return "; ".join(parts) or t.plain("past-other")


def _spread(times: Iterable[Seconds]) -> list[Seconds]:
    """Times in order, none nearer to another than frames are, and not too many."""
    apart: list[Seconds] = []
    for time in sorted(times):
        if not apart or time - apart[-1] >= _APART:
            apart.append(time)
    if len(apart) <= _MOST_FRAMES:
        return apart
    return [apart[round(n * (len(apart) - 1) / (_MOST_FRAMES - 1))] for n in range(_MOST_FRAMES)]
