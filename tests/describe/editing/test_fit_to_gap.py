import pytest

from cinescribe.describe.editing.changed_cue import CueValues
from cinescribe.describe.editing.fit_to_gap import fit_suggestions, fit_to_gap
from cinescribe.errors import EditError
from cinescribe.export.tracks.cue_time_limits import rooms
from cinescribe.schema import Evidence, Gap, Speech
from cinescribe.timing import Span
from tests.describe.editing.scripts import cue, script

TEXT = "Anna slowly opens the old door. Rain falls."
SHORTER = "Anna opens the door. Rain falls."


def said(cue):
    """Half a second for each word."""
    return len(cue.text.split()) / 2 / cue.rate


def room(script, cue_id):
    return next(room for cue, room in zip(script.cues, rooms(script), strict=True) if cue.id == cue_id)


def with_room(seconds, **values):
    speech = Speech(Span(10.0 + seconds, 30.0), "vad")
    gap = Gap(Span(values.pop("gap", 10.0), 10.0 + seconds))
    return script(cue(10.0, TEXT, shorter=(SHORTER,), **values)).replace(speech=(speech,), gaps=(gap,))


def suggested(now):
    found = fit_suggestions(now, "c10000", duration=said, room=room)
    return [(one.values, one.takes, one.fits) for one in found]


def fitted(now):
    return fit_to_gap(now, "c10000", duration=said, room=room)


def test_fitting_cue_is_unchanged():
    assert suggested(with_room(4.0)) == []
    assert fitted(with_room(4.0)) == ()


def test_best_fitting_change_is_applied_and_others_suggested():
    found = fit_suggestions(with_room(3.7), "c10000", duration=said, room=room)
    assert found[0].values == CueValues(text=SHORTER)
    assert [one.takes for one in found if one.values == CueValues(rate=1.1)] == [pytest.approx(4 / 1.1)]
    assert found[-1].fits
    assert fitted(with_room(3.7))[0].after.text == SHORTER


def test_an_earlier_start_in_the_same_gap_is_best():
    assert suggested(with_room(3.5, gap=9.0))[0] == (CueValues(start=9.5), 4.0, True)
    seen = with_room(3.5, gap=9.0, evidence=(Evidence(9.8, "a door"),))
    assert fitted(seen)[0].after.text == SHORTER  # a cue does not begin before its picture


def test_last_sentences_are_dropped_before_the_cue_is_extended():
    now = with_room(2.0)
    assert fitted(now)[0].after.text == "Anna opens the door."
    now = with_room(0.5)
    assert suggested(now)[0] == (CueValues(status="extended"), 4.0, True)
    assert not any(fits for _, _, fits in suggested(now)[1:])


def test_a_recording_is_moved_or_waited_for():
    now = with_room(3.0, recording="recordings/x.wav")
    assert [values for values, _, _ in suggested(now)] == [CueValues(status="extended")]


def test_unknown_cue_is_refused():
    with pytest.raises(EditError, match="no cue has the id 'c1'"):
        fit_suggestions(with_room(1.0), "c1", duration=said, room=room)
