import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.human.ordinal_alpha import ordinal_alpha
from cinescribe.metrics.human.ratings import Ratings

# Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", example C: four observers, twelve units.
PUBLISHED = (
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . 3",
    ". 3 3 3 2 3 4 2 2 5 1 .",
    "1 2 3 3 2 4 4 1 2 5 1 .",
)


def ratings(rows):
    marks = {
        (f"u{u}", f"r{r}"): float(mark)
        for r, row in enumerate(rows)
        for u, mark in enumerate(row.split())
        if mark != "."
    }
    return Ratings.of(marks)


def test_ordinal_alpha_equals_the_published_example():
    assert ordinal_alpha(ratings(PUBLISHED)) == pytest.approx(0.815, abs=5e-4)


def test_only_the_order_of_values_counts():
    squared = [" ".join("." if mark == "." else str(int(mark) ** 3) for mark in row.split()) for row in PUBLISHED]
    assert ordinal_alpha(ratings(squared)) == pytest.approx(ordinal_alpha(ratings(PUBLISHED)))


def test_full_agreement_is_1_and_chance_is_0():
    assert ordinal_alpha(ratings(["1 2 3", "1 2 3"])) == pytest.approx(1)
    marks = np.random.default_rng(0).integers(1, 6, size=(3, 2000))
    assert ordinal_alpha(ratings([" ".join(map(str, row)) for row in marks])) == pytest.approx(0, abs=0.05)


def test_undefined_alpha_is_refused():
    with pytest.raises(ScoreError, match="no item has two ratings"):
        ordinal_alpha(ratings(["1 .", ". 2"]))
    with pytest.raises(ScoreError, match="all raters gave 2 throughout"):
        ordinal_alpha(ratings(["2 2", "2 2"]))
