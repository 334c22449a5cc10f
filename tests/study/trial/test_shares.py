import pytest

from cinescribe.errors import RecordError
from cinescribe.study.trial.shares import Rate, Share, rate_of, share_of


def test_a_share_has_wilsons_interval():
    found = share_of("true", 9, 10)
    assert (found.value, found.n_yes, found.n) == (0.9, 9, 10)
    # Wilson's formula by hand: z = 1.95996, centre (0.9 + z²/20) / (1 + z²/10) = 0.78892
    assert (found.low, found.high) == pytest.approx((0.5958, 0.9821), abs=1e-4)


def test_share_of_no_judgements_spans_zero_to_one():
    assert share_of("true", 0, 0) == Share("true", 0, 0, 0.0, 0.0, 1.0)


def test_a_rate_has_garwoods_interval():
    found = rate_of(10, 120.0)
    assert (found.value, found.minutes) == (5.0, 2.0)
    assert (2 * found.low, 2 * found.high) == pytest.approx((4.7954, 18.3904), abs=1e-3)  # of a table of Poisson's law
    assert rate_of(0, 60.0).low == 0.0
    assert rate_of(0, 0.0).value == 0.0


@pytest.mark.parametrize("n_yes", [3, -1])
def test_more_of_a_kind_than_there_are_is_refused(n_yes):
    with pytest.raises(RecordError, match=f"the share 'true' is {n_yes} of 2; expected 0 to 2"):
        Share("true", n_yes, 2, 0.5, 0.0, 1.0)


def test_a_rate_below_0_is_refused():
    with pytest.raises(RecordError, match="a rate is -1 in 2 minutes; expected 0 or more"):
        Rate(-1, 2.0, 0.0, 0.0, 0.0)
