from cinescribe.errors import MAX_MESSAGE, RecordError


def test_message_is_shown_unchanged():
    assert str(RecordError("'a.json' is not JSON; correct it")) == "'a.json' is not JSON; correct it"
    assert str(RecordError()) == ""


def test_a_long_message_loses_its_middle():
    message = str(RecordError("first " + "x" * 200_000 + " last"))
    assert message.startswith("first x")
    assert message.endswith("x last")
    assert " ... " in message
    assert len(message) == MAX_MESSAGE + len(" ... ")


def test_half_of_a_surrogate_pair_can_be_printed():
    assert str(RecordError("the name 'a\ud800' came")) == r"the name 'a\ud800' came"
