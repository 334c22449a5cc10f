"""The list that a describer works in: cues, and between them what is heard and where there is room."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from cinescribe.schema import Cue, Gap, Script, Speech
from cinescribe.timing import Seconds, Span

PAGE = 100  # cues on one page
_REST: Seconds = 0.5  # shorter than any word that is worth a line of its own beside a subtitle

_Row: TypeAlias = Speech | Gap | Cue


@dataclass(frozen=True)
class Wanted:
    """Which cues are listed.

    Args:
        unseen: only those that no person has accepted or changed.
        remarked: ids of those with remarks, to list only these; None for all.
        dropped: only those that are dropped; they are left out of all other lists.
        person: id of a person, to list only the cues about them.
        words: to list only the cues that say them.
        note: a kind of note, of `NOTES`, to list only the cues that have one.
    """

    unseen: bool = False
    remarked: Collection[str] | None = None
    dropped: bool = False
    person: str | None = None
    words: str = ""
    note: str | None = None

    @property
    def is_everything(self) -> bool:
        """Whether all cues that are heard are listed."""
        return self == Wanted()

    def has(self, cue: Cue) -> bool:
        """Whether a cue is listed."""
        return (
            (cue.status == "dropped") == self.dropped
            and not (self.unseen and cue.is_seen)
            and (self.remarked is None or cue.id in self.remarked)
            and (self.person is None or self.person in cue.people)
            and self.words.casefold() in cue.text.casefold()
            and (self.note is None or bool(getattr(cue, self.note)))
        )


@dataclass(frozen=True)
class Listing:
    """One page of the list.

    Args:
        rows: in order of time.
        n_cues: in the whole list.
        page: number of this page, from 1.
        n_pages: of the list, at least 1.
    """

    rows: tuple[_Row, ...]
    n_cues: int
    page: int
    n_pages: int


def listing(script: Script, wanted: Wanted, page: int) -> Listing:
    """Return one page of the list; a page beyond its ends is the nearest there is.

    A list of all cues has speech and gaps between them; a search lists only its cues.
    """
    cues = [cue for cue in script.cues if wanted.has(cue)]
    found = page_of(cues, page)
    if not wanted.is_everything:
        return found
    rows = [*found.rows]
    start = rows[0].span.start if found.page > 1 and rows else 0.0
    end = cues[found.page * PAGE].span.start if found.page < found.n_pages else script.film.duration + 1.0
    rows += [part for part in _heard(script.speech) if start <= part.span.start < end]
    rows += [gap for gap in script.gaps if start <= gap.span.start < end]
    return replace(found, rows=tuple(sorted(rows, key=_order)))


def page_of(cues: Sequence[Cue], page: int) -> Listing:
    """Return one page of some cues; a page beyond their ends is the nearest there is."""
    n_pages = max(1, -(-len(cues) // PAGE))
    page = min(max(page, 1), n_pages)
    return Listing(tuple(cues[(page - 1) * PAGE : page * PAGE]), len(cues), page, n_pages)


def page_with(script: Script, wanted: Wanted, is_wanted: Callable[[Cue], bool]) -> tuple[int, Cue] | None:
    """Return the page of the first cue of a kind, and that cue; None if there is none."""
    cues = [cue for cue in script.cues if wanted.has(cue)]
    return next(((n // PAGE + 1, cue) for n, cue in enumerate(cues) if is_wanted(cue)), None)


def cue_numbers(cues: Sequence[Cue]) -> dict[str, int]:
    """Return the numbers, from 1, under which cues that are heard are known, by id."""
    heard = (cue for cue in cues if cue.status != "dropped")
    return {cue.id: number for number, cue in enumerate(heard, 1)}


def next_unseen(script: Script, after: Seconds) -> Cue | None:
    """Return the first cue after a second that no person accepted or changed, else the first of all; None for none."""
    unseen = [cue for cue in script.cues if cue.status != "dropped" and not cue.is_seen]
    return next((cue for cue in unseen if cue.span.start > after), unseen[0] if unseen else None)


def _heard(speech: Sequence[Speech]) -> list[Speech]:
    """Speech without the ends of sentences that the voice detector heard a little longer than the subtitles last."""
    worded = [part.span for part in speech if part.text]
    near = [Span(span.start - _REST, span.end + _REST) for span in worded]
    return [
        part
        for part in speech
        if part.text or part.span.duration >= _REST or not any(span.has(part.span.start) for span in near)
    ]


def _order(row: _Row) -> tuple[Seconds, int]:
    kind = 0 if isinstance(row, Gap) else 1 if isinstance(row, Speech) else 2
    return row.span.start, kind
