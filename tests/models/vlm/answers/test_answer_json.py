import json

import pytest

from cinescribe.models.vlm.answers.answer_json import FoundJson, found_json, json_in
from tests.growth_of_readers.growth import TOO_MUCH, growth

ITEM = {
    "type": "object",
    "properties": {"who": {"type": "string"}, "does": {"type": "string"}, "shot": {"type": "integer"}},
    "required": ["who", "does", "shot"],
}
SCHEMA = {
    "type": "object",
    "properties": {"actions": {"type": "array", "items": ITEM}, "detail": {"type": "string"}},
    "required": ["actions", "detail"],
}
ANNA = {"who": "Anna", "does": "opens", "shot": 1}
BEN = {"who": "Ben", "does": "sits", "shot": 2}
ONE = {"actions": [ANNA], "detail": ""}
BOTH = {"actions": [ANNA, BEN], "detail": ""}


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (json.dumps(ONE), "json"),
        (f"  {json.dumps(ONE, indent=1)}\n", "json"),
        (json.dumps([ANNA]), "json"),
        (json.dumps(ANNA), "json"),
        (f"```json\n{json.dumps(ONE)}\n```", "fence"),
        (f"```\n{json.dumps(ONE)}", "fence"),
        (f"Sure! Here it is: {json.dumps(ONE)}\n\nI hope this helps! Let me know if you need {{more}}.", "fence"),
        (f"Use [brackets] like {{these}}:\n```json\n{json.dumps(ONE)}\n```\nDone [1].", "fence"),
        (f"First {json.dumps(BOTH)}, corrected: {json.dumps(ONE)}", "fence"),
        (json.dumps(json.dumps(ONE)), "fence"),
        (json.dumps({"answer": ONE}), "fence"),
        (json.dumps(ONE).replace('"', '\\"'), "repaired"),
        (json.dumps(ONE)[:-1] + ",}", "repaired"),
        (json.dumps(ONE)[:-1], "repaired"),
        (str(ONE), "repaired"),
        (str({"actions": [ANNA], "detail": None}), "repaired"),
        (json.dumps(ONE).replace('"', "\u201c"), "repaired"),
        ('{actions: [{who: "Anna", does: "opens", shot: 1}]}', "repaired"),
        ('{"actions": [{"who": "Anna", // the nurse\n "does": "opens", "shot": 1}] /* all */}', "repaired"),
        ('{"actions": [{"who": "Anna" "does": "opens" "shot": 1}], ...}', "repaired"),
    ],
)
def test_a_value_is_found_in_every_form(text, form):
    assert found_json(text, SCHEMA) == FoundJson(ONE, form)


@pytest.mark.parametrize("does", ['opens the "red" door', 'holds a 5" ruler', "it's"])
def test_quotation_marks_in_texts_need_no_escapes(does):
    text = '{"actions": [{"who": "Anna", "does": "' + does + '", "shot": 1}], "detail": ""}'
    assert json_in(text, SCHEMA) == {"actions": [ANNA | {"does": does}], "detail": ""}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (json.dumps(BOTH)[: json.dumps(BOTH).index("Ben") + 2], ONE),
        (json.dumps(BOTH)[: json.dumps(BOTH).index("sits")], ONE),
        (json.dumps(BOTH)[: json.dumps(BOTH).index("], ")], BOTH),
        (json.dumps(ONE | {"detail": "a red lamp"})[:-5], ONE),
        ("Of course:\n```json\n" + json.dumps(BOTH)[: json.dumps(BOTH).index("Ben")], ONE),
        (json.dumps(ONE)[:20], None),
        ('{"actions": [', None),
    ],
)
def test_of_what_is_cut_off_only_whole_items_count(text, value):
    assert json_in(text, SCHEMA) == value


def test_damaged_items_do_not_cost_the_others():
    assert (
        json_in(
            '{"actions": [{"who": "Anna", "does": "opens", "shot": 1} {"who": "Ben" "does": "sits", "shot": 2}]}',
            SCHEMA,
        )
        == BOTH
    )


@pytest.mark.parametrize(
    "text",
    [
        "A man opens a door.",
        "A man [in a hat] walks {slowly}.",
        "{broken",
        "null",
        "0.5",
        '"A man."',
        '{"error": "no"}',
        json.dumps(SCHEMA),
        json.dumps({"actions": 3}),
        json.dumps({"actions": ["x"], "detail": "a key"}),
        "[" * 9000,
        '{"a":' * 9000,
        '{"actions": [{"who": 1e999, "does": "x", "shot": 99999999999999999999}]}',
    ],
)
def test_what_does_not_fit_is_not_found(text):
    assert found_json(text, SCHEMA) is None


def test_sentences_may_be_bare_texts():
    sentence = {
        "type": "object",
        "properties": {"text": {"type": "string"}, "notes": {"type": "array", "items": {"type": "integer"}}},
    }
    sentence["required"] = ["text", "notes"]
    schema = {
        "type": "object",
        "properties": {"sentences": {"type": "array", "items": sentence}},
        "required": ["sentences"],
    }
    found = {"sentences": [{"text": "Anna sits.", "notes": []}]}
    for text in (
        '["Anna sits."]',
        '{"text": "Anna sits."}',
        '{"sentences": "Anna sits."}',
        '{"sentences": ["Anna sits.", "Be',
    ):
        assert json_in(text, schema) == found
    assert json_in("Anna sits [in a chair].", schema) is None


def test_half_of_a_surrogate_pair_is_refused():
    assert json_in('{"actions": [], "detail": "\\ud83d"}', SCHEMA) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", ["[", "{", '{"a":', '"', "[{", '{"actions":[', "{}", "[1],", "```", "{'", "(", '{"a": "b" ']
)
def test_json_is_searched_in_linear_time(part):
    assert growth(lambda n: found_json(part * n, SCHEMA), 500) < TOO_MUCH
