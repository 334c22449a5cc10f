from dataclasses import dataclass

import pytest

from cinescribe.errors import ModelError
from cinescribe.models.size_limits import MAX_LAYERS, MAX_SIZE, MAX_TOKENS, check_sizes


@dataclass(frozen=True)
class Sizes:
    width: int = 8
    n_layers: int = 2
    n_tokens: int = 9
    columns: tuple[int, int] = (0, 3)
    dropout: float = 0.5
    scale: float = 1.0
    gated: bool = True
    name: str = "a"


def test_sizes_up_to_the_limits_pass():
    check_sizes(Sizes())
    check_sizes(Sizes(MAX_SIZE, MAX_LAYERS, MAX_TOKENS, (0, MAX_SIZE), 0.0, -1e300), positive=["width"])
    check_sizes(Sizes(0, 0, 0))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"width": MAX_SIZE + 1}, "width came as 1048577; 1048576 or less is wanted"),
        ({"width": 0}, "width came as 0; 1 or more is wanted"),
        ({"n_layers": MAX_LAYERS + 1}, "n_layers came as 257; 256 or less is wanted"),
        ({"n_tokens": MAX_TOKENS + 1}, "n_tokens came as 65537; 65536 or less is wanted"),
        ({"columns": (0, -1)}, "columns came as -1; 0 or more is wanted"),
        ({"dropout": 1.0}, r"dropout came as 1\.0; a share from 0 up to 1 is wanted"),
        ({"dropout": float("-inf")}, "dropout came as -inf; a share"),
        ({"dropout": float("nan")}, "dropout came as nan; a share"),
        ({"scale": float("inf")}, "scale came as inf; a finite number is wanted"),
    ],
)
def test_other_sizes_are_refused(changes, words):
    with pytest.raises(ModelError, match=words):
        check_sizes(Sizes(**changes), positive=["width"])
