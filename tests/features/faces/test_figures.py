import numpy as np
import pytest
import torch

from cinescribe.features.clothing.appearance import light, look
from cinescribe.features.encoders.backlot_frames import FrameNet, FramePrediction, FrameSizes
from cinescribe.features.encoders.body_net import BodyNet, BodySizes
from cinescribe.features.faces.figures import FigureFinder

ROWS, COLUMNS = 27, 48  # of the heat maps
CLOSE, MEDIUM, WIDE = range(3)


class Marker(FrameNet):
    """A frame network that marks heads where the picture is red, as women, men or strangers in turn."""

    def __init__(self, scale=WIDE):
        super().__init__(FrameSizes(n_things=1))
        self.scale = scale

    def forward(self, pictures):
        red = (pictures[:, 0] > 0.9) & (pictures[:, 1] < 0.3)
        heat = torch.nn.functional.max_pool2d(red[:, None].float(), 4)
        maps = torch.full((1, 4, ROWS, COLUMNS), -8.0)
        for n, (y, x) in enumerate(heat[0, 0].nonzero().tolist()):
            maps[0, 1 + n % 3, y, x] = 2.0
        scale = torch.eye(3)[[self.scale]]
        nothing = torch.zeros(1)
        return FramePrediction(nothing, nothing, nothing, scale, nothing, nothing, maps)


@pytest.fixture(scope="module")
def bodies():
    torch.manual_seed(0)
    return BodyNet(BodySizes(n_actions=2, channels=(2, 3, 4, 5), d_moment=4, width=8, n_heads=2)).eval()


def picture(*spots):
    """A grey picture of 192 × 108 pixels with red spots at cells (row, column) of the heat maps."""
    image = np.full((108, 192, 3), 90, np.uint8)
    for row, column in spots:
        image[4 * row : 4 * row + 4, 4 * column : 4 * column + 4] = (255, 0, 0)
    return image


def test_people_are_where_heads_are_marked(bodies):
    finder = FigureFinder(Marker(), bodies, rate_hz=4.5, side=640, every=1)
    image = picture((5, 10), (9, 30))
    finder.take(1.0, image)
    found = finder.features()
    assert found.times.tolist() == [1.0, 1.0]
    middles = (found.boxes[:, :2] + found.boxes[:, 2:]) / 2
    assert middles == pytest.approx(np.array([[10.5 / COLUMNS, 5.5 / ROWS], [30.5 / COLUMNS, 9.5 / ROWS]]), abs=0.002)
    tall = found.boxes[:, 3] - found.boxes[:, 1]
    assert tall == pytest.approx([0.062, 0.062], abs=1e-6)
    assert (found.boxes[:, 2] - found.boxes[:, 0]) * 192 / 108 == pytest.approx(0.884 * tall, abs=1e-6)
    assert found.kinds.argmax(1).tolist() == [0, 1]
    assert found.scores == pytest.approx(torch.tensor(2.0).sigmoid().item())
    for n in range(2):
        assert np.array_equal(found.looks[n], look(image, tuple(found.boxes[n].tolist())))
    assert found.lights.tolist() == [light(image).tolist()] * 2
    assert found.bodies.shape == (2, bodies.sizes.n_outputs)


@pytest.mark.parametrize(("scale", "height"), [(CLOSE, 0.374), (MEDIUM, 0.219), (WIDE, 0.062)])
def test_a_head_is_as_large_as_the_shot_is_near(bodies, scale, height):
    finder = FigureFinder(Marker(scale), bodies, rate_hz=4.5, side=640, every=1)
    finder.take(0.0, picture((12, 20)))
    (box,) = finder.features().boxes
    assert box[3] - box[1] == pytest.approx(height, abs=1e-6)


def test_pictures_between_those_searched_only_show_how_bodies_move(bodies):
    finder = FigureFinder(Marker(), bodies, rate_hz=4.5, side=640, every=3)
    for n in range(7):
        finder.take(n / 4.5, picture((5, 10)))
    found = finder.features()
    assert found.times.tolist() == pytest.approx([0, 3 / 4.5, 6 / 4.5])
    assert finder.wants.rate_hz == 4.5


def test_a_film_without_people_has_no_figures(bodies):
    finder = FigureFinder(Marker(), bodies, rate_hz=4.5, side=640, every=1)
    finder.take(0.0, picture())
    found = finder.features()
    assert found.boxes.shape == (0, 4)
    assert found.kinds.shape == (0, 3)
    assert len(finder.tools) > 1
