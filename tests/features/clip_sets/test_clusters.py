import numpy as np
import pytest

from cinescribe.features.clip_sets.clusters import by_appearance, clusters, unit


def test_a_single_face_is_noise_unless_min_samples_is_1():
    vectors = np.eye(3, dtype=np.float32)[[0, 1, 1]]
    assert clusters(vectors, distance=0.5).tolist() == [0, 1, 1]
    assert clusters(vectors, distance=0.5, min_samples=1).tolist() == [1, 2, 2]


def test_face_between_two_clusters_does_not_merge_them():
    angles = np.radians([50, 50, 50, 0, 0, 0, 25])
    vectors = np.stack([np.cos(angles), np.sin(angles)], 1).astype(np.float32)
    assert clusters(vectors, distance=0.45, min_samples=8).tolist() == [0] * 7
    assert (
        clusters(vectors, distance=0.45, min_samples=7).tolist() == [1] * 7
    )  # the face between is a core, and joins them
    apart = vectors[[0, 0, 0, 0, 3, 3, 3, 3, 6]]
    apart[-1] = [np.cos(np.radians(25)), np.sin(np.radians(25))]
    assert clusters(apart, distance=0.45, min_samples=10).tolist() == [0] * 9


def test_no_vectors_have_no_clusters():
    assert clusters(np.zeros((0, 4), np.float32), distance=0.5).tolist() == []


def test_labels_are_renumbered_by_first_appearance_except_0():
    assert by_appearance(np.array([7, 0, 3, 7, 1])).tolist() == [1, 0, 2, 1, 3]
    assert by_appearance(np.array([4, 4, 2])).tolist() == [1, 1, 2]


def test_vectors_are_scaled_to_length_1_except_zeros():
    assert np.linalg.norm(unit(np.array([[3, 4], [0, 0]], np.float32)), axis=1).tolist() == pytest.approx([1, 0])
