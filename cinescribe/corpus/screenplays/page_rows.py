"""The rows of a typed screenplay, without what belongs to its pages: their numbers, headers and marks of going on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from cinescribe.corpus.screenplays.elements import is_heading

TAB = 8  # columns
SET_APART = 0.9  # gaps for each full row, from which on all rows are set apart
LONGER_GAPS = 0.15  # of the gaps, that must be longer than one row then
HEADERS = 3  # times that a row comes again with another number, before it is a page's header

_STARS = re.compile(r"(?<=\s)\*+\s*$|^\s*\*+(?=\s)")  # of revisions, in either margin
_PAGE_NUMBER = re.compile(r"(?:page\s*)?[-(]?\s*\d{1,3}[A-Z]?\s*[-).]?", re.IGNORECASE)
_GOES_ON = re.compile(r"(?:\d+[A-Z]?\s+)?\(?(?:CONTINUED|MORE|CONT'D)\)?[:.]?(?:\s*\(\d+\))?(?:\s+\d+[A-Z]?)?", re.I)
_SCENE_NUMBER = re.compile(r"^[A-Z]?\d{1,3}[A-Z]{0,2}[.)]?\s+(?=\S.*[A-Za-z])")
_SCENE_NUMBER_AFTER = re.compile(r"\s{2,}[A-Z]?\d{1,3}[A-Z]{0,2}\.?$")
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True)
class Row:
    """A row: its number in the file, from 1, the column its text begins in, and the text; empty for an empty row."""

    number: int
    column: int
    text: str


def rows(text: str) -> list[Row]:
    """The rows of a typed screenplay."""
    out = []
    for number, line in enumerate(text.replace("\f", "").split("\n"), 1):
        bare = _STARS.sub(lambda found: " " * len(found[0]), line.expandtabs(TAB)).rstrip()
        out.append(Row(number, len(bare) - len(bare.lstrip()), bare.strip()))
    return _single_spaced(_without_headers([row for row in out if not _is_of_page(row.text)]))


def without_scene_number(text: str) -> str:
    """A heading without the numbers in its margins: `12   INT. HOUSE - DAY   12`."""
    return _SCENE_NUMBER.sub("", _SCENE_NUMBER_AFTER.sub("", text), count=1)


def _is_of_page(text: str) -> bool:
    return bool(text) and bool(_PAGE_NUMBER.fullmatch(text) or _GOES_ON.fullmatch(text))


def _without_headers(rows: Sequence[Row]) -> list[Row]:
    """The rows without those that come again and again with a rising number: the title, its revision and the page."""
    alike: dict[str, list[Row]] = {}
    for n, row in enumerate(rows):
        stands_alone = not any(below.text for below in rows[n + 1 : n + 2])
        if stands_alone and _DIGITS.search(row.text) and not is_heading(without_scene_number(row.text)):
            alike.setdefault(_DIGITS.sub("#", row.text), []).append(row)
    headers = {row.number for group in alike.values() if _is_header(group) for row in group}
    return [row for row in rows if row.number not in headers]


def _is_header(group: Sequence[Row]) -> bool:
    pages = [int(_DIGITS.findall(row.text)[-1]) for row in group]
    return len(group) >= HEADERS and all(one < later for one, later in pairwise(pages))


def _single_spaced(rows: Sequence[Row]) -> list[Row]:
    """The rows of a file whose rows were all set apart, without the first empty row after each.

    Such a file has longer gaps besides, where rows were empty before; gaps that are all alike part paragraphs.
    """
    gaps = [len(list(group)) for is_empty, group in groupby(rows, key=lambda row: not row.text) if is_empty]
    full = sum(bool(row.text) for row in rows)
    if len(gaps) < SET_APART * full or sum(gap > 1 for gap in gaps) < LONGER_GAPS * len(gaps):
        return list(rows)
    return [row for n, row in enumerate(rows) if row.text or not n or not rows[n - 1].text]
