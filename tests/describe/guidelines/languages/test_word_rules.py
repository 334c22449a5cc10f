import pytest

from cinescribe.describe.guidelines.languages.language_words import RULES_BY_WORDS, WORD_LANGUAGES, language_words
from tests.describe.guidelines.languages.inputs import findings, rules

FAULTY = {
    "de": {
        "we-see": "Wir sehen einen Mann im Garten.",
        "camera": "Die Kamera schwenkt nach links.",
        "sounds": "Ein Geräusch kommt aus dem Keller.",
        "feelings": "Der Mann ist sehr traurig.",
        "motives": "Die Frau denkt an den Garten.",
        "adverbs": "Vermutlich schläft der Hund.",
        "person": "Der Hund bringt uns den Ball.",
    },
    "fr": {
        "we-see": "On voit un homme dans le jardin.",
        "camera": "La caméra suit le chien.",
        "sounds": "Un bruit monte de la cave.",
        "feelings": "L'homme est très triste.",
        "motives": "La femme pense au jardin.",
        "adverbs": "Le chien dort probablement.",
        "person": "Le chien nous apporte la balle.",
    },
    "es": {
        "we-see": "Vemos a un hombre en el jardín.",
        "camera": "La cámara sigue al perro.",
        "sounds": "Un ruido sube del sótano.",
        "feelings": "El hombre está muy triste.",
        "motives": "La mujer piensa en el jardín.",
        "adverbs": "El perro duerme probablemente.",
        "person": "El perro nos trae la pelota.",
    },
    "it": {
        "we-see": "Vediamo un uomo nel giardino.",
        "camera": "La telecamera segue il cane.",
        "sounds": "Un rumore sale dalla cantina.",
        "feelings": "L'uomo è molto triste.",
        "motives": "La donna pensa al giardino.",
        "adverbs": "Il cane probabilmente dorme.",
        "person": "Il cane porta la palla a noi.",
    },
    "pt": {
        "we-see": "Vemos um homem no jardim.",
        "camera": "A câmera segue o cachorro.",
        "sounds": "Um barulho sobe do porão.",
        "feelings": "O homem está muito triste.",
        "motives": "A mulher pensa no jardim.",
        "adverbs": "O cachorro provavelmente dorme.",
        "person": "O cachorro traz a nossa bola.",
    },
    "nl": {
        "we-see": "We zien een man in de tuin.",
        "camera": "De camera volgt de hond.",
        "sounds": "Een geluid komt uit de kelder.",
        "feelings": "De man is erg verdrietig.",
        "motives": "De vrouw denkt aan de tuin.",
        "adverbs": "De hond slaapt waarschijnlijk.",
        "person": "De hond brengt ons de bal.",
    },
    "pl": {
        "we-see": "Widzimy mężczyznę w ogrodzie.",
        "camera": "Kamera pokazuje psa.",
        "sounds": "Hałas dobiega z piwnicy.",
        "feelings": "Mężczyzna jest bardzo smutny.",
        "motives": "Kobieta myśli o ogrodzie.",
        "adverbs": "Pies prawdopodobnie śpi.",
        "person": "Pies przynosi nam piłkę.",
    },
}
CLEAN = {
    "de": (
        "Ein Mann mit Hut geht durch den Garten.",
        "Die Frau lächelt; sie ist glücklich.",
        '"Wir sehen uns", steht da.',
    ),
    "fr": (
        "Un homme en chapeau traverse le jardin.",
        "La femme sourit, elle est heureuse.",
        "Écrit : « On voit tout ».",
    ),
    "es": ("Un hombre con sombrero cruza el jardín.", "La mujer sonríe, está feliz.", "Letrero: «Vemos todo»."),
    "it": ("Un uomo con il cappello attraversa il giardino.", "La donna sorride, è felice.", "Cartello: «Vediamo»."),
    "pt": ("Um homem de chapéu atravessa o jardim.", "A mulher sorri, está feliz.", "Placa: «Vemos tudo»."),
    "nl": ("Een man met hoed loopt door de tuin.", "De vrouw glimlacht; ze is blij.", "Bord: „We zien alles”."),
    "pl": ("Mężczyzna w kapeluszu idzie przez ogród.", "Kobieta się uśmiecha, jest szczęśliwa.", "Napis: „Widzimy”."),
}


def test_every_language_with_lists_is_tested():
    assert {"en", *FAULTY} == set(WORD_LANGUAGES)
    assert FAULTY.keys() == CLEAN.keys()


@pytest.mark.parametrize("language", FAULTY)
def test_each_rule_finds_its_words(language):
    assert {rule: rules(language, text) for rule, text in FAULTY[language].items()} == {
        rule: [rule] for rule in FAULTY[language]
    }


@pytest.mark.parametrize("language", CLEAN)
def test_neutral_descriptions_and_quotations_are_accepted(language):
    assert rules(language, *CLEAN[language]) == []


@pytest.mark.parametrize("language", [name for name in WORD_LANGUAGES if name != "en"])
def test_each_list_has_a_source_and_words(language):
    known = language_words(language)
    assert known is not None
    assert set(known.lists) == set(RULES_BY_WORDS)
    for lists in known.lists.values():
        for one in lists:
            assert len(one.source) > 10
            assert one.words or one.forms
            assert not {*one.words} & {*one.forms}


def test_english_and_unknown_languages_have_no_word_lists():
    assert language_words("en") is None
    assert language_words("fi") is None


def test_finding_quotes_the_words_without_a_mend():
    (found,) = findings("de", "Wir sehen einen Mann im Garten.")
    assert found.text == "names the viewer: 'Wir sehen'"
    assert found.mend is None
    assert "Netflix" in found.source


def test_a_pronoun_of_we_see_is_not_counted_twice():
    assert rules("de", "Wir sehen unseren Hund im Garten.") == ["person", "we-see"]
    (found, _) = findings("de", "Wir sehen unseren Hund im Garten.")
    assert found.text == "first or second person: 'unseren'"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Eine traurige Frau ist im Garten."),
        ("fr", "Une caméra est posée sur la table."),
        ("it", "Un aereo vola tra le nuvole."),
        ("es", "Los niños son altos."),
        ("pt", "O mercado tem frutas."),
        ("nl", "De rit duurt niet lang."),
    ],
)
def test_words_that_share_a_stem_are_distinguished(language, text):
    assert rules(language, text) == []
