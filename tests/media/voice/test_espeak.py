"""The default voice: deterministic, with clear errors."""

import importlib
import os
import signal
import time

import numpy as np
import pytest

from cinescribe.errors import VoiceError
from cinescribe.media.voice.espeak import EspeakVoice, espeak_voices
from cinescribe.media.voice.worker_process import QUIET

espeak = importlib.import_module("cinescribe.media.voice.espeak")
worker_process = importlib.import_module("cinescribe.media.voice.worker_process")

SENTENCES = (
    "A woman in a striped suit leans on the counter and talks to two seated women.",
    "She turns to the door and smiles.",
    "Outside, a car stops in the rain, and a man with an umbrella steps out of it.",
)


@pytest.fixture(scope="module")
def voice():
    with EspeakVoice() as voice:
        yield voice


def test_the_speed_is_that_of_a_describer(voice):
    spoken = [voice.say(text) for text in SENTENCES]
    words = sum(len(text.split()) for text in SENTENCES)
    assert 150 <= words / sum(one.duration for one in spoken) * 60 <= 185


def test_rate_is_proportional(voice):
    normal = voice.say(SENTENCES[0]).duration
    assert voice.say(SENTENCES[0], rate=1.2).duration == pytest.approx(normal / 1.2, rel=0.03)
    assert voice.say(SENTENCES[0], rate=2).duration == pytest.approx(normal / 2, rel=0.05)


def test_ends_are_not_silent(voice):
    spoken = voice.say(SENTENCES[1])
    assert spoken.samples.dtype == np.float32
    assert abs(spoken.samples[0]) > QUIET
    assert abs(spoken.samples[-1]) > QUIET
    assert 0.1 < np.abs(spoken.samples).max() <= 1


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["", "f3", "whisper", "klatt2"])
def test_speech_does_not_depend_on_earlier_speech(variant):
    with EspeakVoice(variant=variant) as voice, EspeakVoice(variant=variant) as other:
        other.say("Something else entirely.")
        assert np.array_equal(voice.say(SENTENCES[1]).samples, other.say(SENTENCES[1]).samples)


@pytest.mark.slow
def test_a_breathy_voice_sounds_the_same_at_any_second():
    with EspeakVoice(variant="f3") as voice:
        before = voice.say(SENTENCES[1]).samples
        time.sleep(1.1)  # espeak-ng's own seed is the time in seconds
        assert np.array_equal(before, voice.say(SENTENCES[1]).samples)


def test_variants_and_pitches_are_different_speakers(voice):
    with EspeakVoice(variant="+f3") as woman, EspeakVoice(pitch=80) as high:
        sounds = [one.say(SENTENCES[1]).samples.tobytes() for one in (voice, woman, high)]
    assert len(set(sounds)) == 3
    assert woman.name == "espeak-ng:en-us+f3"


def test_every_tag_selects_its_language():
    with EspeakVoice("en-gb") as british, EspeakVoice("en") as english:
        assert np.array_equal(british.say("Colour.").samples, english.say("Colour.").samples)


def test_markup_is_read_as_text(voice):
    assert voice.say("less < more & done").duration > voice.say("done").duration


@pytest.mark.parametrize("text", ["", "  \n", "a\0b"])
def test_empty_text_is_refused(voice, text):
    with pytest.raises(VoiceError, match=r"the text to speak is .*; give words"):
        voice.say(text)


def test_unspeakable_text_is_refused(voice):
    with pytest.raises(VoiceError, match=r"espeak-ng:en-us made no sound of '\.\.\.'"):
        voice.say("...")


def test_unknown_voice_lists_the_known_ones_the_nearest_first():
    with EspeakVoice("en-uss") as voice, pytest.raises(VoiceError, match=r"no voice 'en-uss'; it has en-us, .* more"):
        voice.say("Hello.")


def test_unknown_variant_lists_the_known_ones_the_nearest_first():
    with EspeakVoice(variant="Aliza") as voice, pytest.raises(VoiceError, match=r"'Aliza'; it has Alicia, .* more"):
        voice.say("Hello.")


def test_rate_out_of_reach(voice):
    with pytest.raises(VoiceError, match=r"`rate` is 9; espeak-ng:en-us can speak at 0\.6\d to 3\.5\d"):
        voice.say("Hello.", rate=9)


def test_pitch_out_of_reach():
    with pytest.raises(VoiceError, match="`pitch` is 101; give 0 to 100"):
        EspeakVoice(pitch=101)


def test_process_that_dies_is_started_again():
    with EspeakVoice() as voice:
        before = voice.say("Hello.")
        assert voice._worker._running is not None
        os.kill(voice._worker._running._process.pid, signal.SIGKILL)
        assert np.array_equal(voice.say("Hello.").samples, before.samples)


def test_process_that_dies_again_is_an_error(monkeypatch, tmp_path):
    broken = tmp_path / "worker.py"
    broken.write_text("import sys\nsys.stdin.readline()\nsys.exit(7)\n")
    monkeypatch.setattr(espeak, "_WORKER", broken)
    with EspeakVoice() as voice, pytest.raises(VoiceError, match=r"died twice \(exit code 7\) on 'Hello\.'"):
        voice.say("Hello.")


def test_process_that_hangs_is_ended(monkeypatch, tmp_path):
    stuck = tmp_path / "worker.py"
    stuck.write_text("import time\ntime.sleep(60)\n")
    monkeypatch.setattr(espeak, "_WORKER", stuck)
    monkeypatch.setattr(worker_process, "WORKER_TIMEOUT", 0.2)
    with EspeakVoice() as voice, pytest.raises(VoiceError, match="died twice"):
        voice.say("Hello.")


def test_process_ends_with_its_voice():
    voice = EspeakVoice()
    voice.say("Hello.")
    assert voice._worker._running is not None
    process = voice._worker._running._process
    del voice
    assert process.poll() is not None


def test_closed_voice_speaks_again():
    voice = EspeakVoice()
    first = voice.say("Hello.")
    voice.close()
    assert np.array_equal(voice.say("Hello.").samples, first.samples)
    voice.close()


def test_voices_are_listed_by_the_tags_that_choose_them():
    voices = espeak_voices()
    assert dict(voices.languages)["en-gb"] == "English (Great Britain)"
    assert {"f3", "m4"} <= set(voices.variants)
    assert [tag for tag, _ in voices.languages] == sorted(tag for tag, _ in voices.languages)


def test_a_list_that_cannot_be_had(monkeypatch, tmp_path):
    broken = tmp_path / "worker.py"
    broken.write_text("import sys\nsys.stdin.readline()\nsys.exit(7)\n")
    monkeypatch.setattr(espeak, "_WORKER", broken)
    with pytest.raises(VoiceError, match=r"the process of espeak-ng died twice \(exit code 7\); install it again"):
        espeak_voices()
