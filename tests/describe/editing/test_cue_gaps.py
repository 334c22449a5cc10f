import pytest

from cinescribe.describe.editing.cue_gaps import free_part_around, to_next_gap, to_previous_gap
from cinescribe.errors import EditError
from cinescribe.schema import Gap
from cinescribe.timing import Span
from tests.describe.editing.scripts import cue, script

GAPS = (Gap(Span(0.0, 4.0)), Gap(Span(9.0, 15.0)), Gap(Span(19.0, 20.0)), Gap(Span(29.0, 32.0)), Gap(Span(40.0, 50.0)))
NOW = script(cue(10.0, "One."), cue(30.0, "Two."), cue(45.0, "Three.", status="dropped")).replace(gaps=GAPS)


def lasting(seconds):
    return lambda cue: seconds


def start(changes):
    return changes[0].after.span.start


def test_a_cue_moves_to_the_next_gap_with_room_for_it():
    assert start(to_next_gap(NOW, "c10000", duration=lasting(0.9))) == 19.0
    assert start(to_next_gap(NOW, "c10000", duration=lasting(1.5))) == 40.0  # the other gap has a cue in it


def test_a_cue_moves_to_the_previous_gap_as_late_as_it_fits():
    assert start(to_previous_gap(NOW, "c30000", duration=lasting(1.0))) == 19.0
    assert start(to_previous_gap(NOW, "c30000", duration=lasting(2.0))) == 13.0
    assert start(to_previous_gap(NOW, "c10000", duration=lasting(1.5))) == 2.5


def test_missing_gap_with_room_is_reported():
    with pytest.raises(EditError, match=r"cue c10000 takes 11\.0 s, and the longest free gap after it has 10\.0 s"):
        to_next_gap(NOW, "c10000", duration=lasting(11.0))
    with pytest.raises(EditError, match="there is no free gap before cue c10000; move it by a time"):
        to_previous_gap(NOW.replace(gaps=GAPS[1:]), "c10000", duration=lasting(1.0))


def test_the_film_waits_for_an_extended_cue_in_any_gap():
    now = script(cue(10.0, "One.", status="extended", pause=9.0)).replace(gaps=GAPS)
    assert start(to_next_gap(now, "c10000", duration=lasting(9.0))) == 19.0


def test_free_part_around_a_cue_includes_its_own_time():
    assert free_part_around(NOW, NOW.cues[0]) == Span(9.0, 15.0)
    assert free_part_around(script(cue(6.0, "One.")).replace(gaps=GAPS), cue(6.0, "One.")) is None
