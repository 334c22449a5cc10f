"""The rows of a typed screenplay, without page numbers, page headers and (CONTINUED) marks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from cinescribe.corpus.screenplays.elements import is_heading

TAB = 8  # columns
MIN_GAPS_PER_ROW = 0.9  # runs of empty rows per text row, from which a file counts as double-spaced
MIN_LONG_GAPS = 0.15  # share of gaps longer than one row in a double-spaced file
MIN_HEADER_REPEATS = 3  # times that a row must repeat with a rising number to be a page header

_STARS = re.compile(r"(?<=\s)\*+\s*$|^\s*\*+(?=\s)")  # revision marks, in either margin
_PAGE_NUMBER = re.compile(r"(?:page\s*+)?[-(]?\s*+\d{1,3}[A-Z]?\s*+[-).]?", re.IGNORECASE)
_CONTINUATION = re.compile(
    r"(?:\d+[A-Z]?\s+)?\(?(?:CONTINUED|MORE|CONT'D)\)?[:.]?(?:\s*\(\d+\))?(?:\s+\d+[A-Z]?)?", re.I
)
_SCENE_NUMBER = re.compile(r"^[A-Z]?\d{1,3}[A-Z]{0,2}[.)]?\s+(?=\S.*[A-Za-z])")
_SCENE_NUMBER_AFTER = re.compile(r"(?<!\s)\s{2,}+[A-Z]?\d{1,3}[A-Z]{0,2}\.?$")
_DIGITS = re.compile(r"\d{1,6}")  # of a page number; a longer one counts as several


@dataclass(frozen=True)
class PageRow:
    """A row: its number in the file from 1, the column where its text begins, and the text ("" for an empty row)."""

    number: int
    column: int
    text: str


def typed_rows(text: str) -> list[PageRow]:
    """Return the rows of a typed screenplay."""
    out = []
    for number, line in enumerate(text.replace("\f", "").split("\n"), 1):
        bare = _STARS.sub(lambda found: " " * len(found[0]), line.expandtabs(TAB)).rstrip()
        out.append(PageRow(number, len(bare) - len(bare.lstrip()), bare.strip()))
    return _single_spaced(_without_headers([row for row in out if not _is_page_mark(row.text)]))


def without_scene_number(text: str) -> str:
    """Remove the scene numbers in the margins of a heading: `12   INT. HOUSE - DAY   12`."""
    return _SCENE_NUMBER.sub("", _SCENE_NUMBER_AFTER.sub("", text), count=1)


def _is_page_mark(text: str) -> bool:
    return bool(text) and bool(_PAGE_NUMBER.fullmatch(text) or _CONTINUATION.fullmatch(text))


def _without_headers(rows: Sequence[PageRow]) -> list[PageRow]:
    """Remove page headers: rows that repeat with a rising page number."""
    alike: dict[str, list[PageRow]] = {}
    for n, row in enumerate(rows):
        stands_alone = not any(below.text for below in rows[n + 1 : n + 2])
        if stands_alone and _DIGITS.search(row.text) and not is_heading(without_scene_number(row.text)):
            alike.setdefault(_DIGITS.sub("#", row.text), []).append(row)
    headers = {row.number for group in alike.values() if _is_header(group) for row in group}
    return [row for row in rows if row.number not in headers]


def _is_header(group: Sequence[PageRow]) -> bool:
    pages = [int(_DIGITS.findall(row.text)[-1]) for row in group]
    return len(group) >= MIN_HEADER_REPEATS and all(one < later for one, later in pairwise(pages))


def _single_spaced(rows: Sequence[PageRow]) -> list[PageRow]:
    """Remove the first empty row after each row of a double-spaced file.

    A double-spaced file also has longer gaps, between paragraphs. Gaps of one length throughout separate paragraphs.
    """
    gaps = [len(list(group)) for is_empty, group in groupby(rows, key=lambda row: not row.text) if is_empty]
    full = sum(bool(row.text) for row in rows)
    if len(gaps) < MIN_GAPS_PER_ROW * full or sum(gap > 1 for gap in gaps) < MIN_LONG_GAPS * len(gaps):
        return list(rows)
    return [row for n, row in enumerate(rows) if row.text or not n or not rows[n - 1].text]
