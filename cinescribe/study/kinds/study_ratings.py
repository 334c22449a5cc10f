"""The ratings in the answers of a study."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cinescribe.metrics.human.ratings import Rating
from cinescribe.study.kinds.judgement import Judgement
from cinescribe.study.kinds.questions import Question

RANKED = ("order", "choice")  # forms whose ratings are ranks


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


def study_ratings(questions: Sequence[Question], judgements: Sequence[Judgement]) -> StudyRatings:
    """Return the ratings in the answers of a study.

    A ranking, and a choice of one of two texts, give ranks. A tick and a yes are 1, none and a no are 0. Texts that
    raters write are no ratings. Pages without an answer to a question give none for it. Pages that test the rater, with
    known answers or for the second time, give none.

    Args:
        questions: of the study.
        judgements: of its raters.
    """
    ratings: list[Rating] = []
    clips: dict[str, str] = {}
    n_ties = 0
    are_ranks = any(question.form in RANKED for question in questions)
    for one in judgements:
        for question in () if one.is_check else questions:
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
