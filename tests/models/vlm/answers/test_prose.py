import pytest

from cinescribe.models.vlm.answers.prose import is_latin, plain_text, prose_lines
from tests.growth_of_readers.growth import TOO_MUCH, growth


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Anna sits. Ben goes.", ["Anna sits. Ben goes."]),
        ("1. **Anna** sits.\n2) _Ben_ goes.\n* Eve runs.\n\n- `Anna` waits.\na) Ben nods.", None),
        (
            "Here are five sentences:\n\n1. Anna sits.\n\nI hope this helps! Let me know if you need more.",
            ["Anna sits."],
        ),
        ("Sure! Anna sits.", ["Anna sits."]),
        ("# Answer\n\n**Sentences**\n\nAnna sits.\n\n---", ["Anna sits."]),
        ("| # | Sentence |\n|---|---|\n| 1 | Anna sits. |\n| 2 | Ben goes. |", ["Anna sits.", "Ben goes."]),
        ("```\nAnna sits.\n```", ["Anna sits."]),
        ("Sentence 1: Anna sits.\n**Short:** Ben goes.\nCaption: Eve runs.", ["Anna sits.", "Ben goes.", "Eve runs."]),
        ('"Anna sits."', ["Anna sits."]),
        ('He says: "Go!" She leaves.', ['He says: "Go!" She leaves.']),
        ("<b>Anna</b> sits &amp; waits.<br>", ["Anna sits & waits."]),
        ("[Anna](http://a.b/c) sits by ![x](y) [the door](z).", ["Anna sits by the door."]),
        (r"\*Anna\* sits.", ["Anna sits."]),
        ("Anna sits.\nAnna sits.\nAnna sits.", ["Anna sits."]),
        ("Shot 3: Eve runs.", ["Shot 3: Eve runs."]),
        ("Anna sits [laughs].\nBen goes.", ["Ben goes."]),
        ("\u4e00\u4e2a\u7537\u4eba\u62ff\u8d77\u706f\u3002\nBen goes.", ["Ben goes."]),
        ("...\n12\nBen goes.", ["Ben goes."]),
        ("See https://a.b for more.\nBen goes.", ["Ben goes."]),
    ],
)
def test_sentences_come_without_marks_and_talk(text, lines):
    expected = ["Anna sits.", "Ben goes.", "Eve runs.", "Anna waits.", "Ben nods."] if lines is None else lines
    assert prose_lines(text) == tuple(expected)


@pytest.mark.parametrize(
    "text",
    [
        "",
        'Sure! {"sentences": [{"te',
        '"text": "Anna sits."',
        "```python\nprint('x')\n```\nAnna sits.",
        "const x = f(1);\nAnna sits.",
        "<sentence>Anna sits.</sentence>",
        "Anna sits.<|im_end|>",
        "I can see a man.",
    ],
)
def test_json_code_and_marks_are_no_sentences(text):
    assert prose_lines(text) == ()


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("**Somebody** lifts a *green* lamp.", "Somebody lifts a green lamp."),
        ("***Anna*** and __Ben__ ~~sit~~", "Anna and Ben sit"),
        ("2 * 3 and snake_case", "2 * 3 and snake_case"),
        ("", ""),
        ('{"text": "a"}', None),
        ("a</s>", None),
        ("a | b", None),
    ],
)
def test_texts_lose_their_markdown(text, plain):
    assert plain_text(text) == plain


def test_half_of_the_letters_are_latin():
    assert is_latin("Anna meets \u0410\u043d\u044f.")
    assert is_latin("12")
    assert not is_latin("\u0410\u043d\u044f sits \u0438\u0434\u0451\u0442")


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", ["*", "_a", "[", "`", "**a", "a ", "- ", "a. A", "![[", "x(", "| ", "\n", "return ", "<a ", "# "]
)
def test_prose_is_read_in_linear_time(part):
    assert growth(lambda n: prose_lines(part * n), 1000) < TOO_MUCH
