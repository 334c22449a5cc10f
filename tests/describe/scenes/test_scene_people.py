from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from cinescribe.describe.scenes import scene_people
from cinescribe.describe.scenes.scene_people import analysed_people, faces_of, with_faces, with_wide_shots
from cinescribe.describe.stages import Stages
from cinescribe.features.faces.wide_shots import FoundFaces
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.schema import Face, Film, Shot
from cinescribe.timing import Span
from tests.describe.captioning.test_batches import analysis

LARGE, SMALL = (0.4, 0.2, 0.6, 0.5), (0.45, 0.2, 0.49, 0.27)
COLOURS = {"red": (180, 30, 30), "blue": (30, 30, 180)}


EXTRACTOR: Any = SimpleNamespace(same_distance=0.5)


def found(tracks) -> FoundFaces:
    """Faces of tracks: start second, box, place of the embedding on a line, clothes."""
    each = sorted((start + k / 4, *rest) for start, *rest in tracks for k in range(4))
    faces = tuple(Face(time, box, 1.0, n) for n, (time, box, _, _) in enumerate(each))
    rows = np.zeros((len(each), 4), np.float32)
    rows[:, 0] = [place for _, _, place, _ in each]
    torsos = np.array([np.full((8, 8, 3), COLOURS[colour], np.uint8) for *_, colour in each])
    return FoundFaces(faces, rows, torsos, np.ones(len(each), np.float32), np.zeros((len(each), 2), np.float32))


def analysed(tracks, *, cut: float = 10.0):
    """A film of two shots of one set with these faces."""
    seen = with_faces(analysis(Path("frames")), found(tracks))
    pictures = TimedFeatures(np.arange(40) / 2, np.zeros((40, 190), np.float32))
    return replace(seen, shots=(Shot(Span(0, cut)), Shot(Span(cut, 20))), clip=pictures)


def persons(tracks, *, in_scenes: bool) -> list[str | None]:
    """The person of each track, tracks by their first second."""
    _, faces = analysed_people(analysed(tracks), EXTRACTOR, in_scenes=in_scenes)
    return [next(face.person for face in faces if (face.time, face.box) == tuple(one[:2])) for one in tracks]


def test_a_small_face_joins_the_person_of_its_clothes_in_the_scene():
    tracks = [(1, LARGE, 0.0, "red"), (4, LARGE, 0.8, "blue")]
    assert persons([*tracks, (11, SMALL, 0.42, "red")], in_scenes=True) == ["p1", "p2", "p1"]
    assert persons([*tracks, (11, SMALL, 0.42, "blue")], in_scenes=True) == ["p1", "p2", "p2"]
    assert persons([*tracks, (11, SMALL, 0.42, "red")], in_scenes=False) == ["p1", "p2", "p2"]
    assert persons([*tracks, (11, SMALL, 3.0, "red")], in_scenes=True) == ["p1", "p2", None]


def test_two_small_faces_in_one_picture_are_two_people():
    tracks = [(1, LARGE, 0.0, "red"), (11, SMALL, 0.1, "red"), (11, (0.7, 0.2, 0.74, 0.27), 0.2, "red")]
    assert persons(tracks, in_scenes=True) == ["p1", "p1", None]


def test_ambiguous_small_faces_have_no_person():
    others = [(11, SMALL, 3.0, "blue"), (11, (0.7, 0.2, 0.74, 0.27), 5.0, "blue")]
    assert persons([(1, LARGE, 0.0, "red"), *others], in_scenes=True) == ["p1", None, None]


def test_clothes_are_not_enough_to_join_people():
    assert persons([(1, LARGE, 0.0, "red"), (11, LARGE, 0.8, "red")], in_scenes=True) == ["p1", "p2"]


def test_film_with_only_small_faces_has_people():
    assert persons([(1, SMALL, 0.0, "red"), (11, SMALL, 0.0, "red")], in_scenes=True) == ["p1", "p1"]


def test_wide_shots_are_searched_once_and_kept(tmp_path, monkeypatch):
    calls = []

    def search(film, shots, faces, extractor, *, bodies, progress):
        calls.append(film.path)
        return found([(11, SMALL, 0.5, "red")])

    monkeypatch.setattr(scene_people, "wide_shot_faces", search)
    seen = analysed([(1, LARGE, 0.0, "red")])
    for _ in range(2):
        stages = Stages(tmp_path / "stages", tmp_path / "log.jsonl")
        more = with_wide_shots(
            seen, Film("a.mp4", 20.0), EXTRACTOR, stages=stages, key={"film": "a"}, progress=lambda time: None
        )
        assert [face.time for face in more.faces] == [1, 1.25, 1.5, 1.75, 11, 11.25, 11.5, 11.75]
        assert [face.row for face in more.faces] == list(range(8))
        assert len(more.embeddings) == len(more.torsos) == len(more.torso_shares) == 8
    assert calls == ["a.mp4"]


def test_without_an_extractor_wide_shots_are_not_searched(tmp_path):
    seen = analysed([(1, LARGE, 0.0, "red")])
    stages = Stages(tmp_path / "stages", tmp_path / "log.jsonl")
    assert with_wide_shots(seen, Film("a.mp4", 20.0), None, stages=stages, key={}, progress=lambda time: None) is seen
    assert faces_of(seen).faces == seen.faces
