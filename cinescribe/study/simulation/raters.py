"""Raters that answer a study by a known truth, through the same functions as people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from sqlalchemy import select

from cinescribe.errors import StudyError
from cinescribe.progress import Progress, no_progress
from cinescribe.study.assignment.answering import store_answers
from cinescribe.study.assignment.leases import lease_page
from cinescribe.study.assignment.pages import Page
from cinescribe.study.kinds.questions import Question
from cinescribe.study.people.people import invite, person_id
from cinescribe.study.simulation.truth import drawn_rankings
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy

_SPREAD = 1.0  # standard deviation of a rating around its mean, in points
_WRITTEN = {
    "time": 1.0,
    "words": "something",
    "sentence": "Somebody wants something.",
    "metaphor": "The drink is as fresh as a waterfall.",
}


@dataclass(frozen=True)
class SimulatedRaters:
    """What simulated raters did.

    Attributes:
        raters: their pseudonyms.
        n_pages: pages that they finished.
        n_answers: answers that were stored.
    """

    raters: tuple[str, ...]
    n_pages: int
    n_answers: int


def simulate_raters(
    database: Database,
    study: StoredStudy,
    truth: Mapping[tuple[str, str], float],
    *,
    n_raters: int,
    seed: int = 0,
    progress: Progress = no_progress,
) -> SimulatedRaters:
    """Add raters to a study, and let them answer in turn until nothing is left for any of them.

    Args:
        database: of the study.
        study: the study.
        truth: by system and criterion, see `read_truth`.
        n_raters: how many to add.
        seed: of their answers.
        progress: called as they go on.

    Raises:
        StudyError: when a system has no truth under a criterion, or the study is closed.
        DatabaseError: when nothing could be stored.
    """
    names = tuple(one.pseudonym for one in invite(database, study, n_people=n_raters))
    waiting = [person_id(database, name) for name in names]
    rng, random = np.random.default_rng(seed), Random(seed)
    n_pages = n_answers = 0
    while waiting:
        for person in list(waiting):
            page = lease_page(database, study, person)
            if page is None:
                waiting.remove(person)
                continue
            answers = _answers(page, _systems(database, page.assignment), truth, rng)
            receipt = store_answers(
                database,
                study,
                person,
                assignment=page.assignment,
                answers=answers,
                token=f"{random.getrandbits(64):x}",
            )
            n_pages, n_answers = n_pages + 1, n_answers + receipt.n_stored
        progress("answering", 1 - len(waiting) / n_raters)
    return SimulatedRaters(names, n_pages, n_answers)


def _systems(database: Database, assignment: int) -> list[str]:
    """The system of each text that is shown, the first one where several said the same."""
    rows = select(tables.assignment.c.shown, tables.assignment.c.item_id).where(tables.assignment.c.id == assignment)
    with database.reading() as connection:
        row = connection.execute(rows).one()
        text = select(tables.text.c.number, tables.text.c.system).where(tables.text.c.item_id == row.item_id)
        of_text = dict(connection.execute(text).all())
    return [of_text[group[0]] for group in row.shown]


def _answers(
    page: Page, systems: list[str], truth: Mapping[tuple[str, str], float], rng: np.random.Generator
) -> dict[str, Any]:
    answers: dict[str, Any] = {}
    for question in page.questions:
        answer = _answer(question, page, systems, truth, rng)
        answers[question.name] = answer
        if question.is_required and answer is False and not any(q.is_required for q in page.questions[1:]):
            break  # a video without a metaphor: there is no more to say
    return answers


def _answer(
    question: Question,
    page: Page,
    systems: list[str],
    truth: Mapping[tuple[str, str], float],
    rng: np.random.Generator,
) -> Any:
    if question.form in _WRITTEN:
        written = _WRITTEN[question.form]
        return [written for _ in systems] if question.of_each_text else written
    if question.form == "yes_no" and not question.of_each_text:
        return bool(rng.random() < _true(truth, "", question.name))
    values = [
        _true(truth, system, text.criterion or question.name)
        if question.form != "phrases" or text.criterion == question.name
        else 0.0
        for system, text in zip(systems, page.texts, strict=True)
    ]
    if question.form == "order":
        return (1 + np.argsort(drawn_rankings(values, 1, rng)[0])).tolist()
    if question.form == "choice":
        return int(drawn_rankings(values, 1, rng)[0][0])
    if question.form == "scale":
        n_points = len(question.labels)
        return [int(np.clip(np.rint(rng.normal(value, _SPREAD)), 1, n_points)) for value in values]
    if question.form == "phrases":
        return {"ticked": [n for n, value in enumerate(values) if rng.random() < value]}
    return [bool(rng.random() < value) for value in values]


def _true(truth: Mapping[tuple[str, str], float], system: str, criterion: str) -> float:
    if (system, criterion) not in truth:
        raise StudyError(f"`truth` has no value of the system {system!r} under {criterion!r}; add a line")
    return truth[system, criterion]
