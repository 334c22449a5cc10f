import json
from dataclasses import replace

import numpy as np
import pytest

from cinescribe.describe.scenes.figure_people import figure_owners, with_figures_of
from cinescribe.describe.stages import Stages
from cinescribe.features.timed.timed_features import FigureFeatures
from cinescribe.media.film.probe import probe
from cinescribe.schema import Shot
from cinescribe.timing import Span
from tests.dummies import write_film
from tests.features.clip_sets.test_film_people import BOX, figures, moved, shown
from tests.features.films import film

RED, BLUE = (200, 20, 20), (20, 20, 200)
SHOTS = (Shot(Span(0, 10)), Shot(Span(10, 20)))


def features(face_times, *seen):
    """Faces that are all red, and figures elsewhere: time, place, colour."""
    times, places, colours = zip(*seen, strict=True)
    faces = shown(face_times, [BOX] * len(face_times))
    own = figures(
        [*face_times, *times],
        [*[BOX] * len(face_times), *map(moved, places)],
        colours=[*[RED] * len(face_times), *colours],
    )
    order = np.argsort(own.times, kind="stable")
    own = FigureFeatures(**{name: values[order] for name, values in vars(own).items()})
    return replace(film(seconds=20.0, found=faces), figures=own)


def owners(given, scenes=(0, 0), faces=("p1", "p1")):
    return figure_owners(given, faces, SHOTS, scenes)


def test_figure_belongs_to_the_person_of_similar_appearance_in_the_scene():
    given = features([1.0, 2.0], (11.0, 5, RED), (11.7, 5, RED))
    assert owners(given) == ("p1", "p1", "p1", "p1")


def test_appearance_does_not_link_people_across_scenes():
    given = features([1.0, 2.0], (11.0, 5, RED), (11.7, 5, RED))
    assert owners(given, scenes=(0, 1)) == ("p1", "p1", "figure 1", "figure 1")


def test_different_figure_is_a_new_person_and_a_single_one_ignored():
    given = features([1.0, 2.0], (11.0, 5, BLUE), (11.7, 5, BLUE), (15.0, 9, (20, 200, 20)))
    assert owners(given) == ("p1", "p1", "figure 1", "figure 1", None)


def test_faces_without_person_stay_so():
    given = features([1.0, 2.0], (11.0, 5, RED), (11.7, 5, RED))
    assert owners(given, faces=(None, None)) == (None, None, "figure 1", "figure 1")


@pytest.mark.slow
def test_figures_are_extracted_once_and_kept(tmp_path, monkeypatch):
    path = write_film(tmp_path / "film.mp4")
    stages = Stages(tmp_path / "features", tmp_path / "log.jsonl")

    def extracted():
        return with_figures_of(probe(path), film(), stages=stages, key={"film": "1"}, progress=lambda _: None)

    found = extracted()
    assert found.figures.boxes.shape[1:] == (4,)
    monkeypatch.setattr("cinescribe.describe.scenes.figure_people.read_through", None)
    again = extracted()
    assert all(np.array_equal(values, getattr(again.figures, name)) for name, values in vars(found.figures).items())
    key = json.loads((tmp_path / "features" / "people by figures" / "key.json").read_text())
    assert "bodies" in key["version"]
