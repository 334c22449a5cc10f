from hypothesis import given, settings
from hypothesis import strategies as st

from cinescribe.corpus.film_folder.anonymise import (
    AnonymisedText,
    FilmPerson,
    anonymise_film,
    anonymised_text,
    film_ids,
    restore_names,
    with_full_names,
)
from cinescribe.language.names.mentions import NameFinder
from cinescribe.language.names.names import people_from_cast
from cinescribe.schema import Clip
from cinescribe.timing import Span

CAST = people_from_cast(("ANNA SMITH", "BEN", "CARL", "DR. LEE"))
FINDER = NameFinder(CAST)
PARTS = ("Anna", "Anna Smith", "Ben", "Mr. Smith", "The Smiths", "P1", "SOMEONE", " and ", ", ", "'s ", ". ")


def clip(n, text, *paraphrases):
    return Clip(f"f_{n:04d}", "f", Span(n, n + 1), text, (), paraphrases)


def test_ids_are_by_first_mention_and_stay_through_the_film():
    clips = (clip(1, "Ben waits for Anna Smith."), clip(2, "Captain Smith hugs Ben's dog.", "Carl is there."))
    film = anonymise_film("f", clips, CAST)
    assert [one.text for one in film.clips] == ["P1 waits for P2.", "P2 hugs P1's dog."]
    assert [one.people for one in film.clips] == [("P1", "P2"), ("P2", "P1", "P3")]
    assert film.clips[1].paraphrases == ("P3 is there.",)
    assert film.people == (
        FilmPerson("f", "P1", "Ben", ("Ben",)),
        FilmPerson("f", "P2", "Anna Smith", ("Anna Smith", "Anna", "Smith")),
        FilmPerson("f", "P3", "Carl", ("Carl",)),
    )


def test_unmentioned_people_get_no_id():
    assert anonymise_film("f", (clip(1, "It rains."),), CAST).people == ()


def test_a_clip_without_text_stays_without_text():
    (only,) = anonymise_film("f", (clip(1, None, "Ben sits."),), CAST).clips
    assert (only.text, only.paraphrases, only.people) == (None, ("P1 sits.",), ("P1",))


def test_a_family_is_people_among_ids():
    assert (
        anonymised_text("The Smiths see Ben.", FINDER.mentions("The Smiths see Ben."), {"Ben": "P1"}).text
        == "PEOPLE see P1."
    )


@settings(max_examples=50)
@given(st.lists(st.one_of(st.sampled_from(PARTS), st.text(max_size=5))).map("".join))
def test_restored_texts_are_the_originals(text):
    assert restore_names(anonymised_text(text, FINDER.mentions(text), film_ids([text], FINDER))) == text


def test_an_anonymised_text_survives_a_round_trip():
    text = "Anna and the Smiths meet Carl."
    anonymised = anonymised_text(text, FINDER.mentions(text), film_ids([text], FINDER))
    assert [one.was for one in anonymised.replaced] == ["Anna", "the Smiths", "Carl"]
    assert AnonymisedText.from_dict(anonymised.to_dict()) == anonymised


def test_ids_become_full_names():
    people = (FilmPerson("f", "P1", "Ben", ("Ben",)), FilmPerson("f", "P2", "Anna Smith", ("Anna Smith", "Anna")))
    assert with_full_names("P2 hugs P1's dog and P3.", people) == "Anna Smith hugs Ben's dog and P3."


def test_people_survive_a_round_trip():
    person = FilmPerson("f", "P1", "Ben", ("Ben", "Benny"))
    assert FilmPerson.from_dict(person.to_dict()) == person
