import random

import pytest

from cinescribe.backlot.plan.plan import SHARED_ACTIONS, SOLO_ACTIONS
from cinescribe.backlot.plot.coverage import LINE_MARGIN, Speaking, covered
from cinescribe.backlot.plot.stories import Beat
from tests.backlot.dummies import CAST


def shots(action, n=40, **more):
    partner = 1 if action in SHARED_ACTIONS else None
    beat = Beat(0, "kitchen", 0, False, action, 0, partner, None, (), 0, (0, 1))
    more = {"clip": "c001", "start": 10.0, "opens_scene": False} | more
    return [covered(random.Random(seed), beat, CAST, **more) for seed in range(n)]


@pytest.mark.parametrize("action", SOLO_ACTIONS + SHARED_ACTIONS)
def test_every_action_is_covered_in_several_ways(action):
    patterns = {tuple(take.scale for take in one.takes) for one in shots(action)}
    assert len(patterns) >= 2
    assert all(set(pattern) & {"medium", "wide"} for pattern in patterns)


def test_the_takes_of_a_clip_are_of_one_staging():
    for one in shots("hug"):
        assert len({(take.seed, take.place, take.layout, take.night, take.action_span) for take in one.takes}) == 1


def test_nobody_is_shown_before_they_came_or_after_they_went():
    assert all(one.takes[0].scale != "close" for one in shots("enter"))
    assert all(one.takes[-1].scale != "close" for one in shots("leave") + shots("run"))
    assert {take.scale for one in shots("fall") for take in one.takes} == {"wide", "close"}
    assert all("wide" in {take.scale for take in one.takes} for one in shots("sit") + shots("stand"))


def test_who_leaves_does_so_at_the_end_and_others_act_early():
    assert all(one.end - one.takes[0].action_span.end < 0.3 for one in shots("leave"))
    for one in shots("point"):
        shown = next(take for take in one.takes if take.scale != "close")
        if len(one.takes) == 1:
            assert one.takes[0].action_span.start - shown.span.start < 0.3


def test_faces_that_were_not_seen_are_seen():
    for one in shots("hug", show=frozenset({"P2"})):
        assert any(take.scale == "medium" or take.focus == "P2" for take in one.takes)


def test_a_close_take_shows_who_speaks_then():
    speaking = (Speaking("P2", "Well done, Anna!"),)
    for one in shots("hug", speaking=speaking):
        line = one.lines[0]
        for take in one.takes:
            if take.scale == "close" and take.span.start <= line.span.start and line.span.end <= take.span.end:
                assert take.focus == "P2"


def test_lines_that_do_not_fit_are_left_unsaid():
    endless = Speaking("P1", "word " * 40)
    assert all(one.lines == () for one in shots("wave", speaking=(endless,)))
    both = shots("wave", speaking=(Speaking("P1", "Over here!"), Speaking("P2", "Hello.")))
    for one in both:
        assert [line.member for line in one.lines] == ["P1", "P2"]
        assert one.lines[1].span.start - one.lines[0].span.end == pytest.approx(LINE_MARGIN)


def test_only_the_opening_of_a_scene_dissolves_or_fades():
    assert all(take.transition == "cut" for one in shots("wave") for take in one.takes)
    opening = shots("wave", opens_scene=True)
    assert {one.takes[0].transition for one in opening} == {"cut", "dissolve", "fade"}
    for one in opening:
        assert all(take.transition == "cut" for take in one.takes[1:])
        assert one.takes[0].action_span.start > one.takes[0].span.start + one.takes[0].blend / 2
