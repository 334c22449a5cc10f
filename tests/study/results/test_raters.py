"""Signs of raters without care, on pages made by hand."""

import pytest

from cinescribe.study.design.design import StudyDesign
from cinescribe.study.kinds.items import KnownAnswer, StudyText
from cinescribe.study.kinds.judgement import Judgement
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.study_ratings import study_ratings
from cinescribe.study.results.raters import rater_signs

ORDER = Question("grammar", "Which?", "order")
RATING = Question("fit", "How well?", "scale", of_each_text=True, labels=("1", "2", "3", "4", "5"))
TEXTS = tuple(StudyText(system, f"{system} says", system) for system in "ab")


def page(item, answer, *, seconds=60.0, question="grammar", shown=((0,), (1,)), **others):
    values = {"begun": 100.0, "finished": 100.0 + seconds, "item": item, **others}
    return Judgement(f"c{item}", "r", None, TEXTS, shown, {question: answer}, True, None, **values)


def signs(pages, *questions):
    (found,) = rater_signs(StudyDesign("s", "rank", questions or (ORDER,), 1, "corpus"), pages)
    return found


def test_known_orders_are_right_in_whichever_order_texts_were_shown():
    gold = (KnownAnswer("grammar", (1, 2)),)
    right = page(0, [1, 2], gold=gold), page(1, [2, 1], gold=gold, shown=((1,), (0,)))
    assert (signs(right).right, signs(right).n_gold, signs(right).signs) == (1.0, 2, ())
    wrong = page(2, [2, 1], gold=gold)
    found = signs([right[0], wrong])
    assert (found.right, found.signs) == (0.5, ("gold",))
    assert signs([wrong]).signs == ()  # one known answer is too few


def test_equal_known_ranks_are_not_compared():
    assert signs([page(0, [2, 1], gold=(KnownAnswer("grammar", (1, 1)),))]).right == 1.0


@pytest.mark.parametrize(("given", "right"), [([4, 2], 1.0), ([5, 2], 1.0), ([2, 2], 0.0)])
def test_a_known_rating_may_be_missed_by_a_point(given, right):
    one = page(0, given, question="fit", gold=(KnownAnswer("fit", (4, 1)),))
    assert signs([one], RATING).right == right


def test_quick_pages_are_counted_by_questions():
    assert signs([page(0, [1, 2], seconds=1.9), page(1, [1, 2], seconds=30)]).signs == ("time",)
    found = signs([page(0, [1, 5], seconds=3.8, question="fit")], RATING)  # two texts
    assert (found.seconds, found.hasty) == (pytest.approx(1.9), 1.0)
    assert signs([page(0, [1, 2], seconds=2.0)]).signs == ()
    assert signs([page(0, [1, 2], finished=None)]).hasty is None


def test_ten_equal_answers_are_a_sign_of_carelessness():
    def pages(answers):
        return [page(n, answer, finished=200.0 + n) for n, answer in enumerate(answers)]

    assert signs(pages([[1, 2]] * 9)).longest_run is None
    assert signs(pages([[1, 2]] * 10)).signs == ("constant",)
    assert signs(pages([[1, 2], [2, 1]] * 5)).longest_run == 0.1
    assert signs(pages([*[[1, 2], [2, 1]] * 3, *[[1, 2]] * 4])).signs == ()


def test_repeated_pages_measure_agreement_with_oneself_and_give_no_ratings():
    first = [page(0, [1, 2]), page(1, [2, 1])]
    same = [page(2, [1, 2], repeats=0), page(3, [2, 1], repeats=1)]
    turned = [page(2, [2, 1], repeats=0), page(3, [1, 2], repeats=1)]
    assert (signs([*first, *same]).self_agreement, signs([*first, *same]).n_repeats) == (1.0, 2)
    assert signs([*first, *turned]).signs == ("repeats",)
    gold = page(4, [1, 2], gold=(KnownAnswer("grammar", (1, 2)),))
    assert study_ratings((ORDER,), [*first, *same, gold]) == study_ratings((ORDER,), first)


def test_equal_answers_leave_agreement_undefined():
    assert (
        signs([page(0, [3, 3], question="fit"), page(1, [3, 3], question="fit", repeats=0)], RATING).self_agreement
        is None
    )
