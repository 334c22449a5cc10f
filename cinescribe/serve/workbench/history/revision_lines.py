"""What a revision did, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from cinescribe.describe.editing.edit_messages import message_of
from cinescribe.describe.editing.people.change_lines import change_line
from cinescribe.describe.editing.revisions import Change, Revision
from cinescribe.timing import clock

_SHOWN = 5  # changes of a revision


def revision_lines(revision: Revision, numbers: Mapping[str, int]) -> list[str]:
    """Return what a revision did.

    Args:
        revision: of the journal.
        numbers: of the cues that are heard now, by id.
    """
    if revision.undoes is not None:
        return [f"Takes back number {revision.undoes}."]
    lines = [change_line(change, revision.called) for change in revision.people]
    lines += islice((line for change in revision.changes for line in _lines(change, numbers)), _SHOWN)
    rest = len(revision.changes) - _SHOWN
    return lines + ([f"And {rest} more cue{'' if rest == 1 else 's'}."] if rest > 0 else [])


def _lines(change: Change, numbers: Mapping[str, int]) -> Iterator[str]:
    before, after = change.before, change.after
    cue = after or before
    if cue is None:
        return
    name = f"Cue {numbers[cue.id]}" if cue.id in numbers else f"Cue at {clock(cue.span.start)[:-4]}"
    if before is None:
        yield f"{name} is new: “{cue.text}”"
    elif after is None:
        yield f"{name} is removed: “{cue.text}”"
    elif before.text != after.text:
        yield f"{name}: “{before.text}” became “{after.text}”"
    else:
        said = message_of(before, after, number=numbers.get(cue.id), room=0.0, takes=0.0)
        yield f"{said.partition(':')[0].partition(',')[0].rstrip('.')}."
