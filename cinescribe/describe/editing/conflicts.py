"""What a person should check after a film with manual edits was described again."""

from __future__ import annotations

from collections.abc import Iterator

from cinescribe.describe.editing.comparison import Remark
from cinescribe.language.messages.languages import english_name
from cinescribe.language_tags import is_same_language
from cinescribe.schema import Cue, Script
from cinescribe.timing import Seconds, clock

_OVER: Seconds = 0.1  # seconds of speech under a cue that count


def conflicts(before: Script, after: Script) -> tuple[Remark, ...]:
    """Return what has changed under and in the cues of a script that a person has made or accepted, by cue.

    Args:
        before: the script with its edits, before the film was described again.
        after: the same afterwards.
    """
    old = {cue.id: cue for cue in before.cues}
    known = {person.id for person in after.people}
    remarks = []
    for cue in after.cues:
        if cue.is_seen:
            was = old.get(cue.id, cue)
            remarks += [Remark(cue.id, text) for text in _texts(cue, was, before, after, known)]
    return tuple(remarks)


def _texts(cue: Cue, was: Cue, before: Script, after: Script, known: set[str]) -> Iterator[str]:
    if cue.text != was.text:
        yield f"people are called differently now: {was.text!r} became {cue.text!r}"
    if not is_same_language(before.language, after.language):
        was_in, is_in = english_name(before.language), english_name(after.language)
        yield f"it was made when the description was in {was_in}, and the description is in {is_in} now: translate it"
    gone = [person for person in cue.people if person not in known and person in {each.id for each in before.people}]
    if gone:
        names = [person.called for person in before.people if person.id in gone]
        yield f"{' and '.join(names)} is no longer in the cast: check who is meant"
    if cue.status == "spoken" and _speech_under(cue, after) > _speech_under(cue, before) + _OVER:
        yield f"it now lies over speech at {clock(cue.span.start)}: move or shorten it"


def _speech_under(cue: Cue, script: Script) -> Seconds:
    return sum(part.span.overlap(cue.span) for part in script.speech)
