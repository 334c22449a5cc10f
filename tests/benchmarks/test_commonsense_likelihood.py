from benchmarks.commonsense.question_likelihood import Answered, share, share_over_films
from cinescribe.corpus.questions.templates import QUESTION_TEMPLATES
from cinescribe.question_schema import Question

KINDS = {template.kind: template for template in QUESTION_TEMPLATES}


def answered(*rows):
    """Kind, true answer and given answer of questions about films `f0`, `f1`, ..., two of each film."""
    questions = {str(n): Question("c", "?", (true,), kind, str(n)) for n, (kind, true, _) in enumerate(rows)}
    first = {str(n): given for n, (_, _, given) in enumerate(rows)}
    return Answered(questions, first, {name: f"f{int(name) // 2}" for name in questions})


def test_right_answers_are_counted_by_kind_and_by_what_is_true():
    plain, negated = KINDS["effect-yes-no"], KINDS["effect-yes-no-negative"]
    found = answered(
        ("effect-yes-no", "yes", "yes"),
        ("effect-yes-no", "no", "yes"),
        ("effect-yes-no", "yes", "no"),
        ("effect-yes-no-negative", "no", "no"),
        ("effect-yes-no-negative", "yes", "no"),
    )
    assert found.right(plain) == {"0": True, "1": False, "2": False}
    assert found.right(plain, is_true=True) == {"0": True, "2": False}
    assert found.right(plain, is_true=False) == {"1": False}
    assert found.right(negated, is_true=True) == {"3": True}  # no to the negation of what is true
    assert found.right(negated, is_true=False) == {"4": False}


def test_the_interval_draws_films():
    right = {"0": True, "1": True, "2": False, "3": False}
    films = {"0": "a", "1": "a", "2": "b", "3": "b"}
    assert share_over_films(right, films) == "50.0 (0.0 to 100.0)"
    assert share_over_films(dict.fromkeys(right, True), films) == "100.0 (100.0 to 100.0)"
    assert share({}) == "-"
