"""Voices by name: what a name says is what speaks, and a wrong name says so at once."""

import importlib
import importlib.util
from typing import Any

import numpy as np
import pytest

from cinescribe.errors import VoiceError
from cinescribe.media.voice.espeak import EspeakVoice
from cinescribe.media.voice.named_voice import NEURAL_ENGINES, voice_named
from cinescribe.media.voice.voice import Spoken
from tests.media.voice.tiny_voices import write_kokoro, write_piper

named_voice = importlib.import_module("cinescribe.media.voice.named_voice")

TEXT = "Anna turns to the window."


def no_announcement(line):
    raise AssertionError(line)


@pytest.fixture
def installed(monkeypatch):
    """As if the packages of neural voices were installed."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)


class Recorder:
    """Stands for a neural voice, and keeps what it is made of."""

    def __init__(self, name, request):
        self.name, self.request, self.said, self.is_closed = name, request, [], False

    def say(self, text, *, rate=1.0):
        self.said.append((text, rate))
        return Spoken(np.ones(10, np.float32), 10)

    def close(self):
        self.is_closed = True


@pytest.mark.slow
def test_a_name_chooses_language_and_variant():
    with (
        voice_named("espeak:en-gb+f3", announce=no_announcement) as named,
        EspeakVoice("en-gb", variant="f3") as expected,
        voice_named("espeak", announce=no_announcement) as plain,
        EspeakVoice() as default,
    ):
        assert named.name == "espeak:en-gb+f3"
        assert np.array_equal(named.say(TEXT).samples, expected.say(TEXT).samples)
        assert np.array_equal(plain.say(TEXT).samples, default.say(TEXT).samples)


def test_the_base_speed_is_multiplied_by_that_of_a_cue():
    with voice_named("espeak", rate=1.2, announce=no_announcement) as fast, EspeakVoice() as normal:
        assert np.array_equal(fast.say(TEXT, rate=1.1).samples, normal.say(TEXT, rate=1.2 * 1.1).samples)


@pytest.mark.parametrize("rate", [0.69, 1.61, float("nan")])
def test_a_base_speed_out_of_reach(rate):
    with pytest.raises(VoiceError, match=r"`rate` is .*; expected 0\.7 to 1\.6 times the voice's normal speed"):
        voice_named("espeak", rate=rate, announce=no_announcement)


@pytest.mark.parametrize("name", ["", "klingon", "espeak:", "Piper:x.onnx"])
def test_a_name_of_no_engine(name):
    with pytest.raises(VoiceError, match=f"unknown voice '{name}'; name espeak:<language>"):
        voice_named(name, announce=no_announcement)


@pytest.mark.parametrize(("name", "words"), [("espeak:xx", "no voice 'xx'"), ("espeak:en+f99", "no variant 'f99'")])
def test_unusable_voice_is_refused_at_once(name, words):
    with pytest.raises(VoiceError, match=words):
        voice_named(name, announce=no_announcement)


@pytest.mark.parametrize(
    ("name", "package"), [("piper:en_US-joe-medium", "piper-tts"), ("kokoro:af_heart", "kokoro-onnx")]
)
def test_a_package_that_is_not_installed(name, package, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(VoiceError, match=rf"need {package} \(.+\); pip install {package}"):
        voice_named(name, announce=no_announcement)
    assert not any(engine.is_installed for engine in NEURAL_ENGINES)


def test_piper_is_given_its_file(installed, monkeypatch, tmp_path):
    monkeypatch.setattr(named_voice, "NeuralVoice", Recorder)
    monkeypatch.chdir(write_piper(tmp_path).parent)
    voice: Any = voice_named("piper:tone.onnx", rate=1.5, announce=no_announcement)
    assert voice.name == f"piper:{tmp_path / 'tone.onnx'}"
    assert voice._voice.request == {"engine": "piper", "model": str(tmp_path / "tone.onnx")}
    voice.say(TEXT)
    assert voice._voice.said == [("One.", 1.5), (TEXT, 1.5)]
    voice.close()
    assert voice._voice.is_closed


@pytest.mark.parametrize(("voice", "language"), [("af_heart", "en-us"), ("bm_tone", "en-gb"), ("jf_alpha", "en-us")])
def test_kokoro_is_given_model_voice_and_language(installed, monkeypatch, tmp_path, voice, language):
    monkeypatch.setattr(named_voice, "NeuralVoice", Recorder)
    folder = write_kokoro(tmp_path / "kokoro", af_heart=1.0)
    named: Any = voice_named(f"kokoro:{folder}/{voice}", announce=no_announcement)
    assert named._voice.request == {
        "engine": "kokoro",
        "model": str(folder / "tone.onnx"),
        "voices": str(folder / "voices-v1.0.bin"),
        "voice": voice,
        "language": language,
    }


def test_a_voice_that_fails_is_closed(installed, monkeypatch, tmp_path):
    made = []

    class Failing(Recorder):
        def say(self, text, *, rate=1.0):
            made.append(self)
            raise VoiceError("hoarse")

    monkeypatch.setattr(named_voice, "NeuralVoice", Failing)
    with pytest.raises(VoiceError, match="hoarse"):
        voice_named(f"piper:{write_piper(tmp_path)}", announce=no_announcement)
    assert [voice.is_closed for voice in made] == [True]


def test_files_that_are_missing(installed, tmp_path):
    with pytest.raises(VoiceError, match=r"gone\.onnx' is missing; a Piper voice is a \.onnx file"):
        voice_named(f"piper:{tmp_path / 'gone.onnx'}", announce=no_announcement)
    model = write_piper(tmp_path)
    (tmp_path / "tone.onnx.json").unlink()
    with pytest.raises(VoiceError, match=r"tone\.onnx\.json' is missing; a Piper voice is a \.onnx file"):
        voice_named(f"piper:{model}", announce=no_announcement)
    with pytest.raises(VoiceError, match=r"kokoro' lacks a model \(\*\.onnx\); download Kokoro's model and voices"):
        voice_named(f"kokoro:{tmp_path / 'kokoro'}/af_heart", announce=no_announcement)
    with pytest.raises(VoiceError, match=r"lacks the voice 'af_heart' \(voices\*\.bin or af_heart\.bin\)"):
        voice_named(f"kokoro:{tmp_path}/af_heart", announce=no_announcement)


@pytest.mark.parametrize("name", ["piper:joe", "kokoro:Heart"])
def test_an_id_that_no_hub_has(installed, name):
    with pytest.raises(VoiceError, match=f"unknown voice '{name}'; ids look like piper:en_US-joe-medium"):
        voice_named(name, announce=no_announcement)
