from pathlib import Path

import pytest

from benchmarks.film.whole_film import (
    FilmScores,
    PersonWords,
    Share,
    faces_by_scene,
    interval,
    mean_row,
    people_shares,
    person_words,
    script_captions,
    share,
    stated_goal,
)
from cinescribe.backlot.films.shoot import SIZES, shoot
from cinescribe.backlot.plan.truth import FilmTruth, FrameSightings
from cinescribe.export.folder import FEATURES
from cinescribe.schema import Caption
from cinescribe.store import read_records


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> tuple[FilmTruth, list[FrameSightings]]:
    folder = tmp_path_factory.mktemp("films")
    (truth,) = read_records(shoot(folder, films=1, seed=3, size=SIZES["tiny"], height=144).truth, FilmTruth)
    return truth, list(read_records(folder / truth.sightings, FrameSightings))


def test_people_are_mapped_one_to_one() -> None:
    words = PersonWords((("P1", "P2"), ("P1", "P2"), ("P3", "P2"), ("P3", "P1"), ("P3", None), ("P4", "P4")))
    assert words.right == [True, True, False, True, False, True]


def test_words_align_with_the_most_similar_reference() -> None:
    assert person_words("P4 hugs P2.", ["P1 waves.", "P7 hugs P9."]) == [("P4", "P7"), ("P2", "P9")]
    assert person_words("P4 hugs P2.", ["P7 waves."]) == [("P4", "P7"), ("P2", None)]


def test_a_scene_shows_the_faces_that_are_turned_to_the_camera(film: tuple[FilmTruth, list[FrameSightings]]) -> None:
    truth, sightings = film
    faces = faces_by_scene(truth, sightings)
    for frame in sightings:
        scene = next(clip.scene for clip in truth.clips if clip.id == truth.shots[frame.shot].clip)
        assert {one.who for one in frame.seen if one.face} <= faces[scene]
    assert set().union(*faces.values()) - {"extra"} <= {member.id for member in truth.cast}


def test_true_captions_have_all_people_right(film: tuple[FilmTruth, list[FrameSightings]]) -> None:
    truth, sightings = film
    captions = [Caption(clip.id, clip.captions[0].text, ()) for clip in truth.clips]
    right, with_face, n_people = people_shares(captions, truth.clips, faces_by_scene(truth, sightings))
    assert right.value == with_face.value == 1
    assert right.of >= with_face.of > 0
    assert n_people <= len(truth.cast)
    nobody, _, _ = people_shares(captions, truth.clips, {clip.scene: set[str]() for clip in truth.clips})
    assert nobody == right


def test_no_words_have_no_share() -> None:
    assert str(share([])) == "-"
    assert str(share([True, False])) == "50.0% of 2"


def test_the_mean_has_an_interval() -> None:
    shares = [Share(value, 10) for value in (0.5, 0.6, 0.7)]
    scores = [FilmScores(one, one, one, one, one, one, one, edges=one.value, cpu=one.value) for one in shares]
    row = mean_row(scores)
    assert row[:3] == ("mean of 3 films", "60.0 ± 24.8 %", "60.0 ± 24.8 %")  # t of 2 degrees of freedom is 4.303
    assert row[-1] == "0.60 ± 0.25"
    assert interval([1.0]) == "1.00"
    assert interval([]) == "-"


def test_captions_with_pointed_people_come_first(tmp_path: Path) -> None:
    pointed = tmp_path / FEATURES / "person words" / "captions.jsonl"
    assert script_captions(tmp_path) == tmp_path / FEATURES / "captions" / "captions.jsonl"
    pointed.parent.mkdir(parents=True)
    pointed.touch()
    assert script_captions(tmp_path) == pointed


def test_missed_goal_is_marked() -> None:
    assert stated_goal(80, ["80.0 ± 5.4 %", "82.1 %"]) == "≥ 80 %"
    assert stated_goal(80, ["86.1 ± 5.4 %", "78.3 ± 4.6 %"]) == "≥ 80 %, missed in one or more"
    assert stated_goal(80, ["78.3 ± 4.6 %"]) == "≥ 80 %, missed"
