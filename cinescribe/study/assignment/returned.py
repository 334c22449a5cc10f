"""Pages whose answers an expert returned to their annotator, to be written again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Row, select

from cinescribe.study.assignment.pages import Page, assigned_page, stored_answers
from cinescribe.study.storage import tables
from cinescribe.study.storage.studies import StoredStudy


def returned_pages(connection: Connection, study: StoredStudy, own: Iterable[Any]) -> Iterator[Page]:
    """Yield the pages of a rater that came back and were not written again.

    Args:
        connection: in a transaction.
        study: the study.
        own: the rater's rows of the table `assignment`.
    """
    if study.design.of_kind.expert is None:
        return
    rows = {row.id: row for row in own}
    for assignment in latest_decisions(connection, study.id):
        if assignment in rows:
            page = assigned_page(connection, study, rows[assignment], stored_answers(connection, assignment))
            page = with_remark(connection, study, page)
            if page.remark is not None:
                yield page


def with_remark(connection: Connection, study: StoredStudy, page: Page) -> Page:
    """Return a page with the remark of the expert who returned it, unless it was written again since."""
    if study.design.of_kind.expert is None:
        return page
    decision = latest_decisions(connection, study.id).get(page.assignment)
    if decision is None or page.answers != decision.answers:
        return page
    return replace(page, remark=decision.remark)


def latest_decisions(connection: Connection, study_id: int) -> dict[int, Row[Any]]:
    """Return the newest decision on each assignment of a study."""
    return {row.assignment_id: row for row in all_decisions(connection, study_id)}


def all_decisions(connection: Connection, study_id: int) -> list[Row[Any]]:
    """Return the rows of the table `decision`, with the pseudonym of the expert, older rounds first."""
    decision, assignment, item = tables.decision, tables.assignment, tables.item
    found = (
        select(decision, tables.person.c.pseudonym)
        .select_from(decision.join(assignment).join(item))
        .join(tables.person, tables.person.c.id == decision.c.person_id)
        .where(item.c.study_id == study_id)
        .order_by(decision.c.assignment_id, decision.c.round)
    )
    return list(connection.execute(found).all())
