"""Reads the newest answers of a study, and what experts decided about them, from its database."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from sqlalchemy import select

from cinescribe.study.assignment.pages import all_decisions, given, stored_items
from cinescribe.study.kinds.judgement import Decision, Judgement
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy


def read_judgements(database: Database, study: StoredStudy) -> list[Judgement]:
    """Return the answers of a study, in the order of its items and raters.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    item, assignment, answer, person = tables.item, tables.assignment, tables.answer, tables.person
    of_study = item.c.study_id == study.id
    assigned = (
        select(assignment, person.c.pseudonym, person.c.is_blind)
        .select_from(assignment.join(item).join(person))
        .where(of_study)
        .order_by(item.c.number, person.c.id)
    )
    answered = (
        select(answer).select_from(answer.join(assignment).join(item)).where(of_study).order_by(answer.c.revision)
    )
    answers: dict[int, dict[str, Any]] = defaultdict(dict)
    with database.reading() as connection:
        items = stored_items(connection, study.id)
        for row in connection.execute(answered):
            answers[row.assignment_id][row.question] = row.value
        rows = connection.execute(assigned).all()
    numbers = {id: number for number, id in enumerate(items)}
    return [
        Judgement(
            (one := items[row.item_id]).clip,
            row.pseudonym,
            one.caption,
            one.texts,
            tuple(tuple(group) for group in row.shown),
            given(answers[row.id]),
            row.finished is not None,
            row.is_blind,
            numbers[one.id],
            one.gold,
            None if one.repeats is None else numbers[one.repeats],
            row.created,
            row.finished,
            None if one.span is None else one.span.duration,
        )
        for row in rows
        if row.id in answers
    ]


def read_decisions(database: Database, study: StoredStudy) -> list[Decision]:
    """Return the decisions of a study; those on one page in the order of their rounds.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        return [
            Decision(row.item, row.rater, row.round, row.answers, row.remark, row.expert, row.created)
            for row in all_decisions(connection, study.id)
        ]
