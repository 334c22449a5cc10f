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
        ({"width": MAX_SIZE + 1}, "width is 1048577; expected 1048576 or less"),
        ({"width": 0}, "width is 0; expected 1 or more"),
        ({"n_layers": MAX_LAYERS + 1}, "n_layers is 257; expected 256 or less"),
        ({"n_tokens": MAX_TOKENS + 1}, "n_tokens is 65537; expected 65536 or less"),
        ({"columns": (0, -1)}, "columns is -1; expected 0 or more"),
        ({"dropout": 1.0}, r"dropout is 1\.0; expected a share from 0 up to 1"),
        ({"dropout": float("-inf")}, "dropout is -inf; expected a share"),
        ({"dropout": float("nan")}, "dropout is nan; expected a share"),
        ({"scale": float("inf")}, "scale is inf; expected a finite number"),
    ],
)
def test_other_sizes_are_refused(changes, words):
    with pytest.raises(ModelError, match=words):
        check_sizes(Sizes(**changes), positive=["width"])
