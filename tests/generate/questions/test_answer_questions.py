import numpy as np
import torch

from cinescribe.generate.questions.answer_questions import majority_answers, n_unknown
from cinescribe.generate.questions.question_reader import AskedClip, QuestionReader, by_clip
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.question_schema import Question
from tests.corpus.clips import clip

ANSWERS = Vocabulary(("yes", "to rest"), n_people=1)


class Lengths:
    """Vectors of texts: their length, and how often a person is named."""

    def vectors(self, texts):
        return np.array([[len(text), text.count("P1")] for text in texts], np.float64).reshape(-1, 2)


def test_questions_are_read_with_their_clips():
    asked = [
        AskedClip(clip(0, "P7 waves."), (Question("f_c0", "Is P7 in?", ("Yes",), "k", "1"),)),
        AskedClip(clip(1), (Question("f_c1", "Why?", ("to  rest", "to sing"), "new", "2"),)),
    ]
    batch = QuestionReader(Lengths(), ANSWERS, ("j", "k")).batch(asked)
    assert batch.video is None
    assert batch.items.tolist() == [0, 1]
    assert batch.questions.tolist() == [[9, 1], [4, 0]]  # the first person that a text names is P1
    assert batch.captions.tolist() == [[9, 1], [0, 0]]
    assert torch.equal(batch.answers, torch.eye(2))
    assert batch.kinds.tolist() == [1, -1]


def test_questions_are_grouped_by_clip():
    questions = [Question(name, "?", ("a",), "k", str(n)) for n, name in enumerate(["f_c0", "x", "f_c0"])]
    known = {"f_c0": clip(0)}
    assert [(one.clip, len(one.questions)) for one in by_clip(questions, known)] == [(clip(0), 2)]
    assert [(one.clip, len(one.questions)) for one in by_clip(questions)] == [(None, 2), (None, 1)]


def test_questions_without_a_known_answer_are_counted():
    asked = [Question("c", "?", answers, "k", "1") for answers in (("no",), ("no", "YES"), ("to sing",))]
    assert n_unknown(asked, ANSWERS) == 2


def test_the_majority_of_a_kind_is_its_most_frequent_answers():
    def asked(kind, *answers):
        return Question("c", "?", answers, kind, f"{kind}/{answers[0]}")

    training = [asked("a", "x", "y"), asked("a", "Y"), asked("a", "z"), asked("b", "w")]
    found = majority_answers(training, [asked("a", "q"), asked("c", "q")], n=2)
    assert [one.answers for one in found] == [("y", "x"), ("y", "w")]
    assert found[0].id == "a/q"
