import pytest

from cinescribe.corpus.description.casts import read_casts
from cinescribe.errors import CorpusError
from cinescribe.language.names.names import NamedPerson


def read(folder, name, text):
    (folder / name).write_text(text, encoding="utf-8")
    return read_casts(folder / name)


def test_a_cast_for_each_film(tmp_path):
    casts = read(tmp_path, "c.json", '{"tt1": ["Dix Handley", "Police Sergeant"], "tt2": []}')
    assert casts == {"tt1": (NamedPerson("Dix Handley", ("Dix Handley", "Dix", "Handley")),), "tt2": ()}


def test_cast_without_films_applies_to_all(tmp_path):
    assert read(tmp_path, "c.txt", "Anna Smith, Anna\nBen\n") == {
        "": (NamedPerson("Anna Smith", ("Anna Smith", "Anna")), NamedPerson("Ben", ("Ben",)))
    }


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("c.txt", "# nobody\n", "has no names; expected a person per line"),
        ("c.json", "[]", "expected an object with a list of names for each film"),
        ("c.json", "{}", "expected an object with a list of names for each film"),
        ("c.json", '{"tt1": "Dix"}', "has 'Dix' for the film 'tt1'; expected a list of names"),
        ("c.json", '{"tt1": [1]}', r"has \[1\] for the film 'tt1'; expected a list of names"),
    ],
)
def test_malformed_casts_are_refused(tmp_path, name, text, words):
    with pytest.raises(CorpusError, match=words):
        read(tmp_path, name, text)
