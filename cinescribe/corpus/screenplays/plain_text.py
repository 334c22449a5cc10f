"""Screenplays as plain text, as found on script sites and in PDFs: what a row is, its column and its neighbours tell.

Typed screenplays have action at the left, speeches further in, names above them further still; which columns these are
differs from file to file and is found here. Where all is at the left, empty rows tell instead.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cinescribe.corpus.screenplays.elements import (
    ElementKind,
    ScreenplayElement,
    is_capital,
    is_cue,
    is_heading,
    is_transition,
    speaker_of,
)
from cinescribe.corpus.screenplays.page_rows import Row, rows, without_scene_number

LEAST_CUES = 2  # names further in than what stands below them, before columns are believed
FURTHER_IN = 2  # columns between action and speeches, and between speeches and names, at least
RETURNING = 2  # times a name stands alone between empty rows, before it is a name above a speech

_TIMED_HEADING = re.compile(
    r".+\s(?:-+|\u2013|\u2014)\s*(?:DAY|NIGHT|MORNING|AFTERNOON|EVENING|DAWN|DUSK|SUNRISE|SUNSET|NOON|LATER|CONTINUOUS|"
    r"SAME|SAME TIME|MOMENTS LATER)\.?"
)
_ON_ONE_ROW = re.compile(r"([A-Z][A-Z0-9 .'\u2019-]{0,30}?(?:\s*\([^()]*\))?)\s*:\s+(\S.*)")
_PIECES = re.compile(r"\S+(?:\s{1,2}\S+)*")  # what three spaces and more keep apart


@dataclass(frozen=True)
class _Columns:
    """Where action and speeches begin."""

    action: int
    speech: int

    def is_speech(self, row: Row) -> bool:
        return row.column - self.action > abs(row.column - self.speech)

    def is_name(self, row: Row) -> bool:
        return row.column >= self.speech + FURTHER_IN


def text_elements(text: str) -> tuple[ScreenplayElement, ...]:
    """The elements of a screenplay that is typed as plain text."""
    elements = [element for element in _TypedReader(rows(text)).elements() if element.text]
    return tuple(elements[_n_of_title_page(elements) :])


def _n_of_title_page(elements: Sequence[ScreenplayElement]) -> int:
    """How many elements stand before the first heading or transition, if nobody speaks before it."""
    begins = next((n for n, one in enumerate(elements) if one.kind != "action"), 0)
    return begins if elements and elements[begins].kind in ("heading", "transition") else 0


class _TypedReader:
    """Reads rows from the top."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows, self._at = rows, 0
        self._columns = _columns(rows)
        self._standing_alone = frozenset() if self._columns else _names_alone(rows)
        self._on_one_row = sum(bool(_ON_ONE_ROW.fullmatch(row.text)) for row in rows) > LEAST_CUES

    def elements(self) -> Iterator[ScreenplayElement]:
        while self._at < len(self._rows):
            row = self._rows[self._at]
            if not row.text:
                self._at += 1
            elif (kind := self._one_row(row)) is not None:
                self._at += 1
                yield ScreenplayElement(row.number, kind, " ".join(_bare(row.text, kind).split()))
            elif two := self._two_names(row):
                yield from self._both(two)
            elif self._is_name(self._at):
                yield from self._speech(speaker_of(row.text))
            elif self._on_one_row and (found := _ON_ONE_ROW.fullmatch(row.text)):
                yield from self._after_colon(row, speaker_of(found[1]), found[2])
            else:
                yield self._action()

    def _one_row(self, row: Row) -> ElementKind | None:
        bare = without_scene_number(row.text)
        if is_heading(bare) or (is_capital(bare) and self._is_alone() and _TIMED_HEADING.fullmatch(bare)):
            return "heading"
        return "transition" if is_transition(row.text) else None

    def _is_alone(self) -> bool:
        around = (self._at - 1, self._at + 1)
        return all(not 0 <= n < len(self._rows) or not self._rows[n].text for n in around)

    def _is_name(self, at: int) -> bool:
        """Whether a row is the name above a speech."""
        row, below = self._rows[at], self._row(at + 1)
        if not is_cue(row.text):
            return False
        if self._columns:
            return self._columns.is_name(row) and below is not None and self._columns.is_speech(below)
        after_empty = at == 0 or not self._rows[at - 1].text
        return after_empty and (below is not None or speaker_of(row.text) in self._standing_alone)

    def _row(self, at: int) -> Row | None:
        """A row, if it is there and not empty."""
        return self._rows[at] if at < len(self._rows) and self._rows[at].text else None

    def _speech(self, speaker: str) -> Iterator[ScreenplayElement]:
        self._at += 1
        if self._row(self._at) is None:
            self._at += 1  # the empty row between a name that stands alone and its speech
        yield from _spoken(self._speech_rows(), speaker)

    def _speech_rows(self) -> list[Row]:
        """The rows of a speech; in its column it goes on after an empty row, where a page ended."""
        out = []
        while self._at < len(self._rows):
            row = self._row(self._at)
            if row is None and self._columns is None:
                break
            if row is None:
                below = self._row(self._at + 1)
                if below is None or not self._goes_on(self._at + 1, below):
                    break
            elif self._columns and not self._goes_on(self._at, row):
                break
            else:
                out.append(row)
            self._at += 1
        return out

    def _goes_on(self, at: int, row: Row) -> bool:
        columns = self._columns
        return columns is not None and columns.is_speech(row) and not self._is_name(at) and not is_heading(row.text)

    def _after_colon(self, row: Row, speaker: str, text: str) -> Iterator[ScreenplayElement]:
        self._at += 1
        said = [Row(row.number, row.column, text)]
        while (more := self._row(self._at)) and not _ON_ONE_ROW.fullmatch(more.text) and not is_heading(more.text):
            said.append(more)
            self._at += 1
        yield from _spoken(said, speaker)

    def _two_names(self, row: Row) -> tuple[re.Match[str], re.Match[str]] | None:
        """The names of two who speak at once, side by side."""
        pieces = list(_PIECES.finditer(row.text))
        if len(pieces) != 2 or self._row(self._at + 1) is None or not all(is_cue(piece[0]) for piece in pieces):
            return None
        return pieces[0], pieces[1]

    def _both(self, names: tuple[re.Match[str], re.Match[str]]) -> Iterator[ScreenplayElement]:
        """The speeches of two at once: each piece of a row is whose name it begins nearer to."""
        column = self._rows[self._at].column
        middle = column + (names[0].start() + names[1].start()) / 2
        sides: tuple[list[Row], list[Row]] = ([], [])
        self._at += 1
        while row := self._row(self._at):
            for piece in _PIECES.finditer(row.text):
                begins = row.column + piece.start()
                sides[begins >= middle].append(Row(row.number, begins, piece[0]))
            self._at += 1
        for name, side in zip(names, sides, strict=True):
            yield from _spoken(side, speaker_of(name[0]))

    def _action(self) -> ScreenplayElement:
        first = self._rows[self._at]
        told = [first.text]
        self._at += 1
        while (row := self._row(self._at)) and self._one_row(row) is None and not self._ends_action(row):
            told.append(row.text)
            self._at += 1
        return ScreenplayElement(first.number, "action", " ".join(" ".join(told).split()))

    def _ends_action(self, row: Row) -> bool:
        return self._columns is not None and (self._is_name(self._at) or self._two_names(row) is not None)


def _columns(rows: Sequence[Row]) -> _Columns | None:
    """The columns of a screenplay; None where speeches are not further in than action."""
    below_names = [
        below
        for above, row, below in zip([None, *rows], rows, rows[1:], strict=False)
        if row.text and below.text and row.column >= below.column + FURTHER_IN and is_cue(row.text)
        if (above is None or not above.text or above.column < row.column) and not is_capital(below.text)
    ]
    if len(below_names) < LEAST_CUES:
        return None
    speech = Counter(row.column for row in below_names if not row.text.startswith("(")).most_common(1)
    if not speech:
        return None
    others = Counter(row.column for row in rows if row.text and row.column <= speech[0][0] - FURTHER_IN)
    return _Columns(others.most_common(1)[0][0], speech[0][0]) if others else None


def _names_alone(rows: Sequence[Row]) -> frozenset[str]:
    """Names above speeches that an empty row parts from them, where no name stands directly above one."""
    names: Counter[str] = Counter()
    for above, row, below in zip([None, *rows], rows, [*rows[1:], None], strict=False):
        if row.text and is_cue(row.text) and (above is None or not above.text):
            if below is not None and below.text:
                return frozenset()
            names[speaker_of(row.text)] += 1
    return frozenset(name for name, n in names.items() if n >= RETURNING)


def _spoken(rows: Sequence[Row], speaker: str) -> Iterator[ScreenplayElement]:
    """The speech in rows, cut where brackets tell how it is said."""
    runs: list[tuple[bool, list[Row]]] = []
    in_brackets = False
    for row in rows:
        opens = in_brackets or row.text.startswith("(")
        if not runs or runs[-1][0] != opens or (opens and not in_brackets):
            runs.append((opens, []))
        runs[-1][1].append(row)
        in_brackets = opens and ")" not in row.text
    for is_aside, run in runs:
        yield from _run(run, speaker, is_aside=is_aside)


def _run(run: Sequence[Row], speaker: str, *, is_aside: bool) -> Iterator[ScreenplayElement]:
    text = " ".join(row.text for row in run)
    text = " ".join(text.split())
    if not is_aside:
        yield ScreenplayElement(run[0].number, "speech", text, speaker)
        return
    aside, _, rest = text.partition(")")
    yield ScreenplayElement(run[0].number, "parenthetical", f"{aside})", speaker)
    if rest.strip():
        yield ScreenplayElement(run[-1].number, "speech", rest.strip(), speaker)


def _bare(text: str, kind: ElementKind) -> str:
    return without_scene_number(text) if kind == "heading" else text
