from dataclasses import replace

import numpy as np

from cinescribe.features.clip_sets import set_faces as module
from cinescribe.features.clip_sets.figure_groups import with_figures
from cinescribe.features.clip_sets.film_people import NO_TRACK, FilmPeople
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.clip_sets.set_faces import face_tokens, grouped_people, set_faces
from cinescribe.timing import Span

NAN, FAR = (np.nan, np.nan), (300.0, 0.0)


def people(*rows):
    """Faces and figures by time, track (None for a face), what they look like, and how likely they are strangers."""
    times, tracks, vectors, strange = zip(*((*row, 0.0)[:4] for row in rows), strict=True)
    n = len(rows)
    is_face = np.array([track is None for track in tracks])
    return FilmPeople(
        np.array(times, np.float64),
        np.tile(np.array([0.1, 0.1, 0.2, 0.2], np.float32), (n, 1)),
        np.ones(n, np.float32),
        np.where(is_face[:, None], np.eye(n, 6, dtype=np.float32), 0),
        np.zeros((n, 2), np.float32),
        is_face,
        np.array([[1 - one, 0, one] for one in strange], np.float32),
        np.array(vectors, np.float32),
        np.array([NO_TRACK if track is None else track for track in tracks]),
    )


def grouped(faces, *rows):
    return with_figures(np.array(faces), people(*rows)).tolist()


def test_track_joins_the_group_of_most_similar_appearance():
    near, nearer = (1.0, 0.0), (0.5, 0.0)
    rows = [(0.0, None, near), (0.0, None, nearer), (1.0, 0, (0, 0)), (2.0, 0, (0, 0))]
    assert grouped([1, 2, 0, 0], *rows) == [1, 2, 2, 2]
    assert grouped([1, 2, 0, 0], *rows[:2], (1.0, 0, FAR), (2.0, 0, FAR)) == [1, 2, 3, 3]


def test_two_tracks_of_one_person_are_one():
    assert grouped([0, 0, 0], (0.0, 0, (0, 0)), (2.0, 1, (0, 1)), (4.0, 2, FAR)) == [1, 1, 2]


def test_person_is_not_twice_in_one_picture():
    assert grouped([1, 0], (0.0, None, (0, 0)), (0.0, 0, (0, 0))) == [1, 2]
    # Not even through a third: the two tracks are in one picture, so only one joins the face.
    assert grouped([1, 0, 0], (5.0, None, (0, 0)), (0.0, 0, (0.1, 0)), (0.0, 1, (0.2, 0))) == [1, 1, 2]


def test_groups_of_faces_stay_apart():
    assert grouped([1, 2], (0.0, None, (0, 0)), (1.0, None, (0, 0))) == [1, 2]
    assert grouped([1, 2, 0], (0.0, None, (0, 0)), (1.0, None, (0, 0)), (2.0, 0, (0, 0)))[:2] == [1, 2]


def test_strangers_and_tracks_without_appearance_join_no_group():
    assert grouped([1, 0], (0.0, None, (0, 0)), (1.0, 0, (0, 0), 1.0)) == [1, 2]
    assert grouped([1, 0], (0.0, None, (0, 0)), (1.0, 0, NAN)) == [1, 2]
    # Of a track whose looks are known in part, the known part counts.
    assert grouped([1, 0, 0], (0.0, None, (0, 0)), (1.0, 0, NAN), (2.0, 0, (0, 0))) == [1, 1, 1]


def test_set_without_people_has_no_groups():
    empty = people((0.0, None, (0, 0)))
    empty = FilmPeople(**{name: values[:0] for name, values in vars(empty).items()})
    assert with_figures(np.zeros(0, np.int64), empty).tolist() == []


def test_tokens_are_faces_and_figures_that_are_seen_twice_or_known():
    rows = people((0.1, None, (0, 0)), (0.5, 0, FAR), (1.1, 1, (0, 0)), (1.2, 2, (0, 300)), (1.8, 2, (0, 300)))
    sizes = SetSizes(n_segments=2)
    found = grouped_people(set_faces(rows, (Span(0, 1), Span(1, 2)), sizes=sizes), sizes)
    assert found.rows.tolist() == [0, 2, 3, 4]  # the figure at half a second is seen once, and like nobody
    assert found.clusters.tolist() == [1, 1, 2, 2]
    assert found.clips.tolist() == [0, 1, 1, 1]


def test_other_token_kinds_use_only_faces():
    rows = people((0.1, 0, (0, 0)), (0.2, None, (0, 0)), (0.6, None, (0, 0)))
    sizes = SetSizes(cluster_distance=0.1)
    found = set_faces(rows, (Span(0, 1),), sizes=sizes)
    for tokens in (face_tokens, module.grouped_detections, module.shuffled_clusters, module.clip_clusters):
        assert tokens(found, sizes).rows.tolist() == [1, 2]
    assert module.only_faces(replace(found, has_face=np.ones(3, bool))) is not None
