from cinescribe.describe.editing.conflicts import conflicts
from cinescribe.schema import Speech
from cinescribe.timing import Span
from tests.describe.editing.scripts import cue, script


def remarks(before, after):
    return [(remark.cue, remark.text) for remark in conflicts(before, after)]


def test_unchanged_script_has_no_conflicts():
    made = script(cue(10.0, "Anna waits.", hand_made=True))
    assert remarks(made, made) == []


def test_renamed_person_in_an_edited_cue_is_a_conflict():
    before, after = (script(cue(10.0, f"{name} waits.", hand_made=True), p1=name) for name in ("Anna", "Eve"))
    assert remarks(before, after) == [
        ("c10000", "people are called differently now: 'Anna waits.' became 'Eve waits.'")
    ]


def test_cue_of_a_removed_person_is_a_conflict():
    before = script(cue(10.0, "Anna waits.", hand_made=True, people=("p1",)))
    after = before.replace(people=before.people[1:])
    assert remarks(before, after) == [("c10000", "Anna is no longer in the cast: check who is meant")]


def test_new_speech_under_an_edited_cue():
    before = script(cue(10.0, "Anna waits.", hand_made=True), cue(20.0, "Drafted."))
    after = before.replace(speech=(Speech(Span(11.0, 30.0), "subtitles"),))
    assert remarks(before, after) == [("c10000", "it now lies over speech at 00:00:10.000: move or shorten it")]
    assert remarks(after, after) == []


def test_another_language_of_the_description():
    before = script(cue(10.0, "Anna wartet.", hand_made=True), cue(20.0, "Entwurf.")).replace(language="de")
    after = before.replace(language="pl")
    expected = "it was made when the description was in German, and the description is in Polish now: translate it"
    assert remarks(before, after) == [("c10000", expected)]
    assert remarks(before, before.replace(language="de-AT")) == []
