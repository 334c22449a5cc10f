import dataclasses
import math

import numpy as np
import pytest
from PIL import Image

from cinescribe.errors import OutputError
from cinescribe.explain.words.words_figure import plot_words
from cinescribe.export.pages.caption_attribution import CaptionAttribution, WordAttribution
from cinescribe.still_schema import Region

WIDE = Region((0.2, 0.2, 0.8, 0.8), "dog")
HEAT = np.array([[0.0, 1.0]], np.float32)
GREEN, RED = (27, 110, 46), (163, 22, 33)


def picture(n_words=1, **changes) -> CaptionAttribution:
    words = tuple(WordAttribution("dog", HEAT, **changes) for _ in range(n_words))
    return CaptionAttribution("photo.jpg", np.full((60, 80, 3), 200, np.uint8), words)


def pixels(path, *pictures) -> np.ndarray:
    plot_words(pictures, path)
    with Image.open(path) as opened:
        return np.asarray(opened.convert("RGB")).astype(int)


def count(found: np.ndarray, colour: tuple[int, int, int]) -> int:
    return int((np.abs(found - colour).max(-1) <= 4).sum())


@pytest.mark.slow
def test_grounded_nouns_are_green_and_others_red(tmp_path):
    path = tmp_path / "words.png"
    good = pixels(path, picture(region=WIDE, score=1.0, grounded=True))
    bad = pixels(path, picture(region=WIDE, score=0.0, grounded=False))
    neither = pixels(path, picture(region=WIDE))
    assert count(good, GREEN) > 300 > count(good, RED)
    assert count(bad, RED) > 300 > count(bad, GREEN)
    assert count(neither, RED) == count(neither, GREEN) == 0


def test_cells_without_attribution_are_darker(tmp_path):
    found = pixels(tmp_path / "words.png", picture())
    lit = (found.max(-1) - found.min(-1) == 0) & (found[..., 0] > 80) & (found[..., 0] < 210)
    columns = np.flatnonzero(lit.sum(0) > 50)
    assert found[:, columns[3]][lit[:, columns[3]]].mean() + 60 < found[:, columns[-3]][lit[:, columns[-3]]].mean()


@pytest.mark.slow
def test_rows_grow_with_words_and_blocks_with_pictures(tmp_path):
    path = tmp_path / "words.png"
    one, two, both = (pixels(path, *some).shape for some in ([picture()], [picture(7)], [picture(), picture(7)]))
    assert one[1] == two[1] == both[1]
    assert one[0] < two[0] < both[0]


def test_scores_stand_under_the_grid(tmp_path):
    path = tmp_path / "words.png"
    plain = picture(region=WIDE, score=1.0, grounded=True)
    without = pixels(path, plain)
    scored = pixels(path, dataclasses.replace(plain, grounding=((0.0, 0.5), (math.inf, 1.0))))
    assert (without[-40:] != scored[-40:]).any()


def test_a_path_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "words.png").mkdir()
    with pytest.raises(OutputError, match=r"words\.png' cannot be written"):
        plot_words([picture()], tmp_path / "words.png")
