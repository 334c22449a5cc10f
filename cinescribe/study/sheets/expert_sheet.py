"""The sheet of an expert, who accepts metaphors or returns them with a remark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select

from cinescribe.errors import StudyError
from cinescribe.study.assignment.leases import EXPERT
from cinescribe.study.kinds.questions import Question
from cinescribe.study.people.people import person_id
from cinescribe.study.sheets.cells import answer_cell
from cinescribe.study.sheets.read_pages import read_pages
from cinescribe.study.sheets.sheet_form import SheetForm
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy
from cinescribe.study.validation.expert import decide, waiting_metaphors

DECISION = "decision"
_ACCEPT, _RETURN = "accept", "return"
_FORM = SheetForm(
    ("expert", "page", "round", DECISION, "remark"),
    ("expert", "page"),
    (
        Question(DECISION, "Is the sentence good?", "label", labels=(_ACCEPT, _RETURN)),
        Question("remark", "What should change?", "words"),
    ),
)
_SHOWN = ("expert", "page", "round", "clip", "film", "sentence", DECISION, "remark", "others", "last remark")


@dataclass(frozen=True)
class SheetDecision:
    """A decision on a sheet.

    Attributes:
        expert: the expert's pseudonym.
        assignment: of the annotator's page.
        round: of the answers that the expert read.
        remark: why they are returned; None to accept them.
    """

    expert: str
    assignment: int
    round: int
    remark: str | None


def is_expert(database: Database, study: StoredStudy, person: int) -> bool:
    """Return whether a person is an expert of a study.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    role = tables.role
    found = select(role.c.id).where(role.c.study_id == study.id, role.c.person_id == person, role.c.name == EXPERT)
    with database.reading() as connection:
        return connection.execute(found).first() is not None


def expert_columns(study: StoredStudy) -> tuple[str, ...]:
    """Return the columns of an expert's sheet, those with the answers beside the sentence last."""
    task = study.design.of_kind.expert
    names = (one.name for one in study.design.questions if task is None or one.name not in {task.agreed, task.sentence})
    return (*_SHOWN, *(name for name in names if name not in _SHOWN))


def expert_rows(database: Database, study: StoredStudy, person: int, *, name: str) -> list[Mapping[str, str]]:
    """Return a row for each sentence that waits, by column; what the lint finds is proposed as a remark.

    Raises:
        StudyError: when the study has nothing for an expert.
        DatabaseError: when the database cannot be read.
    """
    waiting, task = waiting_metaphors(database, study, person), study.design.of_kind.expert
    sentence = "" if task is None else task.sentence
    return [
        {
            **{question: answer_cell(answer) for question, answer in one.answers.items()},
            "expert": name,
            "page": str(one.assignment),
            "round": str(one.round),
            "clip": one.clip,
            "film": one.film,
            "sentence": one.answers[sentence],
            DECISION: "",
            "remark": "; ".join(one.faults),
            "others": "; ".join(str(other[sentence]) for other in one.others if sentence in other),
            "last remark": one.remark or "",
        }
        for one in waiting
    ]


def read_expert_sheet(sheet: Path) -> tuple[list[SheetDecision], int]:
    """Return the decisions of a sheet, and the number of rows without one.

    Raises:
        RecordError: when the sheet cannot be read.
        CorpusError: naming file and line, when a column or cell is missing, or a page is there twice.
        StudyError: naming file and line, when a decision is unknown, or a sentence is returned without a remark.
    """
    pages, decisions = read_pages([sheet], _FORM), []
    for page in pages:
        if DECISION in page.answers:
            is_returned = page.answers[DECISION] == _RETURN
            if is_returned and "remark" not in page.answers:
                raise StudyError(f"{page.where} returns a sentence without a remark; write what should change")
            numbers = [page.cells["page"], page.cells["round"]]
            if not all(cell.isascii() and cell.isdigit() for cell in numbers):
                raise StudyError(f"{page.where} has page and round {numbers}; leave those columns as they were written")
            remark = page.answers["remark"] if is_returned else None
            decisions.append(SheetDecision(page.cells["expert"], int(numbers[0]), int(numbers[1]), remark))
    return decisions, len(pages) - len(decisions)


def store_decision(database: Database, study: StoredStudy, one: SheetDecision) -> None:
    """Store a decision; one that is stored already is left as it is.

    Raises:
        StudyError: as `decide`.
        DatabaseError: when nothing could be stored.
    """
    person = person_id(database, one.expert)
    decide(database, study, person, assignment=one.assignment, round=one.round, remark=one.remark)
