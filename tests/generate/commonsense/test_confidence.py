import math
import random

import pytest

from cinescribe.errors import ModelError
from cinescribe.generate.commonsense.confidence import Confidence, fitted_line


def test_the_fit_finds_the_line_that_made_the_data():
    rng = random.Random(0)
    xs = [rng.uniform(-8, 0) for _ in range(4000)]
    ys = [rng.random() < 1 / (1 + math.exp(-(3 + 1.2 * x))) for x in xs]
    offset, slope = fitted_line(xs, ys)
    assert offset == pytest.approx(3, abs=0.3)
    assert slope == pytest.approx(1.2, abs=0.1)
    confidence = Confidence({"effect": (offset, slope)})
    said = [confidence.of("effect", x) for x in xs]
    for low in (0.2, 0.5, 0.8):
        kept = [(chance, true) for chance, true in zip(said, ys, strict=True) if low <= chance < low + 0.15]
        assert sum(true for _, true in kept) / len(kept) == pytest.approx(sum(c for c, _ in kept) / len(kept), abs=0.07)


def test_phrases_that_are_all_true_leave_doubt():
    line = fitted_line([-1.0, -2.0, -1.5], [True, True, True])
    assert 0.6 < Confidence({"effect": line}).of("effect", -1.5) < 0.95


def test_data_that_a_line_separates_has_a_fit():
    offset, slope = fitted_line([-5.0, -4.0, -1.0, -0.5], [False, False, True, True])
    assert math.isfinite(offset)
    assert 0 < slope < 1e3


def test_very_unlikely_phrase_does_not_overflow():
    assert Confidence({"effect": (0.0, 1.0)}).of("effect", -1e9) == pytest.approx(0)


@pytest.mark.parametrize("line", [[], [1.0], [1.0, 2.0, 3.0], ["1", "2"], [True, 1.0], "12", None])
def test_card_with_a_malformed_confidence_line_is_refused(line):
    with pytest.raises(ModelError, match=r"the confidence of 'effect' is .*; expected an offset and a slope"):
        Confidence.from_card({"effect": line})


def test_the_lines_of_a_card_are_its_confidence():
    assert Confidence.from_card({"effect": [0, 2.5]}) == Confidence({"effect": (0.0, 2.5)})


def test_fit_without_phrases_is_refused():
    with pytest.raises(ModelError, match="there are no phrases to fit confidence to"):
        fitted_line([], [])


def test_an_unknown_aspect_is_named():
    with pytest.raises(ModelError, match="no confidence is known for 'trait'"):
        Confidence({"effect": (0.0, 1.0)}).of("trait", -1.0)
