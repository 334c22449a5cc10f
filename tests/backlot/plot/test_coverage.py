import random
from typing import Any

import pytest

from cinescribe.backlot.plan.plan import SHARED_ACTIONS, SOLO_ACTIONS
from cinescribe.backlot.plot.coverage import LINE_MARGIN, UntimedLine, cover_beat
from cinescribe.backlot.plot.stories import Beat
from tests.backlot.dummies import CAST


def shots(action, n=40, **more):
    partner = 1 if action in SHARED_ACTIONS else None
    beat = Beat(0, "kitchen", 0, False, action, 0, partner, None, (), 0, (0, 1))
    options: dict[str, Any] = {"clip": "c001", "start": 10.0, "opens_scene": False} | more
    return [cover_beat(random.Random(seed), beat, CAST, **options) for seed in range(n)]


@pytest.mark.parametrize("action", SOLO_ACTIONS + SHARED_ACTIONS)
def test_every_action_is_covered_in_several_ways(action):
    patterns = {tuple(take.scale for take in one.takes) for one in shots(action)}
    assert len(patterns) >= 2
    assert all(set(pattern) & {"medium", "wide"} for pattern in patterns)


def test_the_takes_of_a_clip_share_one_staging():
    for one in shots("hug"):
        assert len({(take.seed, take.place, take.layout, take.night, take.action_span) for take in one.takes}) == 1


def test_entering_and_leaving_people_are_shown_only_while_present():
    assert all(one.takes[0].scale != "close" for one in shots("enter"))
    assert all(one.takes[-1].scale != "close" for one in shots("leave") + shots("run"))
    assert {take.scale for one in shots("fall") for take in one.takes} == {"wide", "close"}
    assert all("wide" in {take.scale for take in one.takes} for one in shots("sit") + shots("stand"))


def test_leaving_happens_at_the_end_and_other_actions_early():
    assert all(one.end - one.takes[0].action_span.end < 0.3 for one in shots("leave"))
    for one in shots("point"):
        shown = next(take for take in one.takes if take.scale != "close")
        if len(one.takes) == 1:
            assert one.takes[0].action_span.start - shown.span.start < 0.3


def test_faces_not_seen_before_are_shown():
    for one in shots("hug", faceless=frozenset({"P2"})):
        assert any(take.scale == "medium" or take.focus == "P2" for take in one.takes)


def test_a_close_take_shows_the_speaker():
    dialogue = (UntimedLine("P2", "Well done, Anna!"),)
    for one in shots("hug", dialogue=dialogue):
        line = one.lines[0]
        for take in one.takes:
            if take.scale == "close" and take.span.start <= line.span.start and line.span.end <= take.span.end:
                assert take.focus == "P2"


def test_lines_that_do_not_fit_are_left_out():
    endless = UntimedLine("P1", "word " * 40)
    assert all(one.lines == () for one in shots("wave", dialogue=(endless,)))
    both = shots("wave", dialogue=(UntimedLine("P1", "Over here!"), UntimedLine("P2", "Hello.")))
    for one in both:
        assert [line.member for line in one.lines] == ["P1", "P2"]
        assert one.lines[1].span.start - one.lines[0].span.end == pytest.approx(LINE_MARGIN)


def test_only_the_first_take_of_a_scene_dissolves_or_fades():
    assert all(take.transition == "cut" for one in shots("wave") for take in one.takes)
    opening = shots("wave", opens_scene=True)
    assert {one.takes[0].transition for one in opening} == {"cut", "dissolve", "fade"}
    for one in opening:
        assert all(take.transition == "cut" for take in one.takes[1:])
        assert one.takes[0].action_span.start > one.takes[0].span.start + one.takes[0].blend / 2
