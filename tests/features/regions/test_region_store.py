from dataclasses import replace

import numpy as np
import pytest

from cinescribe.arrays import read_arrays, write_arrays
from cinescribe.errors import FeatureError, RecordError
from cinescribe.features.regions.picture_regions import PictureRegions
from cinescribe.features.regions.region_store import MANIFEST, RegionProvenance, RegionShard, RegionStore
from cinescribe.input_files import digest
from cinescribe.store import write_records
from tests.features.pictures import regions

MADE = RegionProvenance("boxes", "1")


def written(folder) -> RegionStore:
    store = RegionStore(folder / "regions")
    store.write({"a": regions(3), "b": regions(1, seed=1)}, made=MADE, sources={"a": "1", "b": "2"})
    store.write({"c": regions(2, seed=2)}, made=MADE, sources={"c": "3"})
    return store


def same(one: PictureRegions, other: PictureRegions) -> bool:
    return (
        np.array_equal(one.rows, other.rows) and np.array_equal(one.boxes, other.boxes) and one.labels == other.labels
    )


def test_regions_are_read_by_this_store_and_by_a_new_one(tmp_path):
    for store in (written(tmp_path), RegionStore(tmp_path / "regions")):
        assert store.pictures == ("a", "b", "c")
        assert same(store.picture("a"), regions(3))
        assert same(store.picture("b"), regions(1, seed=1))
        assert same(store.picture("c"), regions(2, seed=2))
        assert store.check() == ()


def test_features_are_mapped_and_read_only(tmp_path):
    found = written(tmp_path).picture("a")
    assert found.rows.dtype == np.float32
    with pytest.raises(ValueError, match="read-only"):
        found.rows[0] = 0


def test_absent_and_outdated_regions_are_missing(tmp_path):
    store = written(tmp_path)
    now = {"a": "1", "b": "changed", "c": "3", "d": "4"}
    assert store.missing(now, made=MADE) == ("b", "d")
    assert store.missing(now, made=RegionProvenance("boxes", "2")) == ("a", "b", "c", "d")
    first = tmp_path / "regions" / "00000.safetensors"
    first.write_bytes(first.read_bytes()[:-8])
    assert store.missing({"a": "1", "c": "3"}, made=MADE) == ("a",)
    (tmp_path / "regions" / "00001.safetensors").unlink()
    assert store.missing({"a": "1", "c": "3"}, made=MADE) == ("a", "c")


def test_newer_regions_replace_older_ones(tmp_path):
    store = written(tmp_path)
    store.write({"c": regions(4, seed=5), "a": regions(1, seed=6)}, made=MADE, sources={"c": "9", "a": "8"})
    for now in (store, RegionStore(tmp_path / "regions")):
        assert same(now.picture("c"), regions(4, seed=5))
        assert same(now.picture("a"), regions(1, seed=6))
        assert same(now.picture("b"), regions(1, seed=1))
        assert now.check() == ()
    # The file without current regions is removed.
    assert sorted(path.name for path in (tmp_path / "regions").iterdir()) == [
        "00000.safetensors",
        "00002.safetensors",
        "shards.jsonl",
    ]


def test_an_interruption_leaves_complete_files(tmp_path, monkeypatch):
    store = written(tmp_path)

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("cinescribe.features.regions.region_store.write_records", stop)
    with pytest.raises(KeyboardInterrupt):
        store.write({"d": regions(2)}, made=MADE, sources={"d": "4"})
    again = RegionStore(tmp_path / "regions")
    assert again.pictures == ("a", "b", "c")
    assert again.missing({"d": "4"}, made=MADE) == ("d",)


def test_missing_regions_are_reported(tmp_path):
    with pytest.raises(
        FeatureError, match=r"'x' has no regions in .*\(3 others have\).*extract 'regions' of this corpus"
    ):
        written(tmp_path).picture("x")


def test_a_damaged_file_is_reported(tmp_path):
    written(tmp_path)
    path = tmp_path / "regions" / "00000.safetensors"
    path.write_bytes(path.read_bytes()[:-8])
    store = RegionStore(tmp_path / "regions")
    fault = "regions of 2 pictures are damaged: 00000.safetensors is not what was written; extract them again"
    assert store.check() == (fault,)
    with pytest.raises(FeatureError, match=f"regions': {fault}"):
        store.picture("a")
    path.unlink()
    assert store.check() == ("regions of 2 pictures are missing: 00000.safetensors; extract them again",)
    with pytest.raises(FeatureError, match=r"regions of 2 pictures are missing: 00000\.safetensors; extract them ag"):
        RegionStore(tmp_path / "regions").picture("a")


@pytest.mark.parametrize(
    "changed",
    [
        {"starts": np.array([0, 9, 4])},
        {"starts": np.array([0])},
        {"labels": np.array([0, 1, 2, 77])},
        {"rows": np.zeros((1, 3), np.float32)},
        {"boxes": np.zeros((4, 4))},
        {"others": np.zeros(3)},
    ],
)
def test_arrays_that_do_not_fit_together_are_refused(tmp_path, changed):
    store = RegionStore(tmp_path)
    shard = store.write({"a": regions(2), "b": regions(2)}, made=MADE, sources={"a": "1", "b": "2"})
    path = tmp_path / shard.name
    write_arrays(path, read_arrays(path) | changed, notes={"labels": "\n".join("abcdefgh")})
    write_records(tmp_path / MANIFEST, [shard.replace(digest=digest(path), n_bytes=path.stat().st_size)])
    with pytest.raises(FeatureError, match=r"regions of 2 pictures are damaged: .* holds other arrays"):
        RegionStore(tmp_path).picture("a")


def test_regions_of_two_widths_are_refused(tmp_path):
    store = RegionStore(tmp_path)
    with pytest.raises(FeatureError, match="the regions are 'a' of 5, 'b' of 6; expected one width"):
        store.write({"a": regions(2), "b": regions(2, width=6)}, made=MADE, sources={"a": "1", "b": "2"})
    with pytest.raises(FeatureError, match="of no picture; expected one width"):
        store.write({}, made=MADE, sources={})


def test_each_region_keeps_its_label(tmp_path):
    store = RegionStore(tmp_path)
    named = {id: replace(regions(2), labels=labels) for id, labels in (("a", ("tree", "")), ("b", ("cup", "tree")))}
    store.write(named, made=MADE, sources={"a": "1", "b": "2"})
    assert [store.picture(id).labels for id in ("a", "b")] == [("tree", ""), ("cup", "tree")]


def test_a_picture_without_regions_can_be_stored(tmp_path):
    store = RegionStore(tmp_path)
    store.write(
        {"a": regions(2), "none": regions(0), "b": regions(1)}, made=MADE, sources=dict.fromkeys(["a", "none", "b"], "")
    )
    assert [len(store.picture(id)) for id in store.pictures] == [2, 0, 1]


@pytest.mark.parametrize("name", ["../00000.safetensors", "/etc/passwd", "mine.safetensors", ""])
def test_a_manifest_names_only_files_of_the_store(name):
    with pytest.raises(RecordError, match=r"a file of regions is .*; expected a name such as 00000"):
        RegionShard(name, RegionProvenance("a", "1"), (), (), 4, 0, "")
