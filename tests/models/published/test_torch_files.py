import pickle
import random
import struct
import subprocess
import sys
import time
import zipfile
from io import BytesIO

import pytest
import torch

from cinescribe.models.published.torch_files import TORCH_FILE_ERRORS, StoredTensor, read_torch_file

TENSORS = {
    **{str(kind): torch.tensor([[0, 1, 2], [3, 4, 5]]).to(kind) for kind in (
        torch.float64, torch.float32, torch.float16, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8,
        torch.bool,
    )},
    "turned": torch.arange(12.0).reshape(3, 4).T,
    "part": torch.arange(12.0)[5:8],
    "scalar": torch.tensor(3.5),
    "empty": torch.zeros(0, 7),
    "parameter": torch.nn.Parameter(torch.ones(2)),
}  # fmt: skip


def saved(values, *, is_old):
    file = BytesIO()
    torch.save(values, file, _use_new_zipfile_serialization=not is_old)
    return file.getvalue()


def read(path, content):
    path.write_bytes(content)
    with open(path, "rb") as opened:
        file = read_torch_file(path, opened)
        named = {name: one for name, one in file.values.items() if isinstance(one, StoredTensor)}
        return {name: file.tensor(one) for name, one in named.items()}


@pytest.mark.parametrize("is_old", [True, False])
def test_tensors_of_every_kind_come_back(tmp_path, is_old):
    found = read(tmp_path / "a.pth", saved({**TENSORS, "other": [1, "two"]}, is_old=is_old))
    assert found.keys() == TENSORS.keys()
    for name, tensor in TENSORS.items():
        assert found[name].dtype == tensor.dtype
        assert found[name].equal(tensor)


@pytest.mark.parametrize("is_old", [True, False])
def test_a_mutated_file_is_read_or_refused(tmp_path, is_old):
    rng = random.Random(0)
    whole = saved({"a": torch.arange(20.0), "b": torch.ones(2, 2)}, is_old=is_old)
    n_refused = 0
    for _ in range(400):
        spoilt = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            spoilt[rng.randrange(len(whole))] = rng.randrange(256)
        try:
            read(tmp_path / "a.pth", bytes(spoilt))
        except TORCH_FILE_ERRORS:
            n_refused += 1
    assert n_refused > 100


def zipped(values, *, packed=False, **parts):
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED) as archive:
        archive.writestr("a/data.pkl", values)
        for name, content in parts.items():
            archive.writestr(f"a/{name}", content)
    return file.getvalue()


def overstated(archive):
    """An archive whose last part says that it has 2 GiB."""
    at = archive.rindex(b"PK\x01\x02")
    return archive[: at + 20] + struct.pack("<II", 1 << 31, 1 << 31) + archive[at + 28 :]


def pickled(shape, strides, *, n_numbers=6, offset=0, location="cpu", key="0"):
    """What torch pickles for one tensor named `a`."""

    class Pickler(pickle._Pickler):
        def persistent_id(self, value):
            return value.pid if isinstance(value, Storage) else None

    class Storage:
        pid = ("storage", torch.FloatStorage, key, location, n_numbers)

    class Stored:
        def __reduce__(self):
            return torch._utils._rebuild_tensor_v2, (Storage(), offset, shape, strides, False, {})

    file = BytesIO()
    Pickler(file, 2).dump({"a": Stored()})
    return file.getvalue()


def test_a_file_made_by_hand_is_read(tmp_path):
    numbers = torch.arange(6.0).numpy().tobytes()
    content = zipped(pickled((2, 3), (3, 1)))
    with pytest.raises(KeyError):
        read(tmp_path / "a.pth", content)
    file = BytesIO(content)
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("a/data/0", numbers)
    assert read(tmp_path / "a.pth", file.getvalue())["a"].tolist() == [[0, 1, 2], [3, 4, 5]]


@pytest.mark.parametrize(
    ("tensor", "words"),
    [
        ({"shape": (2, 4), "strides": (4, 1)}, r"shape \(2, 4\) has 6 numbers"),
        ({"shape": (10**6, 10**6), "strides": (0, 0)}, "has 6 numbers"),
        ({"shape": (2,), "strides": (6,)}, "has 6 numbers"),
        ({"shape": (2,), "strides": (1,), "offset": 5}, "has 6 numbers"),
        ({"shape": (-1,), "strides": (1,)}, r"a tensor has the shape \(-1,\)"),
        ({"shape": (1.0,), "strides": (1,)}, r"a tensor has the shape \(1.0,\)"),
        ({"shape": (1,), "strides": ()}, r"a tensor has the shape \(1,\)"),
        ({"shape": (1,) * 9, "strides": (1,) * 9}, r"a tensor has the shape"),
        ({"shape": (7,), "strides": (1,), "n_numbers": 7}, "expected 28 bytes of numbers, found 24"),
        ({"shape": (7,), "strides": (1,), "n_numbers": 10**12}, "expected 4000000000000 bytes of numbers, found 24"),
        ({"shape": (1,), "strides": (1,), "n_numbers": -1}, "for a storage"),
    ],
)
def test_tensors_that_are_not_in_the_file_are_refused(tmp_path, tensor, words):
    with pytest.raises(pickle.UnpicklingError, match=words):
        read(tmp_path / "a.pth", zipped(pickled(**tensor), **{"data/0": b"\0" * 24}))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (zipped(pickle.dumps({}), packed=True), "its part 'data.pkl' is packed"),
        (zipped(pickle.dumps({}), byteorder="big"), "another kind of machine"),
        (overstated(zipped(pickle.dumps({}), byteorder="little")), "its part 'byteorder' says that it is longer than"),
        (zipped(pickle.dumps(print)), "it names 'builtins.print', which no weights need"),
        (pickle.dumps(1) * 5, "not subscriptable|no file of torch"),
        (b"".join(map(pickle.dumps, (1, 2, {"little_endian": True}, {}, []))), "it is no file of torch"),
    ],
)
def test_other_files_are_refused(tmp_path, content, words):
    with pytest.raises(TORCH_FILE_ERRORS, match=words):
        read(tmp_path / "a.pth", content)


def test_a_large_pickle_and_a_storage_with_two_descriptions_are_refused(tmp_path, monkeypatch):
    two = {key: ("storage", torch.FloatStorage, "0", "cpu", n) for n, key in enumerate((1.5, 2.5))}

    class Pickler(pickle._Pickler):
        def persistent_id(self, value):
            return two.get(value) if isinstance(value, float) else None

    file = BytesIO()
    Pickler(file, 2).dump({"a": 1.5, "b": 2.5})
    with pytest.raises(pickle.UnpicklingError, match="its storage '0' is described twice"):
        read(tmp_path / "a.pth", zipped(file.getvalue()))
    monkeypatch.setattr("cinescribe.models.published.torch_files._MAX_PICKLES", 100)
    with pytest.raises(pickle.UnpicklingError, match="its pickle is too large"):
        read(tmp_path / "a.pth", saved(TENSORS, is_old=False))


HOSTILE = {
    "long name": b"\x80\x02c" + b"a" * 100_000 + b"\nb\n.",
    "nested key": b"\x80\x02})" + b"".join(b"q%ch%c\x86" % (n, n) for n in range(60)) + b"K\x01s.",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_files_that_stop_torch_are_refused_at_once(tmp_path, name):
    began = time.process_time()
    with pytest.raises(TORCH_FILE_ERRORS):
        read(tmp_path / "a.pth", zipped(HOSTILE[name], version="3\n", byteorder="little"))
    assert time.process_time() - began < 2


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_torch_cannot_read_hostile_files_in_time(tmp_path, name):
    """Once this fails, `torch.load` may do, with a limit on the size of its file."""
    path = tmp_path / "a.pth"
    path.write_bytes(zipped(HOSTILE[name], version="3\n", byteorder="little"))
    code = "import sys, torch; print('begins', flush=True); torch.load(sys.argv[1], weights_only=True)"
    with subprocess.Popen([sys.executable, "-c", code, path], stdout=subprocess.PIPE, text=True) as reader:
        assert reader.stdout is not None
        assert reader.stdout.readline() == "begins\n"
        try:
            with pytest.raises(subprocess.TimeoutExpired):
                reader.wait(2)  # seconds, within which we have refused them
        finally:
            reader.kill()
