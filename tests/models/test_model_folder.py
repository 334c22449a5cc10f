"""Folders of weights and card, which all kinds of trained models share."""

import json
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cinescribe.arrays import read_arrays
from cinescribe.errors import ModelError
from cinescribe.input_files import digest
from cinescribe.model_folder import ModelFolder, as_fp16, as_fp32, package_versions

TOY = ModelFolder("toy", "toy.safetensors", "toy.json", "train the toy again", version=3)
ARRAYS: dict[str, NDArray[Any]] = {"w": np.ones((2, 3), np.float32), "n": np.array(4, np.int64)}
SHAPES = {"w": (2, 3), "n": ()}


@pytest.fixture
def folder(tmp_path):
    TOY.write(tmp_path / "toy", ARRAYS, {"name": "Zoé", "weights": "", "last": 1})
    return tmp_path / "toy"


def test_model_is_read_as_written(folder):
    card = TOY.read_card(folder)
    assert list(card) == ["version", "name", "weights", "last"]  # the digest takes the place of its field
    assert card["name"] == "Zoé"
    assert "Zoé" in (folder / "toy.json").read_text(encoding="utf-8")
    arrays = TOY.read_weights(folder, card, SHAPES)
    assert np.array_equal(arrays["w"], ARRAYS["w"])
    assert arrays["n"].shape == ()


def test_number_in_older_files_is_array_of_one(folder):
    TOY.write(folder, {**ARRAYS, "n": np.array([4])}, {})
    assert TOY.read_weights(folder, TOY.read_card(folder), SHAPES)["n"].shape == ()


def test_folder_without_card_is_no_model(tmp_path):
    with pytest.raises(ModelError, match=r"holds no toy \(toy\.json is missing\); name the folder of a trained one"):
        TOY.read_card(tmp_path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", r"toy\.json' is damaged \(.*\); train the toy again"),
        ("[1]", r"is damaged \(it holds \[1\]\)"),
        ('{"version": 2}', "is of another version than 3; use the release that wrote it"),
    ],
)
def test_damaged_card_is_refused(folder, text, words):
    (folder / "toy.json").write_text(text)
    with pytest.raises(ModelError, match=words):
        TOY.read_card(folder)


def test_missing_and_changed_weights_are_refused(folder):
    card = TOY.read_card(folder)
    TOY.write(folder, {"w": np.zeros(1)}, {})
    with pytest.raises(ModelError, match=r"is damaged, or of another training than its toy\.json; take both from one"):
        TOY.read_weights(folder, card)
    (folder / "toy.safetensors").unlink()
    with pytest.raises(ModelError, match=r"toy\.safetensors' is missing; train the toy again"):
        TOY.read_weights(folder, card)


@pytest.mark.parametrize(
    ("shapes", "words"),
    [
        ({**SHAPES, "w": (3, 2)}, r"has w \(2, 3\), but the sizes of toy\.json make w \(3, 2\); do not edit either"),
        ({"w": (2, 3)}, r"has n \(1,\), but the sizes of toy\.json make no n"),
        ({**SHAPES, "b": (1,)}, r"has no b, but the sizes of toy\.json make b \(1,\)"),
    ],
)
def test_weights_of_other_shapes_are_refused(folder, shapes, words):
    with pytest.raises(ModelError, match=words):
        TOY.read_weights(folder, TOY.read_card(folder), shapes)


def test_file_that_is_not_safetensors_is_refused(folder):
    (folder / "toy.safetensors").write_bytes(b"x")
    TOY.write_card(folder, {**TOY.read_card(folder), "weights": digest(folder / "toy.safetensors")})
    with pytest.raises(ModelError, match=r"toy\.safetensors' is damaged \(.*; train the toy again"):
        TOY.read_weights(folder, TOY.read_card(folder))


def test_kind_of_one_format_has_no_version(tmp_path):
    ModelFolder("toy", "w", "c", "").write(tmp_path, {}, {"a": 1})
    assert list(json.loads((tmp_path / "c").read_text())) == ["a", "weights"]
    assert read_arrays(tmp_path / "w") == {}


def test_only_floats_of_32_bits_are_rounded():
    halved = as_fp16({"f": np.array([1 / 3], np.float32), "d": np.ones(1), "n": np.ones(1, np.int64)})
    assert [array.dtype.name for array in halved.values()] == ["float16", "float64", "int64"]
    assert [array.dtype.name for array in as_fp32(halved).values()] == ["float32", "float64", "int64"]


def test_versions_are_those_of_installed_packages():
    assert package_versions(("numpy",)) == {"numpy": np.__version__}
