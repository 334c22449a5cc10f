import pytest

from cinescribe.describe.editing.changed_cue import mentioned
from cinescribe.describe.editing.comparison import compare
from cinescribe.export.tracks.cue_rows import AUDIBLE, EVERY, CueRow, RowFile
from tests.describe.editing.scripts import cue, people, row, script
from tests.growth_of_readers.growth import TOO_MUCH, growth

SAID = 2.0  # seconds that the voice takes


def compared(now, rows, exported=None, carries=EVERY):
    base = [row(one) for one in now.cues] if exported is None else exported
    return compare(now, RowFile(tuple(rows), carries), base, duration=lambda _: SAID)


def rows_with(now, n, **values):
    return [row(one, **(values if at == n else {})) for at, one in enumerate(now.cues)]


def test_unedited_file_changes_nothing():
    found = compared(script(), rows_with(script(), 0))
    assert found.changes == found.remarks == ()
    assert found.n_changed == found.n_added == found.n_moved == found.n_removed == 0


def test_rounded_times_and_line_breaks_are_not_changes():
    now = script()
    assert compared(now, rows_with(now, 0, start=10.001, text="Anna opens\nthe door.")).changes == ()


def test_changed_words_are_timed_by_the_voice_and_marked():
    now = script(cue(10.0, "Anna opens the door.", shorter=("Anna goes.",), reason="said shorter to fit the gap"))
    found = compared(now, rows_with(now, 0, text="Anna shuts it."))
    after = found.changes[0].after
    assert (after.text, after.hand_made, after.span.end, after.shorter) == ("Anna shuts it.", True, 12.0, ())
    assert after.reason is None
    assert found.n_changed == 1


def test_an_end_that_was_set_by_hand_is_kept():
    now = script()
    found = compared(now, rows_with(now, 0, text="Anna shuts it.", end=13.25))
    assert found.changes[0].after.span.end == 13.25


def test_a_moved_cue_keeps_its_length():
    now = script()
    found = compared(now, rows_with(now, 1, start=22.0))
    assert (found.changes[0].after.span.start, found.changes[0].after.span.end) == (22.0, 23.5)
    assert (found.n_moved, found.n_changed) == (1, 0)


def test_a_missing_cue_is_removed_if_the_form_lists_such_cues():
    now = script(cue(10.0, "One."), cue(20.0, "Two.", status="dropped"))
    found = compared(now, [])
    assert [(change.cue, change.after) for change in found.changes] == [("c10000", None), ("c20000", None)]
    exported = [row(now.cues[0])]
    found = compared(now, [], exported, carries=AUDIBLE)
    assert [change.cue for change in found.changes] == ["c10000"]
    assert found.n_removed == 1


def test_cues_that_the_export_did_not_have_are_not_removed():
    now = script()
    exported = [row(one) for one in now.cues[:2]]
    assert compared(now, exported, exported).changes == ()


def test_a_row_without_id_is_a_new_cue():
    now = script(p1="Anna", p2="Bo Li")
    found = compared(now, [*rows_with(now, 0), CueRow(None, 15.25, None, "Anna greets Bo Li.")])
    after = found.changes[0].after
    assert (after.id, after.people, after.span.end, after.status, after.by) == (
        "h15250",
        ("p1", "p2"),
        17.25,
        "spoken",
        "hand",
    )
    assert found.n_added == 1


def test_new_cues_at_one_time_have_different_ids():
    now = script()
    new = CueRow(None, 15.0, None, "New.")
    found = compared(now, [*rows_with(now, 0), new, new])
    assert [change.cue for change in found.changes] == ["h15000", "h15000.2"]


def test_a_new_row_that_a_killed_command_has_added_is_not_added_again():
    now = script()
    new = CueRow(None, 15.25, None, "A dog barks.")
    exported = [row(one) for one in now.cues]
    first = compared(now, [*exported, new], exported)
    later = script(*now.cues, first.changes[0].after)
    again = compared(later, [*exported, new], exported)
    assert (again.changes, again.rows[-1].id) == ((), "h15250")
    assert compared(later, [*exported, new.replace(text="A cat.")], exported).n_added == 1


def test_a_copied_or_unknown_id_is_a_new_cue_with_a_remark():
    now = script()
    copied, unknown = row(now.cues[0], start=40.0, line=9), row(now.cues[0], id="mine", start=41.0, line=12)
    found = compared(now, [*rows_with(now, 0), copied, unknown])
    assert found.n_added == 2
    assert "line 9 has the id c10000, as a cue before it" in found.remarks[0].text
    assert "line 12 has the id mine, which no cue has" in found.remarks[1].text


def test_changes_to_the_script_since_the_export_are_kept():
    old, now = script(), script(cue(10.0, "Anna opens the gate."), *script().cues[1:])
    exported = [row(one) for one in old.cues]
    assert compared(now, exported, exported).changes == ()
    moved = [row(old.cues[0], start=11.0), *exported[1:]]
    assert compared(now, moved, exported).changes[0].after.text == "Anna opens the gate."


def test_a_value_changed_by_hand_on_both_sides_is_remarked():
    old = script()
    now = script(cue(10.0, "Anna opens the gate.", hand_made=True), *old.cues[1:])
    exported = [row(one) for one in old.cues]
    found = compared(now, [row(old.cues[0], text="Anna leaves."), *exported[1:]], exported)
    assert found.changes[0].after.text == "Anna leaves."
    assert "its text was also changed after the export" in found.remarks[0].text


def test_a_removed_cue_that_was_edited_since_is_kept():
    old = script()
    now = script(cue(10.0, "Anna opens the gate.", hand_made=True), *old.cues[1:])
    exported = [row(one) for one in old.cues]
    found = compared(now, exported[1:], exported)
    assert found.changes == ()
    assert "it was kept" in found.remarks[0].text


def test_edited_row_of_a_removed_cue_is_added_again():
    old = script()
    now = script(*old.cues[1:])
    exported = [row(one) for one in old.cues]
    assert compared(now, exported, exported).changes == ()
    found = compared(now, [row(old.cues[0], text="Anna leaves."), *exported[1:]], exported)
    assert (found.changes[0].cue, found.changes[0].before, found.n_added) == ("c10000", None, 1)


def test_dropping_and_speaking_again():
    now = script(cue(10.0, "One."), cue(20.0, "Two.", status="dropped", reason="no gap", could_wait=True))
    found = compared(now, [row(now.cues[0], status="dropped"), row(now.cues[1], status="spoken")])
    dropped, spoken = (change.after for change in found.changes)
    assert (dropped.span.duration, dropped.reason) == (0.0, "dropped by hand")
    assert (spoken.span.duration, spoken.reason, spoken.could_wait) == (SAID, None, False)


def test_an_extended_cue_pauses_as_long_as_the_voice_takes():
    now = script(cue(10.0, "One.", status="extended", pause=0.8))
    found = compared(now, [row(now.cues[0], text="One more.", end=14.0)])
    assert (found.changes[0].after.pause, found.changes[0].after.span.duration) == (SAID, 0.0)


def test_a_comment_can_be_written_and_removed():
    now = script(cue(10.0, "One.", comment="check"))
    assert compared(now, [row(now.cues[0], comment="")]).changes[0].after.comment is None
    assert compared(now, [row(now.cues[0], comment="sure")]).changes[0].after.comment == "sure"


def test_values_that_a_form_does_not_carry_stay():
    now = script(cue(10.0, "One.", people=("p1",), rate=1.1))
    exported = [row(now.cues[0], people=None, status=None, rate=None, comment=None)]
    found = compared(now, [row(now.cues[0], people=None, status=None, rate=None, comment=None, text="Two.")], exported)
    after = found.changes[0].after
    assert (after.people, after.rate, after.status) == (("p1",), 1.1, "spoken")


def test_changed_words_of_a_recorded_cue_are_remarked():
    now = script(cue(10.0, "One.", recording="recordings/c10000.wav"))
    found = compared(now, [row(now.cues[0], text="Two.")])
    assert "its recording still says the old ones" in found.remarks[0].text


@pytest.mark.parametrize(
    ("text", "who"), [("Anna's hand.", ("p1",)), ("Annabel waits.", ()), ("Bo  Li and Anna", ("p1", "p2")), ("", ())]
)
def test_people_are_mentioned_by_whole_names(text, who):
    assert mentioned(text, people(p1="Anna", p2="Bo Li")) == who


@pytest.mark.slow
def test_time_grows_with_the_number_of_new_cues_not_with_its_square():
    def of_new_cues(n):
        now = script(*(cue(5.0, "Rain.", id=f"c{at}") for at in range(n)))
        new = CueRow(None, 5.0, None, "Rain.")
        return compared(now, [*map(row, now.cues), *([new] * n)])

    assert growth(of_new_cues, 500) < TOO_MUCH
