"""How many people were tested before they could begin, and how many were screened out."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from sqlalchemy import select

from cinescribe.record import Record
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy


@dataclass(frozen=True)
class ScreeningCounts(Record):
    """People who took a test.

    Args:
        n_tested: all of them.
        n_passed: those who passed every test.
        n_failed: those who failed one, and got no items.
        pass_mark: the share of right answers that each test needs.
    """

    n_tested: int
    n_passed: int
    n_failed: int
    pass_mark: float

    @property
    def line(self) -> str:
        """The same in words."""
        n_left = self.n_tested - self.n_passed - self.n_failed
        return (
            f"screening: of {self.n_tested:,} people who were tested, {self.n_failed:,} failed and got no items, "
            f"{self.n_passed:,} passed, {n_left:,} did not finish; each test needs {self.pass_mark:.0%}"
        )


def screening_counts(database: Database, study: StoredStudy) -> ScreeningCounts | None:
    """Return how many people passed the tests of a study; None where it has none.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    screening, table = study.design.screening, tables.screening
    if screening is None:
        return None
    found = select(table.c.person_id, table.c.is_passed).where(table.c.study_id == study.id)
    taken: dict[int, list[bool]] = defaultdict(list)
    with database.reading() as connection:
        for row in connection.execute(found):
            taken[row.person_id].append(row.is_passed)
    n_failed = sum(not all(own) for own in taken.values())
    n_passed = sum(all(own) and len(own) == len(screening.tests) for own in taken.values())
    return ScreeningCounts(len(taken), n_passed, n_failed, screening.pass_mark)
