"""Collects filled sheets of a study: the answers on them become those of the study."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cinescribe.corpus.commonsense.sheets import read_sheet
from cinescribe.errors import StudyError, brief
from cinescribe.export.tracks.csv import unescaped_cell
from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.assignment.pages import Page, own_page, stored_items
from cinescribe.study.folders.open_study import open_study
from cinescribe.study.people.people import person_id
from cinescribe.study.sheets.cells import BLOCKED
from cinescribe.study.sheets.digests import answers_token
from cinescribe.study.sheets.expert_sheet import DECISION, SheetDecision, read_expert_sheet, store_decision
from cinescribe.study.sheets.read_pages import page_rows, sheet_page
from cinescribe.study.sheets.screening_sheet import TEST, read_screening_sheet, store_screening
from cinescribe.study.sheets.sheet_form import SheetForm
from cinescribe.study.sheets.study_form import ABOUT, LINE, PAGE, RATER, TEXT, page_lines, study_form
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy
from cinescribe.tables import TableRow


@dataclass(frozen=True)
class CollectedSheets:
    """The result of collecting sheets.

    Attributes:
        n_people: whose sheets were read.
        n_pages: pages and sentences that have an answer on the sheets.
        n_answers: answers and decisions that are new.
        n_open: pages without an answer, or with a required one missing, and sentences without a decision.
        passed: of each rater who took a test, whether it was passed.
    """

    n_people: int
    n_pages: int
    n_answers: int
    n_open: int
    passed: Mapping[str, bool]


@dataclass(frozen=True)
class _Answered:
    """The answers of a page on a sheet."""

    where: str
    person: int
    page: Page
    answers: Mapping[str, Any]


def collect_sheets(study: str | Path, sheets: Sequence[str | Path], *, database: str | None = None) -> CollectedSheets:
    """Make the answers of filled sheets those of a study, see `collect_study_sheets`.

    Args:
        study: the folder of the study.
        sheets: that `study_sheets` wrote, filled in.
        database: URL of the study's database, where it is not in the folder.

    Raises:
        RecordError: when the folder has no study, or a sheet cannot be read.
        CorpusError, StudyError, DatabaseError: as `collect_study_sheets`.
    """
    with open_study(Path(study), url=database) as (opened, stored):
        return collect_study_sheets(opened, stored, [Path(sheet) for sheet in sheets])


def collect_study_sheets(database: Database, study: StoredStudy, sheets: Sequence[Path]) -> CollectedSheets:
    """Store the answers of filled sheets; a blank cell changes nothing, and the same sheet collected again neither.

    All sheets are read and checked before anything is stored. Columns may be in any order, with others beside them.

    Args:
        database: where the study is.
        study: the study.
        sheets: of `write_study_sheets`.

    Raises:
        RecordError: when a sheet cannot be read.
        CorpusError: naming file and line, when a column or cell is missing, or a row is there twice.
        StudyError: naming file and line, when an answer is none to its question, or a page is another than was written;
            or when the study is closed.
        DatabaseError: when nothing could be stored.
    """
    forms = {sheet: _columns(sheet) for sheet in map(Path, sheets)}
    tests = {
        key: answers
        for sheet, columns in forms.items()
        if TEST in columns
        for key, answers in read_screening_sheet(sheet).items()
    }
    decisions, n_open = list[SheetDecision](), 0
    for sheet, columns in forms.items():
        if DECISION in columns:
            found, n_undecided = read_expert_sheet(sheet)
            decisions, n_open = [*decisions, *found], n_open + n_undecided
    pages = [sheet for sheet, columns in forms.items() if not {TEST, DECISION} & columns]
    answered = _read(database, study, pages)
    passed = store_screening(database, study, tests)
    for one in decisions:
        store_decision(database, study, one)
    n_stored = sum(_store(database, study, one) for one in answered)
    people = {name for name, _ in tests} | {one.expert for one in decisions} | {one.person for one in answered}
    n_open += sum(not replace(one.page, answers={**one.page.answers, **one.answers}).is_finished for one in answered)
    n_pages = sum(bool(one.answers) for one in answered) + len(decisions)
    return CollectedSheets(len(people), n_pages, n_stored + len(decisions), n_open, passed)


def _columns(sheet: Path) -> frozenset[str]:
    """The columns of a sheet; none if it has no row."""
    return next((frozenset(row.cells) for row in read_sheet(sheet, (PAGE,))), frozenset((TEST,)))


def _read(database: Database, study: StoredStudy, sheets: Sequence[Path]) -> list[_Answered]:
    """The pages of sheets, checked against the study."""
    with database.reading() as connection:
        form = study_form(study.design.questions, list(stored_items(connection, study.id).values()))
    found = []
    for rows in page_rows(sheets, form):
        person, page = _page(database, study, rows)
        own = replace(form, questions=page.questions)
        answers = sheet_page(own, _as_written(rows, page, own)).answers
        with _naming(rows[0].where):
            for question in page.questions:
                if question.name in answers:
                    study.design.of_kind.check(question, {**page.answers, **answers}, page.duration)
        found.append(_Answered(rows[0].where, person, page, answers))
    return found


def _page(database: Database, study: StoredStudy, rows: Sequence[TableRow]) -> tuple[int, Page]:
    """The person and the page that rows are of."""
    number = rows[0].cells[PAGE]
    with _naming(rows[0].where):
        if not (number.isascii() and number.isdigit() and len(number) < 16):
            raise StudyError(f"the page is {brief(number)}; leave that column as it was written")
        person = person_id(database, rows[0].cells[RATER])
        return person, own_page(database, study, person, int(number))


def _as_written(rows: Sequence[TableRow], page: Page, form: SheetForm) -> list[TableRow]:
    """The rows of a page in their order, with the study's texts, if the sheet shows the same ones."""
    lines = page_lines(page)
    by_line = {row.cells[LINE]: row for row in rows}
    if by_line.keys() != {str(number) for number in range(1, len(lines) + 1)}:
        raise StudyError(
            f"{rows[0].where}: page {page.assignment} has the lines {', '.join(by_line)}, and was written with 1 to "
            f"{len(lines)}; leave all rows as they were written"
        )
    found = []
    for number, (about, text) in enumerate(lines, 1):
        row = by_line[str(number)]
        if form.text is not None and _letters(row.cells[TEXT]) != _letters(text):
            raise StudyError(
                f"{row.where} has the text {brief(row.cells[TEXT])} instead of {brief(text)}; sort whole rows, and "
                "leave texts as they were written"
            )
        cells = {name: "" if cell == BLOCKED else unescaped_cell(cell) for name, cell in row.cells.items()}
        found.append(TableRow(row.where, {**cells, ABOUT: about, TEXT: text}))
    return found


def _letters(text: str) -> str:
    """The letters and digits of a text: programs change its marks and spaces."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _store(database: Database, study: StoredStudy, one: _Answered) -> int:
    """Store the answers of a page that are new, and return their number."""
    new = {name: value for name, value in one.answers.items() if one.page.answers.get(name) != value}
    if not new:
        return 0
    token = answers_token(one.person, one.page.assignment, new, dict(one.page.answers))
    with _naming(one.where):
        return store_answers(
            database, study, one.person, assignment=one.page.assignment, answers=new, token=token
        ).n_stored


@contextmanager
def _naming(where: str) -> Iterator[None]:
    """Errors inside name the place in a sheet."""
    try:
        yield
    except StudyError as error:
        raise StudyError(f"{where}: {error}") from error
