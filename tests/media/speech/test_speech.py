"""Detection of voices, not music, and merging with subtitles."""

import numpy as np
import pytest

from cinescribe.media.speech.silero import load_silero
from cinescribe.media.speech.speech import (
    EVIDENCE_LENGTH,
    VoiceDetector,
    are_whole,
    certain_spans,
    film_speech,
    merge_speech,
    speech_spans,
)
from cinescribe.schema import Speech
from cinescribe.timing import Span
from tests.media.sounds import speech_samples, tones
from tests.shared import shared

PIECE = 0.032  # seconds per probability


@pytest.fixture(scope="module")
def net():
    return load_silero()


@pytest.fixture(scope="module")
def spoken():
    """A voice between two silences of 3 s, (1, n), and where it is."""
    silence = np.zeros(48000, np.float32)
    samples = np.concatenate([silence, speech_samples(), silence])[None]
    return samples, Span(3.0, 3.0 + len(speech_samples()) / 16000)


def detected(net, samples, size=1024, start=0.0):
    detector = VoiceDetector(net)
    for at in range(0, samples.shape[1], size):
        detector.take(start + at / 16000, samples[:, at : at + size])
    return detector.speech()


def test_a_voice_is_detected_where_it_is(net, spoken):
    samples, where = spoken
    (found,) = detected(net, samples)
    assert found.source == "vad"
    assert found.span.start == pytest.approx(where.start, abs=0.25)
    assert found.span.end == pytest.approx(where.end, abs=0.35)


@pytest.mark.parametrize("size", [160, 16000, 1 << 20])
def test_pieces_of_any_size_give_the_same_speech(net, spoken, size):
    assert detected(net, spoken[0], size) == detected(net, spoken[0])


@pytest.mark.slow
def test_sound_that_begins_late_keeps_its_time(net, spoken):
    (found,) = detected(net, spoken[0], start=120.0)
    assert found.span.start == pytest.approx(123.0, abs=0.25)


def test_steady_tones_and_silence_are_not_speech(net):
    assert detected(net, tones(10, 220, 277.2, 329.6, 440)) == ()
    assert detected(net, np.zeros((1, 16000 * 10), np.float32)) == ()


def test_speech_does_not_outlast_the_sound(net, spoken):
    samples, where = spoken
    cut = samples[:, : round((where.start + 1) * 16000)]
    (found,) = detected(net, cut)
    assert found.span.end <= cut.shape[1] / 16000


def spans_of(*pieces, after=1e6):
    return [(span.start, span.end) for span in speech_spans(np.array(pieces, np.float32), Span(0.0, after))]


def test_hysteresis_holds_on_to_speech():
    probabilities = [0.0] * 20 + [0.1, 0.1, 0.9] + [0.1] * 10 + [0.9] + [0.07] * 40
    ((start, end),) = spans_of(*probabilities)
    assert start == pytest.approx(22 * PIECE - 0.15)
    assert end == pytest.approx(34 * PIECE + 0.15)


def test_persistently_unlikely_sound_is_not_speech():
    assert spans_of(*[0.14] * 200) == []


def test_short_pauses_are_joined_and_long_ones_are_not():
    word, pause = [0.9] * 10, int(1.2 / PIECE)
    assert len(spans_of(*[0.0] * 10, *word, *[0.0] * pause, *word, *[0.0] * 10)) == 1
    assert len(spans_of(*[0.0] * 10, *word, *[0.0] * (pause + 10), *word, *[0.0] * 10)) == 2


def test_a_blip_counts_beside_speech_only():
    blip = [0.5 * EVIDENCE_LENGTH / PIECE / 2] * 2
    word = [0.9] * 10
    assert spans_of(*[0.0] * 60, *blip, *[0.0] * 60) == []
    ((start, _),) = spans_of(*[0.0] * 60, *blip, *[0.0] * 20, *word, *[0.0] * 60)
    assert start == pytest.approx(60 * PIECE - 0.15)


def certain_of(*pieces):
    return [(span.start, span.end) for span in certain_spans(np.array(pieces, np.float32), Span(0.0, 1e6))]


def test_certain_speech_is_likely_and_long_enough():
    assert certain_of(*[0.0] * 9, *[0.49] * 50) == []
    assert certain_of(*[0.0] * 9, *[0.9] * 7, *[0.0] * 9) == []
    ((start, end),) = certain_of(*[0.4] * 9, *[0.9] * 5, *[0.36] * 5, *[0.34] * 9)
    assert (start, end) == pytest.approx((9 * PIECE, 19 * PIECE))


def test_only_pauses_of_a_tenth_of_a_second_are_closed_in_certain_speech():
    word = [0.9] * 10
    assert len(certain_of(*word, *[0.0] * 3, *word)) == 1
    assert len(certain_of(*word, *[0.0] * 4, *word)) == 2


def test_certain_speech_is_part_of_all_speech(net, spoken):
    samples, where = spoken
    detector = VoiceDetector(net)
    detector.take(0.0, samples)
    (speech,), certain = detector.speech(), detector.certain_speech()
    assert all(speech.span.start <= one.span.start < one.span.end <= speech.span.end for one in certain)
    assert sum(one.span.overlap(where) for one in certain) >= 0.8 * where.duration


def vad(*spans):
    return tuple(Speech(Span(*span), "vad") for span in spans)


def lines(*spans):
    return tuple(Speech(Span(*span), "subtitles", "Yes?") for span in spans)


def added(subtitles, detected, **given):
    found = merge_speech(subtitles, detected, **given)
    assert [one for one in found if one.source == "subtitles"] == list(subtitles)
    assert list(found) == sorted(found, key=lambda one: one.span)
    return [(one.span.start, one.span.end) for one in found if one.source == "vad"]


def test_without_subtitles_all_detected_speech_counts():
    assert merge_speech((), vad((8, 9), (1, 2)), certain=()) == vad((1, 2), (8, 9))
    assert merge_speech((), (), certain=()) == ()


def test_uncertain_speech_is_not_added_to_whole_subtitles():
    whole = lines((0, 10), (20, 30))
    assert added(whole, vad((9, 21), (40, 60)), certain=vad((0, 10))) == []


def test_a_line_or_a_scream_is_not_added_and_a_passage_is():
    whole = lines((0, 10), (20, 30))
    line, passage = (40, 46.9), [(50, 54), (54.5, 55), (60, 64)]
    assert added(whole, (), certain=vad(line)) == []
    assert added(whole, (), certain=vad(*passage)) == [(50, 55), (60, 64)]


def test_a_passage_neither_rests_long_nor_runs_through_subtitles():
    whole = lines((0, 20), (46, 47))
    assert added(whole, (), certain=vad((30, 34), (41.1, 45))) == []
    assert added(whole, (), certain=vad((30, 34), (40.9, 45))) == [(30, 34), (40.9, 45)]
    assert added(whole, (), certain=vad((40, 45), (48, 53))) == []


def test_the_voice_beside_a_subtitle_belongs_to_it():
    whole = lines((10, 12), (14, 16))
    detected = vad((9.0, 12.3), (13.9, 14.5), (18, 20))
    expected = [(9.5, 10), (12, pytest.approx(12.3)), (13.9, 14)]
    assert added(whole, (), certain=detected) == expected


def test_gap_between_adjacent_subtitles_is_not_speech():
    assert added(lines((2, 3.99), (4, 5)), (), certain=vad((1.97, 4.5))) == []


def test_speech_is_not_added_at_a_captioned_sound():
    whole, song = lines((0, 20)), vad((22, 32))
    assert added(whole, song, certain=song) == [(22, 32)]
    assert added(whole, song, certain=song, sounds=[Span(22, 30)]) == []
    assert added((), song, certain=song, sounds=[Span(20, 30)]) == []


def test_subtitles_of_half_the_speech_are_partial():
    forced, maybe = lines((0, 2), (50, 51)), vad((0, 3), (10, 12), (20, 21))
    assert added(forced, maybe, certain=vad((10, 11), (20, 21))) == []
    assert added(forced, maybe, certain=vad((10, 12), (20, 21.5))) == [(2, 3), (10, 12), (20, 21)]


def test_subtitles_of_a_first_half_are_completed():
    talk = [(start, start + 4) for start in range(0, 300, 6)]
    first = lines(*talk[:30])
    assert added(first, vad(*talk), certain=vad(*talk)) == talk[30:]


def test_film_dialogue_is_detected_without_captions():
    found = film_speech(shared("data/video/friday/friday.mp4"))
    assert sum(one.span.overlap(Span(0.0, 6.0)) for one in found) >= 0.9 * 6.0


@pytest.mark.slow
def test_guitar_is_not_a_voice():
    assert film_speech(shared("data/audio/guitar.mp3")) == ()


def test_a_film_without_sound_has_its_subtitles_only():
    found = film_speech(
        shared("data/video/sam2/05_default_juggle.mp4"), subtitles=shared("data/video/friday/friday.vtt")
    )
    assert [one.source for one in found] == ["subtitles"] * 5


def line(start, end, text="Yes."):
    return Speech(Span(start, end), "transcriber", text)


def test_heard_lines_hold_the_detected_speech_around_them():
    heard = [line(1.5, 3.0), line(3.25, 5.0)]
    found = merge_speech([], vad((1.25, 5.25)), certain=vad((1.5, 5.0)), heard=heard)
    assert found == (line(1.25, 3.25), line(3.25, 5.25))


def test_pause_between_heard_lines_is_not_speech():
    heard = [line(1.0, 3.0), line(4.75, 6.0)]
    found = merge_speech([], vad((1.0, 7.75)), certain=vad((1.0, 3.25), (4.5, 6.0)), heard=heard)
    assert found == (line(1.0, 3.5), line(4.25, 6.5))


def test_certain_speech_in_a_pause_between_heard_lines_stays():
    heard = [line(1.0, 3.0), line(5.0, 6.0)]
    found = merge_speech([], vad((1.0, 6.0)), certain=vad((1.0, 3.0), (3.75, 4.25)), heard=heard)
    assert found == (line(1.0, 3.5), *vad((3.75, 4.25)), line(4.5, 6.0))


def test_detected_speech_without_words_stays():
    found = merge_speech([], vad((1.0, 5.0), (9.0, 12.0)), certain=vad((1.0, 4.0)), heard=[line(1.0, 2.0)])
    assert found == (line(1.0, 2.0), *vad((2.0, 5.0), (9.0, 12.0)))


def test_heard_lines_stand_where_partial_subtitles_are_silent():
    forced = [Speech(Span(10.0, 12.0), "subtitles", "Open the door.")]
    spoken = vad((0.0, 8.0), (10.0, 12.0))
    heard = [line(0.0, 4.0), line(10.25, 11.75, "Otworz drzwi."), line(11.5, 13.5, "Tak.")]
    found = merge_speech(forced, spoken, certain=spoken, heard=heard)
    assert found == (line(0.0, 4.0), *vad((4.0, 8.0)), forced[0], line(12.0, 13.5, "Tak."))


def test_heard_lines_are_left_out_beside_whole_subtitles():
    subtitles = [Speech(Span(0.0, 4.0), "subtitles", "Come here."), Speech(Span(5.0, 8.0), "subtitles", "Now.")]
    spoken = vad((0.0, 8.0))
    assert are_whole(subtitles, certain=spoken)
    assert line(4.0, 5.0) not in merge_speech(subtitles, spoken, certain=spoken, heard=[line(4.0, 5.0)])


def test_no_subtitles_are_not_whole():
    assert not are_whole([], certain=[])
    assert are_whole([], certain=[], sounds=[Span(0.0, 1.0)])
