from typing import Any

import pytest
import spacy

from cinescribe.errors import ModelError
from cinescribe.language.names.name_search import find_people, people_from_entities, with_found_people
from cinescribe.language.names.names import people_from_cast
from cinescribe.language.parser.parse import shipped_parser
from tests.language.parses import parsed


def names(*texts):
    return {person.name for person in find_people(texts, shipped_parser())}


class Parsed:
    """Parses that were written by hand."""

    name = "by hand"

    def __init__(self, *sentences):
        self._sentences = [parsed(one) for one in sentences]

    def parse(self, texts):
        return [self._sentences]


def test_people_are_found_by_their_use():
    assert names("Anna opens the door.", "Ben's hat falls.", "Clara hugs Walter.") == {"Anna", "Ben", "Clara", "Walter"}


def test_places_and_calendars_are_not_people():
    assert names("Anna lives in Berlin.", "On Monday the Thames is grey.", "They meet in Baker Street.") == {"Anna"}


def test_names_taken_for_nouns_are_found_by_their_verbs():
    sentences = ("Ella/NOUN/nsubj>2 collapses:collapse/VERB+Fin/root ./PUNCT/punct>2",)
    assert [person.name for person in find_people([""], Parsed(*sentences))] == ["Ella"]


def test_common_words_at_the_start_are_not_names():
    assert names("Rain falls.", "Cars pass.", "Somebody waits.", "People dance.") == set()


def test_a_word_used_in_lower_case_too_needs_more_evidence():
    flower = ("He picks a rose.", "Rose smiles.")
    assert "Rose" not in names(*flower)
    assert "Rose" in names(*flower, "Ben kisses Rose.", "He hugs Rose.")


def test_titles_make_names():
    assert names("A man bows to Mr. Ventnor.") == {"Mr. Ventnor"}


def test_forms_of_one_person_are_joined():
    (anna,) = find_people(["Anna Ventnor sits.", "Anna reads.", "Captain Ventnor's hat falls."], shipped_parser())
    assert anna.name == "Anna Ventnor"
    assert set(anna.forms) == {"Anna Ventnor", "Anna", "Ventnor", "Captain Ventnor"}


def test_people_outside_the_cast_are_added():
    cast = people_from_cast(("ANNA SMITH", "BEN"))
    texts = ["Anna Smith waves to Ben.", "Carl opens the door.", "Mrs. Smith sits.", "Dr. Moss reads."]
    everybody = with_found_people(cast, texts, shipped_parser())
    assert everybody[:2] == cast
    assert {person.name for person in everybody[2:]} == {"Carl", "Dr. Moss"}


def test_headlines_are_not_names():
    words = " ".join(f"{word}/PROPN/nsubj>6" for word in ("Orange", "Open", "Dream", "Movie", "Project"))
    assert find_people([""], Parsed(f"{words} opens:open/VERB+Fin/root")) == ()


@pytest.mark.slow
def test_people_come_from_the_entities_of_a_pipeline():
    nlp = spacy.blank("en")
    ruler: Any = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "PERSON", "pattern": "Rose Tyler"}, {"label": "GPE", "pattern": "Paris"}])
    assert [person.name for person in people_from_entities(["Rose Tyler is in Paris."], nlp)] == ["Rose Tyler"]


@pytest.mark.slow
def test_a_pipeline_without_entities_is_refused():
    with pytest.raises(ModelError, match="but no 'ner'; name one that recognises entities"):
        people_from_entities(["Rose sits."], spacy.blank("en"))


def test_a_pipeline_that_is_not_installed_is_named():
    with pytest.raises(ModelError, match="no spaCy pipeline 'en_nowhere' is installed here"):
        people_from_entities(["Rose sits."], "en_nowhere")
