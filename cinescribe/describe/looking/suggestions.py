"""What a captioner wrote about a stretch that it described once more, and how a cue takes it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cinescribe.describe.editing.changed_cue import CueValues, Duration, changed_cue
from cinescribe.describe.editing.cue_edits import cue_of
from cinescribe.describe.editing.cue_fields import checked_values
from cinescribe.describe.editing.revisions import CueChange
from cinescribe.describe.looking.stretch import STRETCH_WINDOW
from cinescribe.export.folder import FEATURES, read_script
from cinescribe.export.narration import read_narration
from cinescribe.record import Record
from cinescribe.schema import Caption, Cue, Evidence, Script
from cinescribe.store import read_records
from cinescribe.timing import Span

_CAPTIONS = Path(FEATURES) / "captions" / "captions.jsonl"


@dataclass(frozen=True)
class Suggestion(Record):
    """A sentence about a stretch.

    Args:
        text: what it says.
        by: who wrote it.
        people: ids of the people it is about.
        shorter: the same in fewer words, longest first.
        evidence: what supports it.
        faults: what the captioner itself found wrong with it; () for a sentence that it would say.
    """

    text: str
    by: str | None = None
    people: tuple[str, ...] = ()
    shorter: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    faults: tuple[str, ...] = ()


def suggestions(folder: Path, span: Span) -> tuple[Suggestion, ...]:
    """Return what was written about a stretch, the best first, each text once.

    Args:
        folder: to which the stretch was described.
        span: the stretch.

    Raises:
        RecordError: when something in it is malformed.
    """
    script = read_script(folder)
    cues = [cue for cue in script.cues if cue.span.start < span.end and cue.span.end >= span.start]
    found = [*_said(script, folder, cues), *_captions(folder), *_considered(folder, cues)]
    first: dict[str, Suggestion] = {}
    for one in found:
        first.setdefault(one.text, one)
    return tuple(one for one in first.values() if one.text)


def adopted(script: Script, cue_id: str, suggestion: Suggestion, *, duration: Duration) -> tuple[CueChange, ...]:
    """Return the changes by which a cue says a suggestion, with its people and its evidence.

    Args:
        script: as it is.
        cue_id: of the cue.
        suggestion: what it says from now on.
        duration: gives the seconds for which a cue is heard.

    Raises:
        CueFieldError: when the text is none that a cue can have.
        EditError: when there is no such cue.
    """
    cue = cue_of(script, cue_id)
    known = {person.id for person in script.people}
    people = tuple(name for name in suggestion.people if name in known)
    values = checked_values(CueValues(text=suggestion.text, people=people), cue, script)
    after = changed_cue(cue, values, duration=duration, people=script.people)
    after = after.replace(by=suggestion.by, shorter=suggestion.shorter, evidence=suggestion.evidence)
    return () if after == cue else (CueChange(cue_id, cue, after),)


def _said(script: Script, folder: Path, cues: list[Cue]) -> list[Suggestion]:
    """The sentences of a narration that were chosen; captions are there without their place in a gap."""
    if not read_narration(folder):
        return []
    return [Suggestion(cue.text, cue.by, cue.people, cue.shorter, cue.evidence) for cue in cues if cue.text]


def _captions(folder: Path) -> list[Suggestion]:
    if read_narration(folder) or not (folder / _CAPTIONS).is_file():
        return []
    captions = read_records(folder / _CAPTIONS, Caption)
    return [
        Suggestion(one.text, one.by, one.people, one.shorter, one.evidence)
        for one in captions
        if one.clip == STRETCH_WINDOW
    ]


def _considered(folder: Path, cues: list[Cue]) -> list[Suggestion]:
    """The other sentences of a narration."""
    by = next((cue.by for cue in cues), None)
    return [
        Suggestion(one.text, by, faults=one.faults) for moment in read_narration(folder) for one in moment.considered
    ]
