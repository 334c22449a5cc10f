import dataclasses
from pathlib import Path

import numpy as np

from cinescribe.describe.rows import film_features
from cinescribe.schema import Face
from tests.describe.test_batches import watched

BOX = (0.1, 0.2, 0.3, 0.4)


def test_faces_are_thinned_to_a_corpus_rate_with_their_own_embeddings_and_persons():
    times = np.arange(0, 4, 0.25)
    faces = [Face(float(time), BOX, 0.5, len(times) - n - 1, person=f"p{n}") for n, time in enumerate(times)]
    rows = np.arange(len(times), dtype=np.float32)[:, None].repeat(4, 1)
    seen = dataclasses.replace(watched(Path("frames")), embeddings=rows)
    features, owners = film_features(seen, faces)
    assert features.faces.times.tolist() == [0, 0.75, 1.5, 2, 2.75, 3.5]
    assert owners == ("p0", "p3", "p6", "p8", "p11", "p14")
    assert features.faces.embeddings[:, 0].tolist() == [15, 12, 9, 7, 4, 1]
    assert features.faces.boxes.tolist()[0] == np.array(BOX, np.float32).tolist()
    assert features.clip is seen.clip
    assert features.actions is seen.actions


def test_all_faces_of_a_picture_stay_together():
    faces = [Face(0.0, BOX, 1.0, 0), Face(0.0, BOX, 1.0, 1, person="p1"), Face(0.25, BOX, 1.0, 2)]
    features, owners = film_features(watched(Path("frames")), faces)
    assert len(features.faces.times) == 2
    assert owners == (None, "p1")


def test_a_film_without_faces():
    features, owners = film_features(watched(Path("frames")), [])
    assert features.faces.boxes.shape == (0, 4)
    assert features.faces.embeddings.shape == (0, 4)
    assert owners == ()
