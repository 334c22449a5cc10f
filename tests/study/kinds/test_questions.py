import pytest

from cinescribe.errors import StudyError
from cinescribe.study.kinds.questions import Question, check_questions, read_questions, write_questions
from cinescribe.study.kinds.table import KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_questions_of_every_protocol_are_read_as_written(kind, tmp_path):
    for questions in KINDS[kind].protocols.values():
        write_questions(tmp_path / "q.jsonl", questions)
        assert read_questions(tmp_path / "q.jsonl") == questions


def test_a_question_without_name_or_text_or_scale_is_refused():
    with pytest.raises(StudyError, match="a question has the name ' ' and the text 'x'; write both"):
        Question(" ", "x", "words")
    with pytest.raises(StudyError, match="and the text ''; write both"):
        Question("x", "", "words")
    with pytest.raises(StudyError, match="the scale of 'x' has 1 labels; expected two or more"):
        Question("x", "x", "scale", labels=("good",))
    for labels in (("yes",), ("yes", "yes")):
        with pytest.raises(StudyError, match=r"'x' has the labels .*; give two or more different ones"):
            Question("x", "x", "label", labels=labels)


def test_a_question_may_be_asked_on_pages_with_texts_or_of_silence_only():
    asked = {of: Question("x", "x", "words", only_on=of) for of in (None, "texts", "silence")}
    assert [of for of, one in asked.items() if one.is_asked_on(2)] == [None, "texts"]
    assert [of for of, one in asked.items() if one.is_asked_on(0)] == [None, "silence"]


def test_repeated_question_name_is_refused(tmp_path):
    with pytest.raises(StudyError, match="here has two questions with the name 'x'"):
        check_questions([Question("x", "1", "words"), Question("x", "2", "words")], "here")
    late = [Question("x", "1", "words", required_after="y"), Question("y", "2", "yes_no")]
    with pytest.raises(StudyError, match="here requires 'x' after a yes to 'y', which is no earlier question"):
        check_questions(late, "here")
    check_questions(late[::-1], "here")
    (tmp_path / "q.jsonl").write_text("")
    with pytest.raises(StudyError, match=r"q\.jsonl has no question; give one or more"):
        read_questions(tmp_path / "q.jsonl")
