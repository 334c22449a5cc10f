"""Records of a film move to the clock of another cut; what the cut lacks goes, and cues say so."""

import pytest

from cinescribe.describe.transfer.moved_times import (
    MovedTimes,
    kept_share,
    moved_cue,
    moved_faces,
    moved_moments,
    moved_speech,
    moved_texts,
)
from cinescribe.export.narration import NarratedMoment
from cinescribe.media.versions.alignment import SharedPart
from cinescribe.schema import Cue, Evidence, Face, ScreenText, Speech
from cinescribe.timing import Span

# The old film from 20 to 30 s is gone, and its end, at the speed of television, comes 5 s later than it would.
TIMES = MovedTimes(
    (SharedPart(Span(0.0, 20.0), Span(2.0, 22.0)), SharedPart(Span(30.0, 55.0), Span(27.0, 51.0), 0.96)), duration=60.0
)


def cue(start, end, **values):
    return Cue(Span(start, end), "Anna waits.", id="c1", **values)


def test_time_moves_with_its_part_and_none_is_made_up():
    assert TIMES.time(10.0) == 12.0
    assert TIMES.time(40.0) == pytest.approx(36.6)
    assert [TIMES.time(old) for old in (25.0, 56.0)] == [None, None]


def test_seam_is_where_the_last_moment_before_is():
    assert TIMES.seam(25.0) == 22.0
    assert MovedTimes((SharedPart(Span(5.0, 9.0), Span(0.0, 4.0)),), duration=9.0).seam(1.0) == 0.0


def test_span_is_cut_where_the_film_is():
    (one, there), (other, here) = TIMES.spans(Span(18.0, 32.0))
    assert (one, there, other) == (Span(18.0, 20.0), Span(20.0, 22.0), Span(30.0, 32.0))
    assert (here.start, here.end) == pytest.approx((27.0, 28.92))


def test_cue_keeps_its_length_at_another_speed():
    moved = moved_cue(cue(40.0, 42.0), TIMES)
    assert moved.span == Span(36.6, 38.6)


def test_evidence_moves_and_goes_with_its_scene():
    evidence = (Evidence(10.0, "a face"), Evidence(25.0, "a door"))
    assert moved_cue(cue(10.0, 12.0, evidence=evidence), TIMES).evidence == (Evidence(12.0, "a face"),)


def test_cue_without_its_scene_is_dropped_at_the_seam_with_the_reason():
    moved = moved_cue(cue(24.0, 26.0, status="extended", pause=2.0), TIMES)
    assert (moved.status, moved.span, moved.pause) == ("dropped", Span(22.0, 22.0), 0.0)
    assert moved.reason == "its scene is not in this cut; it was at 00:00:24.000"


@pytest.mark.parametrize(
    ("start", "end", "share", "begins"),
    [(18.5, 20.5, 0.75, 20.5), (29.5, 31.5, 0.75, 27.0), (18.0, 20.01, 1.0, 20.0), (19.5, 21.5, 0.25, None)],
    ids=["end is gone", "beginning is gone", "rounding", "most is gone"],
)
def test_cue_at_a_cut_goes_where_most_of_it_is(start, end, share, begins):
    assert kept_share(cue(start, end), TIMES) == pytest.approx(share)
    moved = moved_cue(cue(start, end), TIMES)
    assert (moved.span.start if moved.status == "spoken" else None) == begins


def test_extended_cue_is_a_moment():
    moved = moved_cue(cue(10.0, 10.0, status="extended", pause=3.0), TIMES)
    assert (moved.status, moved.span, moved.pause) == ("extended", Span(12.0, 12.0), 3.0)


def test_speech_texts_faces_and_moments_move_or_go():
    speech = moved_speech([Speech(Span(19.0, 21.0), "subtitles", "Hello."), Speech(Span(22.0, 23.0), "vad")], TIMES)
    assert speech == (Speech(Span(21.0, 22.0), "subtitles", "Hello."),)
    texts = [ScreenText(Span(at, at + 1.0), "EXIT", (0, 0, 1, 1), 0.9) for at in (5.0, 25.0)]
    assert [text.span for text in moved_texts(texts, TIMES)] == [Span(7.0, 8.0)]
    faces = [Face(at, (0, 0, 1, 1), 0.9, row) for row, at in enumerate((5.0, 25.0, 30.0))]
    assert [(face.time, face.row) for face in moved_faces(faces, TIMES)] == [(7.0, 0), (27.0, 2)]
    moments = [NarratedMoment(Span(5.0, 8.0), 4.0, (6.0, 25.0), cue="c1"), NarratedMoment(Span(22.0, 24.0), 22.0)]
    assert moved_moments(moments, TIMES) == [NarratedMoment(Span(7.0, 10.0), 6.0, (8.0,), cue="c1")]
