import dataclasses
from pathlib import Path

import numpy as np
import pytest

from cinescribe.describe.film_features import action_parts, film_features, with_further
from cinescribe.describe.stages import Stages
from cinescribe.features.encoders.imagenet_frames import ImagenetEncoder, load_imagenet_net
from cinescribe.features.extraction.extract import Extractor
from cinescribe.features.timed.timed_features import NO_FACES
from cinescribe.media.film.probe import probe
from cinescribe.schema import Face
from tests.describe.captioning.test_batches import analysis
from tests.dummies import write_film

BOX = (0.1, 0.2, 0.3, 0.4)


def test_faces_are_thinned_to_the_rate_of_corpora_with_their_embeddings():
    times = np.arange(0, 4, 0.25)
    faces = [Face(float(time), BOX, 0.5, len(times) - n - 1, person=f"p{n}") for n, time in enumerate(times)]
    rows = np.arange(len(times), dtype=np.float32)[:, None].repeat(4, 1)
    seen = dataclasses.replace(analysis(Path("frames")), embeddings=rows, bodies=2 * rows)
    features, owners = film_features(seen, faces)
    assert features.faces.times.tolist() == [0, 0.75, 1.5, 2, 2.75, 3.5]
    assert owners == ("p0", "p3", "p6", "p8", "p11", "p14")
    assert features.faces.embeddings[:, 0].tolist() == [15, 12, 9, 7, 4, 1]
    assert np.array_equal(features.faces.bodies, 2 * features.faces.embeddings)
    assert features.faces.boxes.tolist()[0] == np.array(BOX, np.float32).tolist()
    assert features.clip is seen.clip
    assert features.actions is seen.actions


def test_all_faces_of_a_picture_stay_together():
    faces = [Face(0.0, BOX, 1.0, 0), Face(0.0, BOX, 1.0, 1, person="p1"), Face(0.25, BOX, 1.0, 2)]
    features, owners = film_features(analysis(Path("frames")), faces)
    assert len(features.faces.times) == 2
    assert owners == (None, "p1")


def test_a_film_without_faces():
    features, owners = film_features(analysis(Path("frames")), [])
    assert features.faces.boxes.shape == (0, 4)
    assert features.faces.embeddings.shape == (0, 4)
    assert owners == ()


def test_parts_of_faces_are_shares_of_their_first_logits():
    bodies = np.array([[2, 0, 0, 9], [0, np.log(3), 0, 9]], np.float32)
    found = dataclasses.replace(NO_FACES, times=np.zeros(2), bodies=bodies)
    (acts, _), odds = action_parts(found)
    assert acts == pytest.approx(np.exp(2) / (np.exp(2) + 2))
    assert odds == pytest.approx((0.2, 0.6))


def test_features_without_bodies_give_no_parts():
    assert action_parts(NO_FACES) == ()
    assert action_parts(dataclasses.replace(NO_FACES, bodies=np.zeros((0, 27), np.float32))) == ()


@pytest.mark.slow
def test_further_streams_are_extracted_once_and_kept(tmp_path, monkeypatch):
    film = probe(write_film(tmp_path / "film.mp4"))
    stages = Stages(tmp_path / "features", tmp_path / "log.jsonl")
    made = []

    class Sink(ImagenetEncoder):
        def __init__(self):
            made.append(1)
            super().__init__(load_imagenet_net())

    found = Extractor("imagenet", "net", "1", Sink)
    monkeypatch.setattr("cinescribe.describe.film_features.extractor", lambda stream: found)
    seconds: list[float] = []
    for _ in range(2):
        seen = with_further(
            analysis(Path("frames")), film, ("imagenet",), stages=stages, key={"film": "f"}, progress=seconds.append
        )
    assert made == [1]
    assert len(seen.further["imagenet"].times) == 8  # a picture per second
    features, _ = film_features(seen, [])
    assert features.stream("imagenet") is seen.further["imagenet"]
    assert with_further(seen, film, (), stages=stages, key={}, progress=seconds.append).further == {}
