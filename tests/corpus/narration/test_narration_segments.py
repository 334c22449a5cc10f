"""Narration detection on synthetic powers: pauses, ducking, short sounds and scenes that are no narration."""

import numpy as np
import pytest

from cinescribe.corpus.narration.narration_segments import detect_narration
from cinescribe.media.described.residual import BandPowers
from cinescribe.timing import Span

N_BANDS = 8
WHOLE = [Span(0, 1000)]


def powers(n_frames, *voiced, duck=1.0, lowered=()):
    """A film of even noise with a voice 20 dB above it in the `voiced` frames, lowered there and in `lowered`."""
    random = np.random.default_rng(1)
    film = random.uniform(0.8, 1.2, (n_frames, N_BANDS)).astype(np.float32)
    gain, voice = np.ones(n_frames, np.float32), np.zeros(n_frames, np.float32)
    for start, end in voiced:
        voice[start:end] = 100
        gain[start:end] = duck
    for start, end in lowered:
        gain[start:end] = duck
    by = gain[:, None]
    return BandPowers(film * by**2 + voice[:, None] + 1e-5, film, film * by)


def spans(detected):
    return [(one.span.start, one.span.end) for one in detected.narration]


def test_a_voice_is_found_to_the_frame_with_high_confidence():
    detected = detect_narration(powers(2000, (300, 500), (900, 1200)), within=WHOLE)
    (first, second), other = detected.narration, detected.other
    assert first.span.start == pytest.approx(3.0, abs=0.03)
    assert first.span.end == pytest.approx(5.0, abs=0.03)
    assert second.span.start == pytest.approx(9.0, abs=0.03)
    assert min(first.confidence, second.confidence) > 0.9
    assert not other


def test_film_without_narrator_has_no_narration():
    assert not detect_narration(powers(2000), within=WHOLE).narration


def test_a_pause_between_words_does_not_split_and_a_longer_one_does():
    assert len(spans(detect_narration(powers(2000, (300, 500), (520, 700)), within=WHOLE))) == 1
    assert len(spans(detect_narration(powers(2000, (300, 500), (545, 700)), within=WHOLE))) == 2


def test_a_longer_pause_does_not_split_while_the_film_stays_lowered():
    voiced = (300, 500), (545, 700)
    assert len(spans(detect_narration(powers(2000, *voiced, duck=0.4, lowered=[(300, 700)]), within=WHOLE))) == 1
    assert len(spans(detect_narration(powers(2000, *voiced, duck=0.4), within=WHOLE))) == 2


def test_short_sounds_are_dropped_and_short_words_join_their_neighbours():
    assert not spans(detect_narration(powers(2000, (300, 380)), within=WHOLE))
    ((start, end),) = spans(detect_narration(powers(2000, (300, 380), (430, 600)), within=WHOLE))
    assert (start, end) == (pytest.approx(3.0, abs=0.03), pytest.approx(6.0, abs=0.03))
    ((start, _),) = spans(detect_narration(powers(2000, (270, 280), (330, 600)), within=WHOLE))
    assert start == pytest.approx(3.3, abs=0.03)


def test_spans_without_the_film_are_ignored():
    both = powers(2000, (300, 500), (900, 1200))
    assert len(spans(detect_narration(both, within=[Span(0, 2.5), Span(8, 20)]))) == 1


def test_replaced_scene_is_not_narration():
    detected = detect_narration(powers(4000, (500, 800), (1500, 3000), duck=0.0), within=WHOLE)
    assert len(detected.narration) == 1
    (other,) = detected.other
    assert (other.start, other.end) == pytest.approx((15.0, 30.0), abs=0.03)


def test_narration_without_pauses_is_detected_over_the_film():
    detected = detect_narration(powers(4000, (1500, 3000), duck=0.4), within=WHOLE)
    assert len(detected.narration) == 1
    assert not detected.other
