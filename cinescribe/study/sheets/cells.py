"""Reads the answer in a cell of a sheet, by the form of the question, as people and spreadsheets write it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cinescribe.errors import StudyError, brief
from cinescribe.study.kinds.questions import Form, Question

TICK = "x"
NO_PHRASE = "none"  # for a question to which no phrase is the answer
BLOCKED = "-"  # in cells that are not to be filled in
_YES, _NO = frozenset(("yes", "y", "true", "1")), frozenset(("no", "n", "false", "0"))
_CLOCK = re.compile(r"(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,6}(?:[.,]\d{1,6})?)")
_WHOLE = re.compile(r"(\d{1,9})(?:[.,]0+)?")  # a spreadsheet may write 3 as 3.0


def cell_answer(question: Question, cell: str) -> Any:
    """Return the answer in a cell that is not empty; `checked_answer` says whether it answers the question.

    Raises:
        StudyError: when it cannot be read as the question's form.
    """
    reader = _READERS.get(question.form)
    return cell if reader is None else reader(question, cell)


def answer_cell(answer: Any) -> str:
    """Return the cell of an answer to a question about a page, as `cell_answer` reads it."""
    if answer is None:
        return ""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return f"{answer:g}" if isinstance(answer, float) else str(answer)


def is_ticked(cell: str) -> bool:
    """Return whether a cell has a tick: `x` or `X`.

    Raises:
        StudyError: when it has anything else.
    """
    if cell.lower() not in {"", TICK}:
        raise StudyError(f"{brief(cell)} is no tick; write {TICK!r} or nothing")
    return bool(cell)


def _yes_or_no(question: Question, cell: str) -> bool:
    word = cell.lower()
    if word not in _YES | _NO:
        raise StudyError(f"{brief(cell)} is neither 'yes' nor 'no'; write one of them")
    return word in _YES


def _scale(question: Question, cell: str) -> int:
    labels = [label.casefold() for label in question.labels]
    if cell.casefold() in labels:
        return labels.index(cell.casefold()) + 1
    return _number(question, cell)


def _number(question: Question, cell: str) -> int:
    found = _WHOLE.fullmatch(cell)
    if found is None:
        raise StudyError(f"{brief(cell)} is no whole number; write one such as 1 or 2")
    return int(found[1])


def _label(question: Question, cell: str) -> str:
    return next((label for label in question.labels if label.casefold() == cell.casefold()), cell)


def _time(question: Question, cell: str) -> float:
    found = _CLOCK.fullmatch(cell)
    if found is None:
        raise StudyError(f"{brief(cell)} is no time; write seconds or minutes from the clip's start: 12.5 or 0:12")
    hours, minutes, seconds = found.groups()
    return int(hours or 0) * 3600 + int(minutes or 0) * 60 + float(seconds.replace(",", "."))


_READERS: dict[Form, Callable[[Question, str], Any]] = {
    "scale": _scale,
    "order": _number,
    "label": _label,
    "yes_no": _yes_or_no,
    "time": _time,
}
