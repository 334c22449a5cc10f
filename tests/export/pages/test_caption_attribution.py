import numpy as np
import pytest

from cinescribe.errors import InputError
from cinescribe.export.pages.caption_attribution import CaptionAttribution, WordAttribution


@pytest.mark.parametrize(
    "heat",
    [np.zeros(4), np.zeros((0, 3)), np.full((2, 2), 1.5), np.full((2, 2), -0.1), np.full((2, 2), np.nan)],
    ids=["flat", "empty", "above 1", "below 0", "no number"],
)
def test_heat_is_a_map_from_0_to_1(heat):
    with pytest.raises(InputError, match=r"the heat of 'dog' has shape .*rescale it first"):
        WordAttribution("dog", heat.astype(np.float32))


def test_the_caption_joins_the_words():
    words = tuple(WordAttribution(word, np.ones((1, 1), np.float32)) for word in ("a", "dog"))
    assert CaptionAttribution("one", np.zeros((2, 2, 3), np.uint8), words).caption == "a dog"
