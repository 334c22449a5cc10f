"""What a revision did, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from cinescribe.describe.editing.edit_messages import edit_line
from cinescribe.describe.editing.people.change_lines import change_line
from cinescribe.describe.editing.revisions import CueChange, Revision
from cinescribe.language.messages.page_words import PageWords
from cinescribe.timing import clock

_SHOWN = 5  # changes of a revision


def revision_lines(revision: Revision, numbers: Mapping[str, int], t: PageWords) -> list[str]:
    """Return what a revision did.

    Args:
        revision: of the journal.
        numbers: of the cues that are heard now, by id.
        t: the words of a language.
    """
    if revision.undoes is not None:
        return [t.plain("history-undoes", number=str(revision.undoes))]
    lines = [change_line(change, revision.called, t) for change in revision.people]
    lines += islice((line for change in revision.changes for line in _lines(change, numbers, t)), _SHOWN)
    rest = len(revision.changes) - _SHOWN
    return lines + ([t.plain("history-more", n=rest)] if rest > 0 else [])


def _lines(change: CueChange, numbers: Mapping[str, int], t: PageWords) -> Iterator[str]:
    before, after = change.before, change.after
    cue = after or before
    if cue is None:
        return
    if cue.id in numbers:
        name = t.plain("edit-cue", number=str(numbers[cue.id]))
    else:
        name = t.plain("history-cue-at", time=clock(cue.span.start)[:-4])
    if before is None:
        yield t.plain("history-new", cue=name, text=cue.text)
    elif after is None:
        yield t.plain("history-removed", cue=name, text=cue.text)
    elif before.text != after.text:
        yield t.plain("history-text", cue=name, before=before.text, after=after.text)
    else:
        yield edit_line(before, after, number=numbers.get(cue.id), words=t)
