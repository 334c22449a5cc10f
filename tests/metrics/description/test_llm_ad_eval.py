import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.description.language_model import prompt_digest
from cinescribe.metrics.description.llm_ad_eval import PROMPT, llm_ad_eval
from tests.metrics.description.plain_scores import Answering

CANDS = {"a": "Anna nods.", "b": "Ben runs.", "c": "It rains.", "d": ""}
PAIRS = Pairs.of(CANDS, {key: f"The reference {key}." for key in CANDS}, allow_empty=True)
GRADES = {"Anna nods.": '{"score": 5}', "Ben runs.": "2", "It rains.": "I refuse."}


def test_the_mean_of_readable_grades_and_the_share_of_others():
    model = Answering(lambda question: next(grade for text, grade in GRADES.items() if text in question))
    grade, unreadable = llm_ad_eval(PAIRS, model)
    assert grade.per_item == {"a": 5, "b": 2, "d": 0}
    assert grade.value == pytest.approx(7 / 3)
    assert unreadable.per_item == {"a": 0, "b": 0, "c": 1, "d": 0}
    assert unreadable.value == pytest.approx(1 / 4)
    assert len(model.asked) == 3  # an empty description is not graded
    assert "First description: The reference a.\nSecond description: Anna nods." in model.asked[0]


def test_the_signature_has_model_prompt_and_scale():
    grade, unreadable = llm_ad_eval(PAIRS, Answering(lambda question: "3"))
    settings = f"|model:answering|prompt:{prompt_digest(PROMPT)}|scale:0-5|unreadable:left-out|approx:yes|"
    assert grade.signature.startswith(f"LLM-AD-Eval{settings}")
    assert unreadable.signature.startswith(f"LLM-AD-Eval-unreadable{settings}")


def test_no_readable_grade_is_refused():
    pairs = Pairs.of({"a": "x"}, {"a": "y"})
    with pytest.raises(ScoreError, match="none of the 1 items has a readable grade, so LLM-AD-Eval has no value"):
        llm_ad_eval(pairs, Answering(lambda question: "no idea"))


def test_two_references_are_refused():
    with pytest.raises(ScoreError, match="item 'a' has 2 references; LLM-AD-Eval compares with one"):
        llm_ad_eval(Pairs.of({"a": "x"}, {"a": ["y", "z"]}), Answering(lambda question: "1"))
