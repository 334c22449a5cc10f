import numpy as np
import pytest

from cinescribe.backlot.drawing.brush import Brush, StageView, paints
from cinescribe.backlot.drawing.camera import draw_moment, draw_take
from cinescribe.backlot.drawing.labels import LabelBrush, LabelMap, Piece
from cinescribe.backlot.drawing.sets import labels_behind, painted_set, set_labels
from cinescribe.backlot.plan.plan import N_LAYOUTS, PLACES
from tests.backlot.takes import CAST, take

VIEW = StageView(0.0, 0.0, 1.0, 40, 20)  # a pixel a centimetre, the stage's middle in the picture's


def fresh() -> LabelBrush:
    return LabelBrush(LabelMap(np.zeros((20, 40), np.uint8)), VIEW)


def names(labels: LabelMap) -> list[str]:
    return [piece.name for piece in labels.pieces]


def test_piece_has_the_box_and_area_it_was_painted_with():
    brush = fresh()
    with brush.piece("cup"):
        brush.rectangle(-10, -5, 10, 5, (1, 2, 3))
    found = brush.label_map()
    assert names(found) == ["", "cup"]
    assert found.box(1) == pytest.approx((0.25, 0.25, 0.75, 0.75), abs=0.051)
    assert found.areas()[1] == pytest.approx(200, rel=0.2)


def test_pieces_in_front_hide_pieces_behind():
    brush = fresh()
    with brush.piece("window"):
        brush.rectangle(-10, -5, 10, 5, (0, 0, 0))
    with brush.piece("plant"):
        brush.rectangle(0, -5, 10, 5, (0, 0, 0))
    brush.rectangle(-10, -5, -8, 5, (0, 0, 0))  # of no piece: a wall in front
    x0, _, x1, _ = brush.label_map().box(1)
    assert (x0, x1) == pytest.approx((0.325, 0.5), abs=0.051)


def test_a_piece_within_a_piece_is_part_of_it():
    brush = fresh()
    with brush.piece("desk"):
        brush.disc((-5, 0), 3, (0, 0, 0))
        with brush.piece("table"):
            brush.disc((5, 0), 3, (0, 0, 0))
    assert names(brush.label_map()) == ["", "desk"]
    assert brush.label_map().box(1)[2] > 0.6


def test_parts_with_one_owner_are_one_piece_and_others_of_the_name_are_not():
    brush = fresh()
    for of in ("P1", "P2", "P1", "", ""):
        with brush.piece("man", of=of):
            brush.disc((0, 0), 2, (0, 0, 0))
    assert brush.label_map().pieces[1:] == (Piece("man", "P1"), Piece("man", "P2"), Piece("man"), Piece("man"))


def test_light_and_shadow_hide_nothing():
    brush = fresh()
    with brush.piece("lamp"):
        brush.glow((0, 0), 9, (255, 255, 255), 1.0)
        brush.shadow((0, 0), (9, 9), 1.0)
    assert not brush.label_map().areas()[1]


def test_sprites_hide_where_they_are_solid():
    sprite = np.zeros((6, 6, 4), np.uint8)
    sprite[:, :3, 3] = 255
    sprite[:, 3:, 3] = 60
    brush = fresh()
    with brush.piece("man"):
        brush.paste(sprite, np.array([[1.0, 0, 10], [0, 1.0, 10]]))
    x0, _, x1, _ = brush.label_map().box(1)
    assert (x0 * 40, x1 * 40) == pytest.approx((10, 13), abs=1)


def test_the_labels_below_are_not_changed():
    under = LabelMap(np.zeros((20, 40), np.uint8))
    brush = LabelBrush(under, VIEW)
    with brush.piece("cup"):
        brush.gradient((-10, -5, 10, 5), (0, 0, 0), (9, 9, 9))
    assert not under.numbers.any()
    assert under.pieces == (Piece(""),)
    assert brush.label_map().numbers.any()


def test_a_named_painter_paints_the_same_colours():
    @paints("cup")
    def cup(brush: Brush, x: float, *, wide: float) -> None:
        """A cup."""
        brush.rectangle(x, -4, x + wide, 4, (9, 8, 7))

    plain, other = (np.zeros((20, 40, 3), np.uint8) for _ in range(2))
    cup(Brush(plain, VIEW), -3, wide=6)
    Brush(other, VIEW).rectangle(-3, -4, 3, 4, (9, 8, 7))
    assert (plain == other).all()
    assert plain.any()
    assert (cup.__name__, cup.__doc__) == ("cup", "A cup.")


@pytest.mark.parametrize("place", PLACES)
def test_every_place_has_visible_pieces(place):
    for layout in range(N_LAYOUTS):
        found = set_labels(place, layout)
        assert (found.areas()[1:] > 200).sum() >= 2
        assert not found.numbers.flags.writeable


def test_pieces_lie_where_the_painted_set_shows_them():
    """The red fridge of the first kitchen: most of its box is red, little around it is."""
    found = set_labels("kitchen", 0)
    number = [piece.name for piece in found.pieces].index("fridge")
    picture = painted_set("kitchen", 0, night=False)[::2, ::2].astype(int)
    red = (picture[:, :, 0] > 150) & (picture[:, :, 1] < 120)
    inside = found.numbers == number
    assert red[inside].mean() > 0.8
    assert red[~inside].mean() < 0.05


def test_pieces_move_with_the_view():
    view = StageView(50.0, -105.0, 0.5, 160, 90)
    found = labels_behind(set_labels("classroom", 0), view)
    whole = set_labels("classroom", 0)
    number = [piece.name for piece in whole.pieces].index("blackboard")
    x0, y0, _, _ = whole.box(number)
    left, top = view.pixel((x0 * 820 - 410, y0 * 420 - 330))
    assert found.box(number)[:2] == pytest.approx((max(left, 0) / 160, max(top, 0) / 90), abs=0.02)


def test_moment_shows_the_take_with_people_in_their_boxes():
    seen = take(action="hand over", partner="P2", thing="box", scale="wide", bystanders=("P3",))
    time = seen.span.start + 1.0
    found = draw_moment(seen, CAST, time, width=320, height=180)
    frames = list(draw_take(seen, CAST, (), width=320, height=180, rate_hz=4))
    picture, sightings = frames[4]
    assert (found.picture == picture).all()
    boxes = {
        piece.of.rpartition("/")[2] or piece.name: found.pieces.box(n) for n, piece in enumerate(found.pieces.pieces)
    }
    for one in sightings:
        if one.who != "box":
            assert boxes[one.who] == pytest.approx(one.box, abs=0.08)
