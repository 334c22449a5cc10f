"""What `media voices` lists."""

import importlib
import json

import pytest
from click.testing import CliRunner

from cinescribe.cli.main import main
from cinescribe.media.voice.named_voice import NeuralEngine, voice_named

media = importlib.import_module("cinescribe.cli.media")

ENGINES = (
    NeuralEngine("piper", "piper-tts", "json", "GPL-3.0", "piper:en_US-joe-medium", lambda: ("en_US-joe-medium",)),
    NeuralEngine("kokoro", "kokoro-onnx", "no_such_module", "MIT", "kokoro:af_heart", lambda: ()),
)


def listed(monkeypatch, *options):
    monkeypatch.setattr(media, "NEURAL_ENGINES", ENGINES)
    result = CliRunner().invoke(main, ["media", "voices", *options])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_people_see_names_that_can_be_given_to_describe(monkeypatch):
    lines = listed(monkeypatch).splitlines()
    name, _, language = next(line for line in lines if line.startswith("espeak:en-gb ")).partition(" ")
    assert language.strip() == "English (Great Britain)"
    voice_named(name, announce=pytest.fail).close()
    assert lines[-3:] == [
        "piper:en_US-joe-medium",
        "piper: piper-tts is installed; piper:en_US-joe-medium is fetched by describe --fetch",
        "kokoro: not installed; pip install kokoro-onnx (MIT)",
    ]


def test_machines_get_one_value(monkeypatch):
    value = json.loads(listed(monkeypatch, "--json"))
    assert value["espeak"]["languages"]["de"] == "German"
    assert "f3" in value["espeak"]["variants"]
    expected = {"package": "piper-tts", "licence": "GPL-3.0", "installed": True, "voices": ["en_US-joe-medium"]}
    assert value["piper"] == expected
    assert value["kokoro"]["installed"] is False
