import math
import random

import pytest

from cinescribe.errors import ModelError
from cinescribe.generate.commonsense.confidence import ChanceBins, ChanceLine, Confidence, fitted_bins, fitted_line


def test_the_fit_finds_the_line_that_made_the_data():
    rng = random.Random(0)
    xs = [rng.uniform(-8, 0) for _ in range(4000)]
    ys = [rng.random() < 1 / (1 + math.exp(-(3 + 1.2 * x))) for x in xs]
    offset, slope = fitted_line(xs, ys)
    assert offset == pytest.approx(3, abs=0.3)
    assert slope == pytest.approx(1.2, abs=0.1)
    confidence = Confidence({"effect": ChanceLine(offset, slope)})
    said = [confidence.of("effect", x) for x in xs]
    for low in (0.2, 0.5, 0.8):
        kept = [(chance, true) for chance, true in zip(said, ys, strict=True) if low <= chance < low + 0.15]
        assert sum(true for _, true in kept) / len(kept) == pytest.approx(sum(c for c, _ in kept) / len(kept), abs=0.07)


def test_phrases_that_are_all_true_leave_doubt():
    line = fitted_line([-1.0, -2.0, -1.5], [True, True, True])
    assert 0.6 < ChanceLine(*line).of(-1.5) < 0.95


def test_data_that_a_line_separates_has_a_fit():
    offset, slope = fitted_line([-5.0, -4.0, -1.0, -0.5], [False, False, True, True])
    assert math.isfinite(offset)
    assert 0 < slope < 1e3


def test_very_unlikely_phrase_does_not_overflow():
    assert ChanceLine(0.0, 1.0).of(-1e9) == pytest.approx(0)


@pytest.mark.parametrize(
    "curve",
    [
        [], [1.0], [1.0, 2.0, 3.0], ["1", "2"], [True, 1.0], [1.0, math.nan], "12", None, {"edges": [1.0]},
        {"edges": [-1.0], "chances": [0.5]}, {"edges": [-1.0, -2.0], "chances": [0.1, 0.2, 0.3]},
        {"edges": [-1.0], "chances": [0.6, 0.5]}, {"edges": [-1.0], "chances": [0.5, 1.5]},
        {"edges": ["-1"], "chances": [0.5, 0.6]}, {"edges": [], "chances": []},
    ],
)  # fmt: skip
def test_card_with_a_malformed_confidence_is_refused(curve):
    with pytest.raises(ModelError, match=r"the confidence of 'effect' is .*; expected an offset and a slope, or the"):
        Confidence.from_card({"effect": curve})


def test_the_curves_of_a_card_are_its_confidence():
    assert Confidence.from_card({"effect": [0, 2.5]}) == Confidence({"effect": ChanceLine(0.0, 2.5)})
    bins = ChanceBins((-2.0, -1.0), (0.2, 0.5, 0.9))
    assert Confidence.from_card({"effect": bins.to_dict()}) == Confidence({"effect": bins})


def test_bins_give_the_chance_of_their_log_probabilities():
    bins = ChanceBins((-2.0, -1.0), (0.2, 0.5, 0.9))
    assert [bins.of(x) for x in (-50.0, -2.1, -2.0, -1.5, -1.0, 0.0)] == [0.2, 0.2, 0.5, 0.5, 0.9, 0.9]


def test_bins_say_the_share_of_true_phrases_where_no_line_does():
    def draw(seed, n):
        rng = random.Random(seed)
        xs = [rng.uniform(-8, 0) for _ in range(n)]
        return xs, [rng.random() < (0.3 if x < -4 else 0.85) for x in xs]  # not straight: likely ones level off

    bins, (xs, ys) = fitted_bins(*draw(0, 3000)), draw(1, 6000)
    line = ChanceLine(*fitted_line(*draw(0, 3000)))
    for curve, is_close in ((bins, True), (line, False)):
        said = [curve.of(x) for x in xs]
        groups = [[y for y, chance in zip(ys, said, strict=True) if low <= chance < low + 0.1]
                  for low in (0.2, 0.3, 0.8, 0.9)]  # fmt: skip
        means = [[chance for chance in said if low <= chance < low + 0.1] for low in (0.2, 0.3, 0.8, 0.9)]
        off = [abs(sum(g) / len(g) - sum(m) / len(m)) for g, m in zip(groups, means, strict=True) if len(g) > 200]
        assert (max(off) < 0.05) == is_close


def test_chances_of_bins_do_not_fall_and_bins_are_not_small():
    xs = [float(n) for n in range(100)]
    ys = [n % 10 < 9 for n in range(50)] + [n % 10 < 3 for n in range(50)]  # falls: one bin of all
    assert fitted_bins(xs, ys, fewest=25) == ChanceBins((), (61 / 102,))
    rising = fitted_bins(xs, ys[::-1], fewest=50)
    assert rising == ChanceBins((50.0,), (16 / 52, 46 / 52))
    assert fitted_bins(xs, ys[::-1], fewest=51).edges == ()


def test_equal_log_probabilities_are_in_one_bin():
    assert fitted_bins([-1.0] * 10, [True] * 10, fewest=2) == ChanceBins((), (11 / 12,))
    bins = fitted_bins([-2.0, *[-1.0] * 8, 0.0], [False] * 5 + [True] * 5, fewest=5)
    assert all(edge in (-1.0, 0.0) for edge in bins.edges)


def test_fit_without_phrases_is_refused():
    with pytest.raises(ModelError, match="there are no phrases to fit confidence to"):
        fitted_line([], [])


def test_an_unknown_aspect_is_named():
    with pytest.raises(ModelError, match="no confidence is known for 'trait'"):
        Confidence({"effect": ChanceLine(0.0, 1.0)}).of("trait", -1.0)


def test_bins_without_phrases_are_refused():
    with pytest.raises(ModelError, match="there are no phrases to fit confidence to; give phrases of films that"):
        fitted_bins([], [])
