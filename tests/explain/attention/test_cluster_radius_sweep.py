import pytest

from cinescribe.errors import ScoreError
from cinescribe.explain.attention.cluster_radius_sweep import cluster_radius_sweep
from tests.explain.small_micap import model, reader, sets

pytestmark = pytest.mark.usefixtures("one_thread")


def test_a_larger_radius_makes_fewer_clusters():
    # Faces of one person are equal, those of two are the root of 2 apart.
    near, far = cluster_radius_sweep(model(), sets(), reader=reader, distances=(0.5, 1.5))
    assert (near.distance, far.distance) == (0.5, 1.5)
    assert set(near.n_clusters) == {3}
    assert far.n_clusters == (1,) * 4
    assert all(0 <= one.class_accuracy <= 1 for one in (near, far))


def test_the_accuracy_is_that_of_the_people_filled_in(monkeypatch):
    def all_one(model, reader, sets):
        return {clip.id: ("P1",) * clip.text.count("P") for clip_set in sets for clip in clip_set.clips}

    def all_right(model, reader, sets):
        return {clip.id: tuple(f"P{c}" for c in clip.text if c.isdigit()) for s in sets for clip in s.clips}

    monkeypatch.setattr("cinescribe.explain.attention.cluster_radius_sweep.fill_people", all_one)
    assert cluster_radius_sweep(model(), sets(), reader=reader, distances=(0.5,))[0].class_accuracy == 0
    monkeypatch.setattr("cinescribe.explain.attention.cluster_radius_sweep.fill_people", all_right)
    assert cluster_radius_sweep(model(), sets(), reader=reader, distances=(0.5,))[0].class_accuracy == 1


def test_sets_of_one_person_have_no_accuracy():
    with pytest.raises(ScoreError, match=r"no set has two blanks that are two people"):
        cluster_radius_sweep(model(), sets(texts=("P1 waves.",) * 3), reader=reader, distances=(0.5,))


def test_sets_without_faces_have_no_clusters():
    (found,) = cluster_radius_sweep(
        model(), sets(), reader=lambda distance: reader(distance, n_people=0), distances=(0.5,)
    )
    assert found.n_clusters == (0,) * 4
