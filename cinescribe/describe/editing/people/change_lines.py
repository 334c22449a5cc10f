"""Changes of people in words."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.describe.cast import SPLIT_MARK
from cinescribe.describe.editing.people_edits import spoken_label
from cinescribe.describe.editing.revisions import NameAtRevision, PersonChange
from cinescribe.language.messages.page_words import PageWords, page_words
from cinescribe.timing import clock


def change_line(change: PersonChange, called: Sequence[NameAtRevision], words: PageWords | None = None) -> str:
    """Return what a change did, as a sentence.

    Args:
        change: of a person.
        called: everybody before it.
        words: of a language; None for English.

    Example:
        >>> change_line(PersonChange("p1", name="Anna"), [Called("p1", "P1", False)])
        'P1 is named Anna.'
    """
    t = words or page_words("en")
    names = {one.person: one.name for one in called}
    person = names.get(change.person, _label(change.person))
    if change.into is not None:
        return t.plain("person-merged", person=person, other=names.get(change.into, _label(change.into)))
    if change.split is not None:
        start, end = clock(change.split.start)[:-2], clock(change.split.end)[:-2]
        other = f"{_label(change.person)}{SPLIT_MARK}"
        return t.plain("person-split", person=person, other=other, start=start, end=end)
    if change.introduced is not None:
        return t.plain("person-introduced", person=person, where=change.introduced or "-")
    if not change.name:
        return t.plain("person-unnamed", person=person, label=spoken_label(_label(change.person)))
    return t.plain("person-named", person=person, name=change.name)


def _label(person: str) -> str:
    return person[:1].upper() + person[1:]
