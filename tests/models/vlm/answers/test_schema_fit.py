import pytest

from cinescribe.models.vlm.answers.schema_fit import MisfitError, fit_to_schema

INTEGER = {"type": "integer"}
YES = {"type": "string", "enum": ["yes", "no", "cannot tell"]}
OBJECT = {
    "type": "object",
    "properties": {"to_whom": {"type": "string"}, "shot": INTEGER, "notes": {"type": "array", "items": INTEGER}},
    "required": ["to_whom", "notes"],
}


@pytest.mark.parametrize(
    ("value", "schema", "fitting"),
    [
        ("3", INTEGER, 3),
        (3.0, INTEGER, 3),
        ("shot 3", INTEGER, 3),
        ("3.", INTEGER, 3),
        ("-2", INTEGER, -2),
        ("0.5", {"type": "number"}, 0.5),
        ("90 %", {"type": "number"}, 90.0),
        ("Yes", {"type": "boolean"}, True),
        ("false", {"type": "boolean"}, False),
        (3, {"type": "string"}, "3"),
        (["a", "b"], {"type": "string"}, "a, b"),
        ("Cannot tell.", YES, "cannot tell"),
        ("YES", YES, "yes"),
        ("1, 2", {"type": "array", "items": INTEGER}, [1, 2]),
        (2, {"type": "array", "items": INTEGER}, [2]),
        ([1, "note 2", "x", None, True], {"type": "array", "items": INTEGER}, [1, 2]),
        ([1, 2, 3], {"type": "array", "items": INTEGER, "maxItems": 2}, [1, 2]),
        ({"1": {"to_whom": "a"}, "2": {"to_whom": "b"}}, {"type": "array", "items": OBJECT}, None),
        ({"To Whom": "Ben", "SHOT": "2", "more": 1}, OBJECT, {"to_whom": "Ben", "shot": 2, "notes": []}),
        ({"toWhom": None, "shot": 2, "notes": None}, OBJECT, {"to_whom": "", "shot": 2, "notes": []}),
        (None, {"type": ["integer", "null"]}, None),
        ("x", {"anyOf": [INTEGER, {"type": "string"}]}, "x"),
        ({"a": 1}, {}, {"a": 1}),
        ({"a": 1}, {"type": "object"}, {"a": 1}),
    ],
)
def test_values_of_plain_meaning_fit(value, schema, fitting):
    if fitting is None and value is not None:
        fitting = [{"to_whom": "a", "notes": []}, {"to_whom": "b", "notes": []}]
    assert fit_to_schema(value, schema) == fitting


@pytest.mark.parametrize(
    ("value", "schema", "words"),
    [
        ("3 of 4", INTEGER, "no whole number|str is not integer"),
        ("1e5", INTEGER, "str is not integer"),
        (True, INTEGER, "bool is not integer"),
        (0.5, INTEGER, "float is not integer"),
        ("9" * 30, INTEGER, "str is not integer"),
        ("much", {"type": "number"}, "str is not number"),
        (11, {"type": "integer", "maximum": 10}, "int is not integer"),
        ("perhaps", {"type": "boolean"}, "str is not boolean"),
        (None, {"type": "string"}, "NoneType is not string"),
        ("maybe", YES, "str is not string"),
        (["x"], {"type": "array", "items": OBJECT}, "list is not array"),
        ({}, OBJECT, "dict is not object"),
        ("x", OBJECT, "str is not object"),
        ({"shot": 1, "notes": [], "to_whom": 1}, {"type": "null"}, "dict is not null"),
        ({"a": "x"}, {"type": "object", "properties": {"a": INTEGER, "b": INTEGER}}, "dict is not object"),
        (
            {"b": 1},
            {"type": "object", "properties": {"a": INTEGER, "b": INTEGER}, "required": ["a"]},
            "dict is not object",
        ),
    ],
)
def test_other_values_do_not(value, schema, words):
    with pytest.raises(MisfitError, match=words):
        fit_to_schema(value, schema)
