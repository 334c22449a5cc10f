from pathlib import Path

import pytest

from cinescribe.describe.cast import read_cast, with_cast, write_cast
from cinescribe.errors import CastError
from cinescribe.schema import Face, Person

PEOPLE = tuple(Person(f"p{n}", f"P{n}") for n in range(1, 5))
FACES = tuple(Face(float(n), (0.1, 0.1, 0.2, 0.3), 1.0, n, track=n // 3, person=f"p{n // 3 + 1}") for n in range(12))


def cast_file(folder: Path, text: str) -> Path:
    path = folder / "cast.toml"
    path.write_text(text, encoding="utf-8")
    return path


def applied(folder: Path, text: str) -> tuple[dict[str, str | None], list[str | None]]:
    people, faces = with_cast(PEOPLE, FACES, read_cast(cast_file(folder, text)))
    return {person.label: person.name for person in people}, [face.person for face in faces]


def test_empty_cast_file_changes_nothing(tmp_path: Path) -> None:
    assert with_cast(PEOPLE, FACES, read_cast(cast_file(tmp_path, ""))) == (PEOPLE, FACES)


def test_empty_table_may_name_an_unknown_person(tmp_path: Path) -> None:
    text = '[people.P9]  # 3 faces\n# name = ""\n[people.P1]\nname = "Anna"'
    assert applied(tmp_path, text)[0] == {"P1": "Anna", "P2": None, "P3": None, "P4": None}


def test_who_was_introduced_before_keeps_that(tmp_path: Path) -> None:
    cast = read_cast(cast_file(tmp_path, '[people.P1]\nintroduced = "e01"\n[people.P2]\nname = "Bert"'))
    people, _ = with_cast(PEOPLE, FACES, cast)
    assert [(one.name, one.introduced) for one in people[:2]] == [(None, "e01"), ("Bert", None)]


def test_names_merges_and_splits_are_honoured_together(tmp_path: Path) -> None:
    names, persons = applied(
        tmp_path,
        """
        [people.P1]
        name = "Anna"
        merge = ["P4"]
        [people.P2]
        split = [[3, 4.5]]
        [people.P2b]
        name = "Bert"
        """,
    )
    assert names == {"P1": "Anna", "P2": None, "P2b": "Bert", "P3": None}
    assert persons == ["p1"] * 3 + ["p2b", "p2b", "p2"] + ["p3"] * 3 + ["p1"] * 3


def test_person_without_remaining_faces_is_omitted(tmp_path: Path) -> None:
    names, persons = applied(tmp_path, "[people.P1]\nsplit = [[0, 3]]")
    assert list(names) == ["P1b", "P2", "P3", "P4"]
    assert persons[:3] == ["p1b"] * 3


def test_a_half_split_off_can_be_merged_and_split_again(tmp_path: Path) -> None:
    names, persons = applied(
        tmp_path,
        '[people.P1]\nsplit = [[1, 3]]\n[people.P1b]\nsplit = [[2, 3]]\n[people.P3]\nmerge = ["P1b"]',
    )
    assert list(names) == ["P1", "P1bb", "P2", "P3", "P4"]
    assert persons[:3] == ["p1", "p3", "p1bb"]


def test_merges_follow_each_other(tmp_path: Path) -> None:
    names, persons = applied(tmp_path, '[people.P1]\nmerge = ["P2"]\n[people.P2]\nmerge = ["P3"]')
    assert list(names) == ["P1", "P4"]
    assert set(persons[:9]) == {"p1"}


def test_written_cast_file_lists_all_people_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "cast.toml"
    write_cast(path, PEOPLE, FACES)
    cast = read_cast(path)
    assert list(cast.entries) == ["P1", "P2", "P3", "P4"]
    assert with_cast(PEOPLE, FACES, cast) == (PEOPLE, FACES)
    assert "[people.P2]  # 3 faces, from 3.0 to 5.0 s" in path.read_text()


def test_commented_lines_of_a_written_cast_file_are_valid(tmp_path: Path) -> None:
    path = tmp_path / "cast.toml"
    write_cast(path, PEOPLE[:1], FACES)
    body = path.read_text().split("[people.P1]")[1]
    opened = body.replace('# name = ""', 'name = "Anna"').replace("# merge", "merge").replace("# split", "split")
    cast = read_cast(cast_file(tmp_path, "[people.P1]" + opened))
    assert with_cast(PEOPLE, FACES, cast)[0][0].name == "Anna"


def test_handwritten_cast_is_kept_and_new_people_are_added(tmp_path: Path) -> None:
    mine = '# my notes\n[people.P1]\nname = "Anna"  # the baker\nmerge = ["P4"]\n'
    path = cast_file(tmp_path, mine)
    write_cast(path, PEOPLE, FACES)
    text = path.read_text()
    assert text.startswith(mine)
    assert list(read_cast(path).entries) == ["P1", "P2", "P3"]
    write_cast(path, PEOPLE, FACES)
    assert path.read_text() == text


def test_known_names_are_written(tmp_path: Path) -> None:
    named = (PEOPLE[0].replace(name='Anna "Ann" Müller\\'), PEOPLE[1])
    write_cast(tmp_path / "cast.toml", named, FACES)
    assert with_cast(PEOPLE[:2], FACES[:6], read_cast(tmp_path / "cast.toml"))[0] == named


def test_a_person_without_faces_is_listed_too(tmp_path: Path) -> None:
    write_cast(tmp_path / "cast.toml", PEOPLE[:1], ())
    assert "no face" in (tmp_path / "cast.toml").read_text()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[people.P9]\nname = 'Zoe'", r"names 'P9'; this film has P1, P2, P3, P4"),
        ("[people.P1]\nmerge = ['P7']", r"names 'P7'; this film has"),
        ("[people.P1b]\nname = 'Zoe'", r"names 'P1b'; this film has"),
        ("[people.P1]\nname = Anna", r"not TOML: .*line 2.*; correct that line"),
        ("[people.P1]\nname = 'A'\n[people.P1]\nname = 'B'", r"not TOML: "),
        ("[cast.P1]\nname = 'Anna'", r"has 'cast'; expected only tables \[people.P1\]"),
        ("people = 3", r"has 'people'; expected only tables"),
        ("[people]\nP1 = 'Anna'", r"P1: is 'Anna'; expected a table with name, merge, split, introduced"),
        ("[people.P1]\nnames = 'Anna'", r"P1: unknown key 'names'; choose from name, merge, split, introduced"),
        ("[people.P1]\nname = 3", r"P1: the name is 3; expected a text"),
        ("[people.P1]\nintroduced = 3", r"P1: introduced is 3; expected where the person was introduced"),
        ("[people.P1]\nname = ' '", r"P1: the name is ' '; expected a text"),
        ("[people.P1]\nmerge = 'P2'", r"merge is 'P2'; expected a list of labels"),
        ("[people.P1]\nsplit = 3", r"split is 3; expected a list of spans"),
        ("[people.P1]\nsplit = [[2.0]]", r"split has \[2.0\]; expected two seconds"),
        ("[people.P1]\nsplit = [[2.0, 1.0]]", r"split has \[2.0, 1.0\]; expected two seconds"),
        ("[people.P1]\nsplit = [[50, 60]]", r"splits P1 from 50 to 60 s, but no face of P1 is there"),
        ("[people.P1]\nmerge = ['P2']\n[people.P2]\nmerge = ['P1']", r"merges in a circle: P2 into P1 into P2"),
        ("[people.P1]\nmerge = ['P1']", r"merges in a circle: P1 into P1"),
        ("[people.P1]\nmerge = ['P3']\n[people.P2]\nmerge = ['P3']", r"merges P3 into P1 and into P2; keep one"),
        ("[people.P1]\nname = 'A'\n[people.P2]\nname = 'A'", r"names P1 and P2 'A'; merge them"),
        (
            "[people.P1]\nname = 'A'\nmerge = ['P2']\n[people.P2]\nname = 'B'",
            r"names P2 'B' but merges it into P1; give the name to P1",
        ),
    ],
)
def test_a_wrong_file_is_reported_in_one_line(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(CastError, match=words) as caught:
        applied(tmp_path, text)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(CastError, match="cannot be read"):
        read_cast(tmp_path / "none.toml")


def test_a_file_that_is_not_text_is_reported(tmp_path: Path) -> None:
    (tmp_path / "cast.toml").write_bytes(b"name = \xff\xfe")
    with pytest.raises(CastError, match="is not UTF-8"):
        read_cast(tmp_path / "cast.toml")


def test_a_broken_file_is_never_written_over(tmp_path: Path) -> None:
    path = cast_file(tmp_path, "[people.P1\n")
    with pytest.raises(CastError, match="not TOML"):
        write_cast(path, PEOPLE, FACES)
    assert path.read_text() == "[people.P1\n"
