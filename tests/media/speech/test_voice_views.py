"""Voices that a mix would mask: in one channel, in opposite phase, in the centre."""

import numpy as np
import pytest

from cinescribe.media.film.probe import probe
from cinescribe.media.speech.silero import load_silero
from cinescribe.media.speech.speech import VoiceDetector, film_speech
from cinescribe.media.speech.voice_views import N_VIEWS, is_worth_hearing, voice_views
from tests.media.films import write_film
from tests.media.sounds import noise, speech_samples

STEREO, SURROUND = ("FL", "FR"), ("FL", "FR", "FC", "LFE", "BL", "BR")


@pytest.fixture(scope="module")
def net():
    return load_silero()


@pytest.fixture(scope="module")
def channels():
    """A voice from 2 s on, rain that is louder, and silence."""
    voice = np.concatenate([np.zeros(32000, np.float32), speech_samples(), np.zeros(32000, np.float32)])
    rain = noise(len(voice) / 16000, loud=0.3)[0]
    return {"voice": voice, "against": -voice, "rain": rain, "none": 0 * voice}


@pytest.mark.parametrize(
    ("names", "played"),
    [
        (STEREO, ("voice", "against")),
        (STEREO, ("voice", "none")),
        (STEREO, ("rain", "voice")),
        (SURROUND, ("rain", "rain", "voice", "none", "rain", "rain")),
        (SURROUND, ("none", "none", "voice", "none", "none", "none")),
        (SURROUND, ("none", "none", "none", "none", "voice", "none")),
        (SURROUND, ("voice", "against", "none", "none", "none", "none")),
        (SURROUND, ("voice", "rain", "none", "none", "rain", "rain")),
    ],
)
def test_voice_is_found_in_any_channel(net, channels, names, played):
    detector = VoiceDetector(net)
    detector.take(0.0, voice_views(names, N_VIEWS) @ np.stack([channels[one] for one in played]))
    found = detector.speech()
    assert found[0].span.start == pytest.approx(2.0, abs=0.25)
    assert found[-1].span.end == pytest.approx(2.0 + len(speech_samples()) / 16000, abs=0.35)
    assert sum(one.span.duration for one in detector.certain_speech()) > 2.0


def test_rain_in_one_channel_is_not_a_voice(net, channels):
    detector = VoiceDetector(net)
    detector.take(0.0, voice_views(STEREO, N_VIEWS) @ np.stack([channels["rain"], channels["none"]]))
    assert detector.speech() == ()


def test_a_film_of_opposite_phase_has_speech(tmp_path, channels):
    sound = np.stack([channels["voice"], channels["against"]])
    path = write_film(tmp_path / "f.mkv", sounds=[(0, sound, "stereo")], rate_hz=16000)
    assert probe(path).track("audio") is not None
    (found,) = film_speech(path)
    assert found.span.start == pytest.approx(2.0, abs=0.25)


@pytest.mark.parametrize(
    ("names", "parts"),
    [
        (("FC",), [[0]] * 3),
        (STEREO, [[1, 0], [0, 1], [0, 0]]),
        (SURROUND, [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0]]),
        (("NONE", "NONE", "NONE"), [[0] * 3] * 3),
    ],
)
def test_views_are_the_mix_and_its_channels(names, parts):
    whole, *views = voice_views(names, N_VIEWS).tolist()
    assert sum(whole) > 0.5
    assert views == parts


def test_a_part_that_repeats_the_whole_or_is_silent_is_not_heard():
    whole, other = noise(1.0)[0], noise(1.0, seed=1)[0]
    assert is_worth_hearing(whole + other, whole)
    assert is_worth_hearing(whole, 0 * whole)
    assert not is_worth_hearing(whole / 2, whole)
    assert not is_worth_hearing(1e-5 * other, whole)
