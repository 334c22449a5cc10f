import json
import pickle

import numpy as np
import pytest

from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.corpus.core.videosets import disjoint_sets
from cinescribe.corpus.extraction.film_features import check_features
from cinescribe.corpus.extraction.import_micap_features import ImportedMicap, import_micap_features
from cinescribe.errors import FeatureError, RecordError
from cinescribe.features.clip_sets.blank_embedding_cache import published_blanks
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.language.tokens.vocabulary import Vocabulary
from tests.corpus.extraction import micap_release

FILM = "1001_Train"


@pytest.fixture
def release(tmp_path):
    return micap_release.written(tmp_path)


def first_set(corpus, **sizes):
    sets = disjoint_sets(read_corpus(corpus).clips_by_film("train")[FILM])
    store = FeatureStore(corpus / "features")
    reader = SetReader(
        store.features,
        Vocabulary(("waves",)),
        sizes=SetSizes(**sizes),
        blank_text=published_blanks(corpus / "features"),
    )
    return reader.batch(sets[:1])


def test_release_becomes_features_of_clips(release):
    corpus, parts = release
    shares = []
    done = import_micap_features(corpus, **parts.options, progress=lambda _, share: shares.append(share))
    assert done == ImportedMicap(clips=18, films=3, done=3, sets=6, blanks=6, missing=())
    assert shares == pytest.approx([1 / 3, 2 / 3, 1])
    assert check_features(corpus) == (9, ())
    again = import_micap_features(corpus, **parts.options)
    assert again.done == 0


def test_set_has_the_released_arrays(release):
    corpus, parts = release
    import_micap_features(corpus, **parts.options)
    batch = first_set(corpus, unit_faces=False, n_clusters=399)
    names = micap_release.clip_names(FILM)
    for n in range(5):
        frames = np.load(parts.root / "clip" / FILM / f"{names[n]}.npy")
        kept = batch.frame_mask[0, n].numpy()
        assert np.array_equal(batch.frames[0, n].numpy()[kept], frames)
        assert batch.frame_segment[0, n].numpy()[kept].tolist() == [5 * t // len(frames) for t in range(len(frames))]
    faces = [np.load(parts.root / "arcface" / FILM / f"{names[n]}_concatenated.npy") for n in (0, 2, 4)]
    assert np.array_equal(batch.faces[0].numpy(), np.concatenate(faces))
    assert batch.face_clip[0].tolist() == [0, 0, 0, 2, 2, 2, 4, 4, 4]
    assert batch.face_segment[0].tolist() == [5 * 20 * k // (5 * t) for t in (14, 16, 18) for k in range(3)]
    assert batch.face_cluster[0].tolist() == [1, 2, 1, 2, 1, 2, 1, 2, 1]
    assert batch.face_box[0, 0].tolist() == pytest.approx([10 / 854, 20 / 960, 0.5, 1])
    vectors = pickle.loads((parts.root / "bert" / "train_embeddings.pkl").read_bytes())
    assert batch.blanks[0].numpy() == pytest.approx(vectors[0][:5], abs=2e-3)
    assert batch.blank_clip[0].tolist() == [0, 1, 1, 3, 4]


def test_actions_are_averaged_in_parts_and_short_clips_filled_up(release):
    corpus, parts = release
    import_micap_features(corpus, **parts.options)
    actions = first_set(corpus).actions[0].numpy()
    names = micap_release.clip_names(FILM)
    few, many = (np.load(parts.root / "i3d" / FILM / f"{names[n]}.npy") for n in (0, 3))
    assert np.allclose(actions[0], np.concatenate([few, np.zeros((2, 1024))]), atol=1e-6)
    wanted = [many[0:2], many[2:4], many[4:6], many[6:8], many[8:]]
    assert np.allclose(actions[3], [part.mean(0) for part in wanted], atol=1e-6)


def test_only_the_first_fifty_frames_count(release):
    corpus, parts = release
    name = micap_release.clip_names(FILM)[0]
    np.save(parts.root / "clip" / FILM / f"{name}.npy", np.ones((60, 512), np.float32))
    import_micap_features(corpus, **parts.options)
    batch = first_set(corpus)
    assert batch.frame_mask[0, 0].sum() == 50
    assert batch.frame_segment[0, 0].tolist() == [n // 10 for n in range(50)]
    assert batch.face_segment[0, :3].tolist() == [0, 0, 0]  # frames 0, 20 and 40 of 300


def test_changed_release_is_imported_again(release):
    corpus, parts = release
    import_micap_features(corpus, **parts.options)
    name = micap_release.clip_names(FILM)[0]
    np.save(parts.root / "i3d" / FILM / f"{name}.npy", np.ones((5, 1024), np.float32))
    assert import_micap_features(corpus, **parts.options).done == 1


def test_clips_without_features_are_named(release):
    corpus, parts = release
    name = micap_release.clip_names("1002_Val")[1]
    (parts.root / "i3d" / "1002_Val" / f"{name}.npy").unlink()
    message = rf"1 clips of 18 have no features in clip and i3d, the first '{name}'; give the whole release"
    with pytest.raises(FeatureError, match=message):
        import_micap_features(corpus, **parts.options)
    done = import_micap_features(corpus, **parts.options, partial=True)
    assert (done.clips, done.sets, done.missing) == (17, 5, (name,))
    (parts.root / "bert" / "val_embeddings.pkl").unlink()
    assert import_micap_features(corpus, **parts.options, partial=True).blanks == 2
    np.save(parts.root / "i3d" / "1002_Val" / f"{name}.npy", np.ones((5, 1024), np.float32))
    with pytest.raises(RecordError, match="val_embeddings"):
        import_micap_features(corpus, **parts.options)


def test_films_that_the_release_does_not_have_are_left_out(release):
    corpus, parts = release
    values = json.loads((parts.root / "info.json").read_text())
    values["videos"], values["groups"] = values["videos"][:6], values["groups"][:2]
    (parts.root / "info.json").write_text(json.dumps(values))
    done = import_micap_features(corpus, **parts.options)
    assert (done.clips, done.films, done.sets, done.blanks) == (6, 1, 2, 2)


def face(parts, **changes):
    """Change the first face of the first clip."""
    path = parts.root / "arcface" / FILM / f"{micap_release.clip_names(FILM)[0]}.info"
    faces = json.loads(path.read_text())
    faces[0] |= changes
    path.write_text(json.dumps(faces))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"frame_num": -1}, "face 0 has the frame_num -1; expected a whole number of 0 or more"),
        ({"frame_num": "1"}, "face 0 has the frame_num '1'"),
        ({"bbox": "[1, 2, 3]"}, r"face 0 has the bbox '\[1, 2, 3\]'; expected four pixels as text"),
        ({"bbox": [1, 2, 3, 4]}, r"face 0 has the bbox \[1, 2, 3, 4\]"),
        ({"bbox": "[1, 2, 3, 1e9]"}, "face 0 has the bbox"),
    ],
)
def test_malformed_faces_are_named(release, changes, message):
    corpus, parts = release
    face(parts, **changes)
    with pytest.raises(FeatureError, match=message):
        import_micap_features(corpus, **parts.options)


def test_faces_of_another_number_than_embeddings_are_refused(release):
    corpus, parts = release
    path = parts.root / "arcface" / FILM / f"{micap_release.clip_names(FILM)[0]}.info"
    path.write_text("[]")
    with pytest.raises(FeatureError, match="has 0 faces; expected a list of 3, one for each embedding"):
        import_micap_features(corpus, **parts.options)


@pytest.mark.parametrize(
    ("part", "shape", "message"),
    [("clip", (4, 500), "has 500 numbers; expected 512"), ("i3d", (4, 512), "has 512 numbers; expected 1024")],
)
def test_features_of_another_width_are_refused(release, part, shape, message):
    corpus, parts = release
    name = micap_release.clip_names(FILM)[0]
    np.save(parts.root / part / FILM / f"{name}.npy", np.ones(shape, np.float32))
    with pytest.raises(FeatureError, match=message):
        import_micap_features(corpus, **parts.options)


@pytest.mark.parametrize(
    ("clusters", "message"),
    [
        ([], r"'clusters.json' is \[\]; expected clusters by the number of a set"),
        ({"0": [-1]}, r"'clusters.json': set 0 is \[-1\]; expected a list of cluster numbers from 0"),
        ({"0": [1] * 10}, "group 0 has 10 clusters for 9 faces; give faces and clusters of one release"),
    ],
)
def test_malformed_clusters_are_named(release, clusters, message):
    corpus, parts = release
    (parts.root / "clusters.json").write_text(json.dumps(clusters))
    with pytest.raises(FeatureError, match=message):
        import_micap_features(corpus, **parts.options)


def test_blanks_that_do_not_fit_the_captions_are_refused(release):
    corpus, parts = release
    path = parts.root / "bert" / "train_embeddings.pkl"
    path.write_bytes(pickle.dumps([np.ones((2, 8), np.float32)]))
    with pytest.raises(
        FeatureError, match=r"has an array of shape \(2, 8\) for set 0; expected a vector for each of 5"
    ):
        import_micap_features(corpus, **parts.options)
    path.write_bytes(pickle.dumps([np.ones((5, 8), np.float32)]))
    with pytest.raises(FeatureError, match="has nothing for set 1; expected a vector for each of 5 blanks"):
        import_micap_features(corpus, **parts.options)
    values = json.loads((parts.root / "info.json").read_text())
    values["videos"][0]["num_blanks"] = 7
    (parts.root / "info.json").write_text(json.dumps(values))
    with pytest.raises(
        FeatureError, match="group 0 has 11 blanks in the release and 5 in the corpus; import the corpus"
    ):
        import_micap_features(corpus, **parts.options)
