import json

import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.models.checkpoint import read_checkpoint
from cinescribe.models.fitted.fitted_checkpoint import FittedCard, is_fitted, read_fitted, write_fitted
from cinescribe.models.fitted.nearest import NearestNeighbour

CARD = FittedCard("nearest", ("clip",), extractors={"clip": "ours 1"}, scores={"METEOR": 0.5})
VECTORS = np.eye(3, dtype=np.float32)


@pytest.fixture
def folder(tmp_path):
    write_fitted(tmp_path, NearestNeighbour(VECTORS, ["a", "b", "c"], widths=(3,)), CARD)
    return tmp_path


def changed(folder, **fields):
    path = folder / "checkpoint.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **fields}))


def test_what_is_written_is_read(folder):
    found = read_fitted(folder)
    assert (found.folder, found.card) == (folder, CARD)
    assert found.model.captions(VECTORS[::-1].copy()) == ["c", "b", "a"]
    assert is_fitted(folder)


def test_a_network_is_not_fitted_and_a_fitted_model_no_network(folder):
    with pytest.raises(ModelError, match=r"holds a fitted model, which is no network"):
        read_checkpoint(folder)
    changed(folder, fitted=None)
    (folder / "checkpoint.json").write_text(json.dumps({"version": 1, "model": "micap"}))
    assert not is_fitted(folder)


def test_a_folder_without_a_checkpoint_is_refused(tmp_path):
    with pytest.raises(ModelError, match=r"holds no checkpoint \(checkpoint.json is missing\)"):
        read_fitted(tmp_path)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"version": 2}, "is of another version than 1"),
        ({"fitted": None}, "fitted|table of names"),
        ({"fitted": {"model": "other", "streams": []}}, "the model 'other' is not known; known are nearest"),
        ({"files": []}, "is damaged"),
        ({"files": {"../captions.json": ""}}, "is damaged"),
        ({"files": {"no.json": ""}}, "is missing; get the checkpoint again"),
        ({"files": {"captions.json": "0"}}, "is damaged, or of another training"),
    ],
)
def test_a_damaged_checkpoint_is_refused(folder, fields, fault):
    changed(folder, **fields)
    with pytest.raises(ModelError, match=fault):
        read_fitted(folder)


def test_text_that_is_no_json_is_refused(folder):
    (folder / "checkpoint.json").write_text("{")
    with pytest.raises(ModelError, match=r"is damaged .*; get the checkpoint again from its source"):
        read_fitted(folder)


def test_files_of_other_content_are_refused(folder):
    (folder / "captions.json").write_text("[1]")
    path = folder / "checkpoint.json"
    fields = json.loads(path.read_text())
    del fields["files"]["captions.json"]
    path.write_text(json.dumps(fields))
    with pytest.raises(ModelError, match=r"is damaged \(.*is no list of captions"):
        read_fitted(folder)
