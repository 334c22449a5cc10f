import pytest

from cinescribe.errors import CastError
from cinescribe.language.names.mentions import NameFinder
from cinescribe.language.names.names import NamedPerson, people_from_cast, read_names


def called(*names):
    return {person.name: person.forms for person in people_from_cast(names)}


def test_each_line_is_a_person(tmp_path):
    path = tmp_path / "names.txt"
    path.write_text("# who is who\nAnna Smith, Anna,  Miss   Smith\n\nBen # her brother\n")
    assert read_names(path) == (
        NamedPerson("Anna Smith", ("Anna Smith", "Anna", "Miss Smith")),
        NamedPerson("Ben", ("Ben",)),
    )


def test_a_form_of_two_people_is_refused_with_its_line(tmp_path):
    path = tmp_path / "names.txt"
    path.write_text("Anna Smith, Smith\n\nBen Smith, Smith\n")
    with pytest.raises(CastError, match="line 3: 'Smith' is a form of line 1 already; give it to one person"):
        read_names(path)


def test_a_form_in_another_case_is_refused_too(tmp_path):
    path = tmp_path / "names.txt"
    path.write_text("Mr. Smith\nmr  smith\n")
    with pytest.raises(CastError, match="line 2: 'mr smith' is a form of line 1 already"):
        read_names(path)


def test_a_line_without_a_name_is_refused(tmp_path):
    path = tmp_path / "names.txt"
    path.write_text("Ben, 42\n")
    with pytest.raises(CastError, match="line 1: found 'Ben, 42'; expected names with commas between"):
        read_names(path)


def test_a_named_person_round_trip():
    person = NamedPerson("Ben", ("Ben", "Benny"))
    assert NamedPerson.from_dict(person.to_dict()) == person


def test_full_first_and_last_names_are_one_person():
    assert called("ANNA SMITH", "ANNA (V.O.)", "SMITH", "CAPTAIN SMITH", "Anna Smith (CONT'D)") == {
        "Anna Smith": ("Anna Smith", "Anna", "Smith", "Captain Smith")
    }


def test_article_in_a_name_is_not_a_form():
    assert called("la doctora Lee", "Anna Smith") == {
        "la doctora Lee": ("la doctora Lee", "Lee"),
        "Anna Smith": ("Anna Smith", "Anna", "Smith"),
    }


def test_shared_name_belongs_to_no_single_person():
    assert called("JOHN LEE", "MARY LEE", "LEE") == {
        "John Lee": ("John Lee", "John"),
        "Mary Lee": ("Mary Lee", "Mary"),
        "Lee": ("Lee",),
    }


def test_a_family_title_keeps_people_apart():
    assert called("ANNA SMITH", "MR. SMITH") == {
        "Anna Smith": ("Anna Smith", "Anna", "Smith"),
        "Mr. Smith": ("Mr. Smith",),
    }


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        (("MR. SMITH", "MR SMITH"), {"Mr. Smith": ("Mr. Smith",)}),
        (("DeVito", "DEVITO"), {"DeVito": ("DeVito",)}),
        (("Al DeVito", "BO DEVITO"), {"Al DeVito": ("Al DeVito", "Al"), "Bo Devito": ("Bo Devito", "Bo")}),
        (("Al DeVito", "DEVITO"), {"Al DeVito": ("Al DeVito", "Al", "DeVito", "Devito")}),
    ],
)
def test_names_differing_in_capitals_or_full_stops_are_merged(names, wanted):
    assert called(*names) == wanted
    NameFinder(people_from_cast(names))  # it refuses people who share a form


def test_roles_are_not_names():
    assert called("GUARD #2", "OLD WOMAN", "THE VOICE", "WAITER", "MAN IN HAT", "#3", "", "SOMEBODY") == {}
    assert called("NURSE RATCHED", "OFFICER KIM") == {
        "Nurse Ratched": ("Nurse Ratched",),
        "Officer Kim": ("Officer Kim",),
    }


def test_names_in_capitals_are_written_normally():
    assert list(called("O'BRIEN", "MCCOY", "JEAN-LUC", "J.J.", "McAvoy")) == [
        "O'Brien",
        "McCoy",
        "Jean-Luc",
        "J.J.",
        "McAvoy",
    ]
