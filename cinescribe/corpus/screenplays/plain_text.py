"""Reader of plain-text screenplays, as found on script sites and in PDFs.

Typed screenplays have action at the left, speeches indented, and names above speeches indented further. The columns
differ from file to file and are detected here. In files without indents, empty rows separate the elements.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cinescribe.corpus.screenplays.elements import (
    ElementKind,
    ScreenplayElement,
    is_cue,
    is_heading,
    is_transition,
    is_upper_case,
    speaker_name,
)
from cinescribe.corpus.screenplays.page_rows import PageRow, typed_rows, without_scene_number

MIN_CUES = 2  # names indented more than the row below them, for the columns to count as detected
MIN_INDENT = 2  # columns between action and speeches, and between speeches and names
MIN_REPEATS = 2  # times that a name must occur between empty rows to be a name above a speech

_TIMED_HEADING = re.compile(
    r".+\s(?:-+|\u2013|\u2014)\s*(?:DAY|NIGHT|MORNING|AFTERNOON|EVENING|DAWN|DUSK|SUNRISE|SUNSET|NOON|LATER|CONTINUOUS|"
    r"SAME|SAME TIME|MOMENTS LATER)\.?"
)
_ON_ONE_ROW = re.compile(r"([A-Z][A-Z0-9 .'\u2019-]{0,30}?(?:\s*\([^()]*\))?)\s*:\s+(\S.*)")
_PIECES = re.compile(r"\S+(?:\s{1,2}\S+)*")  # separated by three or more spaces


@dataclass(frozen=True)
class _Columns:
    """The columns where action and speeches begin."""

    action: int
    speech: int

    def is_speech(self, row: PageRow) -> bool:
        return row.column - self.action > abs(row.column - self.speech)

    def is_name(self, row: PageRow) -> bool:
        return row.column >= self.speech + MIN_INDENT


def text_elements(text: str) -> tuple[ScreenplayElement, ...]:
    """Return the elements of a screenplay typed as plain text."""
    elements = [element for element in _TypedReader(typed_rows(text)).elements() if element.text]
    return tuple(elements[_n_of_title_page(elements) :])


def _n_of_title_page(elements: Sequence[ScreenplayElement]) -> int:
    """Return the number of elements before the first heading or transition; 0 if there is speech before it."""
    first = next((n for n, one in enumerate(elements) if one.kind != "action"), 0)
    return first if elements and elements[first].kind in ("heading", "transition") else 0


class _TypedReader:
    """Reads rows from top to bottom."""

    def __init__(self, rows: Sequence[PageRow]) -> None:
        self._rows, self._at = rows, 0
        self._columns = _columns(rows)
        self._standing_alone = frozenset() if self._columns else _names_alone(rows)
        self._on_one_row = sum(bool(_ON_ONE_ROW.fullmatch(row.text)) for row in rows) > MIN_CUES

    def elements(self) -> Iterator[ScreenplayElement]:
        while self._at < len(self._rows):
            row = self._rows[self._at]
            if not row.text:
                self._at += 1
            elif (kind := self._one_row_kind(row)) is not None:
                self._at += 1
                yield ScreenplayElement(row.number, kind, " ".join(_bare(row.text, kind).split()))
            elif two := self._two_names(row):
                yield from self._dual_speeches(two)
            elif self._is_name(self._at):
                yield from self._speech(speaker_name(row.text))
            elif self._on_one_row and (found := _ON_ONE_ROW.fullmatch(row.text)):
                yield from self._after_colon(row, speaker_name(found[1]), found[2])
            else:
                yield self._action()

    def _one_row_kind(self, row: PageRow) -> ElementKind | None:
        bare = without_scene_number(row.text)
        if is_heading(bare) or (is_upper_case(bare) and self._is_alone() and _TIMED_HEADING.fullmatch(bare)):
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
        return after_empty and (below is not None or speaker_name(row.text) in self._standing_alone)

    def _row(self, at: int) -> PageRow | None:
        """Return the row at an index, None if it is empty or past the end."""
        return self._rows[at] if at < len(self._rows) and self._rows[at].text else None

    def _speech(self, speaker: str) -> Iterator[ScreenplayElement]:
        self._at += 1
        if self._row(self._at) is None:
            self._at += 1  # the empty row between a separate name and its speech
        yield from _spoken(self._speech_rows(), speaker)

    def _speech_rows(self) -> list[PageRow]:
        """Return the rows of a speech; in its column it continues after an empty row, where a page ended."""
        out = []
        while self._at < len(self._rows):
            row = self._row(self._at)
            if row is None and self._columns is None:
                break
            if row is None:
                below = self._row(self._at + 1)
                if below is None or not self._continues_speech(self._at + 1, below):
                    break
            elif self._columns and not self._continues_speech(self._at, row):
                break
            else:
                out.append(row)
            self._at += 1
        return out

    def _continues_speech(self, at: int, row: PageRow) -> bool:
        columns = self._columns
        return columns is not None and columns.is_speech(row) and not self._is_name(at) and not is_heading(row.text)

    def _after_colon(self, row: PageRow, speaker: str, text: str) -> Iterator[ScreenplayElement]:
        self._at += 1
        spoken = [PageRow(row.number, row.column, text)]
        while (more := self._row(self._at)) and not _ON_ONE_ROW.fullmatch(more.text) and not is_heading(more.text):
            spoken.append(more)
            self._at += 1
        yield from _spoken(spoken, speaker)

    def _two_names(self, row: PageRow) -> tuple[re.Match[str], re.Match[str]] | None:
        """Return the two names of a dual dialogue, side by side, else None."""
        pieces = list(_PIECES.finditer(row.text))
        if len(pieces) != 2 or self._row(self._at + 1) is None or not all(is_cue(piece[0]) for piece in pieces):
            return None
        return pieces[0], pieces[1]

    def _dual_speeches(self, names: tuple[re.Match[str], re.Match[str]]) -> Iterator[ScreenplayElement]:
        """Yield the speeches of a dual dialogue; each piece of a row belongs to the nearer name."""
        column = self._rows[self._at].column
        middle = column + (names[0].start() + names[1].start()) / 2
        sides: tuple[list[PageRow], list[PageRow]] = ([], [])
        self._at += 1
        while row := self._row(self._at):
            for piece in _PIECES.finditer(row.text):
                start = row.column + piece.start()
                sides[start >= middle].append(PageRow(row.number, start, piece[0]))
            self._at += 1
        for name, side in zip(names, sides, strict=True):
            yield from _spoken(side, speaker_name(name[0]))

    def _action(self) -> ScreenplayElement:
        first = self._rows[self._at]
        texts = [first.text]
        self._at += 1
        while (row := self._row(self._at)) and self._one_row_kind(row) is None and not self._ends_action(row):
            texts.append(row.text)
            self._at += 1
        return ScreenplayElement(first.number, "action", " ".join(" ".join(texts).split()))

    def _ends_action(self, row: PageRow) -> bool:
        return self._columns is not None and (self._is_name(self._at) or self._two_names(row) is not None)


def _columns(rows: Sequence[PageRow]) -> _Columns | None:
    """Return the columns of a screenplay, None if speeches are not indented."""
    below_names = [
        below
        for above, row, below in zip([None, *rows], rows, rows[1:], strict=False)
        if row.text and below.text and row.column >= below.column + MIN_INDENT and is_cue(row.text)
        if (above is None or not above.text or above.column < row.column) and not is_upper_case(below.text)
    ]
    if len(below_names) < MIN_CUES:
        return None
    speech = Counter(row.column for row in below_names if not row.text.startswith("(")).most_common(1)
    if not speech:
        return None
    others = Counter(row.column for row in rows if row.text and row.column <= speech[0][0] - MIN_INDENT)
    return _Columns(others.most_common(1)[0][0], speech[0][0]) if others else None


def _names_alone(rows: Sequence[PageRow]) -> frozenset[str]:
    """Return the names separated from their speeches by an empty row; none if any name is directly above a speech."""
    names: Counter[str] = Counter()
    for above, row, below in zip([None, *rows], rows, [*rows[1:], None], strict=False):
        if row.text and is_cue(row.text) and (above is None or not above.text):
            if below is not None and below.text:
                return frozenset()
            names[speaker_name(row.text)] += 1
    return frozenset(name for name, n in names.items() if n >= MIN_REPEATS)


def _spoken(rows: Sequence[PageRow], speaker: str) -> Iterator[ScreenplayElement]:
    """Yield the speech in some rows, split at parentheticals."""
    runs: list[tuple[bool, list[PageRow]]] = []
    in_brackets = False
    for row in rows:
        opens = in_brackets or row.text.startswith("(")
        if not runs or runs[-1][0] != opens or (opens and not in_brackets):
            runs.append((opens, []))
        runs[-1][1].append(row)
        in_brackets = opens and ")" not in row.text
    for is_aside, run in runs:
        yield from _speech_part(run, speaker, is_aside=is_aside)


def _speech_part(run: Sequence[PageRow], speaker: str, *, is_aside: bool) -> Iterator[ScreenplayElement]:
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
