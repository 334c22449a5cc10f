import json
import math

import pytest

from cinescribe.errors import RecordError
from cinescribe.parsing import MAX_CELL, MAX_DEPTH, parse_float, parse_int, parse_json, parse_toml, table_rows


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[" * 200_000, "is not JSON"),
        ("[" * (MAX_DEPTH + 2) + "]" * (MAX_DEPTH + 2), "nested more than 64 deep"),
        ('{"a":' * (MAX_DEPTH + 2) + "1" + "}" * (MAX_DEPTH + 2), "nested more than 64 deep"),
        ("1" * 400, "a whole number of more than 64 bits"),
        ("9223372036854775808", "a whole number of more than 64 bits"),
        ("1" * 5000, "is not JSON"),
        ('[{"a": 1e999}]', "the number is '1e999'"),
        ("[-1E+400]", "the number is '-1E.400'"),
        ("NaN", "the number is 'NaN'"),
        ("[-Infinity]", "the number is '-Infinity'"),
        (r'{"a": ["\ud800"]}', "holds half of a surrogate pair"),
        (r'{"\uDFFF": 1}', "holds half of a surrogate pair"),
        ("{", "is not JSON"),
    ],
)
def test_json_that_would_fail_later_is_refused(text, words):
    with pytest.raises(RecordError, match=f"^x.*{words}"):
        parse_json(text, "x")


@pytest.mark.parametrize(
    "value",
    [
        [0.1234567890123456789, 1e-300, 2**63 - 1, -(2**63) + 1],
        "\U0001f600 e100 E999 12345678901234567890",
        "[" * 100,
        [[[]]] * 100,
    ],
)
def test_json_with_harmless_oddities_is_read(value):
    assert parse_json(json.dumps(value), "x") == value
    assert parse_json(json.dumps(value, ensure_ascii=False), "x") == value


def test_repeated_key_is_refused_where_keys_must_be_unique():
    assert parse_json('{"a": 1, "a": 2}', "x") == {"a": 2}
    with pytest.raises(RecordError, match="x: the key 'a' is there twice"):
        parse_json('{"a": 1, "a": 2}', "x", unique_keys=True)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a = " + "[" * 100_000, "is not TOML"),
        ("a = " + "1" * 5000, "is not TOML"),
        ("a = " + "1" * 400, "a whole number of more than 64 bits"),
        ("a = inf", "the number is inf"),
        ("a = 1e999", "the number is inf"),
        ("a = [nan]", "the number is nan"),
        ("a", "is not TOML"),
        ("[" + "a." * 100_000 + "b]", "nested more than 64 deep"),
        ("a = {" + '"a b" . ' * 64 + "c = 1}", "nested more than 64 deep"),
    ],
)
def test_toml_that_would_fail_later_is_refused(text, words):
    with pytest.raises(RecordError, match=f"^x.*{words}"):
        parse_toml(text, "x")


def test_key_of_many_parts_is_refused_before_parsing(monkeypatch):
    monkeypatch.setattr("cinescribe.parsing.tomllib.loads", lambda _: pytest.fail("it was read"))
    with pytest.raises(RecordError, match="nested more than 64 deep"):
        parse_toml("[" + "a." * 64 + "b]", "x")


def test_a_text_with_many_dots_is_no_long_key():
    assert parse_toml('a = "' + "a." * 100 + '"', "x") == {"a": "a." * 100}


def test_toml_is_read():
    assert parse_toml("[a]\nb = [1.5]\n", "x") == {"a": {"b": [1.5]}}


def test_rows_come_with_the_number_of_their_last_line():
    assert list(table_rows('a,b\n"x\ny",z\n', "x")) == [(1, ["a", "b"]), (3, ["x\ny", "z"])]
    assert list(table_rows('a;"b\n', "x", delimiter=";", quoted=False)) == [(1, ["a", '"b'])]


@pytest.mark.parametrize(
    ("text", "words"),
    [('"a"b', "line 1: .*expected"), ('"a', "line 1: unexpected end"), ("a" * (MAX_CELL + 1), "line 1")],
)
def test_a_table_out_of_order_is_refused(text, words):
    with pytest.raises(RecordError, match=f"^x, {words}.*correct the quotation marks"):
        list(table_rows(text, "x"))


@pytest.mark.parametrize("text", ["", "x", "1" * 400, "1e999", "nan", "inf", "1_0", "1" * 5000])
def test_text_that_is_not_a_number_is_refused(text):
    with pytest.raises(RecordError, match=r"^row 3 is .*; expected a number"):
        parse_float(text, "row 3")


@pytest.mark.parametrize("text", ["", "x", "1.5", "1" * 20, "1" * 5000, "1_0"])
def test_text_that_is_not_a_whole_number_is_refused(text):
    with pytest.raises(RecordError, match=r"^row 3 is .*; expected a whole number"):
        parse_int(text, "row 3")


def test_numbers_are_read():
    assert (parse_float(" 1.5e2 ", "x"), parse_int("-12", "x")) == (150.0, -12)
    assert math.isclose(parse_float("0." + "3" * 90, "x"), 1 / 3)
