import json

import pytest

from cinescribe.generate.narration.answers import READ, ReadAnswer, read_answer_form
from cinescribe.models.vlm.chat import ChatAnswer
from tests.growth_of_readers.growth import TOO_MUCH, growth

SENTENCE = {
    "type": "object",
    "properties": {"text": {"type": "string"}, "notes": {"type": "array", "items": {"type": "integer"}}},
    "required": ["text", "notes"],
}
SCHEMA = {
    "type": "object",
    "properties": {"sentences": {"type": "array", "items": SENTENCE}, "synopsis": {"type": "string"}},
    "required": ["sentences", "synopsis"],
}
PROMPT = (
    "You write the audio description of a film, with \u0410\u043d\u044f.\n"
    'Answer in JSON: {"sentences": [{"text": "...", "notes": [1]}]}\nSKIP if nothing is worth it.'
)


def read(text, **answer):
    return read_answer_form(ChatAnswer(text, **answer), prompt=PROMPT, schema=SCHEMA)


def draft(*texts, synopsis=""):
    return {"sentences": [{"text": text, "notes": [1]} for text in texts], "synopsis": synopsis}


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (json.dumps(draft("Anna opens.")), "json"),
        (f"Of course:\n```json\n{json.dumps(draft('Anna opens.'))}\n```", "fence"),
        (f"{json.dumps(draft('Anna opens.'))}\n\nI hope this helps!", "fence"),
        (f"I'm sorry for the delay. {json.dumps(draft('Anna opens.'))}", "fence"),
        (str(draft("Anna opens.")), "repaired"),
        (f"{PROMPT}\n{json.dumps(draft('Anna opens.'))}", "json"),
    ],
)
def test_a_value_is_read_in_every_form(text, form):
    assert read(text) == ReadAnswer(form, draft("Anna opens."))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Anna opens a door.", ["Anna opens a door."]),
        ("1. **Anna** opens.\n- Ben sits.\n\n* [Eve](x) runs.", ["Anna opens.", "Ben sits.", "Eve runs."]),
        (f"{PROMPT}\nAnna opens a door.", ["Anna opens a door."]),
        ("SKIP if nothing is worth it.\nAnna opens a door.", ["Anna opens a door."]),
        ("SKIP", ["SKIP"]),
        ("Here are the sentences:\n\n1. Anna opens.\n\nLet me know if you need more!", ["Anna opens."]),
    ],
)
def test_prose_comes_by_lines_without_marks_and_without_the_prompt(text, lines):
    assert read(text) == ReadAnswer("prose", None, tuple(lines))


@pytest.mark.parametrize(
    ("answer", "form"),
    [
        (ChatAnswer("", trouble="thoughts"), "thoughts"),
        (ChatAnswer("", trouble="noise"), "noise"),
        (ChatAnswer(""), "empty"),
        (ChatAnswer("I'm sorry, but I cannot help with that."), "refusal"),
        (ChatAnswer("I apologize, but I can't identify the people. However, a man sits."), "refusal"),
        (ChatAnswer(json.dumps(draft("I'm unable to describe this."))), "refusal"),
        (ChatAnswer('Sure! {"sentences": [{"te', is_whole=False, trouble="cut"), "cut"),
        (ChatAnswer('Sure! {"sentences": [{"te'), "unreadable"),
        (ChatAnswer("..."), "unreadable"),
        (ChatAnswer("12"), "unreadable"),
        (ChatAnswer(PROMPT), "unreadable"),
        (ChatAnswer('"text": "Anna opens."'), "unreadable"),
        (ChatAnswer("```python\nprint('lamp')\n```"), "unreadable"),
        (ChatAnswer(json.dumps(draft("\u0410\u043d\u044f \u0438\u0434\u0451\u0442."))), "unreadable"),
        (ChatAnswer(json.dumps(draft("Anna opens.<|im_end|>"))), "unreadable"),
        (ChatAnswer(json.dumps(draft('{"text": "Anna opens."}'))), "unreadable"),
    ],
)
def test_unreadable_answer_names_its_form(answer, form):
    assert read_answer_form(answer, prompt=PROMPT, schema=SCHEMA) == ReadAnswer(form)
    assert form not in READ


def test_texts_of_a_value_lose_their_markdown_and_bad_items_are_left_out():
    answer = draft(
        "**Anna** opens *it*.", "Ben</s>", "I cannot help.", "\u041e\u043d \u0438\u0434\u0451\u0442.", "Eve runs."
    )
    assert read(json.dumps(answer)).value == draft("Anna opens it.", "Eve runs.")


def test_name_in_another_alphabet_is_kept_if_the_prompt_has_it():
    assert read(json.dumps(draft("\u0410\u043d\u044f"))).value == draft("\u0410\u043d\u044f")


def test_a_text_beside_a_list_does_not_cost_the_list():
    value = draft("Anna opens.") | {"synopsis": "<|im_end|>"}
    assert read(json.dumps(value)).value == draft("Anna opens.")


def test_truncated_answer_keeps_complete_items_and_sentences():
    text = json.dumps(draft("Anna opens.", "Ben sits."))
    cut = text[: text.index("Ben") + 5]
    assert read(cut, is_whole=False, trouble="cut") == ReadAnswer("repaired", draft("Anna opens."))
    half = "Anna opens [a door]\nBen sits. Eve carries"
    assert read(half, is_whole=False, trouble="cut") == ReadAnswer("prose", None, ("Ben sits.",))


@pytest.mark.slow
@pytest.mark.parametrize("part", ["[", "{", '"', "*", "I ", "x. ", "a b.\n", "| ", "```", "<", "{'a': "])
def test_answers_are_read_in_linear_time(part):
    assert growth(lambda n: read(part * n), 500) < TOO_MUCH


def test_other_alphabets_are_read_only_if_allowed():
    schema = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
    for answer in ('{"text": "彼女はドアを開ける。"}', "彼女はドアを開ける。"):
        assert read_answer_form(ChatAnswer(answer), prompt="Who?", schema=schema).form not in READ
        assert read_answer_form(ChatAnswer(answer), prompt="Who?", schema=schema, any_script=True).form in READ
