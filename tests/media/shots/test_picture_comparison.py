import numpy as np

from cinescribe.media.shots.frame_signature import Bars, Signatures, signatures
from cinescribe.media.shots.picture_comparison import PictureComparison


def signed(lumas: np.ndarray) -> Signatures:
    colours = np.full((len(lumas), 27, 96), 128, np.uint8)
    pictures, bars = np.concatenate([lumas, colours], axis=1), Bars()
    bars.add(lumas[0])
    return signatures(list(pictures), bars.crop())


def test_another_picture_is_unlike_a_shifted_or_darker_one_is_not() -> None:
    random = np.random.default_rng(0)
    one, other = (np.kron(random.integers(60, 230, (9, 16)), np.ones((6, 6))).astype(np.uint8) for _ in range(2))
    lumas = np.stack([one, np.roll(one, 2, axis=1), (one * 0.9).astype(np.uint8), other])
    unlike = PictureComparison(signed(lumas))(np.zeros(4, np.intp), np.arange(4))
    assert unlike[0] == 0
    assert unlike[1:3].max() < unlike[3] / 2


def test_dissimilarities_below_a_level_may_be_too_high_and_others_are_exact() -> None:
    lumas = np.random.default_rng(0).integers(0, 255, (6, 54, 96)).astype(np.uint8)
    compare, one, other = PictureComparison(signed(lumas)), np.arange(5), np.arange(1, 6)
    assert np.allclose(compare.from_level(0.1, one, other), compare(one, other))
