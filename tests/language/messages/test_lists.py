import pytest

from cinescribe.language.messages import spoken_messages
from cinescribe.language.messages.lists import listed


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["P1"], "P1"),
        (["P1", "P2"], "P1 and P2"),
        (["a", "b", "c"], "a, b and c"),
        (["a", "b", "c", "d"], "a, b, c and d"),
    ],
)
def test_lists_in_english(names, expected):
    assert listed(names, spoken_messages("en")) == expected


@pytest.mark.parametrize(
    ("language", "word"),
    [("de", "und"), ("fr", "et"), ("it", "e"), ("nl", "en"), ("pl", "i"), ("pt", "e"), ("es", "y")],
)
def test_lists_use_the_conjunction_of_the_language(language, word):
    assert listed(["Anna", "Ben", "Max"], spoken_messages(language)) == f"Anna, Ben {word} Max"


# The rule of the Real Academia: `e` before the sound of an i, `y` before the diphthong of `hierro`.
@pytest.mark.parametrize(
    ("name", "word"),
    [("Inés", "e"), ("Íñigo", "e"), ("Hilda", "e"), ("irene", "e"), ("Hierro", "y"), ("Yolanda", "y"), ("Hugo", "y")],
)
def test_spanish_and_before_the_sound_of_i(name, word):
    assert listed(["Ana", name], spoken_messages("es")) == f"Ana {word} {name}"


@pytest.mark.parametrize(("name", "word"), [("Elena", "ed"), ("Édith", "e"), ("Edo", "e"), ("Ivo", "e"), ("Éva", "ed")])
def test_italian_and_before_e(name, word):
    assert listed(["Anna", name], spoken_messages("it")) == f"Anna {word} {name}"
