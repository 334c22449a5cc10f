"""People of an analysed film get the names that truth has for them."""

import tomllib
from pathlib import Path

from benchmarks.describer.witness_films import WitnessedFilm, name_cast
from benchmarks.story.learned_guesser import planned_truth
from cinescribe.backlot.plan.truth import FrameSightings, Sighting
from cinescribe.export.folder import CAST, FACES, SCRIPT
from cinescribe.schema import Box, Face, Film, Person, Script
from cinescribe.store import write_record, write_records

LEFT: Box = (0.1, 0.1, 0.2, 0.2)
RIGHT: Box = (0.7, 0.1, 0.8, 0.2)


def test_people_are_named_by_their_faces_and_those_without_a_face_are_not(tmp_path: Path) -> None:
    truth = planned_truth(1, n_clips=10)
    names = {member.id: member.name for member in truth.cast}
    seen = tuple(Sighting(who, box, box) for who, box in (("P1", LEFT), ("P2", RIGHT)))
    film = WitnessedFilm(1, truth, (FrameSightings(1.0, 0, seen),), tmp_path / "a.mp4", tmp_path / "a.srt", tmp_path)
    people = tuple(Person(f"p{n}", f"P{n}") for n in (1, 2, 3, 4))
    write_record(tmp_path / SCRIPT, Script(Film("a.mp4", 2.0), people))
    boxes = {"p1": RIGHT, "p2": LEFT, "p3": RIGHT}  # p4 has only a figure
    write_records(tmp_path / FACES, [Face(1.0, box, 0.9, n, person=who) for n, (who, box) in enumerate(boxes.items())])
    name_cast(film)
    cast = tomllib.loads((tmp_path / CAST).read_text(encoding="utf-8"))["people"]
    assert {label: own["name"] for label, own in cast.items()} == {"P1": names["P2"], "P2": names["P1"]}
    assert cast["P1"]["merge"] == ["P3"]
