"""The script that follows from a draft and its journal. It is a pure function: the same ones give the same script."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.describe.editing.revisions import Called, Revision, effective
from cinescribe.language.names.name_replacement import with_names
from cinescribe.schema import Cue, Person, Script


def replay(draft: Script, revisions: Sequence[Revision]) -> Script:
    """Return a draft with all edits by hand.

    A cue that was edited is as its last revision left it, whatever the draft has under its id; only the names of people
    who are called differently now are replaced in it.

    Args:
        draft: the script as `describe` wrote it.
        revisions: the whole journal.
    """
    last: dict[str, tuple[Cue | None, Revision]] = {}
    for number in effective(revisions):
        revision = revisions[number - 1]
        for change in revision.changes:
            last[change.cue] = (change.after, revision)
    drafted = [cue for cue in draft.cues if cue.id not in last]
    made = [renamed(cue, revision.called, draft.people) for cue, revision in last.values() if cue is not None]
    return draft.replace(cues=tuple(sorted([*drafted, *made], key=lambda cue: cue.span.start)))


def edited_ids(revisions: Sequence[Revision]) -> frozenset[str]:
    """Return the ids of the cues that a draft has no say in: changed, added or removed by hand."""
    return frozenset(change.cue for number in effective(revisions) for change in revisions[number - 1].changes)


def renamed(cue: Cue, called: Sequence[Called], people: Sequence[Person]) -> Cue:
    """Return a cue with the names that people have now, in place of those that they had when it was written.

    Args:
        cue: the cue.
        called: what people were called then.
        people: the people now.
    """
    now = {person.id: person for person in people}
    names: dict[str, str] = {}
    for then in called:
        person = now.get(then.person)
        if person is not None and then.name != person.called:
            name = person.name or _spoken_label(person.label)
            names[then.name] = name
            if not then.is_named:  # the voice does not say P1 but person 1
                names[_spoken_label(then.name)] = name
    text = with_names(cue.text, names)
    return cue if text == cue.text else cue.replace(text=text, shorter=())


def _spoken_label(label: str) -> str:
    return f"person {label.removeprefix('P')}"
