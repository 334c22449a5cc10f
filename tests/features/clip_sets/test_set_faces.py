import numpy as np
import pytest

from cinescribe.features.clip_sets.film_people import people_of_features
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.clip_sets.set_faces import clip_clusters, face_tokens, segments, set_faces, shuffled_clusters
from cinescribe.timing import Span
from tests.features.films import FACES, faces, film

SIZES = SetSizes(n_faces=6)
SPANS = (Span(0, 2), Span(2, 4), Span(4, 6))
# Person 3 is seen once; the others in two clips each.
TIMES, PEOPLE = (0.1, 0.5, 1.9, 2.0, 3.0, 3.5, 5.0, 6.0), (1, 1, 0, 0, 3, 1, 0, 0)


def faces_of_set(scores=None):
    return set_faces(people_of_features(film(found=faces(TIMES, PEOPLE, scores=scores))), SPANS, sizes=SIZES)


def test_faces_have_their_clip_segment_and_index():
    tokens = faces_of_set()
    assert tokens.clips.tolist() == [0, 0, 0, 1, 1, 1, 2]
    assert tokens.rows.tolist() == [0, 1, 2, 3, 4, 5, 6]
    assert tokens.segments.tolist() == [0, 1, 4, 0, 2, 3, 2]
    assert np.linalg.norm(tokens.embeddings, axis=1) == pytest.approx(np.ones(7))
    assert tokens.clusters.tolist() == [0] * 7


def test_overlapping_clips_share_a_face():
    tokens = set_faces(people_of_features(film(found=faces([1.5], [2]))), (Span(0, 2), Span(1, 3)), sizes=SIZES)
    assert (tokens.clips.tolist(), tokens.rows.tolist()) == ([0, 1], [0, 0])
    assert tokens.segments.tolist() == [3, 1]


def test_clusters_go_over_all_clips_in_order_of_first_appearance():
    tokens = face_tokens(faces_of_set(), SetSizes())
    assert tokens.clusters.tolist() == [1, 1, 2, 2, 0, 1, 2]


def test_later_clusters_share_the_last_number():
    assert face_tokens(faces_of_set(), SetSizes(n_clusters=1)).clusters.tolist() == [1, 1, 1, 1, 0, 1, 1]


def test_the_best_faces_are_kept_in_order_of_time_with_the_clusters_of_all():
    scores = [0.9, 0.2, 0.8, 0.1, 0.7, 0.3, 0.6, 1.0]
    tokens = face_tokens(faces_of_set(scores), SetSizes(n_faces=4))
    assert tokens.rows.tolist() == [0, 2, 4, 6]
    assert tokens.clusters.tolist() == [1, 2, 0, 2]
    assert tokens.scores.tolist() == pytest.approx([0.9, 0.8, 0.7, 0.6])


def test_shuffled_numbers_keep_the_clusters_and_are_reproducible():
    people = np.repeat(np.arange(4), 2)
    tokens = set_faces(people_of_features(film(found=faces(np.arange(8) / 10, people))), SPANS, sizes=SIZES)
    plain, shuffled = face_tokens(tokens, SetSizes()).clusters, shuffled_clusters(tokens, SetSizes()).clusters
    assert sorted(set(zip(plain.tolist(), shuffled.tolist(), strict=True))) == [
        (number, shuffled[2 * number - 2]) for number in (1, 2, 3, 4)
    ]
    assert sorted(set(shuffled.tolist())) == [1, 2, 3, 4]
    assert shuffled.tolist() != plain.tolist()
    assert shuffled_clusters(tokens, SetSizes()).clusters.tolist() == shuffled.tolist()


def test_shuffling_keeps_noise():
    assert shuffled_clusters(faces_of_set(), SetSizes()).clusters[4] == 0


def test_clusters_within_a_clip_become_one_token_each():
    tokens = clip_clusters(faces_of_set([0.5, 0.9, 1, 1, 1, 1, 1, 1]), SetSizes())
    assert tokens.clips.tolist() == [0, 0, 1, 1, 1, 2]
    assert tokens.rows.tolist() == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]  # face 1 has a better score than face 0, the same person in the same clip
    assert tokens.embeddings.argmax(1).tolist() == [1, 0, 0, 3, 1, 0]
    assert tokens.clusters.tolist() == [0] * 6


def test_a_token_of_a_cluster_is_the_mean_of_its_faces():
    some = faces([0.1, 0.2], [0, 0])
    some.embeddings[1] = FACES[0] + 0.3 * FACES[1]
    (token,) = clip_clusters(set_faces(people_of_features(film(found=some)), SPANS, sizes=SIZES), SetSizes()).embeddings
    halves = some.embeddings / np.linalg.norm(some.embeddings, axis=1, keepdims=True)
    assert token == pytest.approx(halves.mean(0) / np.linalg.norm(halves.mean(0)))


def test_the_best_clip_clusters_are_kept():
    assert clip_clusters(faces_of_set([1, 1, 0.2, 1, 1, 0.1, 1, 1]), SetSizes(n_faces=3)).rows.tolist() == [0, 3, 4]


@pytest.mark.parametrize("make_tokens", [face_tokens, shuffled_clusters, clip_clusters])
def test_a_set_without_faces_has_no_tokens(make_tokens):
    tokens = make_tokens(set_faces(people_of_features(film()), SPANS, sizes=SIZES), SIZES)
    assert len(tokens) == 0
    assert tokens.embeddings.shape == (0, 8)


def test_segments_are_clipped_to_the_clip():
    times = np.array([-1.0, 0.0, 0.99, 1.0, 9.0, 10.0])
    assert segments(times, start=0.0, end=5.0, n_segments=5).tolist() == [0, 0, 0, 1, 4, 4]
    assert segments(np.array([2.0]), start=2.0, end=2.0, n_segments=5).tolist() == [0]
