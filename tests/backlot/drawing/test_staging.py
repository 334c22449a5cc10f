import pytest

from cinescribe.backlot.drawing.staging import Stage
from cinescribe.backlot.plan.plan import DialogueLine
from cinescribe.errors import InputError
from cinescribe.timing import Span
from tests.backlot.takes import CAST, take


def test_take_with_an_actor_outside_the_cast_is_refused():
    with pytest.raises(InputError, match=r"take 't1' shows 'P99', who is not in the cast \(P1, P2.*add that member"):
        Stage(take(actor="P99"), CAST, ())


def test_close_take_shows_only_its_focus():
    stage = Stage(take(scale="close", focus="P2", bystanders=("P3",), n_extras=2), CAST, ())
    assert [player.who for player in stage.players] == ["P2"]


def test_people_of_a_take_are_on_stage_with_the_leads_last():
    stage = Stage(take(action="hug", partner="P2", bystanders=("P3", "P4"), n_extras=2, scale="wide"), CAST, ())
    assert [player.who for player in stage.players] == ["extra", "extra", "P3", "P4", "P2", "P1"]
    assert stage.n_behind == 4


def test_leads_face_each_other():
    partner, actor = Stage(take(action="hug", partner="P2"), CAST, ()).players
    assert (partner.mark.x - actor.mark.x) * actor.mark.facing > 0
    assert partner.mark.facing == -actor.mark.facing


def test_followers_and_followed_people_face_the_same_way():
    stage = Stage(take(action="follow", partner="P2"), CAST, ())
    partner, actor = stage.players
    ways = [stage.figure(player, stage.poses(11.0), 11.0).mark.facing for player in (partner, actor)]
    assert ways[0] == ways[1] == actor.mark.facing


def test_only_the_speaker_s_mouth_moves_and_only_during_the_line():
    stage = Stage(take(action="hug", partner="P2"), CAST, (DialogueLine("P2", "Hello.", Span(10.5, 11.0)),))
    partner, actor = stage.players
    assert max(stage.mouth(partner, 10.5 + k / 24) for k in range(12)) > 0.5
    assert [stage.mouth(partner, time) for time in (10.4, 11.0)] == [0, 0]
    assert stage.mouth(actor, 10.7) == 0


def test_eyes_blink_now_and_then():
    stage = Stage(take(), CAST, ())
    shut = [stage.lids(stage.players[-1], k / 24) > 0.5 for k in range(24 * 20)]
    assert 0.01 < sum(shut) / len(shut) < 0.1


def test_a_close_take_shows_gestures_but_no_steps():
    assert Stage(take(scale="close", focus="P1", action="drink"), CAST, ()).shows_action
    assert not Stage(take(scale="close", focus="P1", action="run"), CAST, ()).shows_action
    assert not Stage(take(scale="close", focus="P2", action="drink"), CAST, ()).shows_action
