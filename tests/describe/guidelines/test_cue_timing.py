from dataclasses import replace

import pytest

from cinescribe.describe.guidelines.cue_timing import (
    cue_overlap,
    cue_pause,
    other_cut,
    rate,
    room,
    silence,
    speech_overlap,
)
from cinescribe.describe.guidelines.lint_input import LintInput
from cinescribe.export.fit import Misfit
from cinescribe.export.transferred import TransferFinding
from cinescribe.schema import Cue, Gap, Speech
from cinescribe.timing import Span
from tests.describe.guidelines.inputs import faults, given, setting


def cue(start, end, text="Anna opens the door.", **fields):
    return Cue(Span(start, end), text, **fields)


def said(start, end, text=None):
    return Speech(Span(start, end), "subtitles", text)


def test_a_cue_over_speech_is_found_with_the_words_it_covers():
    (fault,) = faults(speech_overlap, cue(1, 3), cue(5, 6), speech=(said(2.5, 5, "Who is there?"),), limit=0.1)
    assert fault.cue.id == "c1"
    assert fault.text == "talks over 'Who is there?' for 0.5 s"


@pytest.mark.parametrize("end", [1.0, 1.1])
def test_touching_speech_is_not_an_overlap(end):
    assert not faults(speech_overlap, cue(1, 3), speech=(said(0, end),), limit=0.11)


def test_speech_that_subtitles_translate_may_be_read_over():
    assert not faults(speech_overlap, cue(1, 3), speech=(said(1, 3),), gaps=(Gap(Span(0.5, 3.5)),), limit=0.1)


def test_room_is_the_voices_word():
    script = given("Anna opens the old door.").script
    misfit = Misfit("c1", 0.0, 3.0, 2.0, 2, shorter="Anna opens it.")
    (fault,) = room(LintInput(script, misfits=(misfit,)), setting())
    assert (fault.text, fault.mend) == (misfit.reason, "Anna opens it.")


@pytest.mark.parametrize(("end", "n_faults"), [(1.0, 1), (1.25, 0), (2.0, 0)])
def test_a_rate_is_words_over_seconds(end, n_faults):
    assert len(faults(rate, cue(0, end), limit=3.2)) == n_faults


def test_the_pause_of_the_film_is_time_for_words():
    assert not faults(rate, cue(0, 0.5, status="extended", pause=1.0), limit=3.2)


def test_a_cue_without_time_says_so():
    (fault,) = faults(rate, cue(1, 1), limit=3.2)
    assert "no time to say them" in fault.text


def test_unknown_ends_have_no_rate_and_no_overlap():
    known = given(cue(0, 1), cue(0.5, 1.5))
    unknown = LintInput(known.script, known.cues, known.parser, has_ends=False)
    assert list(rate(known, setting(limit=1)))
    assert list(cue_overlap(known, setting()))
    for check in (rate, cue_overlap, cue_pause):
        assert not list(check(unknown, setting(limit=1)))


def test_overlapping_and_touching_cues_are_two_faults():
    cues = cue(0, 2), cue(1.5, 3), cue(3, 4), cue(4.5, 5)
    (fault,) = faults(cue_overlap, *cues)
    assert (fault.cue.id, fault.text) == ("c2", "begins 0.50 s before c1 ends")
    (fault,) = faults(cue_pause, *cues, limit=0.05)
    assert fault.cue.id == "c3"


def test_cues_for_which_the_film_waits_follow_each_other():
    waiting = (cue(1, 2, status="extended", pause=2.0), cue(1.5, 2, status="extended", pause=2.0))
    assert not faults(cue_overlap, *waiting)


def test_a_dropped_cue_is_not_heard():
    assert not faults(cue_overlap, cue(0, 2), cue(1, 3, status="dropped"))


def test_long_silence_needs_a_pause_that_could_be_used():
    gap = (Gap(Span(3, 60)),)
    (fault,) = faults(silence, cue(0, 3), duration=60.0, gaps=gap, limit=45)
    assert (fault.span, fault.cue) == (Span(3, 60), None)
    assert not faults(silence, cue(0, 3), duration=60.0, limit=45)
    assert not faults(silence, cue(0, 3), duration=60.0, gaps=gap, limit=58)
    assert not faults(silence, cue(0, 3), duration=60.0, gaps=gap, speech=(said(30, 31),), limit=45)


@pytest.mark.parametrize("kind", ["split", "not seen"])
def test_cue_that_a_cut_touched_is_found_until_it_is_changed(kind):
    words, text = "Anna opens the door.", "a cut goes through it"
    known = given(cue(1, 3, words), cue(5, 7), cue(9, 10, words), cue(12, 14, status="dropped"))
    found = [TransferFinding(f"c{n}", kind, text, 0.5, start, words) for n, start in ((1, 1.0), (3, 8.5), (4, 12.0))]
    reworded = TransferFinding("c2", kind, text, 4.5, 5.0, "Anna waits.")
    faults = list(other_cut(replace(known, transferred=(*found, reworded)), setting()))
    assert [(fault.cue and fault.cue.id, fault.text) for fault in faults] == [("c1", f"comes from another cut: {text}")]


@pytest.mark.parametrize("kind", ["gone", "over speech", "no room", "recording"])
def test_what_other_rules_find_after_a_transfer_is_not_repeated(kind):
    found = TransferFinding("c1", kind, "move it", 0.5, 1.0, "Anna opens the door.")
    assert not list(other_cut(replace(given(cue(1, 3)), transferred=(found,)), setting()))
