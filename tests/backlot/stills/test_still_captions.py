import dataclasses
import random
import re

import pytest

from cinescribe.backlot.drawing.labels import Piece
from cinescribe.backlot.stills.still_actions import STILL_ACTIONS, StillAction
from cinescribe.backlot.stills.still_captions import N_STILL_CAPTIONS, VisiblePiece, captions
from cinescribe.still_schema import Region
from tests.backlot.takes import CAST, take

HOLD = next(action for action in STILL_ACTIONS if action.name == "pick up")
PUT = next(action for action in STILL_ACTIONS if action.name == "put down")
HAND = next(action for action in STILL_ACTIONS if action.name == "hand over")
GENDER = CAST["P1"].gender


def shown(name: str, x0: float, x1: float, *, of: str = "", in_set: bool = False) -> VisiblePiece:
    return VisiblePiece(Piece(name, of), Region((x0, 0.2, x1, 0.9), name), in_set=in_set, area=0.05)


ACTOR = shown(GENDER, 0.4, 0.5, of="7/P1")


def all_captions(action: StillAction, *seen: VisiblePiece, **more) -> set[str]:
    """Captions of one picture for forty seeds."""
    filmed = take(action=action.name, place="kitchen", **more)
    texts: set[str] = set()
    for seed in range(40):
        texts |= set(captions(filmed, action, [ACTOR, *seen], members=CAST, rng=random.Random(seed)))
    return texts


def test_five_different_captions_are_written_for_any_picture():
    for seed in range(20):
        filmed = take(action="wave", place="kitchen")
        action = next(action for action in STILL_ACTIONS if action.name == "wave")
        found = captions(filmed, action, [ACTOR], members=CAST, rng=random.Random(seed))
        assert len(set(found)) == N_STILL_CAPTIONS


def test_a_thing_is_mentioned_only_where_it_is_visible():
    assert any(
        "holds an umbrella" in text for text in all_captions(HOLD, shown("umbrella", 0.4, 0.5), thing="umbrella")
    )
    hidden = all_captions(HOLD, thing="umbrella")
    assert not any("umbrella" in text for text in hidden)
    assert any(" stands" in text for text in hidden)


def test_furniture_that_an_action_needs_is_mentioned_only_where_it_is_visible():
    cup = shown("cup", 0.5, 0.55)
    assert not any("table" in text for text in all_captions(PUT, cup, thing="cup"))
    assert any(
        "puts a cup on a table" in text for text in all_captions(PUT, cup, shown("table", 0.5, 0.7), thing="cup")
    )


def test_a_partner_out_of_the_picture_is_not_mentioned():
    box = shown("box", 0.5, 0.55)
    assert not any(" to " in text for text in all_captions(HAND, box, thing="box", partner="P2"))
    same = shown(GENDER, 0.6, 0.7, of="7/P2")
    assert any(f"to another {GENDER}" in text for text in all_captions(HAND, box, same, thing="box", partner="P2"))


@pytest.mark.parametrize(
    ("x0", "x1", "words"),
    [
        (0.45, 0.8, "in front of a window"),
        (0.55, 0.8, "(next to|beside) a window"),
        (0.7, 0.8, "near a window"),
        (0.0, 0.04, "far from a window"),
    ],
)
def test_position_words_follow_from_the_boxes(x0, x1, words):
    found = all_captions(HOLD, shown("cup", 0.45, 0.5), shown("window", x0, x1, in_set=True), thing="cup")
    related = [text for text in found if re.search(r"in front of|next to|beside|near|far from", text)]
    assert related
    assert all(re.search(words, text) for text in related)


def test_nearest_piece_of_furniture_is_mentioned():
    cup = shown("cup", 0.45, 0.5)
    lamps = shown("lamp", 0.0, 0.02, in_set=True), shown("lamp", 0.45, 0.6, in_set=True)
    found = all_captions(HOLD, cup, *lamps, thing="cup")
    assert any("in front of a lamp" in text for text in found)
    assert not any("far from" in text for text in found)
    lamp = all_captions(HOLD, shown("lamp", 0.45, 0.5), *lamps, thing="lamp")
    assert not any("in front of" in text or "behind" in text for text in lamp)


def test_barely_visible_furniture_is_not_mentioned():
    window = shown("window", 0.45, 0.8, in_set=True)
    assert any("window" in text for text in all_captions(HOLD, shown("cup", 0.4, 0.5), window, thing="cup"))
    faint = dataclasses.replace(window, area=0.009)
    assert not any("window" in text for text in all_captions(HOLD, shown("cup", 0.4, 0.5), faint, thing="cup"))


def test_night_is_mentioned_only_at_night():
    assert any(
        "in a kitchen at night" in text for text in all_captions(HOLD, shown("cup", 0.4, 0.5), thing="cup", night=True)
    )
    assert not any("night" in text for text in all_captions(HOLD, shown("cup", 0.4, 0.5), thing="cup", night=False))


def test_a_bystander_is_mentioned():
    other = shown("man", 0.7, 0.8, of="7/P3")
    article = "another" if GENDER == "man" else "a"
    found = all_captions(HOLD, shown("cup", 0.4, 0.5), other, thing="cup", bystanders=("P3",))
    assert any(text.endswith(f"while {article} man stands nearby") for text in found)
