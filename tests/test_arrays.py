import json
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import load_file

from cinescribe.arrays import open_arrays, read_arrays, read_arrays_like, write_arrays
from cinescribe.errors import RecordError
from tests.test_store import on_a_full_disk

ARRAYS: dict[str, NDArray[Any]] = {
    "a": np.arange(6, dtype=np.float32).reshape(2, 3),
    "b": np.zeros((0, 128), np.float16),
    "c": np.array([1.5, -2.0]),
    "d": np.array([[True], [False]]),
    "e": np.array([3, -4], np.int64),
    "f": np.array([7, 255], np.uint8),
}


def test_arrays_are_read_back_as_written(tmp_path):
    arrays = {"a": np.arange(6, dtype=np.float32).reshape(2, 3).T, "b": np.zeros((0, 128), np.float32)}
    write_arrays(tmp_path / "arrays.safetensors", arrays, notes={"by": "test"})
    found = read_arrays(tmp_path / "arrays.safetensors")
    assert all(np.array_equal(found[name], arrays[name]) for name in arrays)


def test_arrays_of_unexpected_shape_or_type_are_refused(tmp_path):
    path = tmp_path / "a.safetensors"
    write_arrays(path, {"a": np.zeros((2, 3), np.float32)})
    assert read_arrays_like(path, {"a": (np.float32, 2)})["a"].shape == (2, 3)
    for forms in ({"a": (np.float32, 1)}, {"a": (np.float64, 2)}, {"b": (np.float32, 2)}, {}):
        with pytest.raises(RecordError, match=r"holds \{'a': 'float32 \(2, 3\)'\}; expected"):
            read_arrays_like(path, forms)


def test_the_same_arrays_give_the_same_bytes_in_any_order(tmp_path):
    arrays: dict[str, NDArray[Any]] = {
        "a": np.arange(3, dtype=np.uint8),
        "b": np.ones((2, 1)),
        "c": np.zeros(0, np.int32),
        "d": np.array(True),
    }
    notes = dict.fromkeys("stuvwxyz", "é")
    write_arrays(tmp_path / "one.safetensors", arrays, notes=notes)
    other = dict(reversed(arrays.items()))
    write_arrays(tmp_path / "other.safetensors", other, notes=dict(reversed(notes.items())))
    assert (tmp_path / "one.safetensors").read_bytes() == (tmp_path / "other.safetensors").read_bytes()
    theirs = load_file(tmp_path / "one.safetensors")
    assert all(
        np.array_equal(theirs[name], array) and theirs[name].dtype == array.dtype for name, array in arrays.items()
    )
    opened, read_notes = open_arrays(tmp_path / "one.safetensors")
    assert read_notes == notes
    assert opened["b"].shape == (2, 1)


@pytest.mark.slow
def test_arrays_that_fill_the_disk_leave_no_file(tmp_path):
    done = on_a_full_disk(
        tmp_path,
        """
        import numpy as np
        from cinescribe.arrays import write_arrays
        try:
            write_arrays("a.safetensors", {"a": np.zeros(10_000)})
        except OutputError as error:
            print(error)
        """,
    )
    assert "'a.safetensors' cannot be written (" in done
    assert "File too large" in done
    assert list(tmp_path.iterdir()) == []


def test_mapped_arrays_are_those_that_are_read(tmp_path):
    write_arrays(tmp_path / "x.safetensors", ARRAYS, notes={"by": "test"})
    arrays, notes = open_arrays(tmp_path / "x.safetensors")
    read = read_arrays(tmp_path / "x.safetensors")
    assert notes == {"by": "test"}
    assert sorted(arrays) == sorted(read)
    for name, array in arrays.items():
        assert array.dtype == read[name].dtype
        assert np.array_equal(array, read[name])
        assert not array.flags.writeable


def test_file_without_notes_has_empty_notes(tmp_path):
    write_arrays(tmp_path / "x.safetensors", ARRAYS)
    assert open_arrays(tmp_path / "x.safetensors")[1] == {}


@pytest.mark.parametrize("length", [0, 4, 60, -1])
def test_truncated_file_is_refused(tmp_path, length):
    path = tmp_path / "x.safetensors"
    write_arrays(path, ARRAYS)
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(RecordError, match="is no safetensors file"):
        open_arrays(path)


def test_missing_file_is_refused(tmp_path):
    with pytest.raises(RecordError, match=r"cannot be read .No such file"):
        open_arrays(tmp_path / "x.safetensors")


def test_arrays_that_numpy_does_not_know_are_refused(tmp_path):
    header = json.dumps({"a": {"dtype": "BF16", "shape": [2], "data_offsets": [0, 4]}}).encode()
    (tmp_path / "x.safetensors").write_bytes(len(header).to_bytes(8, "little") + header + bytes(4))
    with pytest.raises(RecordError, match=r"is no safetensors file \('BF16'\)"):
        open_arrays(tmp_path / "x.safetensors")


@pytest.mark.parametrize("shape", [[0, 2**31, 2**31, 2**31], [0] * 100])
def test_shapes_that_numpy_cannot_have_are_refused(tmp_path, shape):
    header = json.dumps({"a": {"dtype": "F32", "shape": shape, "data_offsets": [0, 0]}}).encode()
    (tmp_path / "x.safetensors").write_bytes(len(header).to_bytes(8, "little") + header)
    for read in (read_arrays, open_arrays):
        with pytest.raises(RecordError, match="is no safetensors file"):
            read(tmp_path / "x.safetensors")


def test_null_notes_are_read_as_empty(tmp_path):
    header = b'{"__metadata__": null}  '
    (tmp_path / "x.safetensors").write_bytes(len(header).to_bytes(8, "little") + header)
    assert open_arrays(tmp_path / "x.safetensors") == ({}, {})


def test_file_of_another_format_is_refused(tmp_path):
    (tmp_path / "latin.txt").write_bytes("é".encode("latin-1"))
    with pytest.raises(RecordError, match=r"latin.txt' is no safetensors file"):
        read_arrays(tmp_path / "latin.txt")
