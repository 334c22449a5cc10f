"""Places and things are called by the words of a glossary."""

from cinescribe.describe.captioning.glossary import in_words_of, with_glossary
from cinescribe.schema import Caption

WORDS = (("the bar", "the Blue Note"), ("the bar stool", "Sam's stool"), ("phone", "handset"))


def test_the_longest_words_are_found_first():
    assert in_words_of("The bar is dark. She leans on the bar stool.", WORDS) == (
        "The Blue Note is dark. She leans on Sam's stool."
    )
    assert in_words_of("She phones from the bar.", WORDS) == "She phones from the Blue Note."


def test_what_is_in_the_words_of_the_glossary_stays():
    words = (("the bar", "the bar of Rick"), ("rick", "Richard"), ("note", "memo"), ("the club", "the Blue Note"))
    text = in_words_of("The bar is near the club. Rick reads a note.", words)
    assert text == "The bar of Rick is near the Blue Note. Richard reads a memo."
    assert in_words_of(text, words) == text
    assert in_words_of("The park. A park.", (("the park", "the Park"),)) == "The Park. A park."


def test_words_with_capitals_are_found_as_they_are_written():
    assert in_words_of("A Will; he will.", (("Will", "William"),)) == "A William; he will."
    assert in_words_of("\u0130zmir, izmir.", (("izmir", "Smyrna"),)) == "Smyrna, Smyrna."


def test_every_wording_of_a_caption_is_in_the_words_of_the_glossary():
    caption = Caption("c1", "She enters the bar with a phone.", shorter=("She enters the bar.",), notes=("the bar",))
    (found,) = with_glossary([caption], WORDS)
    assert found == caption.replace(
        text="She enters the Blue Note with a handset.", shorter=("She enters the Blue Note.",)
    )
    assert with_glossary([caption], ()) == [caption]
