from dataclasses import dataclass

import pytest
import torch
from torch import Tensor

from cinescribe.explain.attribution.gradients import completeness_gap, path_gradients
from cinescribe.explain.attribution.ig_path import path_of
from tests.explain.seen_words import weighed

pytestmark = pytest.mark.usefixtures("one_thread")


@dataclass(frozen=True)
class Sudden:
    """Scores that are nearly there after a hundredth of the way, as a captioner's that normalises what it reads."""

    visual: Tensor
    words = ("a", "dog")
    speed = 400.0

    def scores(self, visual):
        return torch.stack([(self.speed * visual[:, 0, 0]).tanh(), (self.speed / 10 * visual[:, 1, 0]).tanh()], 1)


SUDDEN = Sudden(torch.ones(3, 1))


@pytest.mark.parametrize("n_steps", [1, 2, 50])
def test_steps_cover_the_way_in_order(n_steps):
    path = path_of(SUDDEN, n_steps=n_steps)
    assert len(path.places) == len(path.lengths) == n_steps
    torch.testing.assert_close(path.lengths.sum(), torch.tensor(1.0))
    ends = path.lengths.cumsum(0)
    assert (path.places < ends + 1e-6).all()
    assert (path.places > ends - path.lengths - 1e-6).all()


def test_steps_stand_where_scores_change():
    places = path_of(SUDDEN, n_steps=50).places
    assert (places < 0.1).sum() > 30
    assert completeness_gap(SUDDEN, path_gradients(SUDDEN)).max() < 0.01
    evenly = (torch.arange(50) + 0.5) / 50
    missed = [1 - speed * (1 - (speed * evenly).tanh() ** 2).mean() for speed in (SUDDEN.speed, SUDDEN.speed / 10)]
    assert max(missed) > 0.5


def test_words_whose_scores_do_not_change_have_no_say():
    still = weighed([[0.0, 0.0], [0.5, 1.0]])
    path = path_of(still, n_steps=50)
    assert torch.isfinite(path.places).all()
    torch.testing.assert_close(path.places, path_of(weighed([[0.5, 1.0]]), n_steps=50).places, atol=0.2, rtol=0)
