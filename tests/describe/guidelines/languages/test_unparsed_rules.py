import pytest

from cinescribe.describe.guidelines.guidelines import read_guidelines
from cinescribe.describe.guidelines.lint import lint_script
from cinescribe.schema import Cue
from cinescribe.timing import Span
from tests.describe.guidelines.languages.inputs import findings, rules, script_in

LANGUAGES = ("de", "fr", "es", "it", "pt", "nl", "pl")
INTRODUCED = {
    "de": "Anna, eine Frau im roten Mantel, öffnet die Tür.",
    "fr": "Anna, une femme en manteau rouge, ouvre la porte.",
    "es": "Anna, una mujer de abrigo rojo, abre la puerta.",
    "it": "Anna, una donna in cappotto rosso, apre la porta.",
    "pt": "Anna, uma mulher de casaco vermelho, abre a porta.",
    "nl": "Anna, een vrouw in een rode jas, opent de deur.",
    "pl": "Anna, kobieta w czerwonym płaszczu, otwiera drzwi.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_introduced_have_one_spelling_and_no_number(language):
    assert rules(language, INTRODUCED[language], people=("Anna",)) == []
    bare = INTRODUCED[language].split(",")[0] + INTRODUCED[language].split(",")[2]
    assert rules(language, bare, people=("Anna",)) == ["name-before-introduction"]
    slip = findings(language, INTRODUCED[language], bare.replace("Anna", "Amna"), people=("Anna",))
    assert [(one.rule, one.mend) for one in slip] == [("name-drift", bare)]
    assert rules(language, bare.replace("Anna", "P3")) == ["raw-label"]


def test_labels_have_names_in_the_language():
    assert rules("de", "Sprecher 2 geht.", "Eine unbekannte Person winkt.") == ["raw-label", "raw-label"]
    assert rules("pl", "Osoba 3 idzie.") == ["raw-label"]
    assert rules("de", "Zwei Personen gehen.") == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Die junge Anna winkt."),
        ("de", "Kommissarin Anna winkt."),
        ("fr", "La jeune Anna fait signe."),
        ("es", "Un anciano de barba, Anna, saluda."),
        ("nl", "De oude Anna zwaait."),
    ],
)
def test_words_before_a_name_introduce_it(language, text):
    assert "name-before-introduction" not in rules(language, text, people=("Anna",))


def test_inflected_names_are_not_misspellings():
    first = INTRODUCED["pl"]
    assert rules("pl", first, "Pies widzi Annę.", "Kot podchodzi do Anny.", people=("Anna",)) == []
    assert rules("de", INTRODUCED["de"], "Annas Hand zittert.", people=("Anna",)) == []


def test_nouns_with_capitals_are_no_slips_of_names():
    texts = ("Der junge Hans geht in das Haus.", "Er hebt die Hand.", "Seine Hand zittert.")
    assert rules("de", *texts, people=("Hans",)) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Als KI-Modell sehe ich das nicht."),
        ("fr", "Voici la description de la scène."),
        ("es", "Aquí está la descripción de la escena."),
        ("it", "Ecco la descrizione della scena."),
        ("pt", "Aqui está a descrição da cena."),
        ("nl", "Hier is de beschrijving van de scène."),
        ("pl", "Oto opis sceny."),
        ("de", "I'm sorry, I can't describe the image."),
        ("ja", "I can't see the image."),
        ("de", "<think>Ein Mann geht."),
    ],
)
def test_leftovers_of_models_are_found(language, text):
    assert "leftovers" in rules(language, text)


@pytest.mark.parametrize(
    ("language", "text", "why"),
    [
        ("de", "Ein Mann geht in die", "it ends in 'die'"),
        ("fr", "Un homme entre dans", "it ends in 'dans'"),
        ("es", "Un hombre entra en la", "it ends in 'la'"),
        ("it", "Un uomo entra nella", "it ends in 'nella'"),
        ("pt", "Um homem entra na", "it ends in 'na'"),
        ("nl", "Een man loopt door de", "it ends in 'de'"),
        ("pl", "Mężczyzna wchodzi do domu i", "it ends in 'i'"),
        ("fi", "Mies kävelee puis-", "it ends within the word 'puis-'"),
    ],
)
def test_half_sentences_are_found(language, text, why):
    found = [one for one in findings(language, text, "Hm.") if one.rule == "unfinished"]
    assert [one.text for one in found] == [f"half a sentence: {why}"]


def test_a_cue_without_an_end_among_others_is_half_a_sentence():
    ended = [f"Mies numero {n} kävelee talon ohi." for n in range(12)]
    found = findings("fi", *ended, "Koira juoksee pihan poikki nopeasti")
    assert [one.text for one in found if one.rule == "unfinished"] == [
        "half a sentence: it has no end after 'nopeasti'"
    ]
    assert not [one for one in findings("fi", *ended, "Kaksi vuotta") if one.rule == "unfinished"]
    assert not [one for one in findings("fi", *ended, "- -") if one.rule == "unfinished"]


@pytest.mark.parametrize(
    ("language", "first", "again"),
    [
        ("de", "Ein Mann trägt einen roten Hut.", "Ein Mann trägt einen roten Hut."),
        ("pl", "Kobieta w czerwonym płaszczu otwiera drzwi.", "Kobieta otwiera drzwi w czerwonym płaszczu."),
        ("fi", "Mies avaa punaisen oven.", "Mies avaa punaisen oven."),
        ("ja", "男が赤いドアを開ける。", "男が赤いドアを開ける。"),
        ("ar", "رجل يفتح بابا أحمر كبيرا.", "رجل يفتح بابا أحمر كبيرا."),
    ],
)
def test_repetition_is_found_in_every_language(language, first, again):
    assert rules(language, first, again) == ["repetition"]


@pytest.mark.parametrize(
    ("language", "text", "seconds", "says"),
    [
        ("de", "eins zwei drei vier fünf", 1.9, "5 words in 1.90 s: 2.63 words a second; at most 2.51 a second"),
        ("pl", "raz dwa trzy cztery pięć", 2.0, "5 words in 2.00 s: 2.50 words a second; at most 2.33 a second"),
        ("ja", "男が赤いドアを開ける", 1.9, "10 characters in 1.90 s: 5.26 characters a second; at most 5.01 a second"),
        ("fi", "yksi kaksi kolme neljä", 1.7, "4 words in 1.70 s: 2.35 words a second; at most 2.26 a second"),
    ],
)
def test_speaking_rate_limit_is_that_of_the_language(language, text, seconds, says):
    script = script_in(language).replace(cues=(Cue(Span(0, seconds), text),))
    found = [one.text for one in lint_script(script, read_guidelines("dcmp")) if one.rule == "rate"]
    assert found == [says]
    slow = script.replace(cues=(Cue(Span(0, seconds + 0.4), text),))
    assert "rate" not in [one.rule for one in lint_script(slow, read_guidelines("dcmp"))]


def test_guidelines_of_the_language_have_its_own_number():
    script = script_in("de").replace(cues=(Cue(Span(0, 1.9), "eins zwei drei vier fünf."),))
    (found,) = [one for one in lint_script(script, read_guidelines("ard")) if one.rule == "rate"]
    assert found.text.endswith("at most 2.5 a second")


@pytest.mark.parametrize(
    ("language", "credits"), [("de", "Der Abspann:"), ("fr", "Générique :"), ("pl", "Napisy końcowe:")]
)
def test_text_after_credits_is_screen_text(language, credits):
    assert rules(language, credits, "Wir Widzimy On voit", "Wir sehen On voit Widzimy") == []
