from pathlib import Path

import cv2
import numpy as np
import pytest

from cinescribe.arrays import write_arrays
from cinescribe.errors import RecordError
from cinescribe.features.faces.face_crops import FaceCrop, FaceCropCollector, read_face_crops, write_face_crops
from cinescribe.schema import Face

ANNA, BERT = np.zeros(4, np.float32), np.ones(4, np.float32)


def image(brightness: int) -> np.ndarray:
    return np.full((200, 300, 3), brightness, np.uint8)


def decoded(crop: FaceCrop) -> np.ndarray:
    picture = cv2.imdecode(np.frombuffer(crop.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture


def face(row: int, time: float, *, left: float = 0.4, score: float = 1.0) -> Face:
    return Face(time, (left, 0.4, left + 0.2, 0.7), score, row)


def test_crop_is_the_best_face_of_each_run() -> None:
    collector = FaceCropCollector(same_distance=0.55)
    collector.add(face(0, 0.0), ANNA, image(10), frontality=0.2)
    collector.add(face(1, 0.25), ANNA, image(100), frontality=0.9)
    collector.add(face(2, 0.25, left=0.1), BERT, image(50), frontality=1.0)
    collector.add(face(3, 0.5), ANNA, image(200), frontality=0.5)
    (crop,) = collector.crops()
    assert crop.row == 1
    picture = decoded(crop)
    assert picture.shape == (120, 120, 3)  # the face and half as much on each side
    assert abs(int(picture.mean()) - 100) < 3


def test_another_person_a_gap_and_a_long_run_begin_new_runs() -> None:
    collector = FaceCropCollector(same_distance=0.55)
    times = [*np.arange(0, 10, 0.25), *np.arange(13, 14, 0.25)]
    for row, time in enumerate(times):
        collector.add(face(row, float(time)), ANNA if row < 4 else BERT, image(0), frontality=1.0)
    rows = [crop.row for crop in collector.crops()]
    assert rows == [0, 4, 37, 40]


def test_a_face_beyond_the_edge_gives_a_smaller_picture() -> None:
    collector = FaceCropCollector(same_distance=0.55)
    for row in range(2):
        collector.add(Face(row / 4, (0.9, 0.9, 1.0, 1.0), 1.0, row), ANNA, image(0), frontality=1.0)
    (crop,) = collector.crops()
    assert decoded(crop).shape == (30, 45, 3)


def test_crops_are_read_from_disk(tmp_path: Path) -> None:
    crops = (FaceCrop(3, 0.5, b"one"), FaceCrop(9, 0.25, b"four"))
    write_face_crops(tmp_path / "some.safetensors", crops)
    assert read_face_crops(tmp_path / "some.safetensors") == crops
    write_face_crops(tmp_path / "none.safetensors", ())
    assert read_face_crops(tmp_path / "none.safetensors") == ()


def test_other_arrays_are_refused(tmp_path: Path) -> None:
    write_arrays(tmp_path / "a.safetensors", {"embeddings": np.zeros(3)})
    with pytest.raises(RecordError, match=r"holds \{'embeddings': 'float64 \(3,\)'\}; expected rows, qualities, sizes"):
        read_face_crops(tmp_path / "a.safetensors")


@pytest.mark.parametrize("sizes", [[9], [2, 1], [-1, 4], [3, 0, 0]])
def test_crops_that_do_not_fill_the_file_are_refused(tmp_path: Path, sizes: list[int]) -> None:
    arrays = {"rows": np.arange(2), "qualities": np.ones(2), "sizes": np.array(sizes)}
    write_arrays(tmp_path / "a.safetensors", arrays | {"jpegs": np.zeros(4 if sizes == [2, 1] else 3, np.uint8)})
    with pytest.raises(RecordError, match="holds no face crops; remove it"):
        read_face_crops(tmp_path / "a.safetensors")


@pytest.mark.parametrize("data", [b"", b"no picture"])
def test_crop_that_is_not_a_jpeg_is_refused(data: bytes) -> None:
    with pytest.raises(RecordError, match="the crop of face 3 is no JPEG picture; find the faces again"):
        FaceCrop(3, 0.5, data).picture()
