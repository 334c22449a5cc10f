import pytest

from cinescribe.errors import TrainError
from cinescribe.train.next_phrases.ranker_recipe import RankerRecipe


def test_the_rate_rises_and_falls():
    shares = [RankerRecipe().share_of_rate(step, 100) for step in range(1, 101)]
    assert shares[4] == pytest.approx(0.5)
    assert max(shares) == 1 == shares[9] or max(shares) == pytest.approx(1, abs=0.02)
    assert 0 < shares[-1] < 0.02


def test_zero_epochs_are_refused():
    with pytest.raises(TrainError, match="`epochs` is 0; expected 1 or more"):
        RankerRecipe(epochs=0)
