import pytest

from cinescribe.models.vlm.answers.template_marks import has_marks, without_template_marks, without_thoughts


def test_thoughts_are_told_from_the_answer():
    assert without_thoughts("A man.") == ("A man.", False)
    assert without_thoughts("A <think>b</think>c") == ("A c", True)
    assert without_thoughts("a</think>b<think>c") == ("b", True)
    assert without_thoughts("<|channel|>final<|message|>A man.") == ("A man.", False)


def test_the_last_box_that_holds_something_is_the_answer():
    assert without_template_marks("<answer>a</answer> or <answer>b</answer><answer> </answer>") == "b"


@pytest.mark.parametrize(
    "text", ["A.<|im_end|>", "A.</s>", "A. [/INST]", "A.\nUSER: b", "a</think>", "<answer>a</answer>", "[THINK]"]
)
def test_marks_are_found(text):
    assert has_marks(text)


@pytest.mark.parametrize("text", ["A man.", "1 < 2 > 0", "The user: Anna.", "He thinks [aloud].", "User friendly."])
def test_texts_without_marks_have_none(text):
    assert not has_marks(text)
