from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from cinescribe.backlot.drawing.camera import draw_take, frames_within
from cinescribe.backlot.drawing.faces import head
from cinescribe.backlot.plan.plan import SHARED_ACTIONS, SOLO_ACTIONS, DialogueLine, Take
from cinescribe.backlot.plan.truth import Sighting
from cinescribe.errors import InputError
from cinescribe.timing import Span
from tests.backlot.takes import CAST, take


def shots(seen: Take, lines=(), *, rate: int = 4, width: int = 320, **more):
    return list(draw_take(seen, CAST, lines, width=width, height=width * 9 // 16, rate_hz=rate, **more))


def of(sightings: tuple[Sighting, ...], who: str) -> Any:
    return next((one for one in sightings if one.who == who), None)


def face_height(sighting: Any, height: int) -> float:
    return float((sighting.face[3] - sighting.face[1]) * height)


def test_frames_lie_on_the_grid_of_the_film():
    assert list(frames_within(Span(1.0, 1.25), 24)) == [24, 25, 26, 27, 28, 29]
    assert list(frames_within(Span(0.01, 0.1), 25)) == [1, 2]
    rate = Fraction(24000, 1001)
    assert list(frames_within(Span(float(7 / rate), float(9 / rate)), rate)) == [7, 8]


def test_consecutive_takes_cover_each_frame_once():
    cuts = [0.0, 1.37, 2.2, 4.061, 6.0]
    frames = [k for a, b in pairwise(cuts) for k in frames_within(Span(a, b), 24)]
    assert frames == list(range(144))


def test_a_take_gives_a_picture_for_each_frame_of_the_span():
    pictures = shots(take())
    assert len(pictures) == 8
    assert pictures[0][0].shape == (180, 320, 3)
    assert pictures[0][0].dtype == np.uint8
    longer = shots(take(), span=Span(9.5, 12.5))
    assert len(longer) == 12
    assert (longer[2][0] == pictures[0][0]).all()


def test_a_take_is_drawn_the_same_each_time():
    seen = take(action="hand over", partner="P2", move="zoom in", n_extras=2, bystanders=("P3",))
    first = shots(seen, rate=2)
    head.cache_clear()
    for (one, sightings), (other, again) in zip(first, shots(seen, rate=2), strict=True):
        assert (one == other).all()
        assert sightings == again


def test_a_caller_may_change_a_frame():
    frames = draw_take(take(), CAST, (), width=160, height=90, rate_hz=4)
    next(frames)[0][:] = 0
    assert next(frames)[0].any()


def test_partner_outside_the_cast_is_refused():
    with pytest.raises(InputError, match="not in the cast"):
        shots(take(partner="nobody"))


@pytest.mark.parametrize("action", SOLO_ACTIONS + SHARED_ACTIONS)
@pytest.mark.parametrize("scale", ["medium", "wide"])
def test_boxes_lie_in_the_picture_and_faces_in_their_figures(action, scale):
    seen = take(action=action, scale=scale, partner="P2" if action in SHARED_ACTIONS else None, move="pan left")
    for _, sightings in shots(seen, rate=2):
        for one in sightings:
            x0, y0, x1, y1 = one.box
            assert 0 <= x0 < x1 <= 1
            assert 0 <= y0 < y1 <= 1
            if one.face is not None:
                assert np.all(np.array(one.face[:2]) >= np.array(one.box[:2]) - 0.02)
                assert np.all(np.array(one.face[2:]) <= np.array(one.box[2:]) + 0.02)


def test_boxes_contain_all_that_is_painted():
    absent = shots(take(action="enter", action_span=Span(20, 21)), width=640)[0]
    assert of(absent[1], "P1") is None
    for picture, sightings in shots(take(action="drink"), width=640):
        rows, columns = np.nonzero((picture != absent[0]).any(axis=2))
        boxes = np.array([one.box for one in sightings]) * (640, 360, 640, 360)
        x0, y0 = boxes[:, :2].min(axis=0)
        x1, y1 = boxes[:, 2:].max(axis=0)
        ends = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
        assert np.abs(np.subtract(ends, (x0, y0, x1, y1))).max() <= 6


def test_the_scale_sets_the_size_of_faces():
    close = of(shots(take(scale="close", focus="P1"), width=640)[0][1], "P1")
    medium = of(shots(take(), width=640)[0][1], "P1")
    wide = of(shots(take(scale="wide"), width=640)[0][1], "P1")
    assert face_height(close, 360) >= 130
    assert face_height(medium, 360) >= 80
    assert face_height(wide, 360) < 40


def test_people_who_leave_turn_away_and_disappear():
    seen = [of(sightings, "P1") for _, sightings in shots(take(action="leave"))]
    assert seen[0].face is not None
    assert any(one is not None and one.face is None for one in seen)
    assert of(shots(take(action="leave"), span=Span(11.75, 12.1))[-1][1], "P1") is None


def test_the_mouth_of_a_speaker_opens():
    line = (DialogueLine("P1", "Good morning to you.", Span(10.0, 12.0)),)
    opened = [of(sightings, "P1").mouth_open for _, sightings in shots(take(scale="close", focus="P1"), line, rate=8)]
    silent = [of(sightings, "P1").mouth_open for _, sightings in shots(take(scale="close", focus="P1"), rate=8)]
    assert max(opened) > 0.6
    assert set(silent) == {0.0}


def test_a_thing_handed_over_stays_visible_and_moves():
    seen = take(action="hand over", partner="P2", thing="flowers")
    boxes = [of(sightings, "flowers").box for _, sightings in shots(seen)]
    assert abs(boxes[0][0] - boxes[-1][0]) > 0.1


def test_night_is_darker():
    day, night = (shots(take(night=night))[0][0].mean() for night in (False, True))
    assert night < 0.75 * day


def test_face_keeps_more_light_than_its_background_at_night():
    (picture, sightings), (dark, _) = (
        shots(take(scale="close", focus="P1", night=night))[0] for night in (False, True)
    )
    x0, y0, x1, y1 = (round(v * size) for v, size in zip(of(sightings, "P1").face, (320, 180, 320, 180), strict=True))
    face, place = (slice(y0 + 10, y1 - 10), slice(x0 + 10, x1 - 10)), (slice(0, 60), slice(0, 60))
    ratios = [dark[part].mean() / picture[part].mean() for part in (face, place)]
    assert 0.5 < ratios[0] < 0.75
    assert ratios[1] < ratios[0] - 0.05


def test_an_occluder_hides_part_of_the_actor():
    free, hidden = (shots(take(occluded=occluded, place="bar"))[0] for occluded in (False, True))
    x0, y0, x1, y1 = (round(v * size) for v, size in zip(of(free[1], "P1").box, (320, 180, 320, 180), strict=True))
    changed = (free[0] != hidden[0]).any(axis=2)[y0:y1, x0:x1].mean()
    assert 0.15 < changed < 0.75


@pytest.mark.parametrize("move", ["pan left", "pan right", "zoom in"])
def test_the_camera_moves(move):
    first, *_, last = shots(take(move=move, action_span=Span(20, 21)))
    one, other = of(first[1], "P1").face, of(last[1], "P1").face
    if move == "zoom in":
        assert (other[3] - other[1]) / (one[3] - one[1]) > 1.08
    else:
        assert (other[0] - one[0]) * (1 if move == "pan left" else -1) > 0.08


def test_extras_and_bystanders_are_reported():
    _, sightings = shots(take(scale="wide", n_extras=3, bystanders=("P3",)))[0]
    assert sorted(one.who for one in sightings) == ["P1", "P3", "extra", "extra", "extra"]


@pytest.mark.slow
@pytest.mark.parametrize(("action", "partner"), [("wave", None), ("hug", "P7")])
def test_medium_take_shows_the_whole_head_of_any_bystander(action, partner):
    n_faces = 0
    for seed in range(6):  # P5 is the smallest of the cast, P10 the tallest
        seen = take(action=action, actor="P5", partner=partner, bystanders=("P10",), move="zoom in", seed=seed)
        tall = of(shots(seen, rate=2)[3][1], "P10")
        assert tall.box[1] > 0
        n_faces += tall.face is not None
    assert n_faces >= 4  # now and then a bystander is turned away


@pytest.mark.slow
def test_occluded_face_is_not_a_sighting_of_a_face():
    n_hidden = 0
    for seed in range(12):
        for _, sightings in shots(take(n_extras=3, seed=seed, action_span=Span(20, 21)), rate=1):
            x0, y0, x1, _ = of(sightings, "P1").box
            for one in sightings:
                if one.who == "extra" and x0 < one.box[0] and one.box[2] < x1:
                    assert one.box[1] > y0
                    assert one.face is None
                    n_hidden += 1
    assert n_hidden > 10


def test_costumes_change_the_clothes_and_not_the_face():
    one, other = (shots(replace(take(scale="close", focus="P1"), costumes=(("P1", k),)))[0] for k in (0, 1))
    x0, y0, x1, y1 = (round(v * size) for v, size in zip(of(one[1], "P1").face, (320, 180, 320, 180), strict=True))
    face = (slice(y0, y1 - 8), slice(x0, x1))
    assert (one[0][face] == other[0][face]).all()
    assert (one[0][150:] != other[0][150:]).any()
