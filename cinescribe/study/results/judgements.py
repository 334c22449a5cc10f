"""The newest answers of a study, and the ratings in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from cinescribe.metrics.human.ratings import Rating
from cinescribe.study.assignment.pages import given
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.kinds.items import KnownAnswer, StudyText
from cinescribe.study.kinds.questions import Question
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy

RANKED = ("order", "choice")  # forms whose ratings are ranks


@dataclass(frozen=True)
class Judgement:
    """One rater's answers to one page.

    Attributes:
        clip: id of the clip.
        rater: the rater's pseudonym.
        caption: shown beside the texts; None without one.
        texts: all texts of the item, by number.
        shown: for each text on the page the numbers of those that say the same.
        answers: the newest answer to each question.
        is_finished: whether all required questions were answered.
        is_blind: whether the rater said so; None where nothing was said.
        item: number of the item.
        gold: known answers, where the item tests the rater.
        repeats: number of the item that was asked again; None for others.
        begun: when the page was first shown, in seconds since 1970.
        finished: when all required questions were answered; None before.
    """

    clip: str
    rater: str
    caption: str | None
    texts: tuple[StudyText, ...]
    shown: tuple[tuple[int, ...], ...]
    answers: Mapping[str, Any]
    is_finished: bool
    is_blind: bool | None
    item: int = 0
    gold: tuple[KnownAnswer, ...] = ()
    repeats: int | None = None
    begun: float = 0.0
    finished: float | None = None

    @property
    def is_check(self) -> bool:
        """Whether the page tests the rater, and not a text."""
        return bool(self.gold) or self.repeats is not None


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


@dataclass(frozen=True)
class StudyRatings:
    """The ratings of a study.

    Attributes:
        ratings: as `read_ratings` reads them.
        are_ranks: whether they are ranks, 1 best.
        clips: the clip of each item that was rated.
        n_ties_broken: texts that shared a rank, because they say the same, and got ranks in the order drawn.
    """

    ratings: tuple[Rating, ...]
    are_ranks: bool
    clips: dict[str, str]
    n_ties_broken: int


def study_ratings(design: StudyDesign, judgements: list[Judgement]) -> StudyRatings:
    """Return the ratings in the answers of a study.

    A ranking, and a choice of one of two texts, give ranks. A tick and a yes are 1, none and a no are 0. Texts that
    raters write are no ratings. Pages without an answer to a question give none for it. Pages that test the rater, with
    known answers or for the second time, give none.
    """
    ratings: list[Rating] = []
    clips: dict[str, str] = {}
    n_ties = 0
    are_ranks = any(question.form in RANKED for question in design.questions)
    for one in judgements:
        for question in () if one.is_check else design.questions:
            if question.name in one.answers and (question.form in RANKED) == are_ranks:
                found = list(page_ratings(one, question))
                ratings += found
                clips |= {rating.item: one.clip for rating in found}
                if are_ranks:
                    n_ties += sum(len(group) - 1 for group in one.shown)
    return StudyRatings(tuple(ratings), are_ranks, clips, n_ties)


def page_ratings(one: Judgement, question: Question) -> Iterator[Rating]:
    """Yield the ratings in a page's answer to a question that has one."""
    value = one.answers[question.name]
    if question.form in RANKED:
        ranks = value if question.form == "order" else _ranks_of_choice(value, len(one.shown))
        in_order = [number for _, group in sorted(zip(ranks, one.shown, strict=True)) for number in group]
        for rank, number in enumerate(in_order, 1):
            yield _rating(one, question, number, rank)
    elif question.form == "phrases":
        for position, group in enumerate(one.shown):
            if one.texts[group[0]].criterion == question.name:
                is_kept = position in value["ticked"] or str(position) in value["edited"]
                for number in group:
                    yield _rating(one, question, number, is_kept)
    elif question.form in {"scale", "yes_no"} and question.of_each_text:
        for group, mark in zip(one.shown, value, strict=True):
            for number in group:
                yield _rating(one, question, number, mark)
    elif question.form == "yes_no":
        yield Rating(one.clip, one.rater, float(value), criterion=question.name)


def _ranks_of_choice(chosen: int, n_texts: int) -> list[int]:
    return [1 if position == chosen else 2 for position in range(n_texts)]


def _rating(one: Judgement, question: Question, number: int, value: float) -> Rating:
    text = one.texts[number]
    return Rating(text.name, one.rater, float(value), text.system, text.criterion or question.name)
