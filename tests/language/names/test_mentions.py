import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cinescribe.errors import CastError
from cinescribe.language.names.mentions import NameFinder
from cinescribe.language.names.names import NamedPerson, people_from_cast

CAST = people_from_cast(
    (
        "ANNA SMITH",
        "BEN",
        "CARL",
        "DR. LEE",
        "WILL",
        "ROSE",
        "HOPE",
        "PARIS",
        "FLORENCE",
        "MAY",
        "APRIL",
        "MARK",
        "GRANT",
    )
)
FINDER = NameFinder(CAST)

# Names that count stand in square brackets.
SENTENCES = """[Anna] and [Ben] walk.
[Anna]'s hat falls.
[Captain Anna Smith] nods to [Dr Lee] and [Dr. Lee].
[Mr. Smith] waits.
[The Smiths] wave.
[ANNA] enters. [WILL] waves.
Ben-like and Annas.
[Will] opens the door.
Will [Anna] open it?
The will lies on the desk.
[Will] slowly turns.
[Will], smiling, waves.
[Rose] smiles at [Hope].
Rose petals fall.
A Rose falls.
[Ben] waits. Rose petals fall.
[Mark] looks up.
Mark the spot.
[Grant]'s hat falls.
Grant Street is empty.
[Ben] lives in Paris.
[Ben] kisses [Paris] in May.
He flies to Florence.
He walks up to [Florence].
The light in [Paris]'s eyes.
[Ben] walks in. [Paris] stands up.
The lights of Paris shine.
[May] smiles in April at [April].
May 5, 1944.
[Rose] and [Hope] sit.
[Anna  Smith] sits."""


@pytest.mark.parametrize("marked", SENTENCES.split("\n"))
def test_names_are_distinguished_from_places_months_and_words(marked):
    text = re.sub(r"[\[\]]", "", marked)
    found = [text[one.start : one.end] for one in FINDER.mentions(text)]
    assert found == re.findall(r"\[([^\]]*)\]", marked)


def test_every_form_means_its_person():
    text = "Anna Smith meets Captain Smith, Mr. Smith and Anna."
    assert {one.name for one in FINDER.mentions(text)} == {"Anna Smith"}


def test_an_explicit_title_is_another_person():
    finder = NameFinder(people_from_cast(("ANNA SMITH", "MR. SMITH")))
    assert [one.name for one in finder.mentions("Mr Smith hugs Anna, and Smith smiles.")] == [
        "Mr. Smith",
        "Anna Smith",
        "Anna Smith",
    ]


def test_a_family_is_no_single_person():
    assert [one.name for one in FINDER.mentions("The Smiths eat.")] == [None]


def test_lower_case_names_match_unless_they_are_words():
    text = "anna and ben run while will and rose wait in paris"
    assert [text[one.start : one.end] for one in FINDER.mentions(text)] == ["anna", "ben"]


def test_lower_case_names_beside_capitals_do_not_match():
    assert FINDER.mentions("The ben nevis of Scotland.") == ()


def test_finder_without_people_finds_no_mention():
    assert NameFinder(()).mentions("Anna sits.") == ()


def test_a_form_of_two_people_is_refused():
    with pytest.raises(CastError, match="'smith' is a form of 'Anna' and of 'Ben'; give it to one person"):
        NameFinder((NamedPerson("Anna", ("Anna", "Smith")), NamedPerson("Ben", ("Ben", "smith"))))


@given(st.lists(st.sampled_from(["Anna", "Ben", "will", "Will", ",", ".", "and", "the", "Smiths", "'s", "in", " "])))
def test_mentions_are_in_order_without_overlap(parts):
    text = " ".join(parts)
    at = 0
    for one in FINDER.mentions(text):
        assert at <= one.start < one.end
        at = one.end
