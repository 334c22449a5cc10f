"""How raters did in the tests of screening; who has not passed gets no items."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select

from cinescribe.errors import StudyError
from cinescribe.study.design.screening import Screening
from cinescribe.study.storage import tables
from cinescribe.study.storage.studies import StoredStudy


@dataclass(frozen=True)
class TakenTest:
    """A test that a rater took.

    Attributes:
        test: its number.
        n_right: answers that are those of the organisers.
        n_videos: its videos.
        n_needed: right answers that were needed.
        is_passed: whether there were so many.
        token: of the form that brought the answers.
    """

    test: int
    n_right: int
    n_videos: int
    n_needed: int
    is_passed: bool
    token: str


@dataclass(frozen=True)
class ScreeningState:
    """Where a rater is.

    Attributes:
        next_test: the number of the test to take; None where no test is left.
        failed: the test that the rater failed, after which there is no other; None where none was failed.
    """

    next_test: int | None
    failed: TakenTest | None

    @property
    def is_passed(self) -> bool:
        """Whether the rater may get items."""
        return self.next_test is None and self.failed is None


def screening_state(connection: Connection, study: StoredStudy, person: int) -> ScreeningState:
    """Return where a rater is; a study without screening has nothing to take."""
    screening = study.design.screening
    if screening is None:
        return ScreeningState(None, None)
    taken = taken_tests(connection, study.id, screening, person)
    failed = next((one for one in taken.values() if not one.is_passed), None)
    waiting = next((test for test in screening.tests if test not in taken), None)
    return ScreeningState(waiting if failed is None else None, failed)


def taken_tests(connection: Connection, study_id: int, screening: Screening, person: int) -> dict[int, TakenTest]:
    """Return the tests that a person took, by number."""
    table = tables.screening
    found = select(table).where(table.c.study_id == study_id, table.c.person_id == person).order_by(table.c.test)
    return {
        row.test: TakenTest(
            row.test,
            row.n_right,
            len(row.answers),
            screening.n_needed(len(row.answers)),
            row.is_passed,
            row.token,
        )
        for row in connection.execute(found)
    }


def check_screened(connection: Connection, study: StoredStudy, person: int) -> None:
    """Raise if a study has tests, and a person has not passed them.

    Raises:
        StudyError: the message is for the person.
    """
    if study.design.screening is not None and not screening_state(connection, study, person).is_passed:
        raise StudyError("this study gives videos to people who passed its tests; go to the first page of the study")
