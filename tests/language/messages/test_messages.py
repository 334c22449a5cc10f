import pytest

from cinescribe.errors import LanguageError, RecordError
from cinescribe.language.messages import Messages, read_messages
from cinescribe.language.messages.messages import differences

SOURCE = """\
# $who: somebody. $n: how many.
greets =
    { $n ->
        [one] { $who } greets.
       *[other] { $who } greet.
    }
person = a person
    .dative = to a person
title = Title\u00a0: { $words }
"""


@pytest.fixture
def messages() -> Messages:
    return read_messages(SOURCE, "en")


def test_a_text_is_chosen_and_filled_by_values(messages):
    assert messages.text("greets", who="Anna", n=1) == "Anna greets."
    assert messages.text("greets", who="Anna and Ben", n=2) == "Anna and Ben greet."


def test_texts_are_one_line_and_keep_unbreakable_spaces(messages):
    assert messages.text("title", words="The \n  End") == "Title\u00a0: The End"


def test_attributes_are_separate_texts(messages):
    assert (messages.text("person"), messages.text("person.dative")) == ("a person", "to a person")
    assert (messages.has("person.dative"), messages.has("person.genitive")) == (True, False)
    assert messages.cases == {"dative"}


def test_values_are_known_by_text_and_by_comment(messages):
    assert messages.variables["greets"] == {"who", "n"}
    assert messages.variables["title"] == {"words"}
    assert messages.offered["greets"] == {"who", "n"}
    assert messages.offered["title"] == frozenset()


def test_values_are_words_and_no_fluent(messages):
    assert messages.text("title", words="{ $who } *[x]") == "Title\u00a0: { $who } *[x]"


@pytest.mark.parametrize("name", ["greet", "person.genitive"])
def test_an_unknown_message_is_refused(messages, name):
    with pytest.raises(LanguageError, match=rf"the text has no message `{name}`; add it, see docs/languages.md"):
        messages.text(name)


def test_a_missing_value_is_refused(messages):
    with pytest.raises(LanguageError, match=r"the text, message `title`: .*words.*; see docs/languages.md"):
        messages.text("title")


def test_reference_to_an_unknown_message_is_refused():
    with pytest.raises(LanguageError, match=r"the text, message `a`: there is no `b`; see docs/languages\.md"):
        read_messages("a = { b }", "en")
    with pytest.raises(LanguageError, match=r"the text, message `a`: there is no `c\.x`; see docs/languages\.md"):
        read_messages("a = { c.x }\nc = d", "en")


@pytest.mark.parametrize("text", ["a = { b }\nb = { a }", "a = { a }", "a = { -b }\n-b = { -b }"])
def test_a_circle_of_references_is_refused(text):
    with pytest.raises(LanguageError, match=r"the text: the message `(a|-b)` refers to itself; see docs/languages\.md"):
        read_messages(text, "en")


def test_terms_are_not_messages_and_take_variables():
    messages = read_messages('a = { -b(x: "one") }\n-b = { $x ->\n    [one] 1\n   *[two] 2\n }\n', "en")
    assert (messages.text("a"), messages.variables) == ("1", {"a": frozenset()})


def test_text_needs_the_values_of_its_references():
    messages = read_messages("a = { b } { c.x }\nb = { $one }\nc = c\n    .x = { $two }", "en")
    assert (messages.variables["a"], messages.variables["c"]) == (frozenset({"one", "two"}), frozenset())
    assert messages.text("a", one="1", two="2") == "1 2"


def test_malformed_fluent_is_refused_with_its_line():
    with pytest.raises(LanguageError, match=r"the text, line 3: .+; see docs/languages.md"):
        read_messages("a = one\n\nb { 2\n", "en")


def test_repeated_message_is_refused():
    with pytest.raises(LanguageError, match="the text has the message `a` twice; remove one"):
        read_messages("a = one\na = two\n", "en")


def test_errors_name_the_message_file(tmp_path):
    path = tmp_path / "xx.ftl"
    path.write_text("a = één\n", encoding="utf-8")
    messages = read_messages(path, "nl")
    assert (messages.text("a"), messages.where, messages.language) == ("één", repr(str(path)), "nl")
    with pytest.raises(RecordError, match=r"none\.ftl"):
        read_messages(tmp_path / "none.ftl", "nl")


def test_other_sentences_have_another_digest():
    one, same, other = (read_messages(text, "en").digest for text in ("a = b", "a = b", "a = c"))
    assert one == same != other


def test_differences_list_missing_unknown_and_changed_messages():
    model = read_messages("a = { $x }\nb = b\nc = c\n", "en")
    found = differences(read_messages("a = { $y } { $z }\nd = d\n", "xx"), model)
    assert found == [
        "`b` is missing",
        "`c` is missing",
        "`d` is unknown",
        "`a` has $y, and there are only $x",
        "`a` has $z, and there are only $x",
    ]
    assert differences(read_messages("a = { $x }\nb = b\n", "xx"), model, optional=["c"]) == []
    (none,) = differences(read_messages("a = a\nb = { $x }\nc = c", "xx"), model)
    assert none == "`b` has $x, and there are only none"


def test_a_comment_of_the_model_offers_further_values():
    model = read_messages("# $who: them. $first: one of them.\na = { $who }\n", "en")
    assert differences(read_messages("a = { $first }", "xx"), model) == []


def test_people_come_in_the_cases_that_the_file_has():
    model = read_messages("a = with { $who }\nperson = a person\n", "en")
    german = "a = bei { $who_dative }\nperson = eine Person\n    .dative = einer Person\n"
    assert differences(read_messages(german, "de"), model) == []
    found = differences(read_messages(german.replace("$who_dative", "$who_genitive"), "de"), model)
    assert found == ["`a` has $who_genitive, and there are only $who"]
    found = differences(read_messages(german.replace("einer Person", "{ $x }"), "de"), model)
    assert found == ["`person.dative` has $x, and there are only none"]


def test_braces_that_are_never_closed_are_refused():
    for text in ("a = " + "{" * 5000, "a = { $x ->\n *[o] " * 300, "a = " + "{ " * 90 + "$x" + " }" * 90):
        with pytest.raises(LanguageError, match="the text has more than 64 open braces; close them"):
            read_messages(text, "en")
