import numpy as np
import pytest

from cinescribe.media.shots.frame_signature import Signatures
from cinescribe.media.shots.hard_cuts import cut_scores
from cinescribe.media.shots.shots import PROPOSED

N, HEIGHT, WIDTH = 40, 27, 48
CUT = 20  # number of the first picture after it


def scores(thumbs: np.ndarray) -> np.ndarray:
    centred = (thumbs - thumbs.mean((1, 2), keepdims=True)).astype(np.float32)
    rest = np.zeros((len(thumbs), 1), np.float32)
    return cut_scores(Signatures(centred, rest, rest, thumbs.mean((1, 2)), np.zeros(len(thumbs), bool)))


def two_shots() -> np.ndarray:
    """Two soft landscapes that pan by a third of a pixel, and noise."""
    random = np.random.default_rng(0)
    x, y = np.arange(WIDTH), np.arange(HEIGHT)[:, None]
    waves = random.uniform(-0.4, 0.4, (2, 6, 2))
    shown = [
        sum(np.sin(across * (x + n / 3) + down * y + k) for k, (across, down) in enumerate(waves[int(n >= CUT)]))
        for n in range(N)
    ]
    return 100 + 30 * np.stack(shown) + random.normal(0, 1, (N, HEIGHT, WIDTH))


@pytest.mark.parametrize("contrast", [1.0, 0.2])
def test_a_cut_stands_out_of_a_pan_in_bright_and_in_flat_pictures(contrast: float) -> None:
    found = scores(100 + contrast * (two_shots() - 100))
    assert found[CUT] >= PROPOSED
    assert np.delete(found, CUT).max() < PROPOSED


def test_displaced_small_figure_is_a_cut() -> None:
    thumbs = np.full((N, HEIGHT, WIDTH), 235.0)
    thumbs[:CUT, 10:20, 5:12] = thumbs[CUT:, 8:22, 30:36] = 20
    assert scores(thumbs)[CUT] > 10


def test_two_near_cuts_are_both_found() -> None:
    thumbs = two_shots()
    thumbs[CUT + 4 :] = thumbs[CUT + 4 :, ::-1]
    assert (scores(thumbs)[[CUT, CUT + 4]] >= PROPOSED).all()


def test_noise_in_black_and_short_films_have_no_cut() -> None:
    black = 16 + np.random.default_rng(0).normal(0, 0.5, (N, HEIGHT, WIDTH))
    assert scores(black).max() < PROPOSED
    assert scores(black[:1]).tolist() == [0]
