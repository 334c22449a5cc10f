import cv2
import dlib
import numpy as np
import pytest
import torch
from torch.nn import functional

from cinescribe.features.faces.dlib_face_detector import (
    Detection,
    FaceDetector,
    best,
    detections,
    load_face_detector,
    tiles,
)
from cinescribe.features.faces.dlib_weights import model_path
from tests.shared import shared


@pytest.fixture(scope="module")
def detector() -> FaceDetector:
    return load_face_detector()


def picture(path: str, width: int) -> np.ndarray:
    image = cv2.imread(str(shared(path)))
    assert image is not None
    height = image.shape[0] * width // image.shape[1]
    return np.ascontiguousarray(cv2.resize(image[:, :, ::-1], (width, height), interpolation=cv2.INTER_AREA))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "width"), [("data/faces/us_gov/obama.jpg", 260), ("data/faces/us_gov/biden.jpg", 300)]
)
def test_the_boxes_are_dlibs_own(detector: FaceDetector, path: str, width: int) -> None:
    image = picture(path, width)
    theirs = dlib.cnn_face_detection_model_v1(str(model_path("mmod_human_face_detector.dat")))(image, 0)
    ours = detections(detector, image)
    assert len(ours) == len(theirs) == 1
    rectangle = theirs[0].rect
    wanted = rectangle.left(), rectangle.top(), rectangle.right() + 1, rectangle.bottom() + 1
    assert (ours[0].left, ours[0].top, ours[0].right, ours[0].bottom) == pytest.approx(wanted, abs=2)
    assert ours[0].score == pytest.approx(theirs[0].confidence, abs=1e-3)


@pytest.mark.slow
def test_two_faces_are_ordered_by_score(detector: FaceDetector) -> None:
    one = picture("data/faces/us_gov/biden.jpg", 300)[40:340]
    both = np.concatenate([one, one[:, ::-1] // 2], 1)
    found = detections(detector, both)
    assert len(found) == 2
    assert found[0].score >= found[1].score
    middles = sorted((face.left + face.right) / 2 for face in found)
    assert middles[0] < 300 < middles[1]


def test_noise_and_tiny_pictures_have_no_detections(detector: FaceDetector) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (180, 240, 3), np.uint8)
    assert detections(detector, noise) == []
    assert detections(detector, noise[:3, :4]) == []


def test_the_head_equals_a_plain_convolution(detector: FaceDetector) -> None:
    x = torch.randn(2, 45, 13, 17, generator=torch.Generator().manual_seed(0))
    weight = detector.get_buffer("head").reshape(9, 9, 45).permute(2, 0, 1)[None]
    wanted = functional.conv2d(x, weight, detector.get_buffer("head_bias"), padding=4)[:, 0]
    assert torch.allclose(detector.scores(x), wanted, atol=1e-4)


@pytest.mark.parametrize("size", [(640, 480), (800, 334), (300, 681), (5, 5)])
def test_tiles_neither_overlap_nor_leave_the_mosaic(size: tuple[int, int]) -> None:
    placed = tiles(*size)
    width, height = size[0] + 22, max(top + h for _, top, _, h in placed) + 11
    used = np.zeros((height, width), int)
    for left, top, w, h in placed:
        assert left >= 11
        assert left + w <= width - 11
        used[top : top + h, left : left + w] += 1
    assert placed[0] == (11, 11, *size)
    assert used.max() == 1


def test_two_halves_of_the_sizes_are_all_sizes() -> None:
    even, odd = (tiles(320, 240, levels=slice(turn, None, 2)) for turn in (0, 1))
    assert sorted(size for *_, size in even + odd) == sorted(size for *_, size in tiles(320, 240))


def test_picture_too_small_for_the_levels_has_no_faces(detector: FaceDetector) -> None:
    assert detections(detector, np.zeros((4, 4, 3), np.uint8), levels=slice(1, None, 2)) == []


def test_best_of_overlapping_faces_is_kept() -> None:
    good, worse, other = (Detection(left, 0, left + 40, 40, score) for left, score in ((0, 1.0), (10, 0.5), (30, 0.4)))
    assert best([other, worse, good]) == [good, other]
    assert best([]) == []


def test_a_face_of_an_enlarged_crop_moves_to_its_place() -> None:
    assert Detection(10, 20, 30, 60, 0.9).moved((100, 50), 0.5) == Detection(105, 60, 115, 80, 0.9)
