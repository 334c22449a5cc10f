import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.significance import confidence
from cinescribe.metrics.description.story_questions import (
    PROMPT,
    answer_story_questions,
    predictions_csv,
    read_choice,
    read_story_questions,
    score_story_questions,
)

HEAD = "file,question,option_A,option_B,option_C,option_D,option_E,correct_answer,rationale\n"
ROWS = (
    'one/segment_0000.mp4,"Who opens\nthe door?",Anna,Ben,Cara,Dan,Eve,A,She does\n'
    "one/segment_0001.mp4,Where are they?,home,street,car,shop,,b,\n"
    "two/segment_0000.mp4,What falls?,cup,hat,key,pen,bag,C,\n"
    "two/segment_0001.mp4,Who leaves?,Anna,Ben,Cara,Dan,Eve,,\n"
)
DESCRIPTIONS = {
    "one/segment_0000.mp4": "Anna opens the door.",
    "one/segment_0001.mp4": "They stand in the street.",
    "two/segment_0000.mp4": "",
}


class Reader:
    """Answers with what stands in the description, or with the first choice."""

    name = "reader"

    def __init__(self):
        self.texts = []

    def answers(self, texts):
        self.texts += texts
        return ["Answer: B" if "stand in the street" in text else "a" for text in texts]


@pytest.fixture
def questions(tmp_path):
    (tmp_path / "questions.csv").write_text(HEAD + ROWS)
    return read_story_questions(tmp_path / "questions.csv")


def test_questions_of_the_release_are_read(questions):
    assert [(one.film, one.row, one.answer) for one in questions] == [
        ("one", 0, "A"),
        ("one", 1, "B"),
        ("two", 2, "C"),
        ("two", 3, ""),
    ]
    assert questions[1].options == ("home", "street", "car", "shop", "")


def test_reader_sees_only_the_description_and_the_question(questions):
    reader = Reader()
    assert answer_story_questions(questions, DESCRIPTIONS, reader) == ["A", "B", "A", None]
    assert "Audio description: They stand in the street." in reader.texts[1]
    assert "D. shop" in reader.texts[1]
    assert "E." not in reader.texts[1].partition("Question")[2].partition("Begin")[0]
    assert "(nothing was described)" in reader.texts[2]
    assert "segment" not in "".join(reader.texts)


def test_question_without_choices_is_skipped(tmp_path):
    (tmp_path / "questions.csv").write_text(f"{HEAD}one/1.mp4,Who?,,,,,,,\none/1.mp4,Who?,a,b,,,,A,\n")
    questions = read_story_questions(tmp_path / "questions.csv")
    assert answer_story_questions(questions, {"one/1.mp4": "x"}, Reader()) == [None, "A"]


def test_blind_reader_gets_no_description(questions):
    reader = Reader()
    assert answer_story_questions(questions, DESCRIPTIONS, reader, blind=True) == ["A", "A", "A", None]
    assert not any("street." in text for text in reader.texts)


def test_accuracy_counts_answered_questions_and_resamples_films(questions):
    accuracy, missing, unreadable = score_story_questions(questions, ["A", "B", "A", None], model="reader")
    assert accuracy.value == pytest.approx(2 / 3)
    assert accuracy.per_item == {"one": 1, "two": 0}
    assert (missing.value, unreadable.value) == (1 / 4, 0)
    assert "|blind:no|items:films|" in accuracy.signature
    interval = confidence(accuracy)
    assert (interval.low, interval.high) == (0, 1)  # two films, not four questions


def test_unreadable_answer_is_left_out(questions):
    accuracy, _, unreadable = score_story_questions(questions, ["A", "", "C", "A"], model="reader")
    assert accuracy.value == pytest.approx(2 / 3)  # the question without a right answer counts as wrong
    assert unreadable.value == 1 / 4
    accuracy, *_ = score_story_questions(questions, ["A", "B", "C", ""], model="reader")
    assert accuracy.sums.sum(axis=0).tolist() == [3, 3]  # no answer to a question without one is not right


@pytest.mark.parametrize(
    ("answer", "letter"),
    [
        ("Answer: B", "B"),
        ("**Answer:** C\nRationale: the cup", "C"),
        ("The answer is d.", "D"),
        ("e", "E"),
        ("**b**", "B"),
        ("C) the key", "C"),
        ("Option_D because she leaves", "D"),
        ("A man opens the door", ""),
        ("I cannot say", ""),
        ("", ""),
    ],
)
def test_choices_are_read_from_answers(answer, letter):
    assert read_choice(answer) == letter


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("one/1.mp4,,a,b,c,d,e,A,\n", "line 2 has nothing under 'question'; a question needs file, question"),
        ("one/1.mp4,Who?,a,b,c,d,,E,\n", "line 2 has the answer 'E'; expected one of A, B, C, D"),
    ],
)
def test_malformed_question_files_are_refused(tmp_path, row, message):
    (tmp_path / "questions.csv").write_text(HEAD + row)
    with pytest.raises(ScoreError, match=message):
        read_story_questions(tmp_path / "questions.csv")


def test_descriptions_of_other_films_are_refused(questions):
    with pytest.raises(ScoreError, match="none of the 4 questions has a description; give them by file, as 'one/"):
        answer_story_questions(questions, {"three/1.mp4": "x"}, Reader())


def test_prompt_forbids_other_knowledge():
    assert "no knowledge of the film or its story" in PROMPT


def test_predictions_are_written_for_the_authors_evaluator(questions):
    lines = predictions_csv(questions, ["A", None, "", "C"]).splitlines()
    assert lines[0] == "file,row_index,prediction"
    assert lines[1:3] == ["one/segment_0000.mp4,0,A", "one/segment_0001.mp4,1,"]
