import json
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cinescribe.errors import RecordError
from cinescribe.store import open_arrays, read_arrays, write_arrays

ARRAYS: dict[str, NDArray[Any]] = {
    "a": np.arange(6, dtype=np.float32).reshape(2, 3),
    "b": np.zeros((0, 128), np.float16),
    "c": np.array([1.5, -2.0]),
    "d": np.array([[True], [False]]),
    "e": np.array([3, -4], np.int64),
    "f": np.array([7, 255], np.uint8),
}


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


def test_a_file_without_notes_has_none(tmp_path):
    write_arrays(tmp_path / "x.safetensors", ARRAYS)
    assert open_arrays(tmp_path / "x.safetensors")[1] == {}


@pytest.mark.parametrize("length", [0, 4, 60, -1])
def test_a_file_cut_short_is_none(tmp_path, length):
    path = tmp_path / "x.safetensors"
    write_arrays(path, ARRAYS)
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(RecordError, match="is no safetensors file"):
        open_arrays(path)


def test_a_missing_file_is_said(tmp_path):
    with pytest.raises(RecordError, match=r"cannot be read .No such file"):
        open_arrays(tmp_path / "x.safetensors")


def test_arrays_that_numpy_does_not_know_are_refused(tmp_path):
    header = json.dumps({"a": {"dtype": "BF16", "shape": [2], "data_offsets": [0, 4]}}).encode()
    (tmp_path / "x.safetensors").write_bytes(len(header).to_bytes(8, "little") + header + bytes(4))
    with pytest.raises(RecordError, match=r"is no safetensors file \('BF16'\)"):
        open_arrays(tmp_path / "x.safetensors")
