from collections.abc import Sequence

import cv2
import numpy as np
import pytest
import torch

from cinescribe.features.faces.extractor import FaceExtractor, FoundFace, SparingExtractor, facing
from cinescribe.features.faces.faces import DlibFaces, FaceFinder
from cinescribe.features.faces.following import overlap
from cinescribe.media.film.frame_scaling import PictureFormat
from tests.shared import shared


@pytest.fixture(scope="module")
def dlib_faces() -> DlibFaces:
    return DlibFaces(side=480)


def photo(name: str, height: int = 400) -> np.ndarray:
    image = cv2.imread(str(shared(f"data/faces/us_gov/{name}.jpg")))
    assert image is not None
    width = image.shape[1] * height // image.shape[0]
    return cv2.resize(image[:, :, ::-1], (width, height), interpolation=cv2.INTER_AREA)


def test_a_face_is_found_with_its_landmarks_inside(dlib_faces: DlibFaces) -> None:
    (face,) = dlib_faces.find(photo("obama"))
    x0, y0, x1, y1 = face.box
    assert 0 <= x0 < x1 <= 1
    assert 0 <= y0 < y1 <= 1
    assert all(x0 < x < x1 and y0 < y < y1 for x, y in face.landmarks)
    assert face.frontality > 0.8


def test_mirrored_face_turns_to_the_other_side(dlib_faces: DlibFaces) -> None:
    image = photo("obama2")
    (face,), (mirrored,) = dlib_faces.find(image), dlib_faces.find(np.ascontiguousarray(image[:, ::-1]))
    assert face.facing is not None
    assert face.facing == pytest.approx(-0.14, abs=0.06)
    assert mirrored.facing == pytest.approx(-face.facing, abs=0.06)


@pytest.mark.slow
def test_the_same_person_is_near_and_another_far(dlib_faces: DlibFaces) -> None:
    rows = {}
    for name in ("obama", "obama2", "biden"):
        image = photo(name)
        rows[name] = dlib_faces.embed(image, dlib_faces.find(image)[:1])[0]
    same = np.linalg.norm(rows["obama"] - rows["obama2"])
    other = np.linalg.norm(rows["obama"] - rows["biden"])
    assert same < dlib_faces.same_distance < other


@pytest.mark.slow
def test_a_small_picture_is_enlarged_and_a_large_one_shrunk_to_the_same_find(dlib_faces: DlibFaces) -> None:
    small, large = (dlib_faces.find(photo("biden", height)) for height in (240, 900))
    assert len(small) == len(large) == 1
    assert small[0].box == pytest.approx(large[0].box, abs=0.05)


def test_torch_keeps_its_threads(dlib_faces: DlibFaces) -> None:
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        dlib_faces.find(np.zeros((60, 80, 3), np.uint8))
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)


def test_face_is_found_again_near_its_box(dlib_faces: DlibFaces) -> None:
    image = photo("obama")
    (face,) = dlib_faces.find(image)
    moved = (face.box[0] + 0.02, face.box[1], face.box[2] + 0.02, face.box[3])
    (again,) = dlib_faces.find_again(image, [moved, face.box], region=None, turn=None)
    assert overlap(face.box, again.box) > 0.6
    everywhere = (0.0, 0.0, 1.0, 1.0)
    (whole,) = dlib_faces.find_again(image, [], region=everywhere, turn=None)
    assert whole.box == pytest.approx(face.box)
    halves = [dlib_faces.find_again(image, [], region=everywhere, turn=turn) for turn in (1, 2)]
    assert any(overlap(face.box, half.box) > 0.6 for found in halves for half in found)
    assert dlib_faces.find_again(image, [(0.0, 0.0, 0.01, 0.01)], region=None, turn=None) == []


@pytest.mark.slow
def test_a_profile_with_landmarks_of_a_front_view_has_no_direction() -> None:
    film = cv2.VideoCapture(str(shared("data/video/w3c_perspective/perspective-video.mp4")))
    film.set(cv2.CAP_PROP_POS_MSEC, 15_250)
    (profile,) = DlibFaces().find(np.asarray(film.read()[1][:, :, ::-1], np.uint8))
    film.release()
    assert profile.facing is None


LEFT_EYE, RIGHT_EYE = np.array([0.0, 0.0]), np.array([4.0, 0.0])


def test_facing_is_the_nose_off_the_eyes_middle_towards_the_right() -> None:
    noses = [np.array([x, 3.0]) for x in (0.0, 1.0, 2.0, 3.0, 5.0)]
    levels = [-0.5, -0.25, 0.0, 0.25, 0.75]
    assert [facing(LEFT_EYE, RIGHT_EYE, nose) for nose in noses] == levels
    assert [facing(RIGHT_EYE, LEFT_EYE, nose) for nose in noses] == levels


@pytest.mark.parametrize("degrees", [-40, -10, 25, 40])
def test_facing_is_the_same_for_a_tilted_head(degrees: float) -> None:
    angle = np.radians(degrees)
    tilt = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    tilted = (tilt @ point for point in (LEFT_EYE, RIGHT_EYE, np.array([3.0, 3.0])))
    assert facing(*tilted) == pytest.approx(0.25)


def test_facing_is_undefined_for_degenerate_eyes() -> None:
    assert facing(LEFT_EYE, LEFT_EYE, RIGHT_EYE) is None
    assert facing(np.array([0.0, 0.0]), np.array([1.0, 3.0]), np.array([-2.0, 2.0])) is None
    assert facing(LEFT_EYE, RIGHT_EYE, np.array([2.0, 3.9])) == 0.0
    assert facing(LEFT_EYE, RIGHT_EYE, np.array([2.0, 4.1])) is None


def test_frontality_falls_to_either_side_and_is_0_without_a_direction() -> None:
    levels = (0.0, -0.25, 0.25, 0.75, None)
    assert [FoundFace((0, 0, 1, 1), 1.0, (), level).frontality for level in levels] == [1.0, 0.5, 0.5, 0.0, 0.0]


class Squares:
    """Finds as many faces as the picture's first pixel says; its second channel is the embedding."""

    name = "squares"
    licence = "none"
    width = 1
    same_distance = 0.5

    def find(self, image: np.ndarray) -> list[FoundFace]:
        return [FoundFace((0.25, 0.25, 0.5, 0.75), 0.9, (), -0.25) for _ in range(int(image[0, 0, 0]))]

    def embed(self, image: np.ndarray, faces: Sequence[FoundFace]) -> np.ndarray:
        return np.full((len(faces), 1), image[0, 0, 1], np.float32)


def test_faces_have_the_index_of_their_embedding() -> None:
    finder = FaceFinder(Squares())
    for time, (n_faces, value) in enumerate([(1, 7), (0, 8), (2, 9)]):
        image = np.zeros((40, 60, 3), np.uint8)
        image[0, 0, :2] = n_faces, value
        finder.take(time / 4, image)
    assert [(face.time, face.row) for face in finder.faces] == [(0.0, 0), (0.5, 1), (0.5, 2)]
    assert finder.embeddings.tolist() == [[7], [9], [9]]
    assert all(face.track is None and face.person is None for face in finder.faces)
    assert all(face.facing == -0.25 for face in finder.faces)


def test_a_film_without_faces_has_empty_embeddings() -> None:
    finder = FaceFinder(Squares())
    finder.take(0.0, np.zeros((40, 60, 3), np.uint8))
    assert finder.faces == ()
    assert finder.embeddings.shape == (0, 1)
    assert finder.face_crops == ()


def test_sparse_finder_searches_whole_pictures_with_a_limited_extractor() -> None:
    finder = FaceFinder(Squares(), dense=False)
    image = np.zeros((40, 60, 3), np.uint8)
    for n, value in enumerate((7, 8, 9)):
        image[0, 0, :2] = 1, value
        finder.take(n / 4, image)
    assert [face.time for face in finder.faces] == [0.0, 0.25, 0.5]
    assert finder.embeddings.tolist() == [[7], [7], [7]]  # a face that does not change keeps its embedding


def test_each_face_has_a_torso() -> None:
    finder = FaceFinder(Squares())
    assert finder.torsos.shape == (0, 8, 8, 3)
    assert finder.torso_shares.shape == (0,)
    image = np.full((40, 60, 3), 80, np.uint8)
    image[0, 0, :2] = 2, 9
    finder.take(0.0, image)
    assert finder.torsos.shape == (2, 8, 8, 3)
    assert finder.torsos.dtype == np.uint8
    assert (finder.torsos == 80).all()
    assert finder.torso_shares.dtype == np.float32
    assert 0 < finder.torso_shares[0] < 1


def test_features_are_the_faces_by_time() -> None:
    finder = FaceFinder(Squares(), rate_hz=1.5, side=640)
    assert finder.features().boxes.shape == (0, 4)
    image = np.zeros((40, 60, 3), np.uint8)
    image[0, 0, :2] = 2, 9
    finder.take(0.5, image)
    features = finder.features()
    assert features.times.tolist() == [0.5, 0.5]
    assert features.boxes.tolist() == [[0.25, 0.25, 0.5, 0.75]] * 2
    assert features.scores.tolist() == pytest.approx([0.9, 0.9])
    assert features.embeddings.tolist() == [[9], [9]]


def test_rate_and_width_of_pictures_can_be_set() -> None:
    assert FaceFinder(Squares()).wants == PictureFormat("rgb24", rate_hz=4.0, width=800)
    assert FaceFinder(Squares(), rate_hz=1.5, side=640).wants == PictureFormat("rgb24", rate_hz=1.5, width=640)


def test_dlib_faces_are_an_extractor(dlib_faces: DlibFaces) -> None:
    extractor: FaceExtractor = dlib_faces
    assert isinstance(dlib_faces, SparingExtractor)
    assert (extractor.name, extractor.width) == ("dlib", 128)
    assert "free" in extractor.licence
    assert extractor.embed(np.zeros((40, 60, 3), np.uint8), []).shape == (0, 128)
