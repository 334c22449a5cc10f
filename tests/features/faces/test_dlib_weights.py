import importlib.util
import struct
from pathlib import Path

import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.features.faces.dlib_weights import Layer, folded, model_path, read_layers


def integer(value: int) -> bytes:
    body = abs(value).to_bytes(max(1, (abs(value).bit_length() + 7) // 8), "little")
    return bytes([len(body) | (0x80 if value < 0 else 0)]) + body


def tensor(values: list[float]) -> bytes:
    sizes = (len(values), 1, 1, 1)
    return integer(2) + b"".join(integer(n) for n in sizes) + struct.pack(f"<{len(values)}f", *values)


def test_layers_are_read_as_dlib_wrote_them(tmp_path: Path) -> None:
    shape = (2, 1, 1, 2, 2, 0, 0)
    convolution = b"\x01\x05con_4" + tensor([1, 2, 3, 4]) + b"".join(integer(n) for n in shape)
    spans = b"".join(integer(n) for n in range(10))
    norm = b"\x01\x07bn_con2" + tensor([1, 1, 0, 0]) + spans + b"".join(tensor([n, n]) for n in (7, 8, 9, 10))
    linear = b"\x01\x04fc_2" + integer(2) + integer(1) + tensor([5, 6])
    path = tmp_path / "net.dat"
    path.write_bytes(b"anything" + convolution + b"between" + norm + linear)
    first, second, third = read_layers(path)
    assert (first.kind, first.weights.tolist(), first.shape) == ("con_4", [1, 2, 3, 4], shape)
    assert (second.kind, [list(x) for x in second.statistics]) == ("bn_con2", [[9, 9], [10, 10]])
    assert (third.kind, third.shape, third.weights.tolist()) == ("fc_2", (2, 1), [5, 6])


def test_a_name_inside_a_tensor_is_not_a_layer(tmp_path: Path) -> None:
    (inside,) = struct.unpack("<2f", b"\x01\x04fc_2\x00\x00")[:1]
    weights = [inside, struct.unpack("<f", b"_2\x00\x00")[0]]
    path = tmp_path / "net.dat"
    path.write_bytes(b"\x01\x07affine_" + tensor(weights))
    assert [layer.kind for layer in read_layers(path)] == ["affine_"]


def test_a_batch_normalisation_is_folded_into_the_convolution_before_it() -> None:
    convolution = Layer("con_4", np.array([2, 3, 10, 20], np.float32), (2, 1, 1, 1, 1, 0, 0))
    statistics = (np.array([4, 0], np.float32), np.array([0.25 - 1e-4, 1 - 1e-4], np.float32))
    merged = folded(convolution, Layer("bn_con2", np.array([1, 5, 7, 9], np.float32), statistics=statistics), 1)
    # (2 x + 10 - 4) / .5 + 7 and (3 x + 20) * 5 + 9
    assert merged.weight.flatten().tolist() == pytest.approx([4, 15])
    assert merged.bias.tolist() == pytest.approx([19, 109])


def test_a_truncated_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.dat"
    path.write_bytes((b"\x01\x07affine_" + tensor([1, 2, 3]))[:-2])
    with pytest.raises(ModelError, match="ends inside a layer, at byte"):
        read_layers(path)


def test_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.dat"
    path.write_bytes(b"no network")
    with pytest.raises(ModelError, match="holds no layer of a dlib network"):
        read_layers(path)


@pytest.mark.parametrize("sizes", [(-5, 1, 1, 1), (2**60, 2**60, 1, 1)])
def test_a_tensor_of_impossible_size_is_refused(tmp_path: Path, sizes: tuple[int, ...]) -> None:
    path = tmp_path / "net.dat"
    numbers = b"".join(bytes([8 | 0x80 * (n < 0)]) + abs(n).to_bytes(8, "little") for n in (1, *sizes))
    path.write_bytes(b"\x01\x07affine_" + numbers + b"\0" * 40)
    with pytest.raises(ModelError, match="ends inside a layer"):
        read_layers(path)


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        read_layers(tmp_path / "none.dat")


def test_the_models_are_found_without_importing_their_package() -> None:
    assert model_path("mmod_human_face_detector.dat").is_file()


def test_a_model_that_the_package_lacks_is_reported() -> None:
    with pytest.raises(ModelError, match=r"lacks 'other\.dat'; pip install"):
        model_path("other.dat")


def test_a_missing_package_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ModelError, match="with dlib's face models is missing; pip install"):
        model_path("mmod_human_face_detector.dat")
