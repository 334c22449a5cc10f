"""Published detections in one HDF5 file become the features of a corpus of stills."""

import json
from dataclasses import replace

import h5py
import numpy as np
import pytest

from cinescribe.corpus.core.stills import StillSplit, read_stills, write_stills
from cinescribe.corpus.extraction.import_detections import import_detections
from cinescribe.corpus.extraction.still_features import check_still_features
from cinescribe.errors import FeatureError
from cinescribe.features.extraction.extract import ExtractionResult
from cinescribe.features.imports.coco_detections import CocoDetections
from cinescribe.features.regions.region_store import RegionStore
from cinescribe.media.film.image_files import write_picture
from tests.commands import run_command
from tests.corpus.pictures import CARD, written

NUMBERS = (790, 1_000_007, 12)


def detections(path, counts=(60, 3, 1), width=8, **others):
    """A file as the authors of M² published it: arrays named by COCO's numbers, boxes in pixels."""
    random = np.random.default_rng(0)
    with h5py.File(path, "w") as file:
        for number, n in zip(NUMBERS, counts, strict=True):
            file[f"{number}_features"] = random.normal(size=(n, width)).astype(np.float32)
            file[f"{number}_boxes"] = np.tile(np.array([[0, 0, 30, 20]], np.float32), (n, 1))
            file[f"{number}_cls_prob"] = random.random((n, 5)).astype(np.float32)
        for key, value in others.items():
            del file[key]
            if value is not None:
                file[key] = value
    return path


@pytest.fixture
def corpus(tmp_path):
    """Three stills with the names of COCO's files; one file is not there."""
    made = written(tmp_path / "plain")
    stills = [
        replace(still, id=f"COCO_val2014_{number:012d}") for still, number in zip(made.stills, NUMBERS, strict=True)
    ]
    for still in stills[:2]:
        write_picture(tmp_path / "corpus" / still.path, np.zeros((36, 64, 3), np.uint8))
    write_stills(tmp_path / "corpus", CARD, stills=stills, splits=[StillSplit("val", tuple(one.id for one in stills))])
    return tmp_path / "corpus"


def test_detections_are_copied_once_and_cut(corpus, tmp_path):
    path = detections(tmp_path / "coco_detections.hdf5")
    shares = []
    done = import_detections(path, corpus, features="detections", progress=lambda _, share: shares.append(share))
    assert (done, shares) == (ExtractionResult(3, 3, 0), [1.0])
    store = RegionStore(read_stills(corpus).features("detections"))
    ids = [still.id for still in read_stills(corpus).stills]
    assert [len(store.picture(id)) for id in ids] == [50, 3, 1]
    with h5py.File(path) as file:
        for id, number in zip(ids, NUMBERS, strict=True):
            np.testing.assert_array_equal(store.picture(id).rows, file[f"{number}_features"][:50])
    whole, known = store.picture(ids[2]).boxes[0], store.picture(ids[0]).boxes[0]
    assert whole.tolist() == [0, 0, 1, 1]  # the file of this picture is not there
    assert known[:2].tolist() == [0, 0] and known[2:].max() <= 1 and known[2:].min() > 0  # noqa: PT018
    assert import_detections(path, corpus, features="detections") == ExtractionResult(3, 0, 3)
    assert check_still_features(corpus) == (3, ())


def test_command_reports_what_was_copied(corpus, tmp_path):
    path = detections(tmp_path / "coco_detections.hdf5")
    value = json.loads(run_command("features", "import-hdf5", path, corpus, "--limit", "2", "--json").stdout)
    assert value == {"pictures": 3, "done": 3, "skipped": 0}
    assert "0 copied, 3 there already" in run_command("features", "import-hdf5", path, corpus, "--limit", "2").stdout


@pytest.mark.parametrize(
    ("others", "message"),
    [
        ({"12_features": None}, r"has no detections of 1 of 3 pictures, the first 'COCO_val2014_000000000012'"),
        ({"790_features": np.zeros(3)}, r"790_features has the shape \(3,\); expected rows of features"),
        ({"790_features": np.zeros((0, 8))}, r"790_features has the shape \(0, 8\)"),
        ({"790_features": np.full((3, 8), np.nan)}, "790_features holds values that are no finite numbers"),
        ({"790_boxes": np.zeros((60, 3))}, r"790_boxes has the shape \(60, 3\); expected rows of 4"),
        ({"790_boxes": np.zeros((2, 4))}, "790_boxes has 2 boxes for 50 features"),
        ({"790_boxes": np.full((60, 4), 1e9)}, "790_boxes holds values that are no pixels"),
    ],
)
def test_other_files_are_refused(corpus, tmp_path, others, message):
    path = detections(tmp_path / "coco_detections.hdf5", **others)
    with pytest.raises(FeatureError, match=message):
        import_detections(path, corpus, features="detections")


def test_file_that_is_not_hdf5_or_lacks_a_picture_is_refused(corpus, tmp_path):
    (tmp_path / "x.hdf5").write_bytes(b"no")
    with pytest.raises(FeatureError, match=r"cannot be read as HDF5; give coco_detections.hdf5, whole"):
        import_detections(tmp_path / "x.hdf5", corpus, features="detections")
    with pytest.raises(FeatureError, match=r"'\.\./x' is no name of features; give one word"):
        import_detections(tmp_path / "x.hdf5", corpus, features="../x")
    with CocoDetections(detections(tmp_path / "d.hdf5"), n_regions=5) as opened:
        assert not opened.has("no number")
        with pytest.raises(FeatureError, match="has no 5_features; give a file with detections of this picture"):
            opened.regions("COCO_5", None)


def test_a_damaged_file_is_named(tmp_path):
    path = detections(tmp_path / "d.hdf5", counts=(1, 1, 1))
    whole = path.read_bytes()
    faults = set()
    for at in range(0, len(whole) - 8, 8):
        path.write_bytes(whole[:at] + b"\xff" * 8 + whole[at + 8 :])
        try:
            with CocoDetections(path, n_regions=5) as opened:
                opened.regions("790", (64, 36))
        except FeatureError as error:
            faults.add(str(error).partition("(")[0].strip())
    assert f"{str(path)!r} is damaged" in faults, faults


def test_missing_h5py_error_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(__import__("sys").modules, "h5py", None)
    with pytest.raises(FeatureError, match=r"HDF5 files need h5py \(BSD-3-Clause\); pip install 'cinescribe\[hdf5\]'"):
        CocoDetections(tmp_path / "x.hdf5", n_regions=5)
