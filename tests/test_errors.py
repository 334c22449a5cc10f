import random

import pytest

from cinescribe.errors import MAX_MESSAGE, RecordError, brief, brief_message, known_names

NAMES = [f"metric-{n}" for n in range(60)]
WHERE = "/home/me/films/a film.jsonl, line 3"


def test_message_is_shown_unchanged():
    assert str(RecordError("'a.json' is not JSON; correct it")) == "'a.json' is not JSON; correct it"
    assert str(RecordError()) == ""
    whole = "x" * 20 + " " * (MAX_MESSAGE - 20)
    assert str(RecordError(whole)) == whole


@pytest.mark.parametrize(
    "value",
    ["x" * 200_000, "it's " * 5000, 'a "b" ' * 5000, "a, b; c: " * 5000, "\\'" * 5000, "/" * 5000, "é\n" * 5000],
)
def test_of_a_long_value_its_middle_is_lost_and_never_what_to_do(value):
    message = str(RecordError(f"{WHERE} is {value!r}; expected a number, so write one"))
    assert len(message) <= MAX_MESSAGE
    assert message.startswith(f"{WHERE} is {repr(value)[:10]}")
    assert message.endswith("; expected a number, so write one")


def test_of_a_long_path_the_end_stays():
    folder = "/home/me/" + "films/" * 200
    for name in (f"{folder}last.jsonl, line 3", repr(f"{folder}last.jsonl")):
        message = str(RecordError(f"{name} is {brief('y' * 500)}; expected an object with named fields"))
        assert len(message) <= MAX_MESSAGE
        assert message.startswith(name[:12])
        assert "films/last.jsonl" in message
        assert message.endswith("; expected an object with named fields")


def test_a_usual_path_stays_whole():
    path = "/home/somebody/" + "f" * 100
    message = str(RecordError(f"{path}, line 3 is {'x' * 5000!r}; expected a number"))
    assert message.startswith(f"{path}, line 3 is 'xxx")


def test_of_a_long_list_items_are_counted():
    message = str(RecordError(f"{WHERE} has the columns {', '.join(NAMES)}; expected clip too"))
    assert message == f"{WHERE} has the columns {', '.join(NAMES[:12])}, (47 more), metric-59; expected clip too"


def test_a_sentence_behind_a_list_is_no_item_of_it():
    wanted = f"expected {', '.join(NAMES)} and so on, of which metric-0 and metric-1 must be there, in any order"
    message = str(RecordError(f"{WHERE} has the columns clip, text; {wanted}"))
    assert len(message) <= MAX_MESSAGE
    assert "; expected metric-0, metric-1, " in message
    assert message.endswith(", of which metric-0 and metric-1 must be there, in any order")


def test_a_message_of_many_values_loses_more_of_each():
    came = "; ".join(f"{name} is {name * 20!r}" for name in "abcdef")
    message = str(RecordError(f"{came}; expected texts of at most 5 letters"))
    assert len(message) <= MAX_MESSAGE
    assert [f"{name} is '{name}" in message for name in "abcdef"] == [True] * 6
    assert message.endswith("; expected texts of at most 5 letters")


def test_a_message_that_is_long_without_long_values_keeps_its_beginning_and_its_end():
    message = str(RecordError(f"{WHERE} cannot be read: {'some words of a library ' * 300}; correct that line"))
    assert len(message) <= MAX_MESSAGE
    assert message.startswith(f"{WHERE} cannot be read: some words")
    assert " ... " in message
    assert message.endswith("; correct that line")


def test_no_message_is_longer_whatever_it_holds():
    rng = random.Random(0)
    for _ in range(300):
        parts = rng.choices(
            ["'", '"', "\\", " ", ", ", "/", "a", "word", "x" * 30, "\n", "(", ";"], k=rng.choice([60, 900])
        )
        message = "".join(parts)
        assert len(brief_message(message)) <= MAX_MESSAGE
        assert brief_message(brief_message(message)) == brief_message(message)


def test_values_are_shown_in_brief():
    assert brief("Anna") == "'Anna'"
    assert brief([list("abcdef")] * 100).startswith("[['a', 'b'")
    for value in (
        "x" * 1000,
        [["x" * 1000] * 9] * 9,
        {n: dict.fromkeys(range(9), "x" * 99) for n in range(9)},
        b"x" * 999,
    ):
        assert len(brief(value)) <= 120


def test_few_names_are_all_listed_and_of_many_the_nearest():
    assert known_names(["b", "a"], came="x") == "b, a"
    assert known_names([], came="x") == ""
    listed = known_names(NAMES, came="metric-58x")
    assert listed.startswith("metric-58, ")
    assert listed.endswith(" and 48 more")
    assert listed.count(",") == 11


def test_half_of_a_surrogate_pair_can_be_printed():
    assert str(RecordError("the name 'a\ud800' came")) == r"the name 'a\ud800' came"
