from cinescribe.describe.editing.people.people_preview import answered, preview, reassigned
from cinescribe.describe.editing.people_edits import described_people
from cinescribe.describe.editing.revisions import PersonChange
from tests.describe.editing.scripts import cue, people, script

ROSE = script(
    cue(10.0, "Rose petals fall on Rose.", people=("p1",)),
    cue(20.0, "Rose opens the door.", people=("p1",), shorter=("Then Rose.",)),
    cue(30.0, "A rose lies there.", people=("p1",)),
    cue(40.0, "Bert hugs Rose.", people=("p1", "p2"), recording="recordings/a.wav"),
    p1="Rose",
    p2="Bert",
)
EVE = [PersonChange("p1", name="Eve")]


def test_preview_shows_changes_and_asks_about_doubtful_names():
    shown = preview(ROSE, EVE)
    assert [one.after.text for one in shown.cues] == [
        "Rose petals fall on Eve.",
        "Rose opens the door.",
        "Bert hugs Eve.",
    ]
    assert shown.n_changed == 3  # the second has a shorter wording
    assert [(one.cue, one.before, one.words, one.new, one.is_likely) for one in shown.doubts] == [
        ("c10000", "", "Rose", "Eve", False),
        ("c20000", "", "Rose", "Eve", True),
    ]
    assert [one.remarks for one in shown.cues] == [(), (), ("the recording still says the old name",)]
    assert shown.people[0].name == "Eve"


def test_answers_are_changes_of_the_cues_that_were_asked_about():
    changes = answered(ROSE, EVE, {"c20000:0"})
    assert [(one.before, one.after and one.after.text) for one in changes] == [
        (ROSE.cues[0], "Rose petals fall on Eve."),
        (ROSE.cues[1], "Eve opens the door."),
    ]
    kept = tuple(one.after for one in changes if one.after is not None)
    assert described_people(people(p1="Rose"), kept, EVE)[1] == kept


def test_words_for_an_unnamed_person_are_asked_about():
    before = script(
        cue(10.0, "A person in red waits.", people=("p1",)),
        cue(20.0, "The person hugs P2.", people=("p1", "p2")),
        cue(30.0, "A person waits. Another person comes.", people=("p1",)),
        cue(40.0, "The person in red waits.", people=("p2",)),
        p2="Bert",
    )
    shown = preview(before, EVE)
    assert [(one.words, one.is_likely) for one in shown.doubts] == [("A person in red", True), ("The person", False)]
    after = answered(before, EVE, {"c10000:0"})[0].after
    assert after is not None
    assert after.text == "Eve waits."


def test_merge_marks_sentences_that_repeat_a_name():
    shown = preview(ROSE, [PersonChange("p2", into="p1")])
    assert [(one.after.text, one.remarks) for one in shown.cues] == [
        ("Rose hugs Rose.", ("the recording still says the old name", "a sentence now says Rose more than once"))
    ]


def test_cue_is_reassigned_to_another_person():
    anna, bob, _ = people(p1="Anna", p2="Bob")
    one = cue(10.0, "Anna nods.", people=("p1",))
    after = reassigned(one, anna, bob)
    assert (after.text, after.people, after.hand_made) == ("Bob nods.", ("p2",), True)
    assert reassigned(after, anna, bob) == after


def test_doubtful_inflected_form_is_asked_about():
    text = "Ben widzi Annę."
    polish = script(cue(10.0, text, people=("p1",)), p1="Anna").replace(language="pl")
    changes = [PersonChange("p1", name="Carmen")]
    (doubt,) = preview(polish, changes).doubts
    assert (doubt.words, doubt.new, doubt.is_likely) == ("Annę", "Carmen", True)
    (change,) = answered(polish, changes, [doubt.key])
    assert change.after is not None
    assert change.after.text == "Ben widzi Carmen."
