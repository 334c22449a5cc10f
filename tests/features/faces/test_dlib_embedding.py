from pathlib import Path

import cv2
import dlib
import numpy as np
import pytest

import cinescribe.features.faces.dlib_embedding as module
from cinescribe.errors import ModelError
from cinescribe.features.faces.dlib_embedding import CHIP_PIXELS, FaceEmbedding, embeddings, load_embedding
from cinescribe.features.faces.dlib_weights import model_path
from tests.shared import shared


@pytest.fixture(scope="module")
def model() -> FaceEmbedding:
    return load_embedding()


def chips() -> np.ndarray:
    image = cv2.imread(str(shared("data/faces/us_gov/obama.jpg")))
    assert image is not None
    face = cv2.resize(image[:, :, ::-1], (360, 449), interpolation=cv2.INTER_AREA)[30:180, 120:270]
    noise = np.random.default_rng(0).integers(0, 255, face.shape, np.uint8)
    return np.stack([face, face[:, ::-1], noise])


@pytest.mark.slow
def test_embeddings_are_dlibs_own(model: FaceEmbedding) -> None:
    theirs = dlib.face_recognition_model_v1(str(model_path("dlib_face_recognition_resnet_model_v1.dat")))
    faces = chips()
    wanted = np.array([theirs.compute_face_descriptor(np.ascontiguousarray(face)) for face in faces])
    assert np.abs(embeddings(model, faces) - wanted).max() < 1e-5


@pytest.mark.slow
def test_a_batch_equals_its_single_faces(model: FaceEmbedding) -> None:
    faces = np.concatenate([chips()] * 6)  # more than one batch
    rows = np.concatenate([embeddings(model, face[None]) for face in faces[:3]])
    assert np.abs(embeddings(model, faces) - np.tile(rows, (6, 1))).max() < 1e-5


def test_no_face_gives_no_embedding(model: FaceEmbedding) -> None:
    assert embeddings(model, np.zeros((0, CHIP_PIXELS, CHIP_PIXELS, 3), np.uint8)).shape == (0, 128)


def test_another_network_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    other = model_path("mmod_human_face_detector.dat")
    monkeypatch.setattr(module, "model_path", lambda name: Path(other))
    with pytest.raises(ModelError, match="has 6 convolutions, not 29"):
        load_embedding()
