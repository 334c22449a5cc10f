from cinescribe.describe.editing.revisions import CueChange, PersonChange, Revision, called_now
from cinescribe.language.messages.page_words import page_words
from cinescribe.serve.workbench.history.revision_lines import revision_lines
from tests.describe.editing.scripts import cue, script

ONE = cue(10.0, "Anna opens the door.")


def lines(*changes, people=(), undoes=None):
    called = called_now(script().people)
    return revision_lines(Revision("", "me", "test", changes, called, undoes, people), {"c10000": 3}, page_words("en"))


def test_each_kind_of_edit_has_its_line():
    other = ONE.replace(id="h1")
    assert lines(CueChange("c10000", ONE, ONE.replace(text="Anna waits."))) == [
        "Cue 3: \u201cAnna opens the door.\u201d became \u201cAnna waits.\u201d"
    ]
    assert lines(CueChange("h1", None, other), CueChange("h1", other)) == [
        "Cue at 00:00:10 is new: \u201cAnna opens the door.\u201d",
        "Cue at 00:00:10 is removed: \u201cAnna opens the door.\u201d",
    ]
    assert lines(CueChange("c10000", ONE, ONE.replace(accepted=True))) == ["Cue 3 is accepted."]
    assert lines(undoes=4) == ["Undoes number 4."]
    assert lines(people=(PersonChange("p1", into="p2"),)) == ["Anna is the same person as P2."]


def test_only_the_first_of_many_cues_are_listed():
    many = [CueChange("c10000", ONE, ONE.replace(accepted=True))] * 7
    assert lines(*many)[-1] == "And 2 more cues."
