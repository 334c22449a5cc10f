from hypothesis import given
from hypothesis import strategies as st

from cinescribe.describe.editing.replay import Replayed, edited_ids, replay
from cinescribe.describe.editing.revisions import CueChange, PersonChange, Revision, called_now, effective, last_undo
from tests.describe.editing.scripts import cue, script


def revision(*changes, undoes=None, people=None):
    called = called_now((people or script()).people)
    return Revision("2026-01-01T00:00:00+00:00", "me", "test", changes, called, undoes)


def edited(of, **values):
    return CueChange(of.id, of, of.replace(hand_made=True, **values))


def test_without_edits_the_draft_is_the_script():
    assert replay(script(), ()) == script()


def test_changed_added_and_removed_cues():
    draft = script()
    first, second, third = draft.cues
    new = cue(15.0, "A dog runs in.", id="h15000", hand_made=True)
    journal = [
        revision(edited(first, text="Anna shuts the door.")),
        revision(CueChange(second.id, second), CueChange(new.id, None, new)),
    ]
    after = replay(draft, journal)
    assert [(one.id, one.text) for one in after.cues] == [
        (first.id, "Anna shuts the door."),
        ("h15000", "A dog runs in."),
        (third.id, third.text),
    ]
    assert edited_ids(journal) == {first.id, second.id, "h15000"}


def test_last_edit_of_a_cue_overrides_a_new_draft():
    first = script().cues[0]
    once = edited(first, text="One.")
    journal = [revision(once), revision(edited(once.after, text="Two."))]
    other_draft = script(cue(10.0, "Something else."), cue(12.0, "More."))
    assert [one.text for one in replay(other_draft, journal).cues] == ["Two.", "More."]


def test_edited_cue_without_a_draft_is_kept():
    first = script().cues[0]
    assert [one.text for one in replay(script(cue(30.0, "Other.")), [revision(edited(first, text="One."))]).cues] == [
        "One.",
        "Other.",
    ]


def test_names_change_in_edited_cues_and_their_wording_does_not():
    first, second, _ = script().cues
    journal = [
        revision(edited(first, text="Slowly, Anna's hand opens a door."), edited(second, text="Person 2 sleeps."))
    ]
    after = replay(script(p1="Eve", p2="the cook"), journal)
    assert [one.text for one in after.cues[:2]] == ["Slowly, Eve's hand opens a door.", "The cook sleeps."]


def test_two_people_can_swap_their_names():
    before = script(p1="Anna", p2="Eve")
    journal = [revision(edited(before.cues[0], text="Anna greets Eve."), people=before)]
    assert replay(script(p1="Eve", p2="Anna"), journal).cues[0].text == "Eve greets Anna."


def test_removed_name_becomes_the_spoken_label():
    journal = [revision(edited(script().cues[0], text="Anna sits. Then Anna rises."))]
    assert replay(script(p2="Bob"), journal).cues[0].text == "Person 1 sits. Then person 1 rises."


def test_an_undone_revision_does_not_hold_until_the_undo_is_undone():
    first = script().cues[0]
    journal = [revision(edited(first, text="One.")), revision(undoes=1)]
    assert effective(journal) == []
    assert replay(script(), journal) == script()
    assert last_undo(journal) == 2
    journal.append(revision(undoes=2))
    assert effective(journal) == [1]
    assert replay(script(), journal).cues[0].text == "One."
    assert last_undo(journal) is None


def test_an_undo_before_another_edit_is_not_undone():
    first, second, _ = script().cues
    journal = [revision(edited(first, text="One.")), revision(undoes=1), revision(edited(second, text="Two."))]
    assert last_undo(journal) is None
    assert effective(journal) == [3]


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 9), st.integers(0, 2)), max_size=14))
def test_incremental_replay_equals_replay_of_effective_revisions(steps):
    draft, journal = script(), list[Revision]()
    replayed = Replayed(draft)
    for is_undo, number, place in steps:
        if is_undo and journal:
            following = revision(undoes=number % len(journal) + 1)
        else:
            following = revision(edited(draft.cues[place], text=f"Text {len(journal)}."))
        journal.append(following)
        replayed.apply(following)
        last = {change.cue: change.after for n in effective(journal) for change in journal[n - 1].changes}
        expected = tuple(last.get(cue.id, cue) for cue in draft.cues)
        assert replayed.script.cues == replay(draft, journal).cues == expected


def test_restored_cue_keeps_its_place_among_simultaneous_cues():
    both = script(cue(10.0, "One.", id="a"), cue(10.0, "Two.", id="b"))
    replayed = Replayed(both)
    replayed.apply(Revision("", "me", "page", (CueChange("a", both.cues[0], None),)))
    replayed.apply(Revision("", "me", "undo", undoes=1))
    assert replayed.script == both


def test_cue_unchanged_by_a_rename_stays_unchanged():
    draft = script(cue(10.0, "Rose petals fall on Rose."), p1="Rose")
    named = [PersonChange("p1", name="Eve")]
    kept = edited(draft.cues[0], text="Rose petals fall on Eve.")
    journal = [
        Revision("2026-01-01T00:00:00+00:00", "me", "test", (kept,), called_now(draft.people), people=tuple(named))
    ]
    assert replay(draft, journal).cues[0].text == "Rose petals fall on Eve."
    journal.append(revision(undoes=1))
    assert replay(draft, journal).cues == draft.cues


def test_damaged_change_of_a_cue_id_is_replayed():
    first = script().cues[0]
    assert "c0.5" in {
        one.id for one in replay(script(), [revision(CueChange(first.id, first, first.replace(id="c0.5")))]).cues
    }
