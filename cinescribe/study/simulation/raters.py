"""Raters that answer a study by a known truth, through the same functions as people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from sqlalchemy import select

from cinescribe.progress import Progress, no_progress
from cinescribe.study.assignment.answering import store_answers, take_test
from cinescribe.study.assignment.leases import lease_page, rater_screening
from cinescribe.study.assignment.pages import Page, StoredItem, stored_items
from cinescribe.study.entry.consent import decide_consent, rater_consent
from cinescribe.study.entry.training import rater_training, store_training
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.study_ratings import RANKED
from cinescribe.study.people.people import invite, person_id
from cinescribe.study.simulation.checked_truth import check_truth
from cinescribe.study.simulation.truth import SPREAD, drawn_rankings
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy

_CAREFUL, _CARELESS = 30.0, 1.0  # seconds a question
_SURE = 50.0  # difference of log strengths with which a known order is given
_AT_RANDOM = {"order": 0.0, "choice": 0.0, "scale": 3.0}  # values of who does not know; of a yes or a tick 0.5
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


class _Clock:
    """The time of simulated raters, who need some for each page."""

    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def simulate_raters(
    database: Database,
    study: StoredStudy,
    truth: Mapping[tuple[str, str], float],
    *,
    n_raters: int,
    n_careless: int = 0,
    seed: int = 0,
    progress: Progress = no_progress,
) -> SimulatedRaters:
    """Add raters to a study, and let them answer in turn until nothing is left for any of them.

    Their answers have times as if they took 30 seconds a question, up to now. Known answers they know, and
    those of the tests of screening; careless raters guess them, and who fails gets no items.

    Args:
        database: of the study.
        study: the study.
        truth: by system and criterion, see `read_truth`.
        n_raters: how many to add that answer by the truth.
        n_careless: how many to add that answer at random, in a second a question.
        seed: of their answers.
        progress: called as they go on.

    Raises:
        StudyError: as `check_truth`, before anything is stored; or when the study is closed.
        DatabaseError: when nothing could be stored.
    """
    with database.reading() as connection:
        items = stored_items(connection, study.id)
    if n_raters:
        check_truth(truth, study.design.questions, items.values())
    names = tuple(one.pseudonym for one in invite(database, study, n_people=n_raters + n_careless))
    n_questions = len(items) * len(names) * len(study.design.questions)
    longest = max((len(one.texts) for one in items.values()), default=0)
    clock = _Clock(database.clock() - _CAREFUL * n_questions * max(1, longest))
    timed = database.with_clock(clock)
    careless = {person_id(database, name) for name in names[n_raters:]}
    waiting = [person_id(database, name) for name in names]
    for person in waiting:
        if (text := rater_consent(timed, study, person).text) is not None:
            decide_consent(timed, study, person, digest=text.digest, is_given=True)
        _train(timed, study, person)
    rng, random = np.random.default_rng(seed), Random(seed)
    n_pages = n_answers = 0
    while waiting:
        for person in list(waiting):
            if not _is_screened(timed, study, person, random, is_careless=person in careless):
                waiting.remove(person)
                continue
            page = lease_page(timed, study, person)
            if page is None:
                waiting.remove(person)
                continue
            clock.now += (_CARELESS if person in careless else _CAREFUL) * _n_asked(page)
            known = _known(database, page.assignment, items, truth, is_careless=person in careless)
            receipt = store_answers(
                timed,
                study,
                person,
                assignment=page.assignment,
                answers=_answers(page, known, study.design.of_kind.written, rng),
                token=f"{random.getrandbits(64):x}",
            )
            n_pages, n_answers = n_pages + 1, n_answers + receipt.n_stored
        progress("answering", 1 - len(waiting) / len(names))
    return SimulatedRaters(names, n_pages, n_answers)


def _train(database: Database, study: StoredStudy, person: int) -> None:
    """Let a rater answer the examples, as is expected; nothing that results say depends on it."""
    while (step := rater_training(database, study, person).next_step) is not None:
        _, expected = study.design.training_steps[step - 1]
        store_training(
            database, study, person, step=step, answer=expected.answer(study.design.question(expected.question))
        )


def _is_screened(database: Database, study: StoredStudy, person: int, random: Random, *, is_careless: bool) -> bool:
    """Whether a rater passes the tests of the study, which are taken first; careful ones know the answers."""
    screening = study.design.screening
    if screening is None:
        return True
    state = rater_screening(database, study, person)
    while (test := state.next_test) is not None:
        answers = [random.random() < 0.5 if is_careless else one.is_metaphor for one in screening.of_test(test)]
        token = f"{random.getrandbits(64):x}"
        state = take_test(database, study, person, test=test, answers=answers, token=token)
    return state.is_passed


def _n_asked(page: Page) -> int:
    return sum(len(page.texts) if question.of_each_text else 1 for question in page.questions)


@dataclass(frozen=True)
class _Known:
    """What a rater knows of a page: by the number of a text as shown, or None for the clip, and the criterion."""

    systems: tuple[str, ...]
    numbers: tuple[int, ...]
    item: StoredItem
    truth: Mapping[tuple[str, str], float]
    is_careless: bool

    def value(self, position: int | None, criterion: str, question: Question) -> float:
        if self.is_careless:
            return _AT_RANDOM.get(question.form, 0.5)
        if not self.item.gold:
            return self.truth["" if position is None else self.systems[position], criterion]
        right = next((one for one in self.item.gold if one.question == question.name), None)
        if right is None:
            return _AT_RANDOM.get(question.form, 0.5)
        value = right.values[0 if position is None else self.numbers[position]]
        return -_SURE * value if question.form in RANKED else value


def _known(
    database: Database,
    assignment: int,
    items: Mapping[int, StoredItem],
    truth: Mapping[tuple[str, str], float],
    *,
    is_careless: bool,
) -> _Known:
    """Of texts that say the same the first one counts."""
    found = select(tables.assignment.c.shown, tables.assignment.c.item_id).where(tables.assignment.c.id == assignment)
    with database.reading() as connection:
        row = connection.execute(found).one()
    item, numbers = items[row.item_id], tuple(group[0] for group in row.shown)
    return _Known(tuple(item.texts[number].system for number in numbers), numbers, item, truth, is_careless)


def _answers(page: Page, known: _Known, written: Mapping[str, str], rng: np.random.Generator) -> dict[str, Any]:
    answers: dict[str, Any] = {}
    for question in page.questions:
        answer = _text(question, page, written) if question.form in _WRITTEN else _answer(question, page, known, rng)
        answers[question.name] = answer
        if question.is_required and answer is False and not any(q.is_required for q in page.questions[1:]):
            break  # a video without a metaphor: there is no more to say
    return answers


def _text(question: Question, page: Page, written: Mapping[str, str]) -> Any:
    text = written.get(question.name, _WRITTEN[question.form])
    return [text for _ in page.texts] if question.of_each_text else text


def _answer(question: Question, page: Page, known: _Known, rng: np.random.Generator) -> Any:
    if question.form == "yes_no" and not question.of_each_text:
        return bool(rng.random() < known.value(None, question.name, question))
    values = [
        known.value(position, text.criterion or question.name, question)
        if question.form != "phrases" or text.criterion == question.name
        else 0.0
        for position, text in enumerate(page.texts)
    ]
    if question.form == "order":
        return (1 + np.argsort(drawn_rankings(values, 1, rng)[0])).tolist()
    if question.form == "choice":
        return int(drawn_rankings(values, 1, rng)[0][0])
    if question.form == "scale":
        n_points = len(question.labels)
        spread = n_points if known.is_careless else 0.0 if known.item.gold else SPREAD
        return [int(np.clip(np.rint(rng.normal(value, spread)), 1, n_points)) for value in values]
    if question.form == "phrases":
        return {"ticked": [n for n, value in enumerate(values) if rng.random() < value]}
    if question.form == "label":
        others = question.labels[1:]
        return [question.labels[0] if rng.random() < value else str(rng.choice(others)) for value in values]
    return [bool(rng.random() < value) for value in values]
