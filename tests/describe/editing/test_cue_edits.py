import pytest

from cinescribe.describe.editing import cue_edits
from cinescribe.describe.editing.changed_cue import CueValues
from cinescribe.describe.editing.comparison import compare
from cinescribe.describe.editing.cue_edits import Frames
from cinescribe.describe.editing.cue_fields import CueFieldError
from cinescribe.errors import EditError
from cinescribe.export.tracks.cue_rows import EVERY, RowFile
from cinescribe.schema import Evidence, Film, Silenced, Stream
from cinescribe.timing import Span
from tests.describe.editing.scripts import cue, row, script

EVIDENCE = (Evidence(10.0, "a door"), Evidence(10.2, "opens", word="opens"))
FIRST = cue(10.0, "Anna opens the door.", evidence=EVIDENCE, shorter=("Anna opens.",), reason="said shorter")
NOW = script(FIRST, cue(20.0, "Rain.", status="dropped", could_wait=True), cue(30.0, "Hail.", status="extended"))


def said(cue):
    """Half a second for each word."""
    return len(cue.text.split()) / 2 / cue.rate


def after(changes):
    (change,) = changes
    return change.after


def times(cue):
    return cue.span.start, cue.span.end, cue.pause


def test_new_words_are_timed_and_drop_old_recordings():
    made = after(cue_edits.change(NOW, "c10000", CueValues(text="Anna shuts it."), duration=said))
    assert times(made) == (10.0, 11.5, 0.0)
    assert (made.hand_made, made.shorter, made.reason, made.evidence) == (True, (), None, EVIDENCE[:1])


@pytest.mark.parametrize(
    "values",
    [
        CueValues(text="Anna shuts it."),
        CueValues(text="Anna shuts it.", end=12.25),
        CueValues(start=12.0),
        CueValues(start=12.0, end=14.0),
        CueValues(rate=1.1, people=("p2",), comment="why?"),
        CueValues(status="dropped"),
        CueValues(status="extended"),
        CueValues(text="Bo waits.", status="extended", rate=0.9),
    ],
)
def test_an_edit_on_a_page_and_in_a_file_give_the_same_cue(values):
    now = NOW.replace(cues=NOW.cues[:1])
    given = {name: value for name, value in vars(values).items() if value is not None}
    read = RowFile((row(now.cues[0], **given),), EVERY)
    in_file = compare(now, read, [row(now.cues[0])], duration=said)
    assert cue_edits.change(now, "c10000", values, duration=said) == in_file.changes


def test_notes_are_set_and_removed():
    set_ = after(cue_edits.change(NOW, "c10000", CueValues(why="to flee", notes=("dark",)), duration=said))
    assert (set_.why, set_.notes, set_.text, times(set_)) == ("to flee", ("dark",), FIRST.text, (10.0, 11.5, 0.0))
    then = NOW.replace(cues=(set_,))
    taken = after(cue_edits.change(then, "c10000", CueValues(why="", notes=()), duration=said))
    assert (taken.why, taken.notes) == (None, ())


def test_nudging_by_seconds():
    assert times(after(cue_edits.nudge(NOW, "c10000", 0.01, duration=said))) == (10.01, 11.51, 0.0)
    assert times(after(cue_edits.nudge_start(NOW, "c10000", -0.1, duration=said))) == (9.9, 11.5, 0.0)
    assert times(after(cue_edits.nudge_end(NOW, "c10000", 0.1, duration=said))) == (10.0, 11.6, 0.0)
    assert times(after(cue_edits.nudge_start(NOW, "c20000", 0.1, duration=said))) == (20.1, 20.1, 0.0)
    assert times(after(cue_edits.nudge(NOW, "c30000", 0.1, duration=said))) == (30.1, 30.1, 0.0)


def test_nudging_by_frames_lands_on_pictures_and_accumulates():
    film = Film("film.mp4", 60.0, (Stream(0, "video", "h264", rate_hz=24.0),))
    now = NOW.replace(film=film)
    for n in range(1, 25):
        now = now.replace(cues=(after(cue_edits.nudge(now, "c10000", Frames(1), duration=said)),))
        assert now.cues[0].span.start == round(10 + n / 24, 3)
    now = now.replace(cues=(FIRST.replace(span=Span(10.03, 11.5)),))
    assert after(cue_edits.nudge(now, "c10000", Frames(1), duration=said)).span.start == 10.042
    assert after(cue_edits.nudge(now, "c10000", Frames(-1), duration=said)).span.start == 10.0


def test_nudging_too_far_is_refused():
    with pytest.raises(CueFieldError, match=r"is not after the start, 00:00:11\.600") as caught:
        cue_edits.nudge_start(NOW, "c10000", 1.6, duration=said)
    assert caught.value.field == "end"
    with pytest.raises(CueFieldError, match="the start is -90 s"):
        cue_edits.nudge(NOW, "c10000", -100.0, duration=said)
    with pytest.raises(CueFieldError, match="only a spoken cue has an end"):
        cue_edits.nudge_end(NOW, "c30000", 0.1, duration=said)
    with pytest.raises(EditError, match="the frame rate of the film is not known; move the cue by seconds"):
        cue_edits.nudge(NOW, "c10000", Frames(1), duration=said)


def test_accepted_cue_remains_seen():
    accepted = after(cue_edits.accept(NOW, "c10000"))
    assert (accepted.accepted, accepted.hand_made, accepted.is_seen) == (True, False, True)
    now = NOW.replace(cues=(accepted,))
    assert cue_edits.accept(now, "c10000") == ()
    assert after(cue_edits.change(now, "c10000", CueValues(text="Hail."), duration=said)).is_seen


def test_a_rejected_cue_is_dropped_by_hand_and_can_be_restored():
    rejected = after(cue_edits.reject(NOW, "c10000", duration=said))
    assert (rejected.status, rejected.reason, rejected.hand_made) == ("dropped", "dropped by hand", True)
    restored = after(cue_edits.restore(NOW.replace(cues=(rejected,)), "c10000", duration=said))
    assert (restored.status, restored.reason, times(restored)) == ("spoken", None, (10.0, 12.0, 0.0))
    by_hand = after(cue_edits.reject(NOW, "c20000", duration=said))
    assert (by_hand.reason, by_hand.could_wait) == ("dropped by hand", False)
    with pytest.raises(EditError, match="cue c10000 is not dropped, so there is nothing to restore"):
        cue_edits.restore(NOW, "c10000", duration=said)


def test_a_cue_is_made_extended_and_spoken():
    assert times(after(cue_edits.make_extended(NOW, "c10000", duration=said))) == (10.0, 10.0, 2.0)
    assert cue_edits.make_extended(NOW, "c30000", duration=said) == ()
    assert times(after(cue_edits.make_spoken(NOW, "c30000", duration=said))) == (30.0, 30.5, 0.0)


def test_remarks_are_silenced_with_a_reason():
    silenced = after(cue_edits.silence(NOW, "c10000", "tense", " a quotation "))
    assert silenced.silenced == (Silenced("tense", "a quotation"),)
    now = NOW.replace(cues=(silenced,))
    assert after(cue_edits.silence(now, "c10000", "tense", "a title")).silenced == (Silenced("tense", "a title"),)
    assert after(cue_edits.unsilence(now, "c10000", "tense")).silenced == ()
    assert cue_edits.unsilence(NOW, "c10000", "tense") == ()
    with pytest.raises(CueFieldError, match="the reason is empty; say why this remark does not count here"):
        cue_edits.silence(NOW, "c10000", "tense", " ")


def test_an_unknown_cue_is_named():
    with pytest.raises(EditError, match="no cue has the id 'c9'; it may have been removed since"):
        cue_edits.accept(NOW, "c9")
