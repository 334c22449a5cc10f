"""A language gets the first voice that speaks it, and never one that does not."""

import importlib

import pytest

from cinescribe.errors import VoiceError
from cinescribe.media.voice.espeak import EspeakVoices
from cinescribe.media.voice.language_voices import espeak_voice, language_voice
from cinescribe.media.voice.voice_language import voice_line

module = importlib.import_module("cinescribe.media.voice.language_voices")


class Engine:
    name, is_installed = "piper", True

    def cached(self):
        return ("en_US-joe-medium", "da_DK-talesyntese-medium", "nb_NO-nina-medium")


@pytest.mark.parametrize(
    ("language", "voice"),
    [
        ("en", "espeak"),
        ("en-GB", "espeak:en-gb"),
        ("de", "espeak:de"),
        ("de-AT", "espeak:de"),
        ("fr-CA", "espeak:fr"),
        ("pt-BR", "espeak:pt-br"),
        ("pl", "espeak:pl"),
        ("zh-Hant", "espeak:cmn"),
    ],
)
def test_espeak_speaks_most_languages(language, voice):
    assert language_voice(language) == voice
    assert espeak_voice(language).name.removeprefix("espeak-ng:") == voice.replace("espeak:", "").replace(
        "espeak", "en-us"
    )


def test_neural_voice_speaks_languages_espeak_lacks(monkeypatch):
    monkeypatch.setattr(module, "espeak_voices", lambda: EspeakVoices((("da", "Danish"), ("sv", "Swedish")), ()))
    monkeypatch.setattr(module, "NEURAL_ENGINES", (Engine(),))
    assert language_voice("nb") == "piper:nb_NO-nina-medium"
    with pytest.raises(VoiceError, match="no voice on this machine speaks 'fi'; name one that does"):
        language_voice("fi")
    with pytest.raises(VoiceError, match="espeak-ng does not speak 'fi'; give a voice that does"):
        espeak_voice("fi")


def test_espeak_is_not_used_for_languages_it_only_spells(monkeypatch):
    monkeypatch.setattr(module, "NEURAL_ENGINES", (Engine(),))
    with pytest.raises(VoiceError, match="no voice on this machine speaks 'ja'"):
        language_voice("ja")


def test_another_engine_replaces_missing_espeak(monkeypatch):
    def missing():
        raise VoiceError("espeak-ng cannot be loaded")

    monkeypatch.setattr(module, "espeak_voices", missing)
    monkeypatch.setattr(module, "NEURAL_ENGINES", (Engine(),))
    assert language_voice("da") == "piper:da_DK-talesyntese-medium"


def test_voice_of_another_language_is_reported():
    assert voice_line("espeak:cmn", language="zh") is None
    assert voice_line("espeak:pt-br", language="pt-PT") is None
    assert "'espeak:de' speaks 'de', the sentences are 'pl'" in (voice_line("espeak:de", language="pl") or "")
