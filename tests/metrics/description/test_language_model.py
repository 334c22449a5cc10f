import pytest

from cinescribe.metrics.description.language_model import prompt_digest, read_grade, read_verdict


@pytest.mark.parametrize(
    ("answer", "grade"),
    [
        ('{"score": 3}', 3),
        ("{'score': 0}", 0),
        ('```json\n{"score": "5"}\n```', 5),
        ("score = 4", 4),
        ("4", 4),
        ("4.0", 4),
        ("4/5", 4),
        ("I give it 2 out of 5.", 2),
        ("Two of the actions agree, so 3.", 3),
        ('{"score": 3} because 2 of 4 actions agree', 3),
        ("", None),
        ("I cannot grade this.", None),
        ('{"score": 7}', None),
        ('{"score": -1}', None),
        ('{"score": 3.5}', None),
        ("3 or 4", None),
        ("3/10", None),
        ('{"score": 3} or {"score": 4}', None),
    ],
)
def test_grades_are_read_or_counted_as_unreadable(answer, grade):
    assert read_grade(answer, scale=(0, 5)) == grade


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [("Yes.", True), ("no", False), ("**No**, it is not.", False), ("The answer is unclear", None), ("", None)],
)
def test_verdicts_are_read_from_the_first_words(answer, verdict):
    assert read_verdict(answer) is verdict


def test_a_long_answer_is_read_at_its_start():
    assert read_grade("x " * 2000 + "3", scale=(0, 5)) is None
    assert read_verdict("yes" + " no" * 100_000) is True


def test_digest_distinguishes_prompts():
    assert prompt_digest("a") != prompt_digest("b")
    assert len(prompt_digest("a")) == 12
