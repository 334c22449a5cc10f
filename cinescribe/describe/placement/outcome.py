"""The outcome of a description: its log, why it has no cues, and what an extended description would add."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.describe.stages import Stages
from cinescribe.media.speech.gaps import SHORTEST_GAP
from cinescribe.schema import Caption, Script

_SHOWN = 3  # people or texts that a line names


def log_outcome(script: Script, captions: Sequence[Caption], stages: Stages) -> None:
    """Log what was noticed, which cues are dropped or changed, and why."""
    for caption in captions:
        for note in caption.notes:
            stages.note("noticed", clip=caption.clip, what=note)
    for cue in script.cues:
        if cue.status != "spoken" or cue.reason:
            stages.note(cue.status, cue=cue.id, time=cue.span.start, text=cue.text, reason=cue.reason)
    if (line := silence_line(script)) is not None:
        stages.note("silent", what=line)
    stages.note("described", cues=len(script.spoken()), people=len(script.people), gaps=len(script.gaps))


def silence_line(script: Script) -> str | None:
    """Return why a film has no heard cues, and what was seen in it; None if a cue is heard."""
    if script.spoken():
        return None
    return f"nothing is said: {_why(script)}. Seen and not said: {_seen(script)}"


def cues_with_waiting(script: Script) -> int:
    """Return how many dropped cues would be heard if the film waited for them."""
    return sum(cue.status == "dropped" and cue.could_wait for cue in script.cues)


def _why(script: Script) -> str:
    dropped = [cue for cue in script.cues if cue.status == "dropped"]
    if script.film.duration < SHORTEST_GAP:
        return f"the film lasts {script.film.duration:.1f} s, and a pause needs {SHORTEST_GAP:g} s"
    if not script.gaps:
        return f"there is no pause of {SHORTEST_GAP:g} s in the speech"
    if dropped:
        number = "the only cue was" if len(dropped) == 1 else f"all {len(dropped)} cues were"
        return f"{number} dropped; {dropped[0].id}: {dropped[0].reason or 'no reason is known'}"
    return "no sentence was certain"


def _seen(script: Script) -> str:
    people = [person.called for person in script.people if person.portrait is not None or person.name]
    found = []
    if people:
        found.append(f"{'1 person' if len(people) == 1 else f'{len(people)} people'} ({_some(people)})")
    texts = list(dict.fromkeys(text.text for text in script.texts))
    if texts:
        found.append(f"{'1 text' if len(texts) == 1 else f'{len(texts)} texts'} ({_some(list(map(repr, texts)))})")
    found.append(f"{len(script.shots)} {'shot' if len(script.shots) == 1 else 'shots'}")
    return ", ".join(found)


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:_SHOWN]) + ", ..." * (len(names) > _SHOWN)
