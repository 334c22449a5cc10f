"""Detection of voices, not music, and merging with subtitles."""

import numpy as np
import pytest

from cinescribe.media.speech.silero import load_silero
from cinescribe.media.speech.speech import EVIDENCE, VoiceDetector, film_speech, merge_speech, speech_spans
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


def test_steady_tones_and_silence_are_no_speech(net):
    assert detected(net, tones(10, 220, 277.2, 329.6, 440)) == ()
    assert detected(net, np.zeros((1, 16000 * 10), np.float32)) == ()


def test_speech_does_not_outlast_the_sound(net, spoken):
    samples, where = spoken
    cut = samples[:, : round((where.start + 1) * 16000)]
    (found,) = detected(net, cut)
    assert found.span.end <= cut.shape[1] / 16000


def spans_of(*pieces, after=1e9):
    return [(span.start, span.end) for span in speech_spans(np.array(pieces, np.float32), Span(0.0, after))]


def test_hysteresis_holds_on_to_speech():
    probabilities = [0.0] * 20 + [0.1, 0.1, 0.9] + [0.1] * 10 + [0.9] + [0.07] * 40
    ((start, end),) = spans_of(*probabilities)
    assert start == pytest.approx(22 * PIECE - 0.15)
    assert end == pytest.approx(34 * PIECE + 0.15)


def test_what_never_becomes_likely_is_no_speech():
    assert spans_of(*[0.14] * 200) == []


def test_short_pauses_are_joined_and_long_ones_are_not():
    word, pause = [0.9] * 10, int(1.2 / PIECE)
    assert len(spans_of(*[0.0] * 10, *word, *[0.0] * pause, *word, *[0.0] * 10)) == 1
    assert len(spans_of(*[0.0] * 10, *word, *[0.0] * (pause + 10), *word, *[0.0] * 10)) == 2


def test_a_blip_counts_beside_speech_only():
    blip = [0.5 * EVIDENCE / PIECE / 2] * 2
    word = [0.9] * 10
    assert spans_of(*[0.0] * 60, *blip, *[0.0] * 60) == []
    ((start, _),) = spans_of(*[0.0] * 60, *blip, *[0.0] * 20, *word, *[0.0] * 60)
    assert start == pytest.approx(60 * PIECE - 0.15)


def test_subtitles_stay_whole_and_detections_fill_up():
    subtitles = (Speech(Span(2, 4), "subtitles", "Hello."), Speech(Span(4, 5), "subtitles", "Yes?"))
    detected = (Speech(Span(1.5, 4.5), "vad"), Speech(Span(8, 9), "vad"))
    assert merge_speech(subtitles, detected) == (
        Speech(Span(1.5, 2), "vad"),
        *subtitles,
        Speech(Span(8, 9), "vad"),
    )


def test_the_rest_between_two_subtitles_is_no_speech_of_its_own():
    subtitles = (Speech(Span(2, 3.99), "subtitles", "Hello."), Speech(Span(4, 5), "subtitles", "Yes?"))
    assert merge_speech(subtitles, [Speech(Span(1.97, 4.5), "vad")]) == subtitles


def test_either_source_may_be_empty():
    detected = (Speech(Span(8, 9), "vad"), Speech(Span(1, 2), "vad"))
    assert merge_speech((), detected) == detected[::-1]
    assert merge_speech(detected[:1], ()) == detected[:1]


def test_film_dialogue_is_detected_without_captions():
    found = film_speech(shared("data/video/friday/friday.mp4"))
    assert sum(one.span.overlap(Span(0.0, 6.0)) for one in found) >= 0.9 * 6.0


@pytest.mark.slow
def test_a_guitar_is_no_voice():
    assert film_speech(shared("data/audio/guitar.mp3")) == ()


def test_a_film_without_sound_has_its_subtitles_only():
    found = film_speech(
        shared("data/video/sam2/05_default_juggle.mp4"), subtitles=shared("data/video/friday/friday.vtt")
    )
    assert [one.source for one in found] == ["subtitles"] * 5
