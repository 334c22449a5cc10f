"""What must be looked at after a transfer is listed, and nothing else."""

from cinescribe.describe.transfer.findings import findings
from cinescribe.describe.transfer.moved_times import moved_cue
from cinescribe.export.transferred import TransferFinding
from cinescribe.schema import Cue, Evidence, Film, Gap, Script, Speech
from cinescribe.timing import Span
from tests.describe.transfer.test_moved_times import TIMES


def found(*cues, speech=(), old_speech=()):
    before = Script(Film("old.mp4", 60.0), cues=cues, speech=old_speech, gaps=(Gap(Span(0.0, 60.0)),))
    moved = tuple(moved_cue(cue, TIMES) for cue in before.cues)
    after = Script(Film("new.mp4", 60.0), cues=moved, speech=speech, gaps=(Gap(Span(0.0, 60.0)),))
    return [(one.cue, one.kind) for one in findings(before, after, TIMES)]


def cue(name, start, end, **values):
    return Cue(Span(start, end), "Anna waits at the door.", id=name, **values)


def test_cue_that_only_moved_is_not_listed():
    assert found(cue("c1", 10.0, 12.0, evidence=(Evidence(11.0, "a face"),))) == []


def test_cue_whose_scene_is_gone_is_listed_once():
    assert found(cue("c1", 24.0, 26.0, evidence=(Evidence(24.0, "a face"),))) == [("c1", "gone")]


def test_cue_that_a_cut_goes_through_is_listed():
    assert found(cue("c1", 18.5, 20.5)) == [("c1", "split")]


def test_cue_whose_evidence_is_gone_is_listed():
    assert found(cue("c1", 16.0, 18.0, evidence=(Evidence(21.0, "a face"),))) == [("c1", "not seen")]


def test_cue_over_speech_is_listed_if_it_was_not_before():
    speech = (Speech(Span(12.5, 13.5), "vad"),)
    listed = found(cue("c1", 10.0, 12.0), speech=speech)
    assert ("c1", "over speech") in listed
    assert ("c1", "over speech") not in found(
        cue("c1", 10.0, 12.0), speech=speech, old_speech=(Speech(Span(10.5, 11.5), "vad"),)
    )


def test_cues_that_come_too_near_at_another_speed_are_listed():
    cues = (cue("c1", 40.0, 42.0), cue("c2", 42.0, 44.0))
    assert found(*cues) == [("c1", "no room")]


def test_recording_that_no_longer_fits_is_called_one():
    cues = (cue("c1", 40.0, 42.0, recording="recordings/c1.wav"), cue("c2", 42.0, 44.0))
    assert found(*cues) == [("c1", "recording")]


def test_dropped_cues_need_no_look():
    assert found(cue("c1", 24.0, 24.0, status="dropped")) == []


def test_line_says_where_it_is_and_was():
    one = TransferFinding("c1", "split", "a cut goes through it", 18.5, 20.5, "Anna waits.")
    assert one.line() == "00:00:20.500  c1: a cut goes through it  ('Anna waits.', was at 00:00:18.500)"
    assert one.replace(kind="gone", new=None).line().startswith("gone          c1: ")
