"""The sheet of a test that people pass before their first page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from cinescribe.errors import StudyError
from cinescribe.study.assignment.answering import take_test
from cinescribe.study.design.screening import Screening
from cinescribe.study.kinds.questions import Question
from cinescribe.study.people.people import person_id
from cinescribe.study.sheets.digests import answers_token
from cinescribe.study.sheets.read_pages import SheetPage, read_pages
from cinescribe.study.sheets.sheet_form import SheetForm
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy

TEST = "test"
_FORM = SheetForm(
    ("rater", TEST, "page", "metaphor"),
    ("rater", TEST, "page"),
    (Question("metaphor", "What the kind of study asks of each video", "yes_no"),),
)
SCREENING_COLUMNS = ("rater", TEST, "page", "clip", "film", "metaphor")


def screening_rows(screening: Screening, first: int, *, rater: str) -> list[Mapping[str, str]]:
    """Return a row for each video of the tests from the first one on, by column."""
    return [
        {"rater": rater, TEST: str(test), "page": str(number), "clip": one.clip, "film": one.film}
        for test in screening.tests
        if test >= first
        for number, one in enumerate(screening.of_test(test), 1)
    ]


def read_screening_sheet(sheet: Path) -> dict[tuple[str, int], list[bool]]:
    """Return the answers to a test by the rater's pseudonym and the test; () for a rater who has not begun.

    Raises:
        RecordError: when the sheet cannot be read.
        CorpusError: naming file and line, when a column or cell is missing, or a video is there twice.
        StudyError: naming file and line, when an answer is neither yes nor no, or only some videos have one.
    """
    tests: dict[tuple[str, int], dict[int, SheetPage]] = {}
    for page in read_pages([sheet], _FORM):
        test, number = (_number(page, name) for name in (TEST, "page"))
        tests.setdefault((page.cells["rater"], test), {})[number] = page
    found = {}
    for key, pages in tests.items():
        blank = next((page for page in pages.values() if not page.answers), None)
        if blank is not None and any(page.answers for page in pages.values()):
            raise StudyError(f"{blank.where} has no answer; a test is taken at once, so answer every video")
        found[key] = [] if blank is not None else [pages[number].answers["metaphor"] for number in sorted(pages)]
    return found


def _number(page: SheetPage, name: str) -> int:
    cell = page.cells[name]
    if not (cell.isascii() and cell.isdigit()):
        raise StudyError(f"{page.where} has {cell!r} under {name!r}; leave that column as it was written")
    return int(cell)


def store_screening(
    database: Database, study: StoredStudy, tests: Mapping[tuple[str, int], Sequence[bool]]
) -> dict[str, bool]:
    """Store tests in their order, and return whether each rater passed; after a failed one there is no other.

    Raises:
        StudyError: as `take_test`.
        DatabaseError: when nothing could be stored.
    """
    passed: dict[str, bool] = {}
    for (name, test), answers in sorted(tests.items()):
        if answers and passed.get(name, True):
            token = answers_token(name, test, list(answers))
            state = take_test(database, study, person_id(database, name), test=test, answers=answers, token=token)
            passed[name] = state.failed is None
    return passed
