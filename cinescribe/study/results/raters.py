"""Which raters may have answered without care: by known answers, repetitions, time, and answers that never change.

Nobody is left out for it: results are shown with and without the raters that are named here.

| sign | threshold | from |
|---|---|---|
| time | half of the pages answered within 2 s a question | 2 s: Huang et al. 2012, page time |
| constant | half of the answers in one run of equal ones, of 10 or more | half: Curran 2016, long string |
| gold | fewer than 70 % of known answers right, of 2 or more | our choice; the method is that of Oleson et al. 2011 |
| repeats | alpha between first and second answers of 0 or less, over 2 pages or more: chance | our choice |
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median

from cinescribe.errors import ScoreError
from cinescribe.metrics.human.ordinal_alpha import ordinal_alpha
from cinescribe.metrics.human.ratings import Ratings
from cinescribe.record import Record
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.kinds.gold import are_right
from cinescribe.study.kinds.items import KnownAnswer
from cinescribe.study.kinds.judgement import Judgement
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.study_ratings import page_ratings

_FASTEST = 2.0  # seconds a question
HASTY = 0.5  # of a rater's pages
LONGEST_RUN = 0.5  # of a rater's answers to a question
MIN_IN_A_ROW = 10  # answers to a question, for a run to mean anything
MIN_RIGHT = 0.7  # of known answers
MIN_CHECKS = 2  # known answers, or repeated pages
CHANCE = 0.0  # alpha
_PLACED = frozenset(("order", "choice", "scale"))  # forms whose answer on the page changes with the order drawn


@dataclass(frozen=True)
class RaterSigns(Record):
    """What is known of a rater's care.

    Args:
        rater: pseudonym.
        n_pages: pages with answers.
        seconds: median time for a question; None where no page is finished.
        hasty: share of the pages that took less than 2 s a question; None where no page is finished.
        longest_run: share of the answers to a question that are equal and in a row, the largest of all questions;
            None with fewer than 10 answers.
        n_gold: known answers that the rater was asked for.
        right: share of them that were right; None without any.
        n_repeats: pages that were answered twice.
        self_agreement: ordinal alpha between the first and the second answers; None where it is undefined.
        signs: of the table above, those that apply.
    """

    rater: str
    n_pages: int
    seconds: float | None = None
    hasty: float | None = None
    longest_run: float | None = None
    n_gold: int = 0
    right: float | None = None
    n_repeats: int = 0
    self_agreement: float | None = None
    signs: tuple[str, ...] = ()


def rater_signs(design: StudyDesign, judgements: Sequence[Judgement]) -> list[RaterSigns]:
    """Return what is known of each rater, in the order of their names."""
    by_rater: dict[str, list[Judgement]] = defaultdict(list)
    for one in judgements:
        by_rater[one.rater].append(one)
    return [_of_rater(design, rater, by_rater[rater]) for rater in sorted(by_rater)]


def _of_rater(design: StudyDesign, rater: str, own: Sequence[Judgement]) -> RaterSigns:
    times = [(one.finished - one.begun) / _n_asked(design, one) for one in own if one.finished is not None]
    marks = [mark for one in own for answer in one.gold if (mark := is_right(design, one, answer)) is not None]
    n_repeats, agreement = _self_agreement(design, own)
    found = RaterSigns(
        rater,
        len(own),
        median(times) if times else None,
        sum(time < _FASTEST for time in times) / len(times) if times else None,
        _longest_run(design, own),
        len(marks),
        sum(marks) / len(marks) if marks else None,
        n_repeats,
        agreement,
    )
    return found.replace(signs=_signs(found))


def _signs(one: RaterSigns) -> tuple[str, ...]:
    is_so = {
        "gold": one.right is not None and one.n_gold >= MIN_CHECKS and one.right < MIN_RIGHT,
        "repeats": one.self_agreement is not None and one.n_repeats >= MIN_CHECKS and one.self_agreement <= CHANCE,
        "time": one.hasty is not None and one.hasty >= HASTY,
        "constant": one.longest_run is not None and one.longest_run >= LONGEST_RUN,
    }
    return tuple(name for name, applies in is_so.items() if applies)


def _n_asked(design: StudyDesign, one: Judgement) -> int:
    """Questions that the page's answers were given to, each text of a question apart."""
    asked = [question for question in design.questions if question.name in one.answers]
    return max(1, sum(len(one.shown) if question.of_each_text else 1 for question in asked))


def _longest_run(design: StudyDesign, own: Sequence[Judgement]) -> float | None:
    """Of answers in the order of the page; a no that never changes may be the truth, so those are left out."""
    shares = []
    in_time = sorted(own, key=lambda one: one.finished or one.begun)
    for question in design.questions:
        if question.form in _PLACED:
            given = [one.answers[question.name] for one in in_time if question.name in one.answers]
            answers = [mark for value in given for mark in value] if question.of_each_text else given
            if len(answers) >= MIN_IN_A_ROW:
                shares.append(max(len(list(run)) for _, run in groupby(answers)) / len(answers))
    return max(shares, default=None)


def is_right(design: StudyDesign, one: Judgement, known: KnownAnswer) -> bool | None:
    """Return whether a known answer was given; None where the question was not answered."""
    question = design.question(known.question)
    if question.name not in one.answers:
        return None
    return are_right(question.form, _values(one, question), known.values)


def _values(one: Judgement, question: Question) -> list[float]:
    """The ratings of a page's texts, in the order of the item."""
    ratings = list(page_ratings(one, question))
    if not one.texts:
        return [rating.value for rating in ratings]
    of_text = {rating.item: rating.value for rating in ratings}
    return [of_text[text.name] for text in one.texts if text.name in of_text]


def _self_agreement(design: StudyDesign, own: Sequence[Judgement]) -> tuple[int, float | None]:
    first = {one.item: one for one in own if not one.is_check}
    again = [one for one in own if one.repeats is not None and one.repeats in first]
    marks: dict[tuple[str, str], float] = {}
    for one in again:
        assert one.repeats is not None
        marks |= _marks(design, first[one.repeats], "first") | _marks(design, one, "second")
    try:
        return len(again), ordinal_alpha(Ratings.of(marks)) if marks else None
    except ScoreError:  # all answers are equal
        return len(again), None


def _marks(design: StudyDesign, one: Judgement, time: str) -> dict[tuple[str, str], float]:
    return {
        (f"{rating.item}\0{rating.system}\0{rating.criterion}", time): rating.value
        for question in design.questions
        if question.name in one.answers
        for rating in page_ratings(one, question)
    }
