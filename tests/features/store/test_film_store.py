import os
from dataclasses import replace

import numpy as np
import pytest

from cinescribe.arrays import read_arrays
from cinescribe.errors import FeatureError, RecordError
from cinescribe.features.regions.picture_regions import PictureRegions
from cinescribe.features.store.clip_level_features import (
    ClipLevelFeatures,
    ClipwiseFeatures,
    join_clip_features,
    join_clip_regions,
    join_clipwise,
)
from cinescribe.features.store.film_shards import Provenance, Shard
from cinescribe.features.store.film_store import MANIFEST, STREAMS, FeatureStore, regions_of
from cinescribe.features.timed.timed_features import FilmFeatures, TimedFeatures
from cinescribe.input_files import digest
from cinescribe.store import read_records
from cinescribe.timing import Span
from tests.features.films import clips, faces, film, rows

MADE = Provenance("ours", "1", "abc")


def stored(folder, name="f", made=MADE) -> FilmFeatures:
    features = film(found=faces([0.1, 0.2], [0, 1]))
    store = FeatureStore(folder)
    for stream in STREAMS:
        store.write(name, stream, getattr(features, stream), made=made)
    return features


def same(one, other):
    return all(
        np.array_equal(values, getattr(getattr(other, stream), name))
        for stream in STREAMS
        for name, values in vars(getattr(one, stream)).items()
    )


def test_features_are_read_as_written_from_one_file_per_stream(tmp_path):
    written = stored(tmp_path)
    found = FeatureStore(tmp_path).features("f")
    assert same(found, written)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "f.actions.safetensors",
        "f.clip.safetensors",
        "f.faces.safetensors",
        "shards.jsonl",
    ]
    arrays = ("bodies", "boxes", "embeddings", "lights", "looks", "scores", "times")
    assert tuple(sorted(read_arrays(tmp_path / "f.faces.safetensors"))) == arrays


def test_arrays_are_mapped_not_read_and_cannot_be_written(tmp_path):
    stored(tmp_path)
    found = FeatureStore(tmp_path).features("f")
    assert not found.clip.rows.flags.owndata
    assert not found.clip.rows.flags.writeable


def test_film_without_faces_has_empty_features(tmp_path):
    stored(tmp_path)
    FeatureStore(tmp_path).write("f", "faces", faces((), ()), made=MADE)
    assert FeatureStore(tmp_path).features("f").faces.embeddings.shape == (0, 8)


def test_without_faces_only_pictures_and_actions_are_needed(tmp_path):
    store = FeatureStore(tmp_path)
    for stream in ("clip", "actions"):
        store.write("f", stream, getattr(film(), stream), made=MADE)
    found = store.features_without_faces("f")
    assert np.array_equal(found.clip.rows, film().clip.rows)
    assert len(found.faces.times) == 0
    with pytest.raises(FeatureError, match="film 'f' has no 'faces'"):
        store.features("f")


def test_the_manifest_has_digest_and_provenance_of_each_file(tmp_path):
    stored(tmp_path)
    (_, actions, _) = read_records(tmp_path / MANIFEST, Shard)
    path = tmp_path / "f.actions.safetensors"
    assert actions == Shard("f", "actions", MADE, 24, 2, path.stat().st_size, digest(path))
    assert Shard.from_dict(actions.to_dict()) == actions
    assert FeatureStore(tmp_path).shards()[0] == actions


def test_a_shard_must_have_its_provenance(tmp_path):
    store = FeatureStore(tmp_path)
    assert not store.has("f", "clip", made=MADE)
    stored(tmp_path)
    assert store.has("f", "clip", made=MADE)
    for other in (
        Provenance("theirs", "1", "abc"),
        Provenance("ours", "2", "abc"),
        Provenance("ours", "1", "def"),
        Provenance("ours", "1"),
    ):
        assert not store.has("f", "clip", made=other)
    os.truncate(tmp_path / "f.clip.safetensors", 100)
    assert not store.has("f", "clip", made=MADE)


def test_writes_through_another_store_are_visible(tmp_path):
    stored(tmp_path)
    reader = FeatureStore(tmp_path)
    assert len(reader.features("f").clip.times) == 60
    FeatureStore(tmp_path).write("f", "clip", rows([1.0]), made=MADE)
    assert len(reader.features("f").clip.times) == 1
    stored(tmp_path, "g")
    assert reader.features("g").clip.times.shape == (60,)


def test_a_missing_film_and_a_missing_stream_are_named(tmp_path):
    stored(tmp_path)
    store = FeatureStore(tmp_path)
    with pytest.raises(FeatureError, match=r"film 'g' has no 'clip' in .* \(it has nothing\); extract 'clip'"):
        store.features("g")
    store.write("h", "clip", rows([1.0]), made=MADE)
    with pytest.raises(FeatureError, match=r"film 'h' has no 'actions' .* \(it has clip\); extract 'actions' of"):
        store.features("h")


def test_a_truncated_or_missing_file_is_damaged(tmp_path):
    stored(tmp_path)
    store = FeatureStore(tmp_path)
    os.truncate(tmp_path / "f.clip.safetensors", 500)
    with pytest.raises(
        FeatureError, match=r"'clip' of film 'f' is damaged: f\.clip\.safetensors is not what was written"
    ):
        store.features("f")
    (tmp_path / "f.clip.safetensors").unlink()
    with pytest.raises(FeatureError, match=r"'clip' of film 'f' is missing: f\.clip\.safetensors; extract it again"):
        store.features("f")
    assert store.check() == ("'clip' of film 'f' is missing: f.clip.safetensors; extract it again",)


def spoil(path):
    with open(path, "r+b") as opened:
        opened.seek(-1, os.SEEK_END)
        opened.write(b"\x55")


def test_an_altered_file_is_refused_at_its_first_use(tmp_path):
    stored(tmp_path)
    store = FeatureStore(tmp_path)
    store.write("f", "text", join_clip_features(["a"], np.ones((1, 2), np.float32), counts=[1]), made=MADE)
    for stream in ("faces", "text"):
        spoil(store.path("f", stream))
    with pytest.raises(
        FeatureError, match=r"'faces' of film 'f' is damaged: f\.faces\.safetensors is not what was writ"
    ):
        store.features("f")
    with pytest.raises(
        FeatureError, match=r"'text' of film 'f' is damaged: f\.text\.safetensors is not what was written"
    ):
        store.clip_features("f", "text")


def test_a_file_is_verified_once(tmp_path, monkeypatch):
    stored(tmp_path)
    read = []
    monkeypatch.setattr(Shard, "fault", lambda shard, folder: read.append(shard.stream))
    store = FeatureStore(tmp_path)
    for _ in range(3):
        store.features("f")
        store._mark_read()  # closes the mapped files, as more than a thousand films do
    assert sorted(read) == sorted(STREAMS)


def test_arrays_of_other_names_are_damage(tmp_path):
    stored(tmp_path)
    path = tmp_path / "f.clip.safetensors"
    path.write_bytes(path.read_bytes().replace(b'"times"', b'"timEs"'))
    _, clip, _ = FeatureStore(tmp_path).shards()
    FeatureStore(tmp_path).register([replace(clip, digest=digest(path))])
    with pytest.raises(FeatureError, match=r"holds \['rows', 'timEs'\] instead of times, rows; extract it again"):
        FeatureStore(tmp_path).features("f")
    path.write_bytes(b"none")
    FeatureStore(tmp_path).register([replace(clip, digest=digest(path), n_bytes=4)])
    with pytest.raises(FeatureError, match=r"'clip' of film 'f' is damaged: .* is no safetensors file"):
        FeatureStore(tmp_path).features("f")


def test_the_check_finds_changed_bytes_and_changed_films(tmp_path):
    film_file = tmp_path / "film.mp4"
    film_file.write_bytes(b"pictures")
    stored(tmp_path / "features", made=Provenance("ours", "1", digest(film_file)))
    store = FeatureStore(tmp_path / "features")
    assert store.check({"f": film_file, "other": tmp_path / "none.mp4"}) == ()
    spoil(store.path("f", "faces"))
    assert store.check() == (
        "'faces' of film 'f' is damaged: f.faces.safetensors is not what was written; extract it again",
    )
    film_file.write_bytes(b"other pictures")
    faults = store.check({"f": film_file})
    assert [fault.split(";")[0] for fault in faults] == [
        "'actions' of film 'f' is stale: the film's file has changed",
        "'clip' of film 'f' is stale: the film's file has changed",
        "'faces' of film 'f' is damaged: f.faces.safetensors is not what was written",
    ]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a/b", "unknown film's id .*; give a name without slashes"),
        ("", "unknown film's id .*; give a name without slashes"),
        ("../b", "expected the path of a file inside the folder"),
        ("f" * 250, "expected the path of a file inside the folder"),
    ],
)
def test_ids_that_are_not_file_names_are_refused(tmp_path, name, words):
    with pytest.raises(FeatureError, match=words):
        FeatureStore(tmp_path).write(name, "clip", rows([1.0]), made=MADE)


def test_falling_times_are_refused(tmp_path):
    with pytest.raises(FeatureError, match="'clip' of film 'f' has falling times"):
        FeatureStore(tmp_path).write(
            "f", "clip", TimedFeatures(np.array([1.0, 0.5]), np.zeros((2, 1), np.float32)), made=MADE
        )


def test_a_shard_must_have_all_its_bytes(tmp_path):
    stored(tmp_path)
    store = FeatureStore(tmp_path)
    spoil(store.path("f", "clip"))
    assert not store.has("f", "clip", made=MADE)
    assert store.has("f", "faces", made=MADE)


def test_the_later_of_two_lines_counts_until_the_manifest_is_compacted(tmp_path):
    stored(tmp_path, "g")
    stored(tmp_path, "f")
    store = FeatureStore(tmp_path)
    store.write("f", "clip", rows([1.0]), made=MADE)
    assert len(read_records(tmp_path / MANIFEST, Shard)) == 7
    actions, clip, found, *_ = store.shards()
    assert store.shards_of("f") == FeatureStore(tmp_path).shards_of("f") == (clip, actions, found)
    assert clip.n_rows == 1
    store.compact()
    assert tuple(read_records(tmp_path / MANIFEST, Shard)) == store.shards()
    assert [(shard.film, shard.stream) for shard in store.shards()] == [
        (film, stream) for film in "fg" for stream in sorted(STREAMS)
    ]
    written = (tmp_path / MANIFEST).stat().st_mtime_ns
    store.compact()
    assert (tmp_path / MANIFEST).stat().st_mtime_ns == written


@pytest.mark.parametrize("missing", [1, 50])
def test_a_truncated_manifest_loses_only_its_last_line(tmp_path, missing):
    stored(tmp_path)
    path = tmp_path / MANIFEST
    os.truncate(path, path.stat().st_size - missing)
    store = FeatureStore(tmp_path)
    assert [shard.stream for shard in store.shards()] == ["actions", "clip"]
    store.write("g", "clip", rows([1.0]), made=MADE)
    assert len(read_records(path, Shard)) == len(FeatureStore(tmp_path).shards()) == 3


def test_each_shard_appends_one_line_to_the_manifest(tmp_path, monkeypatch):
    store = FeatureStore(tmp_path)
    shards = [Shard(f"f{n}", "clip", MADE, 1, 1, 1, "0" * 64) for n in range(100)]
    monkeypatch.setattr("cinescribe.features.store.film_store.write_records", None)  # nothing is rewritten
    for shard in shards:
        store.register([shard])
    assert read_records(tmp_path / MANIFEST, Shard) == shards
    assert set(FeatureStore(tmp_path).shards()) == set(shards)


def test_features_of_clips_are_read_by_clip(tmp_path):
    some = [np.full((n, 2), n, np.float32) for n in (3, 0, 1)]
    store = FeatureStore(tmp_path)
    store.write(
        "f", "uniform", join_clip_features(["a", "b", "\u00e9"], np.concatenate(some), counts=[3, 0, 1]), made=MADE
    )
    found = store.clip_features("f", "uniform")
    assert [found.of(clip).tolist() for clip in ("a", "b", "\u00e9")] == [one.tolist() for one in some]
    assert not found.rows.flags.owndata
    assert store.shards()[0].n_rows == 4
    with pytest.raises(FeatureError, match="clip 'c' has no features, 3 others of its film have; extract or import"):
        found.of("c")
    with pytest.raises(FeatureError, match=r"film 'f' has no 'grid' in .* \(it has uniform\); extract 'grid'"):
        store.clip_features("f", "grid")


def test_newer_features_of_clips_are_visible(tmp_path):
    store = FeatureStore(tmp_path)
    for value in (1.0, 2.0):
        store.write("f", "text", join_clip_features(["a"], np.full((1, 2), value, np.float32), counts=[1]), made=MADE)
        assert store.clip_features("f", "text").of("a").tolist() == [[value, value]]


def test_a_region_source_returns_regions_by_clip_id(tmp_path):
    seen = PictureRegions(np.ones((2, 3), np.float32), np.zeros((2, 4), np.float32), ("", "umbrella"))
    none = PictureRegions(np.ones((0, 3), np.float32), np.zeros((0, 4), np.float32), ())
    store = FeatureStore(tmp_path)
    store.write("f", "regions", join_clip_regions(["c0", "c1"], [none, seen]), made=MADE)
    source = regions_of(store, "regions", clips()[:2])
    assert source("c1").labels == ("", "umbrella")
    assert source("c1").boxes.shape == (2, 4)
    assert source("c0").rows.shape == (0, 3)
    with pytest.raises(FeatureError, match="clip 'c2' is not in this source of regions"):
        source("c2")


def test_a_film_without_clips_has_no_clip_features(tmp_path):
    store = FeatureStore(tmp_path)
    store.write("f", "text", join_clip_features([], np.zeros((0, 5), np.float32), counts=[]), made=MADE)
    assert store.clip_features("f", "text").rows.shape == (0, 5)
    with pytest.raises(FeatureError, match="clip 'a' has no features, 0 others"):
        store.clip_features("f", "text").of("a")


def test_a_malformed_manifest_is_named(tmp_path):
    (tmp_path / MANIFEST).write_text("{}\n")
    with pytest.raises(RecordError, match=r"shards.jsonl, line 1: a Shard has only"):
        FeatureStore(tmp_path).shards()


def test_damaged_names_of_clips_are_refused():
    clips = np.frombuffer(b"\x80", np.uint8)
    rows, boxes = np.zeros((1, 2), np.float32), np.zeros((0, 4), np.float32)
    features = ClipLevelFeatures(clips, np.array([0, 1]), rows, boxes, clips)
    with pytest.raises(FeatureError, match=r"names that are no UTF-8 \(invalid start byte\); extract them again"):
        features.of("a")


def clipwise():
    """Two clips that overlap, with one and two vectors."""
    vectors = [np.full((1, 3), 7, np.float32), np.full((2, 3), 9, np.float32)]
    return join_clipwise(["a", "b"], vectors, spans=[Span(0.0, 4.0), Span(1.0, 5.0)])


def test_features_of_clips_are_stored_as_a_stream_of_moments(tmp_path):
    stored(tmp_path)
    FeatureStore(tmp_path).write("f", "clip", clipwise(), made=MADE)
    found = FeatureStore(tmp_path).features_without_faces("f").clip
    assert isinstance(found, ClipwiseFeatures)
    assert found.times.tolist() == [2.0, 2.0, 4.0]
    assert found.rows[found.slice_of("b")].tolist() == [[9, 9, 9]] * 2
    assert found.within(Span(1.0, 3.0)).rows[:, 0].tolist() == [7, 9]
    with pytest.raises(FeatureError, match=r"clip 'c' has no features, 2 others of its film have; extract or import"):
        found.slice_of("c")


@pytest.mark.parametrize("starts", [[], [1, 3], [0, 2], [0, 0, 3]])
def test_features_of_clips_have_each_vector_in_one_clip(starts):
    with pytest.raises(FeatureError, match=r"3 feature vectors of clips are divided at .*; expected one or more"):
        replace(clipwise(), starts=np.array(starts, np.int64))
