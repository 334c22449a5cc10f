"""Holds that are close become one, at the last cue's picture, and what is heard keeps its order."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cinescribe.export.holds import APART, film_holds, holds_line, with_joined_holds
from cinescribe.export.tracks.cue_time_limits import LATEST
from cinescribe.schema import Cue, Film, Script, Shot, Speech
from cinescribe.timing import Span


def hold(at, *, pause=2.0, begins=None, text="He waits."):
    return Cue(Span(at if begins is None else begins, at), text, status="extended", pause=pause)


def script(*cues, speech=()):
    return Script(Film("film.mp4", 60.0), cues=cues, speech=tuple(Speech(Span(*span), "vad") for span in speech))


def found(*cues, speech=()):
    return [(one.at, one.seconds) for one in film_holds(script(*cues, speech=speech))]


def test_holds_far_apart_stay_where_they_are():
    assert found(hold(3.0), hold(4.0, pause=1.5)) == [(3.0, 2.0), (4.0, 1.5)]


@pytest.mark.parametrize("later", [10.0, 10.025, 10.999])
def test_close_holds_become_one_at_the_last_picture(later):
    one = script(hold(10.0, text="First."), hold(later, pause=1.5, text="Second."))
    (joined,) = film_holds(one)
    assert (joined.at, joined.seconds) == (later, 3.5)
    assert [(cue.text, cue.span) for cue in joined.cues] == [
        ("First.", Span(later, later)),
        ("Second.", Span(later, later)),
    ]


def test_the_order_of_cues_is_that_of_their_times():
    (joined,) = film_holds(script(hold(10.4, text="Second."), hold(10.0, text="First.")))
    assert [cue.text for cue in joined.cues] == ["First.", "Second."]


def test_a_chain_of_close_holds_ends_where_the_first_cue_would_be_too_late():
    times = [10.0, 10.8, 11.6, 12.4, 13.2, 14.0, 14.8]
    assert found(*map(hold, times)) == [(14.0, 12.0), (14.8, 2.0)]


@pytest.mark.parametrize("speech", [(10.2, 10.4), (9.0, 10.1), (10.4, 12.0), (9.5, 12.0)])
def test_speech_keeps_holds_apart(speech):
    assert found(hold(10.0), hold(10.5), speech=[speech]) == [(10.0, 2.0), (10.5, 2.0)]


@pytest.mark.parametrize("speech", [(9.0, 10.0), (10.5, 11.0)])
def test_speech_touching_the_holds_does_not_separate_them(speech):
    assert found(hold(10.0), hold(10.5), speech=[speech]) == [(10.5, 4.0)]


@pytest.mark.parametrize(("cut", "is_apart"), [(10.0, False), (10.2, True), (10.5, True), (10.6, False)])
def test_a_cut_keeps_holds_apart(cut, is_apart):
    shots = (Shot(Span(0.0, cut)), Shot(Span(cut, 60.0)))
    times = [one.at for one in film_holds(script(hold(10.0), hold(10.5)).replace(shots=shots))]
    assert times == ([10.0, 10.5] if is_apart else [10.5])


def test_only_spoken_cues_separate_holds():
    between = Cue(Span(10.1, 10.4), "Between.")
    assert found(hold(10.0), between, hold(10.5)) == [(10.0, 2.0), (10.5, 2.0)]
    assert found(hold(10.0), between.replace(status="dropped"), hold(10.5)) == [(10.5, 4.0)]


def test_a_cue_that_begins_before_its_hold_keeps_its_length():
    (joined,) = film_holds(script(hold(10.0, begins=8.0), hold(10.5)))
    assert joined.cues[0].span == Span(8.5, 10.5)
    assert found(hold(10.0), hold(10.5, begins=10.2)) == [(10.0, 2.0), (10.5, 2.0)]


def test_the_script_has_its_cues_at_their_holds():
    before = script(hold(10.0), Cue(Span(1.0, 2.0), "Spoken."), hold(10.5))
    after = with_joined_holds(before)
    assert [(cue.id, cue.span.end) for cue in after.cues] == [("c1", 10.5), ("c2", 2.0), ("c3", 10.5)]
    assert with_joined_holds(after) == after


def test_the_sum_in_words():
    assert holds_line(script(Cue(Span(1.0, 2.0), "Spoken."))) is None
    assert holds_line(script(hold(3.0))) == "1 hold, 2.0 s longer"
    assert holds_line(script(hold(3.0), hold(3.2), hold(9.0, pause=1.46))) == "2 holds, 5.5 s longer"


MOMENTS = st.integers(0, 120).map(lambda n: n / 8)


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(MOMENTS, max_size=12), st.lists(st.tuples(MOMENTS, MOMENTS), max_size=4))
def test_holds_keep_order_and_total_and_are_idempotent(times, speech):
    spans = [tuple(sorted(pair)) for pair in speech]
    before = script(*map(hold, times), speech=spans)
    own = {cue.id: cue.span.end for cue in before.cues}
    joined = film_holds(before)
    assert sum(one.seconds for one in joined) == pytest.approx(2.0 * len(times))
    heard = [cue.id for one in joined for cue in one.cues]
    assert heard == sorted(heard, key=lambda name: own[name])
    for one in joined:
        assert all(own[cue.id] <= one.at <= own[cue.id] + LATEST for cue in one.cues)
    for one, other in pairwise(joined):
        first = min(own[cue.id] for cue in one.cues)
        is_spoken_between = any(start < other.at and end > first for start, end in spans)
        is_too_late = max(own[cue.id] for cue in other.cues) - first > LATEST
        assert other.at - one.at >= APART or is_spoken_between or is_too_late
    again = with_joined_holds(before)
    assert with_joined_holds(again) == again
