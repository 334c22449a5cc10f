"""Reads the newest answers of a study from its database."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from sqlalchemy import select

from cinescribe.study.assignment.pages import given
from cinescribe.study.kinds.items import KnownAnswer, StudyText
from cinescribe.study.kinds.judgement import Judgement
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy


def read_judgements(database: Database, study: StoredStudy) -> list[Judgement]:
    """Return the answers of a study, in the order of its items and raters.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    item, text, assignment, answer, person = (
        tables.item,
        tables.text,
        tables.assignment,
        tables.answer,
        tables.person,
    )
    of_study = item.c.study_id == study.id
    columns = (text.c.item_id, text.c.system, text.c.text, text.c.name, text.c.criterion)
    assigned = (
        select(
            assignment,
            item.c.clip,
            item.c.caption,
            item.c.number,
            item.c.gold,
            item.c.repeats,
            person.c.pseudonym,
            person.c.is_blind,
        )
        .select_from(assignment.join(item).join(person))
        .where(of_study)
        .order_by(item.c.number, person.c.id)
    )
    answered = (
        select(answer).select_from(answer.join(assignment).join(item)).where(of_study).order_by(answer.c.revision)
    )
    texts: dict[int, list[StudyText]] = defaultdict(list)
    answers: dict[int, dict[str, Any]] = defaultdict(dict)
    with database.reading() as connection:
        for row in connection.execute(
            select(*columns).join_from(text, item).where(of_study).order_by(text.c.item_id, text.c.number)
        ):
            texts[row.item_id].append(StudyText(row.system, row.text, row.name, row.criterion))
        for row in connection.execute(answered):
            answers[row.assignment_id][row.question] = row.value
        rows = connection.execute(assigned).all()
    return [
        Judgement(
            row.clip,
            row.pseudonym,
            row.caption,
            tuple(texts[row.item_id]),
            tuple(tuple(group) for group in row.shown),
            given(answers[row.id]),
            row.finished is not None,
            row.is_blind,
            row.number,
            tuple(KnownAnswer.from_dict(one) for one in row.gold or ()),
            row.repeats,
            row.created,
            row.finished,
        )
        for row in rows
        if row.id in answers
    ]
