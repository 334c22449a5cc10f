from collections.abc import Sequence
from importlib import import_module

import pytest

from cinescribe.describe.guidelines.guidelines import read_guidelines
from cinescribe.language.tokens.parsed_sentence import Sentence, Word
from tests.describe.guidelines.languages.inputs import findings, script_in

module = import_module("cinescribe.describe.guidelines.lint")  # its package has a function of this name
PRESENT = "Mood=Ind|Person=3|Tense=Pres|VerbForm=Fin"
PAST = PRESENT.replace("Pres", "Past")


def word(text, pos="NOUN", features="", head=0, dep="nsubj", lemma=""):  # noqa: PLR0917  a row of a treebank
    return Word(text, lemma or text.lower(), pos, features, head, dep)


SENTENCES = {
    "Anna lachte.": (word("Anna", head=1), word("lachte", "VERB", PAST, 1, "root")),
    "Anna lacht.": (word("Anna", head=1), word("lacht", "VERB", PRESENT, 1, "root")),
    "Elle ouvrira.": (word("Elle", head=1), word("ouvrira", "VERB", PRESENT.replace("Pres", "Fut"), 1, "root")),
    "Elle mangeait.": (word("Elle", head=1), word("mangeait", "VERB", PRESENT.replace("Pres", "Imp"), 1, "root")),
    # An auxiliary below its verb, as in Universal Dependencies, and above it, as in TIGER.
    "Elle a mangé.": (
        word("Elle", head=2),
        word("a", "AUX", PRESENT, 2, "aux:tense", "avoir"),
        word("mangé", "VERB", "Tense=Past|VerbForm=Part", 2, "root"),
    ),
    "Anna hat gelacht.": (
        word("Anna", head=1, dep="sb"),
        word("hat", "AUX", PRESENT, 1, "root", "haben"),
        word("gelacht", "VERB", "VerbForm=Part", 1, "oc"),
    ),
    "Anna wird lachen.": (
        word("Anna", head=1, dep="sb"),
        word("wird", "AUX", PRESENT, 1, "root", "werden"),
        word("lachen", "VERB", "VerbForm=Inf", 1, "oc"),
    ),
    "Anna wird gerufen.": (
        word("Anna", head=1, dep="sb"),
        word("wird", "AUX", PRESENT, 1, "root", "werden"),
        word("gerufen", "VERB", "VerbForm=Part", 1, "oc"),
    ),
    "Anna hat einen Hut.": (
        word("Anna", head=1, dep="sb"),
        word("hat", "AUX", PRESENT, 1, "root", "haben"),
        word("Hut", head=1, dep="oa"),
    ),
    # The past of a relative clause, and a wish.
    "Anna sieht ihn, der schlief.": (
        word("Anna", head=1, dep="sb"),
        word("sieht", "VERB", PRESENT, 1, "root"),
        word("ihn", "PRON", "", 1, "oa"),
        word("schlief", "VERB", PAST, 2, "rc"),
    ),
    "Sie steht und rief.": (
        word("Sie", "PRON", head=1, dep="sb"),
        word("steht", "VERB", PRESENT, 1, "root"),
        word("rief", "VERB", PAST, 1, "cj"),
    ),
    # Mistakes of a small pipeline: the present tense as past, a noun as a verb.
    "Ils battent.": (word("Ils", "PRON", head=1), word("battent", "VERB", PAST, 1, "root")),
    "Des shirts.": (word("shirts", "VERB", "Mood=Ind|Person=1|VerbForm=Fin", 0, "root"),),
    "Idę.": (word("Idę", "VERB", "Mood=Ind|Person=1|Tense=Pres|VerbForm=Fin", 0, "root"),),
    "Idź.": (word("Idź", "VERB", "Mood=Imp|Person=2|VerbForm=Fin", 0, "root"),),
    "Ich lache.": (word("Ich", "PRON", "Person=1", 1, "sb"), word("lache", "VERB", "Person=1|VerbForm=Fin", 1, "root")),
}


class StandIn:
    """A parser of the sentences above."""

    name = "stand-in"

    def parse(self, texts: Sequence[str]) -> list[list[Sentence]]:
        return [[SENTENCES[text]] for text in texts]


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr(module, "installed_parser", lambda _: StandIn())


def told(language, text):
    return [(one.rule, one.text) for one in findings(language, text) if one.rule in ("tense", "person")]


@pytest.mark.parametrize(
    ("language", "text", "says"),
    [
        ("de", "Anna lachte.", "past tense: 'lachte'"),
        ("fr", "Elle ouvrira.", "future tense: 'ouvrira'"),
        ("fr", "Elle mangeait.", "past tense: 'mangeait'"),
        ("fr", "Elle a mangé.", "past tense: 'a'"),
        ("de", "Anna hat gelacht.", "past tense: 'hat'"),
        ("de", "Anna wird lachen.", "future tense: 'wird'"),
        ("de", "Sie steht und rief.", "past tense: 'rief'"),
    ],
)
def test_main_clauses_in_another_tense_are_found(language, text, says):
    assert told(language, text) == [("tense", says)]


@pytest.mark.parametrize(
    "text", ["Anna lacht.", "Anna wird gerufen.", "Anna hat einen Hut.", "Anna sieht ihn, der schlief.", "Idź."]
)
def test_present_tense_and_other_clauses_are_accepted(text):
    assert told("de", text) == []


def test_verb_form_gives_the_person_without_a_pronoun():
    assert told("pl", "Idę.") == [("person", "first or second person: 'Idę'")]
    assert told("de", "Ich lache.") == [("person", "first or second person: 'Ich'")]


def test_pipeline_mistakes_are_caught_by_endings_and_pronouns():
    assert told("fr", "Ils battent.") == []
    assert told("es", "Ils battent.") == [("tense", "past tense: 'battent'")]
    assert told("fr", "Des shirts.") == []
    assert told("it", "Des shirts.") == [("person", "first or second person: 'shirts'")]


def test_language_with_a_parser_has_no_unchecked_note():
    found = module.lint_script(script_in("de", "Anna lacht."), read_guidelines("ard"))
    assert "unchecked" not in [one.rule for one in found]
