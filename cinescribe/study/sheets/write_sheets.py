"""Writes the sheets of a study: one for each person, with all that the person has to answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import StudyError
from cinescribe.export.tracks.csv import escaped_cell
from cinescribe.output_folder import claim_folder
from cinescribe.store import write_text
from cinescribe.study.assignment.leases import rater_screening
from cinescribe.study.assignment.pages import stored_items
from cinescribe.study.entry.consent import rater_consent
from cinescribe.study.entry.training import rater_training
from cinescribe.study.folders.open_study import open_study
from cinescribe.study.kinds.questions import Question
from cinescribe.study.people.people import invite, person_id
from cinescribe.study.sheets.cells import BLOCKED
from cinescribe.study.sheets.dealing import dealt_pages
from cinescribe.study.sheets.expert_sheet import expert_columns, expert_rows, is_expert
from cinescribe.study.sheets.screening_sheet import SCREENING_COLUMNS, screening_rows
from cinescribe.study.sheets.sheet_form import refuse_filled
from cinescribe.study.sheets.study_form import REMARK, sheet_rows, study_form
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy
from cinescribe.tables import csv_text

GUIDE = "guide.txt"
_FOLDER = "study-sheets"
_NOBODY = 0  # number of a person who is yet to come
_ANSWERS = {
    "order": "the rank of each text, 1 for the best",
    "choice": "x beside one text",
    "yes_no": "yes or no",
    "phrases": "x under tick beside what fits; new words instead of a phrase or, in the row without one, to add some "
    "(semicolons between several), or none there where nothing fits",
    "time": "seconds from the clip's start, such as 12.5",
    "words": "a text",
    "sentence": "a full sentence",
    "metaphor": "X is as Y as Z",
}


@dataclass(frozen=True)
class WrittenSheets:
    """The sheets of a study that were written.

    Attributes:
        sheets: a file for each person who has something to answer.
        raters: pseudonyms of the people who were added to the study.
        n_pages: pages, tests and sentences on all sheets.
    """

    sheets: tuple[Path, ...]
    raters: tuple[str, ...]
    n_pages: int


def study_sheets(
    study: str | Path, folder: str | Path, *, raters: int = 0, person: Sequence[str] = (), database: str | None = None
) -> WrittenSheets:
    """Write the pages of a study as CSV sheets, see `write_study_sheets`.

    Args:
        study: the folder of the study.
        folder: where to write: a new or empty folder, or one of earlier sheets.
        raters: people to add to the study, with a sheet each.
        person: pseudonyms of raters and experts of the study.
        database: URL of the study's database, where it is not in the folder.

    Raises:
        RecordError: when the folder has no study.
        StudyError, OutputError, DatabaseError: as `write_study_sheets`.
    """
    with open_study(Path(study), url=database) as (opened, stored):
        return write_study_sheets(opened, stored, Path(folder), n_raters=raters, people=person)


def write_study_sheets(
    database: Database, study: StoredStudy, folder: Path, *, n_raters: int = 0, people: Sequence[str] = ()
) -> WrittenSheets:
    """Write a CSV sheet for each person, and a guide to the columns.

    A rater's sheet has the tests of the study while they are not passed, then all pages that fall to the rater: those
    that lack judges are dealt to all people of one call, and kept for them for 90 days. An expert's sheet has the
    sentences that wait. Nothing is written over: a sheet may be filled in already.

    Args:
        database: where the study is.
        study: the study.
        folder: where to write: a new or empty folder, or one of earlier sheets.
        n_raters: people to add to the study.
        people: pseudonyms of raters and experts of the study.

    Raises:
        StudyError: when there are no raters, the pseudonym is unknown, a rater has not agreed to the text of consent
            or not finished the training, or the study is closed.
        OutputError: when a sheet is there already, the folder holds anything else, or a file cannot be written.
        DatabaseError: when the database cannot be used.
    """
    if n_raters < 1 and not people:
        raise StudyError("there are no raters; give `raters` to add people, or their names (`person`)")
    folder = Path(folder)
    claim_folder(folder, _FOLDER, is_older=lambda _: False)
    refuse_filled([folder / f"{name}.csv" for name in people])
    known = {name: person_id(database, name) for name in people}
    _check_prepared(database, study, known, n_raters=n_raters)
    added = [one.pseudonym for one in invite(database, study, n_people=n_raters)] if n_raters > 0 else []
    known |= {name: person_id(database, name) for name in added}
    sheets = _sheets(database, study, known)
    for name, (columns, rows) in sheets.items():
        write_text(folder / f"{name}.csv", "\ufeff" + _table(columns, rows))
    guide = "\n".join(f"{one.name}: {one.text}\n  {_how(one)}" for one in study.design.questions)
    write_text(folder / GUIDE, guide + "\n")
    n_pages = sum(len({row["page"] for row in rows}) for _, rows in sheets.values())
    return WrittenSheets(tuple(folder / f"{name}.csv" for name in sheets), tuple(added), n_pages)


_Rows = list[Mapping[str, str]]


def _sheets(
    database: Database, study: StoredStudy, people: Mapping[str, int]
) -> dict[str, tuple[Sequence[str], _Rows]]:
    """The columns and rows of each person who has something to answer."""
    found: dict[str, tuple[Sequence[str], _Rows]] = {}
    raters = {}
    for name, person in people.items():
        if is_expert(database, study, person):
            found[name] = expert_columns(study), expert_rows(database, study, person, name=name)
            continue
        state = rater_screening(database, study, person)
        if state.failed is not None:
            raise StudyError(f"{name!r} failed test {state.failed.test} of the study; leave this person out")
        if study.design.screening is not None and state.next_test is not None:
            rows = screening_rows(study.design.screening, state.next_test, rater=name)
            found[name] = SCREENING_COLUMNS, rows
        else:
            raters[name] = person
    if raters:
        with database.reading() as connection:
            form = study_form(study.design.questions, list(stored_items(connection, study.id).values()))
        for name, pages in zip(raters, dealt_pages(database, study, list(raters.values())).values(), strict=True):
            lines: _Rows = [row for page in pages for row in sheet_rows(page, form, rater=name)]
            has_remark = any(line[REMARK] for line in lines)
            found[name] = (*form.columns, *((REMARK,) if has_remark else ())), lines
    return {name: (columns, rows) for name, (columns, rows) in found.items() if rows}


def _check_prepared(database: Database, study: StoredStudy, people: Mapping[str, int], *, n_raters: int) -> None:
    """Raise if somebody would answer who has not agreed or not practised: a sheet cannot ask."""
    raters = {name: person for name, person in people.items() if not is_expert(database, study, person)}
    lacking = [name for name, person in raters.items() if not _is_prepared(database, study, person)]
    if n_raters > 0 and not _is_prepared(database, study, _NOBODY):
        lacking.append("`raters`")
    if lacking:
        raise StudyError(
            f"{', '.join(lacking)}: people agree to this study and practise on its web pages; invite them, let them "
            "begin there, and give their names (`person`) then"
        )


def _is_prepared(database: Database, study: StoredStudy, person: int) -> bool:
    is_trained = rater_training(database, study, person).next_step is None
    return is_trained and rater_consent(database, study, person).is_settled


def _table(columns: Sequence[str], rows: _Rows) -> str:
    return csv_text(columns, ([_safe(row.get(name, "")) for name in columns] for row in rows))


def _safe(cell: str) -> str:
    """A cell that no spreadsheet evaluates."""
    return cell if cell == BLOCKED else escaped_cell(cell)


def _how(question: Question) -> str:
    if question.form in {"scale", "label"}:
        labels = enumerate(question.labels, 1)
        return ", ".join(f"{n} ({label})" if question.form == "scale" else label for n, label in labels)
    return _ANSWERS[question.form]
