"""Random edits of cues: the script stays in order, ids stay unique, and undo leads back exactly."""

from hypothesis import given, settings
from hypothesis import strategies as st

from cinescribe.describe.editing import cue_edits, cue_gaps, cue_list, word_replacement
from cinescribe.describe.editing.changed_cue import CueValues
from cinescribe.describe.editing.fit_to_gap import fit_to_gap
from cinescribe.describe.editing.replay import Replayed, replay
from cinescribe.describe.editing.revisions import Revision, called_now
from cinescribe.errors import EditError
from cinescribe.schema import Film, Gap, Script, Stream
from cinescribe.store import record_text
from cinescribe.timing import Span
from tests.describe.editing.scripts import cue, script

GAPS = tuple(Gap(Span(at, at + length)) for at, length in ((0.0, 4.0), (9.0, 3.0), (18.0, 8.0), (40.0, 19.0)))
FILM = Film("film.mp4", 60.0, (Stream(0, "video", "h264", rate_hz=24.0),))
DRAFT = script(
    cue(1.0, "Anna opens the door. Rain falls.", shorter=("Anna opens the door.",)),
    cue(10.0, "Person 2 waits for Anna."),
    cue(20.0, "Night.", status="dropped"),
    cue(20.0, "Fog.", id="fog", status="extended", pause=1.0),
    cue(20.0, "Hail.", id="hail"),
    cue(59.0, "End."),
).replace(gaps=GAPS, film=FILM)


def said(cue):
    return len(cue.text.split()) / 2 / cue.rate


def room(script, cue_id):
    return 2.0


times = st.one_of(st.sampled_from([0.0, 20.0, 59.999, 60.0, -1.0]), st.floats(0, 61).map(lambda at: round(at, 3)))
texts = st.sampled_from(["Rain.", "Anna and person 2 run.", "", "One two three four.", "x\u202e"])
steps = st.sampled_from([0.01, -0.01, 0.1, -5.0, cue_edits.Frames(1), cue_edits.Frames(-3)])
statuses = st.sampled_from([None, "spoken", "dropped", "extended"])
values = st.builds(
    CueValues, start=st.none() | times, end=st.none() | times, text=st.none() | texts, status=statuses,
    rate=st.none() | st.sampled_from([0.9, 1.2, 99.0]), people=st.sampled_from([None, (), ("p1",), ("p9",)]),
)  # fmt: skip
EDITS = st.one_of(
    st.builds(lambda new: lambda now, name: cue_edits.change(now, name, new, duration=said), values),
    st.builds(
        lambda edit, step: lambda now, name: edit(now, name, step, duration=said),
        st.sampled_from([cue_edits.nudge, cue_edits.nudge_start, cue_edits.nudge_end]),
        steps,
    ),
    st.sampled_from(
        [
            cue_edits.accept,
            lambda now, name: cue_edits.silence(now, name, "tense", "a title"),
            lambda now, name: fit_to_gap(now, name, duration=said, room=room),
            lambda now, name: word_replacement.replace_words(now, "rain", "snow", duration=said),
        ]
    ),
    st.builds(
        lambda edit: lambda now, name: edit(now, name, duration=said),
        st.sampled_from(
            [
                cue_edits.reject,
                cue_edits.restore,
                cue_edits.make_extended,
                cue_edits.make_spoken,
                cue_gaps.to_next_gap,
                cue_gaps.to_previous_gap,
                cue_list.join,
                cue_list.duplicate,
            ]
        ),
    ),
    st.builds(lambda at: lambda now, name: cue_list.split(now, name, at, duration=said), st.integers(0, 20)),
    st.builds(lambda at, text: lambda now, _: cue_list.insert(now, at, text, duration=said), times, texts),
    st.builds(lambda text: lambda now, name: cue_list.insert_after(now, name, text, duration=said), texts),
)


def check(now: Script):
    assert Script.from_dict(now.to_dict()) == now
    starts = [one.span.start for one in now.cues]
    assert starts == sorted(starts)
    assert len({one.id for one in now.cues}) == len(now.cues)
    assert all(0 <= start < FILM.duration and one.text for start, one in zip(starts, now.cues, strict=True))
    for one in now.cues:
        assert one.span.duration > 0 if one.status == "spoken" else one.span.duration == 0
        assert (one.pause > 0) == (one.status == "extended")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 30), EDITS), max_size=12))
def test_scripts_stay_valid_and_undo_restores_them(edits):
    replayed, before = Replayed(DRAFT), []
    for n, edit in edits:
        now = replayed.script
        try:
            changes = edit(now, now.cues[n % len(now.cues)].id if now.cues else "none")
        except EditError:
            continue
        if changes:
            before.append(record_text(now))
            replayed.apply(Revision("", "me", "page", changes, called_now(now.people)))
            check(replayed.script)
            assert {
                one.cue for one in changes if one.after and one.after != one.before and not one.after.is_seen
            } == set()
            assert record_text(replayed.script) == record_text(replay(DRAFT, replayed.revisions))
    for number in range(len(before), 0, -1):
        replayed.apply(Revision("", "me", "undo", undoes=number))
        assert record_text(replayed.script) == before[number - 1]
