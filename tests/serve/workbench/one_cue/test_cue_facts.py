from cinescribe.describe.editing.revisions import CueChange, Revision
from cinescribe.export.narration import Considered, NarratedMoment
from cinescribe.language.messages.page_words import page_words
from cinescribe.schema import Evidence
from cinescribe.serve.workbench.one_cue.cue_facts import evidence_lines, frame_views, other_wordings, past_edits
from cinescribe.timing import Span
from tests.describe.editing.scripts import cue, script

CUE = cue(4.0, "Anna waits at the door.")
MOMENT = NarratedMoment(
    Span(3.0, 8.0), 3.0, times=(5.0,),
    considered=(Considered("Anna waits.", 1.0, 0.9), Considered("Anna flies.", 1.2, 0.1, ("not true",))),
)  # fmt: skip


def times(cue, moment=None):
    return [view.time for view in frame_views(script(cue), cue, [], moment, page_words("en"))]


def test_frames_are_those_of_the_evidence_in_order():
    seen = CUE.replace(evidence=(Evidence(9.0, "late"), Evidence(4.1, "early"), Evidence(4.15, "the same")))
    assert times(seen, MOMENT) == [4.1, 5.0, 9.0]


def test_cue_without_evidence_shows_frames_around_it():
    assert times(CUE) == [3.0, 4.0, 4.75, 5.5]
    assert times(cue(0.0, "Anna waits.")) == [0.0, 0.75, 1.5]


def test_few_of_many_evidence_frames_are_shown_over_the_whole_time():
    many = CUE.replace(evidence=tuple(Evidence(float(n), "a frame") for n in range(40)))
    found = times(many)
    assert (len(found), found[0], found[-1]) == (8, 0.0, 39.0)


def test_other_wordings_are_the_shorter_ones_and_those_that_were_weighed():
    found = other_wordings(CUE.replace(shorter=("Anna waits.",)), MOMENT, page_words("en"))
    assert [(one.text, one.where) for one in found] == [
        ("Anna waits.", "shorter"),
        ("Anna flies.", "1.2 s, 10%; not true"),
    ]


def test_history_of_a_cue_lists_changes_newest_first():
    reworded, moved = CUE.replace(text="Anna knocks."), CUE.replace(text="Anna knocks.", span=Span(5.0, 6.5))
    revisions = [
        Revision("2026-01-01T10:00:00", "me", "workbench", (CueChange(CUE.id, CUE, reworded),)),
        Revision("2026-01-01T10:01:00", "me", "workbench", (CueChange("other", None, CUE),)),
        Revision(
            "2026-01-01T10:02:00", "you", "notes.txt", (CueChange(CUE.id, reworded, moved.replace(accepted=True)),)
        ),
        Revision("2026-01-01T10:03:00", "you", "notes.txt", (CueChange(CUE.id, moved, moved.replace(comment="x")),)),
        Revision("2026-01-01T10:04:00", "you", "notes.txt", (CueChange(CUE.id, moved, None),)),
        Revision("2026-01-01T10:05:00", "you", "notes.txt", (CueChange(CUE.id, None, moved),)),
        Revision("2026-01-01T10:06:00", "you", "x", (CueChange(CUE.id, moved, moved.replace(status="dropped")),)),
    ]
    past = past_edits(CUE.id, revisions, page_words("en"))
    assert [one.number for one in past] == [7, 6, 5, 4, 3, 1]
    assert [one.what for one in past] == [
        "dropped now, was spoken",
        "added: “Anna knocks.”",
        "removed",
        "other values changed",
        "moved to 00:00:05.000, until 00:00:06.500; accepted",
        "“Anna waits at the door.” became “Anna knocks.”",
    ]
    assert [one.text for one in past] == [None, None, "Anna knocks.", None, None, "Anna waits at the door."]


def test_evidence_of_one_kind_is_one_line():
    seen = (Evidence(1.0, "a frame"), Evidence(1.5, "a frame"), Evidence(2.0, "tears", score=0.88, word="weeps"))
    assert evidence_lines(CUE.replace(evidence=seen), page_words("en")) == [
        "a frame, at 1.0, 1.5 s",
        "“weeps”: tears, 88 %, at 2.0 s",
    ]
