import importlib.util
from fractions import Fraction
from pathlib import Path
from typing import Any

import dlib
import numpy as np
import pytest

from cinescribe.backlot.drawing.brush import Picture
from cinescribe.backlot.drawing.camera import draw_take
from cinescribe.backlot.drawing.cast import appearance_of
from cinescribe.backlot.drawing.faces import SPRITE_HEIGHT, SPRITE_MIDDLE, SPRITE_WIDTH, DrawnFace, head
from cinescribe.backlot.drawing.head_pose import HeadPose
from cinescribe.backlot.plan.plan import PLACES
from tests.backlot.takes import CAST, take

pytestmark = pytest.mark.slow

PERSON = appearance_of(CAST["P1"])


def changed_rows(one: Picture, other: Picture) -> tuple[float, float]:
    """Range of heights, in half faces, in which two sprites differ."""
    rows = np.nonzero((one != other).any(axis=(1, 2)))[0] / len(one) * SPRITE_HEIGHT
    return float(rows.min()) - SPRITE_HEIGHT / 2 + SPRITE_MIDDLE, float(rows.max()) - SPRITE_HEIGHT / 2 + SPRITE_MIDDLE


def test_a_sprite_has_the_size_asked_for_and_colours_multiplied_by_opacity():
    for unit in (16, 80):
        sprite = head(PERSON, DrawnFace(), unit)
        assert sprite.shape == (round(SPRITE_HEIGHT * unit), round(SPRITE_WIDTH * unit), 4)
        assert (sprite[..., :3] <= sprite[..., 3:].astype(int) + 2).all()


def test_a_sprite_is_painted_the_same_each_time():
    first = head(PERSON, DrawnFace(HeadPose(0.25)), 54).copy()
    head.cache_clear()
    assert (head(PERSON, DrawnFace(HeadPose(0.25)), 54) == first).all()


def test_speech_moves_only_the_mouth_and_a_blink_only_the_eyes():
    rest = head(PERSON, DrawnFace(), 80)
    top, low = changed_rows(rest, head(PERSON, DrawnFace(mouth=1.0), 80))
    assert top > 0.3
    assert low < 1.1
    top, low = changed_rows(rest, head(PERSON, DrawnFace(lids=1.0), 80))
    assert top > -0.5
    assert low < 0.25


@pytest.mark.parametrize("who", sorted(CAST))
def test_a_head_from_behind_shows_no_face(who):
    person = appearance_of(CAST[who])
    assert (head(person, None, 54) != head(person, DrawnFace(), 54)).any()


@pytest.fixture(scope="module")
def found() -> tuple[list[tuple[str, np.ndarray]], float]:
    """Embeddings, with their people, of the faces that dlib's HOG detector finds, and the share it finds."""
    package: Any = importlib.util.find_spec("face_recognition_models")
    models = Path(package.submodule_search_locations[0]) / "models"
    detector = dlib.get_frontal_face_detector()
    landmarks = dlib.shape_predictor(str(models / "shape_predictor_5_face_landmarks.dat"))
    network = dlib.face_recognition_model_v1(str(models / "dlib_face_recognition_resnet_model_v1.dat"))
    out, n_faces = [], 0
    for k, who in enumerate(CAST):
        for scale in ("close", "medium"):
            seen = take(
                id=f"{who}{scale}", actor=who, focus=who, scale=scale, place=PLACES[k], seed=k, costumes=((who, k % 3),)
            )
            for picture, sightings in draw_take(seen, CAST, (), width=640, height=360, rate_hz=Fraction(1)):
                face = next(one.face for one in sightings if one.who == who)
                assert face is not None
                n_faces += 1
                middle = dlib.point(round((face[0] + face[2]) * 320), round((face[1] + face[3]) * 180))
                hit = next((box for box in detector(picture, 0) if box.contains(middle)), None)
                if hit is not None:
                    vector = network.compute_face_descriptor(picture, landmarks(picture, hit))
                    out.append((who, np.array(vector)))
    return out, len(out) / n_faces


def test_dlib_finds_the_drawn_faces(found):
    assert found[1] >= 0.85


def test_dlib_distinguishes_the_drawn_people(found):
    people = np.array([who for who, _ in found[0]])
    vectors = np.stack([vector for _, vector in found[0]])
    distances = np.linalg.norm(vectors[:, None] - vectors[None], axis=-1)[np.triu_indices(len(people), 1)]
    same = (people[:, None] == people[None])[np.triu_indices(len(people), 1)]
    assert np.percentile(distances[same], 95) < np.percentile(distances[~same], 5)
