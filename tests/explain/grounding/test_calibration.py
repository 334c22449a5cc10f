import math

import numpy as np
import pytest

from cinescribe.explain.grounding.calibration import calibration, calibrations
from cinescribe.explain.grounding.pointing import PointingResult
from cinescribe.metrics.embedding.grounding import GroundedCaption
from tests.metrics.similarities import TableSimilarity

NEAR = TableSimilarity({("dog", "horse"): 0.5})


def test_area_under_the_curve():
    hits = np.array([True, True, False, False])
    assert calibration(np.array([0.9, 0.8, 0.2, 0.1]), hits).auc == 1
    assert calibration(np.array([0.1, 0.2, 0.8, 0.9]), hits).auc == 0
    assert calibration(np.array([0.5, 0.9, 0.5, 0.1]), hits).auc == 0.875  # ties count half
    assert math.isnan(calibration(np.array([0.5, 0.9]), hits[:2]).auc)


def test_calibration_bins_count_words_and_hits():
    similar = np.array([0.0, 0.05, 0.5, 1.0, 1.0])
    found = calibration(similar, np.array([False, True, True, True, True]), n_bins=4)
    assert found.bins == ((0.025, 0.5, 2), (0.5, 1, 1), (1, 1, 2))
    assert calibration(np.array([0.3]), np.array([True])).bins == ((0.3, 1, 1),)


def test_margin_accepts_misses_of_the_pointing_game():
    """Two nouns: the dog is the top region of the first noun itself, and of the word before the second noun."""
    now = GroundedCaption.of("1", ["a", "dog"], nouns=[False, True], regions=["sky", "dog"])
    before = GroundedCaption.of("2", ["a", "dog"], nouns=[False, True], regions=["dog", "horse"])
    pointing = {"1": [PointingResult(1, "dog", True, True)], "2": [PointingResult(1, "dog", True, False)]}
    at_once, later = calibrations([now, before], pointing, NEAR, margins=(0, math.inf))
    assert (at_once.margin, at_once.auc) == (0, 1)
    assert at_once.bins == ((0.5, 0, 1), (1, 1, 1))
    assert (later.margin, later.auc) == (math.inf, 0.5)


@pytest.mark.parametrize(("margin", "wanted"), [(0, 0), (1, 0.5), (2, 1), (7, 1)])
def test_margins_include_earlier_words(margin, wanted):
    caption = GroundedCaption.of("1", ["w", "w", "dog"], nouns=[False, False, True], regions=["dog", "horse", "sky"])
    (found,) = calibrations([caption], {"1": [PointingResult(2, "dog", True, False)]}, NEAR, margins=[margin])
    assert found.bins == ((wanted, 0, 1),)
