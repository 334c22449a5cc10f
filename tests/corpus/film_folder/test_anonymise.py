import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cinescribe.corpus.film_folder.anonymise import (
    Anonymised,
    NamedPerson,
    anonymised,
    film_ids,
    named,
    read_people,
    with_ids,
    with_names,
    with_someone,
    write_people,
)
from cinescribe.language.names.mentions import NameFinder
from cinescribe.language.names.names import people_called
from cinescribe.schema import Clip
from cinescribe.timing import Span

CAST = people_called(("ANNA SMITH", "BEN", "CARL", "DR. LEE"))
FINDER = NameFinder(CAST)
PARTS = ("Anna", "Anna Smith", "Ben", "Mr. Smith", "The Smiths", "P1", "SOMEONE", " and ", ", ", "'s ", ". ")


def clip(n, text, *paraphrases):
    return Clip(f"f_{n:04d}", "f", Span(n, n + 1), text, (), paraphrases)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Anna and Ben walk.", "PEOPLE walk."),
        ("Anna, Ben and Carl run to Dr. Lee.", "PEOPLE run to SOMEONE."),
        ("Anna, Ben, and Carl run.", "PEOPLE run."),
        ("Anna's hat", "SOMEONE's hat"),
        ("Anna's and Ben's hats", "SOMEONE's and SOMEONE's hats"),
        ("Anna and Ben's hat", "PEOPLE's hat"),
        ("Ben hits Anna and Carl runs.", "SOMEONE hits SOMEONE and SOMEONE runs."),
        ("Ben, Anna smiles.", "SOMEONE, SOMEONE smiles."),
        ("Anna and the dog", "SOMEONE and the dog"),
        ("The Smiths and Carl eat.", "PEOPLE eat."),
        ("The Smiths eat.", "PEOPLE eat."),
        ("Nobody walks.", "Nobody walks."),
    ],
)
def test_names_become_someone_and_people(text, wanted):
    assert with_someone(text, FINDER.mentions(text)).text == wanted


def test_ids_are_by_first_mention_and_stay_through_the_film():
    clips = (clip(1, "Ben waits for Anna Smith."), clip(2, "Captain Smith hugs Ben's dog.", "Carl is there."))
    film = anonymised("f", clips, CAST)
    assert [one.text for one in film.clips] == ["P1 waits for P2.", "P2 hugs P1's dog."]
    assert [one.people for one in film.clips] == [("P1", "P2"), ("P2", "P1", "P3")]
    assert film.clips[1].paraphrases == ("P3 is there.",)
    assert film.people == (
        NamedPerson("f", "P1", "Ben", ("Ben",)),
        NamedPerson("f", "P2", "Anna Smith", ("Anna Smith", "Anna", "Smith")),
        NamedPerson("f", "P3", "Carl", ("Carl",)),
    )


def test_people_whom_no_text_mentions_get_no_id():
    assert anonymised("f", (clip(1, "It rains."),), CAST).people == ()


def test_a_clip_without_text_stays_without():
    (only,) = anonymised("f", (clip(1, None, "Ben sits."),), CAST).clips
    assert (only.text, only.paraphrases, only.people) == (None, ("P1 sits.",), ("P1",))


def test_a_family_is_people_among_ids():
    assert (
        with_ids("The Smiths see Ben.", FINDER.mentions("The Smiths see Ben."), {"Ben": "P1"}).text == "PEOPLE see P1."
    )


@settings(max_examples=50)
@given(st.lists(st.one_of(st.sampled_from(PARTS), st.text(max_size=5))).map("".join))
def test_names_come_back_to_the_letter(text):
    mentions = FINDER.mentions(text)
    assert with_names(with_someone(text, mentions)) == text
    assert with_names(with_ids(text, mentions, film_ids([text], FINDER))) == text


def test_an_anonymised_text_survives_the_way_to_a_dict():
    text = "Anna and Ben meet Carl."
    told = with_someone(text, FINDER.mentions(text))
    assert [one.was for one in told.replaced] == ["Anna and Ben", "Carl"]
    assert Anonymised.from_dict(told.to_dict()) == told


def test_ids_become_names():
    people = (NamedPerson("f", "P1", "Ben", ("Ben",)), NamedPerson("f", "P2", "Anna Smith", ("Anna Smith", "Anna")))
    assert named("P2 hugs P1's dog and P3.", people) == "Anna Smith hugs Ben's dog and P3."


def test_people_survive_the_way_to_disk(tmp_path):
    people = (NamedPerson("f", "P1", "Ben", ("Ben", "Benny")),)
    write_people(tmp_path, people)
    assert read_people(tmp_path) == people
