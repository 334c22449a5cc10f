"""Output of `people`, as text and as JSON."""

import importlib
import json

from click.testing import CliRunner

from cinescribe.cli.main import main
from cinescribe.schema import Face, Person

people = importlib.import_module("cinescribe.cli.people")


def run(monkeypatch, persons, faces, *options):
    monkeypatch.setattr(people, "film_people", lambda *_, **__: (persons, faces))
    result = CliRunner().invoke(main, ["people", "film.mp4", *options])
    assert result.exit_code == 0, result.output
    return result.stdout


PERSONS = (Person("p1", "P1"), Person("p1b", "P1b", name="Anna"))
FACES = tuple(
    Face(time, (0.1, 0.1, 0.2, 0.3), 0.9, row, track=0, person="p1b", certainty=0.97)
    for row, time in enumerate([1.0, 2.5])
)


def test_each_person_is_listed_even_without_faces(monkeypatch):
    assert [line.split() for line in run(monkeypatch, PERSONS, FACES).splitlines()] == [
        ["P1", "0", "faces"],
        ["Anna", "2", "faces,", "1.0", "to", "2.5", "s,", "1", "track,", "97%", "certain"],
    ]


def test_least_certain_of_several_tracks_is_printed(monkeypatch):
    faces = (*FACES, Face(7.25, (0.1, 0.1, 0.2, 0.3), 0.9, 2, track=1, person="p1b", certainty=0.625))
    line = run(monkeypatch, PERSONS, faces).splitlines()[1]
    assert line.endswith("3 faces, 1.0 to 7.2 s, 2 tracks, the least certain 62% at 7.2 s")


def test_faces_without_certainty_print_no_certainty(monkeypatch):
    faces = tuple(face.replace(certainty=None) for face in FACES)
    assert run(monkeypatch, PERSONS, faces).splitlines()[1].endswith("2 faces, 1.0 to 2.5 s, 1 track")


def test_no_people_give_one_line(monkeypatch):
    assert run(monkeypatch, (), ()) == "nobody's face was seen\n"


def test_json_is_one_value(monkeypatch):
    value = json.loads(run(monkeypatch, PERSONS, FACES, "--json"))
    assert value["people"][1] == {"id": "p1b", "label": "P1b", "name": "Anna"}
    where = {"time": 1.0, "box": [0.1, 0.1, 0.2, 0.3]}
    assert value["faces"][0] == {**where, "track": 0, "person": "p1b", "certainty": 0.97}
