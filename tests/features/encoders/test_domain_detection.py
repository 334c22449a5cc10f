import math

import numpy as np
import pytest
import torch

from cinescribe.errors import FeatureError
from cinescribe.features.encoders.backlot_frames import FrameEncoder, load_frame_net
from cinescribe.features.encoders.domain_detection import (
    MAX_FILM_DISTANCE,
    DomainDistance,
    film_distance,
    statistics,
)
from cinescribe.media.film.frame_scaling import PictureFormat
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.timing import Span
from tests.shared import shared

pytestmark = pytest.mark.usefixtures("one_thread")


def cloud(n, seed):
    """Statistics along a slanted direction, thin across it."""
    random = torch.Generator().manual_seed(seed)
    along = torch.randn(n, 1, generator=random) * torch.tensor([[3.0, 3.0, 0.0]])
    return along + torch.randn(n, 3, generator=random) * 0.3


@pytest.fixture
def distance():
    net = DomainDistance(3)
    net.fit(cloud(2000, 1), held_out=cloud(1000, 2))
    return net


def test_nearly_all_others_of_the_domain_are_within_1(distance):
    assert (distance(cloud(1000, 3)) <= 1).float().mean() == pytest.approx(0.99, abs=0.01)


def test_distance_grows_across_the_covariance_and_not_along_it(distance):
    assert (distance(cloud(500, 3) + torch.tensor([3.0, -3.0, 0.0])) > 1).float().mean() > 0.95
    assert (distance(cloud(500, 3) + torch.tensor([3.0, 3.0, 0.0])) > 1).float().mean() < 0.1


def test_statistics_are_mean_and_spread_of_every_channel():
    stages = [torch.rand(2, 3, 4, 5), torch.rand(2, 6, 2, 2)]
    found = statistics(stages)
    assert found.shape == (2, 18)
    assert torch.allclose(found[:, :3], stages[0].mean((2, 3)))
    assert torch.allclose(found[1, 12:], stages[1][1].flatten(1).std(1))


def test_distance_of_a_film_is_that_of_its_nearest_tenth_or_of_most_pictures():
    rows = np.zeros((4, 7), np.float32)
    rows[:, -1] = 0.4, 1.0, 1.5, 3.0
    assert film_distance(rows) == 1.25
    rows[:, -1] = 0.5, 0.9, 0.9, 0.9
    assert film_distance(rows) == pytest.approx(0.62)
    assert film_distance(rows[:0]) == math.inf


@pytest.mark.parametrize("shape", [(3,), (2, 0)])
def test_array_of_unexpected_shape_is_refused(shape):
    with pytest.raises(FeatureError, match=r"`vectors` has shape .*; give those of the frame network"):
        film_distance(np.zeros(shape, np.float32))


@pytest.mark.slow
@pytest.mark.parametrize(
    "film",
    [
        "sam2/01_dog.mp4",
        "friday/friday.mp4",
        "nasa/nasa_13013.mp4",
        "popeye/p1.mkv",
        "bbb/big_buck_bunny_small.mp4",
        "intel_people/reel.mp4",
    ],
)
def test_films_shot_or_drawn_by_others_are_not_similar(film):
    path = shared(f"data/video/{film}")
    found = probe(path)

    class Seldom(FrameEncoder):
        wants = PictureFormat("rgb24", rate_hz=1.0, width=FrameEncoder.wants.width, height=FrameEncoder.wants.height)

    encoder = Seldom(load_frame_net())
    read_through(found, pictures=[encoder], within=Span(0, min(found.duration, 10)))
    assert film_distance(encoder.features().rows) > MAX_FILM_DISTANCE
