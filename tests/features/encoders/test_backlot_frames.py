import numpy as np
import pytest
import torch

from cinescribe.backlot.films.reel import reel
from cinescribe.backlot.plan.plan import PLACES
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.errors import ModelError
from cinescribe.features.encoders.backlot_frames import (
    PICTURE_HEIGHT,
    PICTURE_WIDTH,
    FrameEncoder,
    FrameNet,
    FrameSizes,
    as_input,
    load_frame_net,
)
from cinescribe.features.encoders.domain_detection import MAX_FILM_DISTANCE, film_distance, statistics

pytestmark = pytest.mark.usefixtures("one_thread")

SMALL = FrameSizes(n_places=3, n_things=2, d_embedding=5, channels=(4, 4, 6, 8), d_maps=4)


@pytest.fixture
def net():
    torch.manual_seed(3)
    return FrameNet(SMALL).eval()


@pytest.fixture
def pictures():
    return np.random.default_rng(1).integers(0, 256, (21, PICTURE_HEIGHT, PICTURE_WIDTH, 3), np.uint8)


def encoded(net, pictures):
    encoder = FrameEncoder(net)
    for n, picture in enumerate(pictures):
        encoder.take(n / 5, picture)
    return encoder.features()


def test_outputs_have_the_documented_shapes(net, pictures):
    output = net(as_input(pictures[:2]))
    assert output.embedding.shape == (2, 5)
    assert output.place.shape == (2, 3)
    assert output.scale.shape == (2, 3)
    assert output.night.shape == output.strangers.shape == (2,)
    assert output.members.shape == (2, 5)
    assert output.maps.shape == (2, 2 + 3, PICTURE_HEIGHT // 4, PICTURE_WIDTH // 4)


def test_each_picture_has_one_vector_of_the_encoder_s_width(net, pictures):
    features = encoded(net, pictures)
    assert features.rows.shape == (21, SMALL.width) == (21, FrameEncoder(net).width)
    assert features.rows.dtype == np.float32
    assert np.allclose(features.times, np.arange(21) / 5)


def test_streamed_in_blocks_equals_the_whole_at_once(net, pictures):
    with torch.inference_mode():
        whole = net.features(as_input(pictures)).numpy()
    np.testing.assert_allclose(encoded(net, pictures).rows, whole, atol=1e-4)
    np.testing.assert_allclose(encoded(net, pictures[:5]).rows, whole[:5], atol=1e-4)


def test_a_vector_holds_embedding_attributes_maxima_and_columns_of_people(net, pictures):
    output, rows = net(as_input(pictures[:3])), net.features(as_input(pictures[:3]))
    assert torch.equal(rows[:, :5], output.embedding)
    assert torch.equal(rows[:, 5:8], output.place)
    ends = np.cumsum([5, SMALL.n_attributes - 1, SMALL.n_maps, 24, 1])
    assert ends[-1] == SMALL.width
    assert torch.equal(rows[:, ends[1] : ends[2]], output.maps.amax((2, 3)))
    assert torch.allclose(rows[:, ends[2] : ends[2] + 12].amax(1), output.maps[:, 2].amax((1, 2)))  # women
    assert torch.equal(rows[:, -1], net.strangeness(statistics(net.stage_outputs(as_input(pictures[:3])))))


def test_features_are_standardised_by_the_net_s_buffers(net, pictures):
    plain = net.features(as_input(pictures[:2]))
    net.row_mean.fill_(2.0)
    net.row_scale.fill_(4.0)
    assert torch.allclose(net.features(as_input(pictures[:2])), (plain - 2) / 4)


def test_a_film_without_pictures_has_no_features(net):
    assert FrameEncoder(net).features().rows.shape == (0, SMALL.width)


def test_missing_weights_are_reported(tmp_path):
    with pytest.raises(ModelError, match=r"holds no picture network \(encoder\.json is missing\)"):
        load_frame_net(tmp_path)


@pytest.mark.slow
def test_the_shipped_network_recognises_unseen_drawn_films():
    plan, net = plan_film(9, n_clips=4), load_frame_net()
    frames = list(reel(plan, width=PICTURE_WIDTH, height=PICTURE_HEIGHT, rate_hz=1))
    takes = [plan.takes[frame.shot] for frame in frames]
    with torch.inference_mode():
        pictures = as_input(np.stack([frame.picture for frame in frames]))
        output, rows = net(pictures), net.features(pictures).numpy()
    places, nights = output.place.argmax(1).tolist(), (output.night > 0).tolist()
    assert np.mean([PLACES[n] == take.place for n, take in zip(places, takes, strict=True)]) > 0.9
    assert np.mean([night == take.night for night, take in zip(nights, takes, strict=True)]) > 0.9
    assert film_distance(rows) <= MAX_FILM_DISTANCE
