from dataclasses import dataclass

import pytest
import torch
from torch import Tensor

from cinescribe.explain.attribution.gradients import path_gradients
from cinescribe.explain.attribution.ig_path import integration_path
from tests.explain.completeness import completeness_gap
from tests.explain.toy_captions import linear_caption

pytestmark = pytest.mark.usefixtures("one_thread")


@dataclass(frozen=True)
class Sudden:
    """Scores that saturate after a hundredth of the path, like those of a captioner that normalises its input."""

    visual: Tensor
    words = ("a", "dog")
    speed = 400.0

    def scores(self, visual):
        return torch.stack([(self.speed * visual[:, 0, 0]).tanh(), (self.speed / 10 * visual[:, 1, 0]).tanh()], 1)


SUDDEN = Sudden(torch.ones(3, 1))


@pytest.mark.parametrize("n_steps", [1, 2, 50])
def test_steps_cover_the_path_in_order(n_steps):
    path = integration_path(SUDDEN, n_steps=n_steps)
    assert len(path.points) == len(path.lengths) == n_steps
    torch.testing.assert_close(path.lengths.sum(), torch.tensor(1.0))
    ends = path.lengths.cumsum(0)
    assert (path.points < ends + 1e-6).all()
    assert (path.points > ends - path.lengths - 1e-6).all()


def test_steps_are_dense_where_scores_change():
    points = integration_path(SUDDEN, n_steps=50).points
    assert (points < 0.1).sum() > 30
    assert completeness_gap(SUDDEN, path_gradients(SUDDEN)).max() < 0.01
    evenly = (torch.arange(50) + 0.5) / 50
    missed = [1 - speed * (1 - (speed * evenly).tanh() ** 2).mean() for speed in (SUDDEN.speed, SUDDEN.speed / 10)]
    assert max(missed) > 0.5


def test_words_with_constant_scores_are_ignored():
    still = linear_caption([[0.0, 0.0], [0.5, 1.0]])
    path = integration_path(still, n_steps=50)
    assert torch.isfinite(path.points).all()
    torch.testing.assert_close(
        path.points, integration_path(linear_caption([[0.5, 1.0]]), n_steps=50).points, atol=0.2, rtol=0
    )
