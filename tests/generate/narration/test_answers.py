import pytest

from cinescribe.generate.narration.answers import read_form
from cinescribe.models.vlm.chat import ChatAnswer


@pytest.mark.parametrize(
    ("answer", "form"),
    [
        ('{"a": 1}', "json"),
        ('Of course:\n```json\n{"a": 1}\n```', "fence"),
        ('Here it is: {"a": 1}', "fence"),
        ("Anna opens a door.", "prose"),
        ("", "unreadable"),
        ("...", "unreadable"),
        ("I'm sorry, but I cannot help with that.", "unreadable"),
        ("I cannot see any people.", "unreadable"),
        ("12", "unreadable"),
    ],
)
def test_each_form_is_told_apart(answer, form):
    read = read_form(ChatAnswer(answer), prompt="What?", schema={})
    assert read.form == form
    assert (read.value == {"a": 1}) == (form in ("json", "fence"))


def test_prose_comes_by_lines_without_bullets_and_without_the_prompt():
    read = read_form(
        ChatAnswer("What is seen?\n1. Anna opens.\n- Ben sits.\n\nShot 3: Eve runs."), prompt="What is seen?", schema={}
    )
    assert read.lines == ("Anna opens.", "Ben sits.", "Eve runs.")
