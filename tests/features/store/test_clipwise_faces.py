import numpy as np
import pytest

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.store.clip_level_features import join_clipwise
from cinescribe.features.store.clipwise_faces import ClipFaces, ClipwiseFaces, join_clipwise_faces
from cinescribe.features.store.film_store import FeatureStore, Provenance, StreamName
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.schema import Clip, ClipSet
from cinescribe.timing import Span

CLIPS = (Clip("a", "film", Span(10, 12)), Clip("b", "film", Span(11, 13)))  # one second is in both
TOKENS = Vocabulary(("waves",))


def faces_of(n, *, start, value):
    """Faces at equal distances in a clip of two seconds, all alike; vectors of length 5."""
    times = start + (np.arange(n) + 0.5) * 2 / n
    vectors = np.zeros((n, 4), np.float32)
    vectors[:, value] = 5
    return ClipFaces(times, np.full((n, 4), 0.5, np.float32), vectors)


def written(folder, **clusters):
    """A store with the features of both clips, opened again."""
    store, made = FeatureStore(folder), Provenance("tests", "1")
    widths: dict[StreamName, int] = {"clip": 3, "actions": 2}
    for stream, width in widths.items():
        vectors = [np.full((5, width), n, np.float32) for n in range(2)]
        spans = [clip.span for clip in CLIPS]
        store.write("film", stream, join_clipwise(["a", "b"], vectors, spans=spans), made=made)
    faces = {"a": faces_of(3, start=10, value=0), "b": faces_of(4, start=11, value=1)}
    numbers = {tuple(ids): np.array(labels) for ids, labels in clusters.items()}
    store.write("film", "faces", join_clipwise_faces(faces, numbers), made=made)
    return FeatureStore(folder)


def batch(store, clips=CLIPS, **sizes):
    return SetReader(store.features, TOKENS, sizes=SetSizes(n_clips=2, **sizes)).batch([ClipSet(clips)])


def test_overlapping_clips_have_their_own_faces_and_frames(tmp_path):
    found = batch(written(tmp_path))
    assert found.face_clip.tolist() == [[0, 0, 0, 1, 1, 1, 1]]
    assert found.faces[0].argmax(1).tolist() == [0, 0, 0, 1, 1, 1, 1]
    assert found.face_segment.tolist() == [[0, 2, 4, 0, 1, 3, 4]]
    assert found.face_cluster.tolist() == [[1, 1, 1, 2, 2, 2, 2]]  # by DBSCAN
    assert found.frames[0, :, 0, 0].tolist() == [0, 1]
    assert found.frame_mask.all()


def test_published_clusters_of_a_set_are_kept(tmp_path):
    store = written(tmp_path, ab=[7, 0, 3, 9, 9, 2])
    assert batch(store).face_cluster.tolist() == [[7, 0, 3, 9, 9, 2, 0]]  # the last face has none
    assert batch(store, n_clusters=4).face_cluster.tolist() == [[4, 0, 3, 4, 4, 2, 0]]
    assert batch(store, n_faces=2).face_cluster.tolist() == [[7, 0]]  # the first of equal scores
    assert batch(store, clips=CLIPS[:1]).face_cluster.tolist() == [[1, 1, 1]]  # a set without published clusters


def test_face_embeddings_have_length_one_unless_asked(tmp_path):
    store = written(tmp_path)
    assert batch(store).faces.norm(dim=2).unique().tolist() == [1]
    assert batch(store, unit_faces=False).faces.norm(dim=2).unique().tolist() == [5]


def test_set_is_read_the_same_again(tmp_path):
    reader = SetReader(written(tmp_path, ab=[1, 1, 2]).features, TOKENS, sizes=SetSizes(n_clips=2))
    first, second = (reader.batch([ClipSet(CLIPS)]) for _ in range(2))
    assert first.face_cluster.equal(second.face_cluster)
    assert first.faces.equal(second.faces)


def test_faces_within_a_span_are_sorted_by_time(tmp_path):
    faces = written(tmp_path).features("film").faces
    assert isinstance(faces, ClipwiseFaces)
    inside = faces.within(Span(11, 12))
    assert inside.times.tolist() == sorted(inside.times.tolist())
    assert len(inside.times) == 4


def test_clip_without_faces_in_the_store_is_named(tmp_path):
    store = written(tmp_path)
    with pytest.raises(FeatureError, match="clip 'c' has no features, 2 others of its film have"):
        store.features("film").faces.slice_of("c")
