import json

import numpy as np
import pytest

from cinescribe.errors import ModelError, RecordError
from cinescribe.models.fitted.nearest import NearestNeighbour

RNG = np.random.default_rng(1)
TEXTS = [f"Caption {n}." for n in range(50)]


def vectors(n=50, width=70):
    return RNG.normal(size=(n, width)).astype(np.float32)


def test_the_nearest_has_the_largest_intersection_of_histograms():
    training, found = np.abs(vectors()), np.abs(vectors(20))
    model = NearestNeighbour(training, TEXTS, widths=(70,))
    histograms = [rows / rows.sum(1, keepdims=True) for rows in (training, found)]
    intersections = np.minimum(histograms[1][:, None], histograms[0][None]).sum(-1)
    numbers, values = model.nearest(found)
    assert numbers.tolist() == intersections.argmax(1).tolist()
    assert values == pytest.approx(intersections.max(1), abs=1e-6)
    assert model.captions(found) == [TEXTS[n] for n in intersections.argmax(1)]


def test_negative_values_are_columns_of_their_own():
    training, found = vectors(), vectors(20)
    split = [np.concatenate([np.maximum(rows, 0), np.maximum(-rows, 0)], 1) for rows in (training, found)]
    both = NearestNeighbour(split[0], TEXTS, widths=(140,)).nearest(split[1])
    numbers, values = NearestNeighbour(training, TEXTS, widths=(70,)).nearest(found)
    assert numbers.tolist() == both[0].tolist()
    assert values == pytest.approx(both[1], abs=1e-6)


def test_each_stream_counts_alike_however_large_its_numbers_are():
    training, found = vectors(), vectors(20)
    scale = np.concatenate([np.full(40, 1000), np.full(30, 0.001)]).astype(np.float32)
    one = NearestNeighbour(training, TEXTS, widths=(40, 30)).nearest(found)[0]
    other = NearestNeighbour(training * scale, TEXTS, widths=(40, 30)).nearest(found * scale)[0]
    assert one.tolist() == other.tolist()


def test_of_equals_the_first_counts():
    same = np.ones((3, 4), np.float32)
    assert NearestNeighbour(same, ["a", "b", "c"], widths=(4,)).captions(same) == ["a", "a", "a"]


def test_vectors_of_zeros_are_far_from_all_and_near_to_zeros():
    training = np.eye(3, 4, dtype=np.float32)
    training[2] = 0
    model = NearestNeighbour(training, ["a", "b", "zero"], widths=(4,))
    assert model.captions(np.zeros((1, 4), np.float32)) == ["zero"]


def test_what_is_written_is_read(tmp_path):
    model = NearestNeighbour(vectors(), TEXTS, widths=(40, 30))
    assert model.write(tmp_path) == ("vectors.safetensors", "captions.json")
    found = vectors(20)
    assert NearestNeighbour.read(tmp_path).captions(found) == model.captions(found)


def test_what_does_not_fit_is_refused():
    with pytest.raises(
        ModelError, match=r"vectors of shape \(50, 70\), 49 captions and streams of \[70\] numbers do not fit"
    ):
        NearestNeighbour(vectors(), TEXTS[:49], widths=(70,))
    with pytest.raises(ModelError, match=r"vectors of shape \(0, 70\)"):
        NearestNeighbour(vectors(0), [], widths=(70,))
    with pytest.raises(ModelError, match=r"as many columns as the streams have together"):
        NearestNeighbour(vectors(), TEXTS, widths=(60,))
    with pytest.raises(ModelError, match=r"the features have shape \(1, 3\), but the model was fitted to 70 numbers"):
        NearestNeighbour(vectors(), TEXTS, widths=(70,)).captions(vectors(1, 3))


@pytest.mark.parametrize("captions", [{}, [1], "a"])
def test_captions_that_are_no_texts_are_refused(tmp_path, captions):
    NearestNeighbour(vectors(), TEXTS, widths=(70,)).write(tmp_path)
    (tmp_path / "captions.json").write_text(json.dumps(captions))
    with pytest.raises(RecordError, match=r"is no list of captions"):
        NearestNeighbour.read(tmp_path)
