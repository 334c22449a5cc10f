import pytest
from markupsafe import Markup

from cinescribe.errors import LanguageError
from cinescribe.language.messages import page_words, page_words_or_english, read_messages
from cinescribe.language.messages.page_words import PageWords

GERMAN, ENGLISH = page_words("de-AT"), page_words("en")


def words(text, language="en"):
    return PageWords(read_messages(text, language))


def test_values_are_escaped_and_html_stays():
    t = words("says = { $who } says { $what }")
    assert t("says", who="<b>", what=Markup("<i>x</i>")) == Markup("&lt;b&gt; says <i>x</i>")
    assert t.plain("says", who="<b>", what="x") == "<b> says x"


def test_numbers_choose_the_form_and_stand_without_marks_between_thousands():
    assert [GERMAN.plain("count-cues", n=n) for n in (1, 2000)] == ["1 AD-Text", "2000 AD-Texte"]
    assert words("a = { $n } s", "de").plain("a", n=2.25) == "2,2 s"  # as English pages round it


@pytest.mark.parametrize(
    ("value", "digits", "german", "english"),
    [(3.14159, 2, "3,14", "3.14"), (0.5, 0, "0", "0"), (1234.5, 1, "1234,5", "1234.5"), (1.10, None, "1,1", "1.1")],
)
def test_numbers_follow_the_language(value, digits, german, english):
    assert (GERMAN.number(value, digits=digits), ENGLISH.number(value, digits=digits)) == (german, english)


def test_times_follow_the_language():
    assert GERMAN.time(1.8e9) == "15. Januar 2027, 08:00 UTC"
    assert ENGLISH.time(1.8e9) == "15 January 2027, 08:00 UTC"


def test_english_text_is_marked_on_other_pages():
    assert GERMAN.english("<no>") == Markup('<span lang="en">&lt;no&gt;</span>')
    assert ENGLISH.english("<no>") == Markup("&lt;no&gt;")


def test_a_fault_is_a_sentence_and_html_stays():
    assert ENGLISH.fault("no film") == "No film."
    assert GERMAN.fault("why?") == Markup('<span lang="en">Why?</span>')
    assert GERMAN.fault(Markup("<b>x</b>")) == Markup("<b>x</b>")


def test_scripts_get_messages_with_the_names_of_values_in_braces():
    t = words("own-step = { $step } ms\nown-a = A\nother = B")
    assert t.for_script("own-") == {"step": "{step} ms", "a": "A"}


def test_language_and_direction_of_pages_are_given():
    assert (GERMAN.language, GERMAN.direction) == ("de", "ltr")
    assert words("a = b", "ar").direction == "rtl"


def test_a_description_in_another_language_has_english_pages():
    assert [page_words_or_english(tag).language for tag in ("de-CH", "pl", "en-GB")] == ["de", "en", "en"]


def test_a_message_that_is_not_there_or_lacks_a_value_is_named():
    with pytest.raises(LanguageError, match="has no message `nothing`"):
        GERMAN("nothing")
    with pytest.raises(LanguageError, match=r"message `taken`: .*text"):
        GERMAN.plain("taken")
