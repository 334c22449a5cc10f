import pytest

from cinescribe.errors import LanguageError
from cinescribe.language.identification import is_in_language, knows_language

# One thing that is said of somebody in each of the eight languages.
SAID = {
    "de": "Ben legt die Karte auf den Tisch und steht auf.",
    "en": "Ben puts the card on the table and gets up.",
    "es": "Ben deja la carta sobre la mesa y se levanta.",
    "fr": "Ben pose la carte sur la table et se lève.",
    "it": "Ben posa la carta sul tavolo e si alza.",
    "nl": "Ben legt de kaart op tafel en staat op.",
    "pl": "Ben kładzie kartę na stole i wstaje.",
    "pt": "Ben pousa a carta na mesa e levanta-se.",
}


@pytest.mark.parametrize("tag", SAID)
def test_sentence_is_identified_only_as_its_own_language(tag):
    assert [other for other, text in SAID.items() if is_in_language(text, tag, names={"ben"})] == [tag]


@pytest.mark.parametrize("tag", [tag for tag in SAID if tag != "en"])
def test_half_an_english_sentence_is_found(tag):
    half = " ".join(SAID[tag].split()[:5])
    assert not is_in_language(f"{half} and walks through the door.", tag)


def test_short_sentences_are_identified():
    assert is_in_language("Anna winkt.", "de", names={"anna"})
    assert not is_in_language("Anna waves.", "de", names={"anna"})


VERBS = {
    "de": "umarmt winkt lacht sitzt telefoniert tanzt klatscht rennt stürzt steht weint",
    "es": "saluda baila corre entra llora sonríe",
    "fr": "salue danse court entre pleure sourit",
    "it": "saluta balla corre entra piange sorride",
    "nl": "zwaait danst rent lacht huilt knikt",
    "pl": "macha siada wstaje tańczy biegnie klaszcze upada płacze",
    "pt": "acena dança corre entra chora sorri",
}


@pytest.mark.parametrize("tag", VERBS)
def test_lone_verb_is_english_or_of_the_language(tag):
    assert [verb for verb in VERBS[tag].split() if not is_in_language(f"Anna {verb}.", tag, names={"anna"})] == []
    english = ("waves", "laughs", "sits", "runs", "dances", "enters")
    assert [verb for verb in english if is_in_language(f"Anna {verb}.", tag, names={"anna"})] == []


def test_names_are_of_no_language():
    assert is_in_language("Will Smith", "pl", names={"will", "smith"})
    assert is_in_language("The Shining", "de", names={"the", "shining"})


def test_tags_with_a_region_and_other_scripts_are_known():
    assert is_in_language("Ela abre a porta.", "pt-BR")
    assert is_in_language("彼女はドアを開ける。", "ja")
    assert not is_in_language("She opens the door.", "ja")


def test_undetectable_language_is_accepted():
    assert not knows_language("hsb")
    assert knows_language("de-AT")
    assert is_in_language("Anna wočini durje.", "hsb")


def test_invalid_language_tag_is_refused():
    with pytest.raises(LanguageError, match="unknown language"):
        is_in_language("Anna waves.", "no language")


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("Er steht in der Küche and walks away.", "de"),
        ("Sie nimmt das Buch vom Tisch in the kitchen.", "de"),
        ("Anna opent de deur then sits down.", "nl"),
        ("Hij staat in de keuken with a smile.", "nl"),
    ],
)
def test_english_words_in_a_related_language_are_found(text, tag):
    assert not is_in_language(text, tag)
