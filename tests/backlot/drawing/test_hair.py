import dataclasses
import typing

import numpy as np
import pytest

from cinescribe.backlot.drawing.cast import Hair, appearance_of
from cinescribe.backlot.drawing.faces import DrawnFace, head
from cinescribe.backlot.drawing.hair import back_outline, knot
from tests.backlot.takes import CAST

STYLES = typing.get_args(Hair)
PERSON = appearance_of(CAST["P1"])


def test_every_style_is_distinct():
    heads = [head(dataclasses.replace(PERSON, hair=style), DrawnFace(), 54).astype(int) for style in STYLES]
    for k, one in enumerate(heads):
        for style, other in zip(STYLES[k + 1 :], heads[k + 1 :], strict=True):
            backs = (back_outline(dataclasses.replace(PERSON, hair=name)) for name in (STYLES[k], style))
            knots = [knot(dataclasses.replace(PERSON, hair=name)) for name in (STYLES[k], style)]
            alike = [back is None for back in backs] == [True, True] or knots[0] == knots[1]
            assert not alike or np.abs(one - other).mean() > 0.5, (STYLES[k], style)


@pytest.mark.parametrize(("style", "low", "high"), [("bob", 0.8, 1.2), ("long", 1.9, 2.4)])
def test_long_hair_falls_as_far_as_its_style_says(style, low, high):
    outline = back_outline(dataclasses.replace(PERSON, hair=style))
    assert outline is not None
    assert low < outline[:, 1].max() < high


def test_short_hair_leaves_the_neck_free():
    assert back_outline(dataclasses.replace(PERSON, hair="crop")) is None


def test_the_hair_keeps_its_colour():
    red, grey = (
        head(dataclasses.replace(PERSON, hair="quiff", hair_colour=c), DrawnFace(), 54)
        for c in ((180, 60, 20), (190, 190, 190))
    )
    top = (slice(32, 42), slice(72, 90))
    assert red[top][..., 0].mean() > red[top][..., 2].mean() + 60
    assert abs(grey[top][..., 0].mean() - grey[top][..., 2].mean()) < 10
