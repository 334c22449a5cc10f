"""Corrections of a description: what the captioner wrote, and what the describer left, by cue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from cinescribe.describe.corrections.review import review_of
from cinescribe.describe.editing.replay import replay
from cinescribe.describe.editing.revisions import CueChange, Revision, effective
from cinescribe.record import Record
from cinescribe.schema import Cue, Script
from cinescribe.timing import Seconds, Span

_Kind: TypeAlias = Literal["accepted", "changed", "rejected", "moved", "added"]
_OWN: tuple[_Kind, ...] = ("accepted", "changed", "added")  # kinds whose words are as the describer wants them
_ROUNDED: Seconds = 0.0015  # times in files are whole milliseconds, rounded inward


@dataclass(frozen=True)
class CorrectedWording(Record):
    """A cue as a person edited it.

    Args:
        text: the words.
        span: when, on the film's clock.
        people: who it is about, by name or label.
        status: spoken, dropped or extended.
    """

    text: str
    span: Span
    people: tuple[str, ...] = ()
    status: str = "spoken"


@dataclass(frozen=True)
class Correction(Record):
    """What became of one cue.

    Args:
        kind: what the describer did. `moved`: only times differ, and no person has accepted the words.
        film: digest of the film, by which examples are split; its file name where no digest is known.
        cue: the cue's id.
        language: of the words.
        drafted: what the captioner wrote, with the names that people have now; None for an added cue.
        left: what the describer left; None for a rejected cue.
        by: the captioner.
        evidence: seconds of the pictures that the captioner gave as evidence.
    """

    kind: _Kind
    film: str
    cue: str
    language: str
    drafted: CorrectedWording | None = None
    left: CorrectedWording | None = None
    by: str | None = None
    evidence: tuple[Seconds, ...] = ()


def corrections(draft: Script, revisions: Sequence[Revision]) -> tuple[Correction, ...]:
    """Return the corrections that follow from a draft and its journal, by time.

    An untouched cue is no correction, nor is one with only a changed comment. What the captioner
    wrote is what the first edit found, even if the film was described again since.

    Args:
        draft: the script as `describe` wrote it.
        revisions: the whole journal.
    """
    touched = _first_changes(revisions)
    drafted = {cue.id: cue for cue in replay(draft, tuple(_as_drafted(revisions, touched))).cues}
    script = replay(draft, revisions)
    left = {cue.id: cue for cue in script.cues}
    found = (
        _correction(script, None if _is_added(first) else drafted.get(name), left.get(name))
        for name, (_, first) in touched.items()
    )
    return tuple(sorted((one for one in found if one is not None), key=_start))


def own_cues(draft: Script, revisions: Sequence[Revision]) -> tuple[Cue, ...]:
    """Return the audible cues whose words are the describer's own: written, changed or accepted by hand.

    Cues by hand that the journal does not know, as in folders of older versions, are among them.
    """
    kinds = {one.cue: one.kind for one in corrections(draft, revisions)}
    touched = _first_changes(revisions)
    return tuple(
        cue
        for cue in replay(draft, revisions).spoken()
        if (kinds.get(cue.id) in _OWN if cue.id in touched else cue.hand_made)
    )


def n_of_kinds(found: Sequence[Correction]) -> dict[_Kind, int]:
    """Return how many corrections there are of each kind."""
    counts = Counter(one.kind for one in found)
    return {kind: counts[kind] for kind in get_args(_Kind)}


def _first_changes(revisions: Sequence[Revision]) -> dict[str, tuple[int, CueChange]]:
    """Return the first change of each cue that holds, with the number of its revision."""
    first: dict[str, tuple[int, CueChange]] = {}
    for number in effective(revisions):
        for change in revisions[number - 1].changes:
            first.setdefault(change.cue, (number, change))
    return first


def _is_added(first: CueChange) -> bool:
    """Whether no captioner wrote the cue that a first change found."""
    return first.before is None or first.before.hand_made


def _as_drafted(revisions: Sequence[Revision], touched: dict[str, tuple[int, CueChange]]) -> Iterator[Revision]:
    """Yield the journal with edits of cues that leave them as they were, so that only names of people change."""
    for number, revision in enumerate(revisions, 1):
        firsts = [touched[change.cue] for change in revision.changes if change.cue in touched]
        kept = (first for at, first in firsts if at == number)
        yield revision.replace(changes=tuple(CueChange(one.cue, None, one.before) for one in kept if one.before))


def _correction(script: Script, drafted: Cue | None, left: Cue | None) -> Correction | None:
    kind, cue = _kind(drafted, left), drafted or left
    if kind is None or cue is None:
        return None
    return Correction(
        kind,
        film=script.film.digest or script.film.path.replace("\\", "/").rpartition("/")[2],
        cue=cue.id,
        language=script.language,
        drafted=None if drafted is None else _wording(drafted, script),
        left=None if left is None or kind == "rejected" else _wording(left, script),
        by=None if drafted is None else drafted.by,
        evidence=tuple(sorted({item.time for item in cue.evidence})) if drafted is not None else (),
    )


def _kind(drafted: Cue | None, left: Cue | None) -> _Kind | None:
    if drafted is None:
        return "added" if left is not None and left.status != "dropped" else None
    review = review_of(drafted, left)
    if left is None or review == "rejected":
        return "rejected"
    if drafted.text.split() != left.text.split() or drafted.people != left.people:
        return "changed"
    if review == "accepted":
        return "accepted"
    return "moved" if _is_moved(drafted, left) else None


def _is_moved(drafted: Cue, left: Cue) -> bool:
    moves = (abs(drafted.span.start - left.span.start), abs(drafted.span.end - left.span.end))
    return max(moves) > _ROUNDED or (drafted.status, drafted.rate) != (left.status, left.rate)


def _wording(cue: Cue, script: Script) -> CorrectedWording:
    called = {person.id: person.called for person in script.people}
    return CorrectedWording(cue.text, cue.span, tuple(called.get(person, person) for person in cue.people), cue.status)


def _start(one: Correction) -> Seconds:
    wording = one.drafted or one.left
    return wording.span.start if wording is not None else 0.0
