import json

import pytest

from cinescribe.errors import StudyError
from cinescribe.schema import Clip
from cinescribe.study.design.training import TrainingAnswer, is_expected, read_training
from cinescribe.study.kinds.questions import Question
from cinescribe.timing import Span

CLIPS = {"c": Clip("c", "film", Span(0, 1), "x")}
ORDER = Question("grammar", "Which reads better?", "order")
CHOICE = Question("better", "Which is better?", "choice")
SCALE = Question("fit", "Does it fit?", "scale", of_each_text=True, labels=("no", "hardly", "half", "much", "yes"))
PRESENT = Question("present", "Is there one?", "yes_no")
TEXTS = [{"text": "He waves."}, {"text": "Xyz."}]


def read(tmp_path, *examples):
    path = tmp_path / "training.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in examples))
    return read_training(path, clips=CLIPS, questions=(ORDER, CHOICE, SCALE, PRESENT))


def example(question="grammar", values=(1, 2), why="The second is no sentence.", **others):
    answers = [{"question": question, "values": list(values), "why": why}]
    return {"clip": "c", "texts": TEXTS, "answers": answers, **others}


def test_examples_are_read_with_the_film_of_their_clip(tmp_path):
    (one,) = read(tmp_path, example())
    assert (one.film, one.span) == ("film", Span(0, 1))
    assert one.answers == (TrainingAnswer("grammar", (1.0, 2.0), "The second is no sentence."),)


@pytest.mark.parametrize(
    ("examples", "words"),
    [
        ([], "training.jsonl' has no example; give one or more"),
        ([example(clip="d")], "example 1 of .*training.jsonl' is of clip 'd', which the corpus has not"),
        ([example(answers=[])], "has no expected answer; give one or more"),
        ([example(values=(1,))], "has 1 values under 'grammar'; expected 2, one for each of its texts"),
        ([example("fit", (7, 1))], r"expects \(7.0, 1.0\) under 'fit', which no answer can be"),
        ([example("present", (0.7,))], r"expects \(0.7,\) under 'present'"),
        ([example(why=" ")], "does not say why 'grammar' is answered so; write it under `why`"),
    ],
)
def test_wrong_examples_are_refused(tmp_path, examples, words):
    with pytest.raises(StudyError, match=words):
        read(tmp_path, *examples)


@pytest.mark.parametrize(
    ("question", "values", "right", "wrong"),
    [
        (ORDER, (2.0, 1.0, 2.0), [2, 1, 3], [1, 2, 3]),  # equal ranks are not compared
        (CHOICE, (2.0, 1.0), 1, 0),
        (SCALE, (5.0, 1.0), [4, 2], [3, 1]),  # a rating may miss by one point
        (PRESENT, (0.0,), False, True),
    ],
)
def test_an_answer_is_expected_or_not(question, values, right, wrong):
    assert is_expected(question, right, values)
    assert not is_expected(question, wrong, values)
    assert is_expected(question, TrainingAnswer(question.name, values, "why").answer(question), values)
