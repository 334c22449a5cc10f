from dataclasses import replace

import numpy as np
import pytest

from cinescribe.features.clip_sets.film_people import NO_TRACK, figure_tracks, film_appearance, people_of_features
from cinescribe.features.clothing.appearance import LOOK_HEIGHT, LOOK_WIDTH
from cinescribe.features.encoders.appearance_net import shipped_appearance_net
from cinescribe.features.timed.timed_features import FigureFeatures
from tests.features.films import faces, film

BOX = (0.2, 0.1, 0.3, 0.3)


def moved(across, down=0.0, *, sides=1.0):
    """A box of `sides` times the size of `BOX`, whose middle is moved by so many of its own sides."""
    x, y = (BOX[0] + BOX[2]) / 2, (BOX[1] + BOX[3]) / 2
    wide, tall = (BOX[2] - BOX[0]) * sides, (BOX[3] - BOX[1]) * sides
    x, y = x + across * (BOX[2] - BOX[0]), y + down * (BOX[3] - BOX[1])
    return (x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2)


def figures(times, boxes, *, colours=None):
    """Figures that are women, each in one colour."""
    n = len(times)
    colours = np.full((n, 3), 99) if colours is None else np.array(colours)
    return FigureFeatures(
        np.array(times, np.float64),
        np.array(boxes, np.float32).reshape(-1, 4),
        np.full(n, 0.5, np.float32),
        np.tile(np.array([0.8, 0.1, 0.1], np.float32), (n, 1)),
        np.full((n, 2), 7, np.float32),
        np.broadcast_to(colours[:, None, None], (n, LOOK_HEIGHT, LOOK_WIDTH, 3)).astype(np.uint8),
        np.full((n, 3), 50, np.uint8),
    )


def shown(times, boxes):
    found = faces(times, [0] * len(times))
    return replace(found, boxes=np.array(boxes, np.float32).reshape(-1, 4))


def test_a_figure_around_a_face_is_no_further_person():
    features = replace(
        film(found=shown([1.0, 2.0], [BOX, BOX])),
        figures=figures([1.0, 1.0, 2.6], [moved(0.7, -0.9), moved(1.5), moved(0)]),
    )
    people = people_of_features(features)
    assert people.times.tolist() == [1.0, 2.0, 1.0, 2.6]
    assert people.has_face.tolist() == [True, True, False, False]
    assert people.kinds[:, 0].tolist() == pytest.approx([0.8, 0.0, 0.8, 0.8])
    assert people.bodies[2:].tolist() == [[7, 7], [7, 7]]
    assert not people.embeddings[2:].any()
    assert people.tracks.tolist() == [NO_TRACK, NO_TRACK, 0, 1]


def test_a_face_takes_the_nearest_figure():
    features = replace(film(found=shown([1.0], [BOX])), figures=figures([1.0, 1.0], [moved(0.6), moved(-0.1)]))
    near = replace(features.figures, kinds=np.array([[0, 1, 0], [0, 0, 1]], np.float32))
    people = people_of_features(replace(features, figures=near))
    assert len(people) == 1
    assert people.kinds.tolist() == [[0, 0, 1]]


def test_without_figures_faces_are_all_there_is():
    features = film(found=shown([1.0, 2.0], [BOX, moved(2)]))
    people = people_of_features(features)
    assert people.has_face.all()
    assert people.vectors.shape == (2, 0)
    assert people.embeddings.tolist() == features.faces.embeddings.tolist()


def test_figures_may_be_all_there_is():
    people = people_of_features(replace(film(), figures=figures([1.0, 2.0], [BOX, moved(3)])))
    assert not people.has_face.any()
    assert people.embeddings.shape == (2, 8)
    assert people.bodies.shape == (2, 2)


def test_people_without_appearance_have_nan_vectors():
    two = shown([1.0, 1.0], [moved(5), moved(9)])
    given = replace(film(found=two), figures=figures([1.1, 1.1, 2.0], [moved(9.2), BOX, BOX]))
    people = people_of_features(given)
    looks, lights = film_appearance(given)
    assert looks.shape == (4, LOOK_HEIGHT, LOOK_WIDTH, 3)
    assert lights[:, 0].tolist() == [0, 50, 50, 50]  # the second face has the look of its figure
    assert np.isnan(people.vectors[0]).all()  # the first has none
    assert np.isfinite(people.vectors[1:]).all()
    assert (people.vectors[2] == people.vectors[3]).all()


def test_track_continues_at_a_near_and_similar_figure():
    base, per_distance, _ = shipped_appearance_net().odds.tolist()
    same, other = np.zeros(2, np.float32), np.array([0, -1.01 * base / per_distance], np.float32)

    def tracks(times, boxes, looks):
        return figure_tracks(np.array(times), np.array(boxes, np.float32), np.array(looks)).tolist()

    assert tracks([0, 0.7, 1.4], [BOX, moved(1.4), moved(2.8)], [same] * 3) == [0, 0, 0]
    assert tracks([0, 0.7], [BOX, moved(1.7)], [same] * 2) == [0, 1]
    assert tracks([0, 0.7], [BOX, moved(0, 1.7)], [same] * 2) == [0, 1]
    assert tracks([0, 1.6], [BOX, BOX], [same] * 2) == [0, 1]
    assert tracks([0, 0.7], [BOX, BOX], [same, other]) == [0, 1]
    assert tracks([0, 0.7], [BOX, BOX], [same, np.full(2, np.nan)]) == [0, 0]  # not known is not different
    # Two figures of one picture are two people; each goes on where it is nearest.
    assert tracks([0, 0, 0.7, 0.7], [BOX, moved(1.2), moved(1.3), moved(0.1)], [same] * 4) == [0, 1, 1, 0]
