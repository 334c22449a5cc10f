import pytest

from cinescribe.generate.narration.controls import MARKS, Controls
from cinescribe.generate.narration.language.sample_texts import sample_texts
from cinescribe.generate.narration.language.statement_words import EnglishWords, WordedFacts, english_samples
from cinescribe.generate.narration.moments import Role
from cinescribe.generate.narration.viewing import Fact
from cinescribe.generate.narration.wording import Candidate
from cinescribe.language.identification.sentence_language import is_in_language
from tests.generate.narration.test_controls import film
from tests.generate.narration.test_narrate import DEEDS, Apart

ANNA, BEN = Role("p1", "Anna", "Anna", "Anna", ("Annas",)), Role("p2", "Ben", "Ben", "Ben", ("Bens",))
RED = Role("p3", "the person in red", "eine Person in Rot", "die Person in Rot", ("der Person in Rot",))
ROLES = (ANNA, BEN, RED)
GERMAN = dict(
    zip(
        (f"Anna {does}" for does in DEEDS),
        (
            "Anna öffnet eine Tür.",
            "Anna liest einen Brief.",
            "Anna trinkt Tee.",
            "Anna steigt auf eine Leiter.",
            "Anna bindet einen Schuh.",
            "Anna schält einen Apfel.",
        ),
        strict=True,
    )
)
WORDS = WordedFacts(
    {**GERMAN, "Ben's hand trembles": "Bens Hand zittert.", "the person in red sits": "Die Person in Rot sitzt."},
    ROLES,
    "de",
)


def test_fact_uses_its_translated_words():
    assert WORDS.sentence(Fact("Anna", "drinks tea")) == "Anna trinkt Tee."
    assert WORDS.sentence(Fact("Anna", "sleeps")) is None


@pytest.mark.parametrize(
    ("fact", "subject", "wanted"),
    [
        (Fact("Anna", "drinks tea"), "Ben", "Ben trinkt Tee."),
        (Fact("Anna", "drinks tea"), "anna", "Anna trinkt Tee."),
        (Fact("Anna", "drinks tea"), "the person in red", "Die Person in Rot trinkt Tee."),
        (Fact("the person in red", "sits"), "Anna", "Anna sitzt."),
        (Fact("Anna", "drinks tea"), "a woman", None),  # nobody says how the language calls her
        (Fact("", "Ben's hand trembles"), "Anna", None),
        (Fact("Anna", "sleeps"), "Ben", None),
    ],
)
def test_control_subject_is_substituted_in_the_nominative(fact, subject, wanted):
    assert WORDS.sentence(fact, subject=subject) == wanted


def test_a_name_with_an_ending_is_not_replaced():
    words = WordedFacts({"Ben trembles": "Bens Hand zittert."}, ROLES, "de")
    assert words.sentence(Fact("Ben", "trembles"), subject="Anna") is None


def test_english_facts_are_used_unchanged():
    words = EnglishWords()
    assert words.sentence(Fact("a man", "sits.")) == "A man sits."
    assert words.sentence(Fact("Anna", "sits"), subject="Ben") == "Ben sits."
    assert words.square("orange").startswith("An orange square")


def test_every_statement_of_a_check_is_in_the_language():
    views = film(12)
    controls = Controls(views, {}, ROLES, Apart(), WORDS)
    for n, view in enumerate(views):
        found = controls.check(n, [Candidate(GERMAN[view.facts[0].text], (0,))])
        assert len({one.kind for one in found.statements}) >= 3
        assert [one.text for one in found.statements if not is_in_language(one.text, "de", names={"anna", "ben"})] == []


def test_only_languages_without_samples_need_translated_ones():
    assert english_samples("de") == ()
    assert set(english_samples("sv")) == {*sample_texts("en").stock, *sample_texts("en").squares.values()}


def test_untranslated_language_uses_samples_from_the_model():
    first, *_ = sample_texts("en").stock
    english = sample_texts("en").squares["pink"]
    words = WordedFacts({first: "En pingvin glider.", english: "En rosa fyrkant syns."}, ROLES, "sv")
    assert words.stock == ("En pingvin glider.",)
    assert words.square("pink") == "En rosa fyrkant syns."
    assert words.square("cyan") == sample_texts("en").squares["cyan"]
    assert set(MARKS) == set(sample_texts("en").squares)
