import pytest

from cinescribe.corpus.questions.caption_act import Subject
from cinescribe.corpus.questions.phrases import phrase_of

P1 = Subject("P1", "P1", ("P1",), is_plural=False, is_name=True)
MAN = Subject("the old man", None, ("man",), is_plural=False, is_name=False)


def phrase(text, aspect, subject=P1):
    found = phrase_of(text, aspect, subject)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "answer", "statement"),
    [
        ("P1 wants to rest.", "to rest", "rest"),
        ("to rest", "to rest", "rest"),
        ("rest", "to rest", "rest"),
        ("PersonX wants to rest", "to rest", "rest"),
        ("P1 wants to give P2 the book.", "to give PersonY the book", "give PersonY the book"),
        ("P1 wanted P2's help", "PersonY's help", "have PersonY's help"),
        ("money", "money", "have money"),
        ("P1 is bored.", "is bored", "be bored"),
    ],
)
def test_intentions_are_phrased_as_answer_and_statement(text, answer, statement):
    found = phrase(text, "intention")
    assert (found.answer, found.statement) == (answer, statement)


@pytest.mark.parametrize(
    ("text", "answer", "statement", "feeling"),
    [
        ("P1 gets tired.", "gets tired", "get tired", "tired"),
        ("gets tired", "gets tired", "get tired", "tired"),
        ("proud", "proud", "feel proud", "proud"),
        ("P1 is no longer thirsty.", "is no longer thirsty", "be no longer thirsty", "no longer thirsty"),
        ("P1 gets noticed.", "gets noticed", "get noticed", None),
        ("P1 gets home.", "gets home", "get home", None),
        ("P1 feels the weight.", "feels the weight", "feel the weight", None),
        ("P1 now holds the cup.", "now holds the cup", "now hold the cup", None),
        ("PersonX will sleep", "sleeps", "sleep", None),
        ("P1 does not sleep.", "not sleep", "not sleep", None),
        ("has fun", "has fun", "have fun", None),
        ("GETS BENEFITS", "gets benefits", "get benefits", None),
    ],
)
def test_effects_on_the_person(text, answer, statement, feeling):
    found = phrase(text, "effect")
    assert (found.answer, found.statement, found.feeling, found.is_clause) == (answer, statement, feeling, False)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("P2 thanks P1.", "PersonY thanks PersonX"),
        ("P1 and P2 are acquainted.", "PersonX and PersonY are acquainted"),
        ("P1's legs get a rest.", "PersonX's legs get a rest"),
        ("The way is free.", "the way is free"),
        ("P3 sees P2, P4 sees P3.", "PersonY sees PersonZ, PersonZ sees PersonY"),
        ("others", "others"),
        ("now", "now"),
    ],
)
def test_effects_on_others_are_clauses(text, answer):
    found = phrase(text, "effect")
    assert (found.answer, found.statement, found.is_clause) == (answer, answer, True)


@pytest.mark.parametrize(
    ("text", "answer", "statement"),
    [
        ("P1 is tired.", "tired", "tired"),
        ("tired", "tired", "tired"),
        ("PersonX is seen as brave", "brave", "brave"),
        ("P1 is in a hurry.", "in a hurry", "in a hurry"),
        ("musician", "musician", "a musician"),
        ("expert", "expert", "expert"),
    ],
)
def test_attributes_are_phrased_as_answer_and_statement(text, answer, statement):
    found = phrase(text, "attribute")
    assert (found.answer, found.statement) == (answer, statement)


def test_the_subject_of_a_sentence_may_be_the_captions_noun():
    assert phrase("The man is kind.", "attribute", MAN).answer == "kind"
    assert phrase("the man wants to sing", "intention", MAN).answer == "to sing"
    assert phrase("He gets applause.", "effect", MAN).answer == "gets applause"
    assert phrase("The crowd claps.", "effect", MAN).is_clause


def test_statement_is_phrased_about_the_subject():
    assert phrase("P1's legs get a rest.", "effect").about(MAN) == "the old man's legs get a rest"
    assert phrase("P1 wants to help P2.", "intention").about(MAN) == "help somebody"


@pytest.mark.parametrize("text", ["", " . "])
def test_empty_phrase_is_dropped(text):
    assert phrase_of(text, "effect", None) is None
