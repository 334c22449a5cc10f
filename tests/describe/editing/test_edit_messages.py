import pytest

from cinescribe.describe.editing.edit_messages import message_of
from cinescribe.schema import Silenced
from cinescribe.timing import Span
from tests.describe.editing.scripts import cue

CUE = cue(252.0, "Anna tears the letter in two.")
DROPPED = CUE.replace(status="dropped", span=Span(252.0, 252.0), reason="no room")
EXTENDED = CUE.replace(status="extended", span=Span(252.0, 252.0), pause=3.1)


@pytest.mark.parametrize(
    ("before", "after", "room", "message"),
    [
        (CUE, CUE.replace(text="Anna tears it."), 3.4, "Cue 12: 3 words, 3.1 of 3.4 seconds."),
        (CUE, CUE.replace(text="Rain."), 1.19, "Cue 12: 1 word, 3.1 of 1.1 seconds, 2.0 too long."),
        (
            CUE.replace(recording="x.wav"),
            CUE.replace(recording="x.wav", text="Rain."),
            3.4,
            "Cue 12: 1 word, 3.1 of 3.4 seconds. Its recording still says the old words.",
        ),
        (CUE, CUE.replace(span=Span(252.01, 255.0)), 3.39, "Cue 12 starts at 00:04:12.010, 3.1 of 3.3 seconds."),
        (CUE, CUE.replace(span=Span(252.0, 255.0)), 3.1, "Cue 12 ends at 00:04:15.000, 3.1 of 3.1 seconds."),
        (CUE, CUE.replace(rate=1.1), 3.4, "Cue 12 is said 1.1 times as fast: 3.1 of 3.4 seconds."),
        (None, CUE, 3.4, "Cue 12 is new at 00:04:12.000: 6 words, 3.1 of 3.4 seconds."),
        (CUE, None, 3.4, "Cue 12 is removed."),
        (CUE, CUE, 3.4, "Cue 12 is as it was."),
        (CUE, DROPPED, 3.4, "Cue 12 is dropped."),
        (DROPPED, DROPPED.replace(reason="dropped by hand"), 0.0, "Cue 12 is dropped by hand."),
        (DROPPED, DROPPED.replace(text="Rain."), 0.0, "Cue 12: 1 word, not heard."),
        (DROPPED, CUE, 3.4, "Cue 12 is spoken again: 3.1 of 3.4 seconds."),
        (CUE, EXTENDED, 5.0, "Cue 12 is extended: the film waits 3.1 seconds."),
        (EXTENDED, CUE, 3.4, "Cue 12 is spoken without pausing the film: 3.1 of 3.4 seconds."),
        (CUE, CUE.replace(recording="x.wav"), 3.4, "Cue 12 has a recording: 3.1 of 3.4 seconds."),
        (CUE.replace(recording="x.wav"), CUE, 3.4, "Cue 12 no longer has a recording: 3.1 of 3.4 seconds."),
        (CUE, CUE.replace(accepted=True), 3.4, "Cue 12 is accepted."),
        (CUE, CUE.replace(silenced=(Silenced("tense", "a title"),)), 3.4, "Cue 12 has a silenced remark."),
        (CUE.replace(silenced=(Silenced("tense", "a title"),)), CUE, 3.4, "Cue 12 has its remark back."),
        (CUE, CUE.replace(people=("p1",)), 3.4, "Cue 12 is about other people now."),
        (CUE.replace(people=("p1",)), CUE, 3.4, "Cue 12 is about nobody now."),
        (CUE, CUE.replace(comment="?"), 3.4, "Cue 12 has a new comment."),
        (CUE.replace(comment="?"), CUE, 3.4, "Cue 12 no longer has a comment."),
        (CUE, CUE.replace(why="to flee"), 3.4, "Cue 12 has new notes."),
        (CUE, CUE.replace(hand_made=True), 3.4, "Cue 12 is saved."),
    ],
)
def test_edit_message_reports_the_new_state_of_the_cue(before, after, room, message):
    assert message_of(before, after, number=12, room=room, takes=3.1) == message


def test_a_dropped_cue_has_no_number():
    message = message_of(DROPPED, DROPPED.replace(text="Rain."), number=None, room=0.0, takes=1.0)
    assert message == "The dropped cue: 1 word, not heard."
