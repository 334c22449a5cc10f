import pickle

import numpy as np
import pytest

from cinescribe.errors import FeatureError, RecordError
from cinescribe.features.imports.pickled_arrays import read_pickled_arrays
from tests.models.harmful import Harmful

ARRAYS = [np.arange(6, dtype="f4").reshape(2, 3), np.asfortranarray(np.arange(8.0).reshape(2, 4))]


def written(folder, value, protocol=4):
    (folder / "arrays.pkl").write_bytes(pickle.dumps(value, protocol=protocol))
    return folder / "arrays.pkl"


@pytest.mark.parametrize("protocol", range(6))
def test_lists_of_arrays_are_read(tmp_path, protocol):
    found = read_pickled_arrays(written(tmp_path, ARRAYS, protocol))
    assert all(np.array_equal(found[n], array) for n, array in enumerate(ARRAYS))


@pytest.mark.parametrize("protocol", [2, 4, 5])
def test_one_array_is_divided_along_its_first_axis(tmp_path, protocol):
    array = np.arange(24, dtype="f2").reshape(4, 2, 3)
    found = read_pickled_arrays(written(tmp_path, array, protocol))
    assert len(found) == 4
    assert np.array_equal(found[3], array[3])


def test_tables_of_arrays_are_read_by_key(tmp_path):
    found = read_pickled_arrays(written(tmp_path, {7: ARRAYS[0]}))
    assert list(found) == [7]


def test_pickle_that_runs_code_is_refused(tmp_path):
    with pytest.raises(FeatureError, match=r"names '\w+.mkdir', which no array needs"):
        read_pickled_arrays(written(tmp_path, [Harmful(tmp_path / "made")]))
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("text", "it holds 'text'"),
        ([1, 2], "it holds 1, which is no array"),
        ([np.arange(3)], "it has numbers of the kind 'i8'"),
        ([np.array(["a", None], dtype=object)], "it has numbers of the kind 'O8'"),
        ([np.arange(3, dtype=">f4")], "its numbers have the byte order '>'"),
        ([np.float32], r"it names 'numpy.float32', which no array needs"),
    ],
)
def test_values_other_than_float_arrays_are_refused(tmp_path, value, message):
    with pytest.raises(FeatureError, match=message):
        read_pickled_arrays(written(tmp_path, value))


def test_damaged_and_missing_files_are_named(tmp_path):
    path = written(tmp_path, ARRAYS)
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(FeatureError, match=r"arrays.pkl' is no pickle of NumPy arrays that can be read safely"):
        read_pickled_arrays(path)
    path.write_bytes(b"")
    with pytest.raises(FeatureError, match=r"arrays.pkl' is no pickle of NumPy arrays"):
        read_pickled_arrays(path)
    with pytest.raises(RecordError, match=r"other.pkl"):
        read_pickled_arrays(tmp_path / "other.pkl")


def test_array_whose_shape_does_not_fit_its_bytes_is_refused(tmp_path):
    path = written(tmp_path, [np.zeros((2, 77), "f4")])
    path.write_bytes(path.read_bytes().replace(b"K\x02KM", b"K\x03KM"))
    with pytest.raises(FeatureError, match=r"an array of shape \(3, 77\) has 616 bytes"):
        read_pickled_arrays(path)


def test_array_without_state_is_refused(tmp_path):
    (tmp_path / "arrays.pkl").write_bytes(b"\x80\x03]cnumpy\nndarray\n)\x81a.")
    with pytest.raises(FeatureError, match="not enough values"):
        read_pickled_arrays(tmp_path / "arrays.pkl")
    (tmp_path / "arrays.pkl").write_bytes(b"\x80\x03]cnumpy\nndarray\n)\x81(K\x01)K\x02\x89C\x00tba.")
    with pytest.raises(FeatureError, match="an array has no floats"):
        read_pickled_arrays(tmp_path / "arrays.pkl")
