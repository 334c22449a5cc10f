import pytest

from cinescribe.errors import StudyError
from cinescribe.study.kinds.answers import MAX_LETTERS, ShownText, checked_answer
from cinescribe.study.kinds.questions import Question

TEXTS = (ShownText("to greet", "intention"), ShownText("to go", "intention"), ShownText("to be seen", "effect"))
NONE: dict[str, object] = {"ticked": [], "own": [], "edited": {}}


def question(form, *, of_each_text=False, name="q"):
    labels = ("no", "perhaps", "yes") if form in ("scale", "label") else ()
    return Question(name, "What is asked?", form, of_each_text=of_each_text, labels=labels)


@pytest.mark.parametrize(
    ("form", "answer", "stored"),
    [
        ("order", [3, 1, 2], [3, 1, 2]),
        ("order", (3, 1, 2), [3, 1, 2]),
        ("choice", 0, 0),
        ("choice", 2, 2),
        ("scale", 1, 1),
        ("scale", 3, 3),
        ("label", "perhaps", "perhaps"),
        ("yes_no", False, False),
        ("yes_no", True, True),
        ("time", 0, 0.0),
        ("time", 12.5, 12.5),
        ("words", "  a drink ", "a drink"),
        ("words", "x" * MAX_LETTERS, "x" * MAX_LETTERS),
        ("sentence", "P1 waves back.", "P1 waves back."),
        ("metaphor", "The drink is as fresh as a waterfall.", "The drink is as fresh as a waterfall."),
        ("metaphor", "Cars ARE as fast as cheetahs", "Cars ARE as fast as cheetahs"),
    ],
)
def test_an_answer_is_stored(form, answer, stored):
    found = checked_answer(question(form), answer, TEXTS)
    assert found == stored
    assert type(found) is type(stored)


@pytest.mark.parametrize(
    ("form", "wrong", "words"),
    [
        ("order", [1, 2], "give each of the 3 texts another rank, 1 \\(best\\) to 3"),
        ("order", [1, 1, 2], "another rank"),
        ("order", [0, 1, 2], "another rank"),
        ("order", [True, 2, 3], "another rank"),
        ("order", [1.0, 2, 3], "another rank"),
        ("order", "123", "another rank"),
        ("order", None, "another rank"),
        ("choice", 3, "choose one of the 3 texts"),
        ("choice", -1, "choose one of the 3 texts"),
        ("choice", True, "choose one of the 3 texts"),
        ("choice", "1", "choose one of the 3 texts"),
        ("scale", 0, "choose 1 to 3"),
        ("scale", 4, "choose 1 to 3"),
        ("scale", 2.0, "choose 1 to 3"),
        ("label", "maybe", "choose one of no, perhaps, yes"),
        ("label", 1, "choose one of no, perhaps, yes"),
        ("label", ["yes"], "choose one of no, perhaps, yes"),
        ("yes_no", 1, "answer yes or no"),
        ("yes_no", "yes", "answer yes or no"),
        ("time", -0.5, "write seconds from the clip's start"),
        ("time", float("nan"), "write seconds"),
        ("time", float("inf"), "write seconds"),
        ("time", True, "write seconds"),
        ("time", "12.5", "write seconds"),
        ("words", " ", "write 1 to 2,000 letters"),
        ("words", "x" * (MAX_LETTERS + 1), "write 1 to 2,000 letters"),
        ("words", 5, "write 1 to 2,000 letters"),
        ("sentence", "P1 waves.", "write a full sentence, with a verb"),
        ("metaphor", "The drink is fresh.", "write: X is as Y as Z"),
        ("metaphor", "is as fresh as a waterfall", "write: X is as Y as Z"),
    ],
)
def test_a_wrong_answer_is_refused(form, wrong, words):
    with pytest.raises(StudyError, match=f"'q' was answered .*{words}"):
        checked_answer(question(form), wrong, TEXTS)


def test_phrases_are_ticked_edited_and_added():
    asked = question("phrases", name="intention")
    assert checked_answer(asked, {}, TEXTS) == NONE
    answer = {"ticked": [1, 0, 1], "own": [" to sing "], "edited": {"1": "to leave"}}
    expected = {"ticked": [0, 1], "own": ["to sing"], "edited": {"1": "to leave"}}
    assert checked_answer(asked, answer, TEXTS) == expected
    assert checked_answer(asked, expected, TEXTS) == expected


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ([0], "tick phrases or write your own"),
        ({"ticked": 0}, "tick phrases or write your own"),
        ({"chosen": [0]}, "tick phrases or write your own"),
        ({"ticked": [3]}, "phrase 3; it has no such phrase"),
        ({"ticked": [2]}, "phrase 2; it has no such phrase"),  # of another aspect
        ({"ticked": [True]}, "phrase True; it has no such phrase"),
        ({"ticked": [[0]]}, "it has no such phrase"),
        ({"edited": {"7": "x"}}, "phrase 7; it has no such phrase"),
        ({"edited": {"a": "x"}}, "phrase 'a'; it has no such phrase"),
        ({"edited": {"0": ""}}, "write 1 to 2,000 letters"),
        ({"own": ["x"] * 101}, "101 own phrases; write 100 at most"),
        ({"own": [5]}, "write 1 to 2,000 letters"),
    ],
)
def test_wrong_phrases_are_refused(wrong, words):
    with pytest.raises(StudyError, match=words):
        checked_answer(question("phrases", name="intention"), wrong, TEXTS)


def test_a_question_of_each_text_is_answered_for_each():
    asked = question("scale", of_each_text=True)
    assert checked_answer(asked, [1, 2, 3], TEXTS) == [1, 2, 3]
    for wrong in ([1, 2], 1, "123", None):
        with pytest.raises(StudyError, match="answer it for each of 3 texts"):
            checked_answer(asked, wrong, TEXTS)
    with pytest.raises(StudyError, match="choose 1 to 3"):
        checked_answer(asked, [1, 2, 9], TEXTS)
