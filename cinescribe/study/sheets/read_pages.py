"""Reads filled sheets: the pages in them, with their answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinescribe.corpus.commonsense.sheets import FirstPlaces, read_sheet
from cinescribe.errors import StudyError
from cinescribe.study.kinds.answers import ShownText, checked_answer
from cinescribe.study.kinds.questions import Question
from cinescribe.study.sheets.cells import NO_PHRASE, TICK, cell_answer, is_ticked
from cinescribe.study.sheets.sheet_form import SheetForm
from cinescribe.tables import TableRow


@dataclass(frozen=True)
class SheetPage:
    """A page of a filled sheet.

    Attributes:
        rows: of the page, in the order of their lines.
        texts: of the page.
        answers: to the questions that were answered.
    """

    rows: tuple[TableRow, ...]
    texts: tuple[ShownText, ...]
    answers: Mapping[str, Any]

    @property
    def where(self) -> str:
        """File and line of its first row, for messages."""
        return self.rows[0].where

    @property
    def cells(self) -> Mapping[str, str]:
        """The cells of its first row, by column."""
        return self.rows[0].cells


def read_pages(sheets: Sequence[Path], form: SheetForm) -> list[SheetPage]:
    """Return the pages of filled sheets, in the order of the sheets.

    Raises:
        RecordError: when a sheet cannot be read.
        CorpusError: naming file and line, when a column or the name of a page is missing, or a row is there twice.
        StudyError: naming file and line, when an answer cannot be read or is none to its question.
    """
    return [sheet_page(form, rows) for rows in page_rows(sheets, form)]


def page_rows(sheets: Sequence[Path], form: SheetForm) -> list[list[TableRow]]:
    """Return the rows of each page of filled sheets, without reading answers.

    Raises:
        RecordError: when a sheet cannot be read.
        CorpusError: as `read_pages`.
    """
    pages: dict[tuple[str, ...], list[TableRow]] = {}
    seen = FirstPlaces()
    for sheet in sheets:
        of_sheet = set()
        for row in read_sheet(sheet, form.columns):
            page = tuple(row.needed(name) for name in form.page)
            line = tuple(row.cells[name].casefold() for name in form.row_columns)
            if page not in of_sheet:
                seen.claim(*page, where=row.where, what=_named(row, form.page))
                of_sheet.add(page)
                pages[page] = []
            elif not line:
                seen.claim(*page, where=row.where, what=_named(row, form.page))
            if line:
                seen.claim(*page, *line, where=row.where, what=_named(row, (*form.page, *form.row_columns)))
            pages[page].append(row)
    return list(pages.values())


def _named(row: TableRow, columns: Sequence[str]) -> str:
    return ", ".join(f"{name} {row.cells[name]!r}" for name in columns)


def sheet_page(form: SheetForm, rows: list[TableRow]) -> SheetPage:
    """Return a page with its answers, from its rows in the order of their lines.

    Raises:
        StudyError: naming file and line, when an answer cannot be read or is none to its question.
    """
    of_texts = [row for row in rows if form.text and row.cells[form.text]]
    texts = tuple(
        ShownText(row.cells[str(form.text)], row.cells[form.about] if form.about else None) for row in of_texts
    )
    answers = {}
    for question in form.questions:
        answer = _answer(question, form, rows, of_texts)
        if answer is not None:
            with _at(rows[0]):
                answers[question.name] = checked_answer(question, answer, texts)
    return SheetPage(tuple(rows), texts, answers)


def _answer(question: Question, form: SheetForm, rows: Sequence[TableRow], of_texts: Sequence[TableRow]) -> Any:
    """The answer to a question, unchecked; None where no cell has one."""
    if question.form == "phrases":
        return _phrases(question, form, rows, of_texts)
    name = form.heading(question)
    if question.form == "choice":
        chosen = [number for number, row in enumerate(of_texts) if is_row_ticked(row, name)]
        if len(chosen) > 1:
            raise StudyError(f"{of_texts[chosen[1]].where} has a second {TICK!r} under {name!r}; choose one text")
        return chosen[0] if chosen else None
    if question.is_about_texts:
        values = [_cell(question, row, name) for row in of_texts]
        blank = next((row for row, value in zip(of_texts, values, strict=True) if value is None), None)
        if blank is not None and any(value is not None for value in values):
            raise StudyError(f"{blank.where} has nothing under {name!r}; answer it for each text of the page, or none")
        return None if blank is not None or not values else values
    given = [row for row in rows if row.cells[name]]
    other = next((row for row in given if row.cells[name] != given[0].cells[name]), None)
    if other is not None:
        raise StudyError(f"{other.where} and {given[0].where} differ under {name!r}; answer it once for the page")
    return _cell(question, given[0], name) if given else None


def _phrases(question: Question, form: SheetForm, rows: Sequence[TableRow], of_texts: Sequence[TableRow]) -> Any:
    """Ticked phrases, those with new words, and added ones; None where nothing is marked, not even `none`."""
    ticked: list[int] = []
    own: list[str] = []
    edited: dict[str, str] = {}
    numbers = {row.where: number for number, row in enumerate(of_texts)}
    is_answered = False
    for row in rows:
        if row.cells[str(form.about)] == question.name:
            words, number = row.phrases(form.words), numbers.get(row.where)
            is_chosen = is_row_ticked(row, form.tick)
            is_answered |= is_chosen or bool(words)
            if number is None and is_chosen:
                raise StudyError(f"{row.where} has a tick and no phrase; write one under {form.words!r}")
            if number is not None and words:
                edited[str(number)] = words.pop(0)
            own += [] if [word.casefold() for word in words] == [NO_PHRASE] else words
            ticked += [number] if number is not None and is_chosen else []
    return {"ticked": ticked, "own": own, "edited": edited} if is_answered else None


def is_row_ticked(row: TableRow, name: str) -> bool:
    """Return whether a row has a tick under a column.

    Raises:
        StudyError: naming file and line, when the cell has anything else.
    """
    with _at(row, name):
        return is_ticked(row.cells[name])


def _cell(question: Question, row: TableRow, name: str) -> Any:
    with _at(row, name):
        return cell_answer(question, row.cells[name]) if row.cells[name] else None


@contextmanager
def _at(row: TableRow, name: str | None = None) -> Iterator[None]:
    """Errors inside name the row."""
    try:
        yield
    except StudyError as error:
        raise StudyError(f"{row.where}{'' if name is None else f', under {name!r}'}: {error}") from error
