import pytest

from cinescribe.describe.editing.cue_fields import CueFieldError
from cinescribe.describe.looking.suggestions import Suggestion, adopted, suggestions
from cinescribe.export.narration import Considered, NarratedMoment
from cinescribe.schema import Caption, Evidence
from cinescribe.store import write_record, write_records
from cinescribe.timing import Span
from tests.describe.editing.scripts import cue, script

SPAN = Span(10.0, 14.0)
SEEN = (Evidence(11.0, "a frame"),)


def test_captions_of_the_stretch_are_suggested(tmp_path):
    write_record(tmp_path / "script.json", script(cue(30.0, "Elsewhere.")))
    (tmp_path / "features" / "captions").mkdir(parents=True)
    captions = [
        Caption("stretch", "Anna runs home.", ("p1",), by="micap", shorter=("Anna runs.",), evidence=SEEN),
        Caption("other", "Tom sits."),
    ]
    write_records(tmp_path / "features" / "captions" / "captions.jsonl", captions)
    assert suggestions(tmp_path, SPAN) == (Suggestion("Anna runs home.", "micap", ("p1",), ("Anna runs.",), SEEN),)


def test_suggestions_of_a_narration_begin_with_the_spoken_sentence(tmp_path):
    said = cue(11.0, "Anna runs home.", people=("p1",), evidence=SEEN)
    write_record(tmp_path / "script.json", script(said))
    considered = (Considered("Anna flies.", 1.0, 0.2, ("not true",)), Considered("Anna runs home.", 1.0, 0.9))
    write_records(tmp_path / "narration.jsonl", [NarratedMoment(SPAN, 10.0, considered=considered)])
    found = suggestions(tmp_path, SPAN)
    assert [(one.text, one.faults) for one in found] == [("Anna runs home.", ()), ("Anna flies.", ("not true",))]
    assert (found[0].evidence, found[1].by) == (SEEN, "observer")


def test_stretch_may_have_no_suggestions(tmp_path):
    write_record(tmp_path / "script.json", script(cue(30.0, "Elsewhere.")))
    assert suggestions(tmp_path, SPAN) == ()


def test_a_cue_takes_a_suggestion_with_its_people_and_evidence():
    film = script(cue(11.0, "Anna walks."))
    suggestion = Suggestion("Tom runs.", "micap", ("p2", "p9"), ("Tom.",), SEEN)
    change = adopted(film, "c11000", suggestion, duration=lambda _: 0.8)[0]
    assert change.before == film.cues[0]
    assert change.after is not None
    assert change.after.text == "Tom runs."
    assert (change.after.people, change.after.by, change.after.shorter) == (("p2",), "micap", ("Tom.",))
    assert (change.after.evidence, change.after.hand_made, change.after.span) == (SEEN, True, Span(11.0, 11.8))


def test_adopting_the_current_words_changes_nothing():
    film = script(cue(11.0, "Tom runs.", evidence=SEEN, hand_made=True))
    assert adopted(film, "c11000", Suggestion("Tom runs.", "observer", (), (), SEEN), duration=lambda _: 1.5) == ()


def test_a_text_that_no_cue_can_have_is_refused():
    with pytest.raises(CueFieldError, match="invisible character"):
        adopted(script(cue(11.0, "Anna walks.")), "c11000", Suggestion("Anna\u202e runs."), duration=lambda _: 1.0)
