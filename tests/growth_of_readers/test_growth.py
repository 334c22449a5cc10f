import pytest

from tests.growth_of_readers.growth import TOO_MUCH, growth


@pytest.mark.slow
def test_quadratic_time_is_too_much_and_linear_time_is_not() -> None:
    assert growth(lambda n: [sum(range(n)) for _ in range(n)], 1000) > TOO_MUCH
    assert growth(lambda n: sum(range(n)), 1_000_000) < TOO_MUCH
