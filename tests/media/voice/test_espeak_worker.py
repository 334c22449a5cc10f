"""What espeak-ng's process says when the library lets it down; no library is loaded here."""

import io
import json
from pathlib import Path
from types import SimpleNamespace

import espeakng_loader
import pytest

from cinescribe.media.voice.espeak_worker import Speaker, SpeakingError, loaded, serve


def library(**answers):
    """A library whose functions return the given answers, or 0."""
    names = ("Initialize", "SetSynthCallback", "SetParameter", "SetVoiceByName", "Synth", "Synchronize")
    given = {"Initialize": 22050} | answers
    functions = {f"espeak_{name}": lambda *_, name=name: given.get(name, 0) for name in names}
    return SimpleNamespace(espeak_ng_SetRandSeed=lambda _: 0, **functions)


def speaker(**answers):
    return Speaker(library(**answers), Path("data"))


def test_missing_data_is_reported():
    with pytest.raises(SpeakingError, match="espeak-ng found no data in 'data'; install espeakng-loader again"):
        speaker(Initialize=-1)


def test_missing_library_is_reported(monkeypatch):
    monkeypatch.setattr(espeakng_loader, "get_library_path", lambda: "/nowhere/libespeak-ng.so")
    with pytest.raises(SpeakingError, match="the library of espeak-ng cannot be loaded"), loaded():
        pass


def test_a_voice_that_does_not_load(monkeypatch, tmp_path):
    (tmp_path / "voices" / "!v").mkdir(parents=True)
    monkeypatch.setattr(Speaker, "languages", lambda _: {"en-us": ("en-US", "English")})
    with pytest.raises(SpeakingError, match="could not load its voice 'en-US'; install espeakng-loader again"):
        Speaker(library(SetVoiceByName=2), tmp_path).choose("en-us", "")


def test_synthesis_that_fails():
    with pytest.raises(SpeakingError, match="espeak-ng gave its error 268437247 on 'Hello'"):
        speaker(Synth=268437247).say("Hello", speed=130, pitch=50)


def test_errors_are_answers(monkeypatch):
    monkeypatch.setattr(espeakng_loader, "get_library_path", lambda: "/nowhere/libespeak-ng.so")
    answers = io.BytesIO()
    request = {"text": "Hello", "language": "en-us", "variant": "", "speed": 130, "pitch": 50}
    serve(io.BytesIO(json.dumps(request).encode() + b"\n"), answers)
    assert json.loads(answers.getvalue())["error"].startswith("the library of espeak-ng cannot be loaded")
