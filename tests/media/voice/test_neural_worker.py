"""What the worker of neural voices answers; the packages are stubs here."""

import io
import json
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from cinescribe.media.voice.neural_worker import NeuralVoiceError, kokoro, kokoro_style, piper, serve


@pytest.fixture(autouse=True)
def nothing_loaded():
    piper.cache_clear()
    kokoro.cache_clear()


@pytest.fixture
def loads(monkeypatch):
    """A stub of piper-tts; the list holds what it was asked for."""
    asked = []

    def synthesize(text, config):
        asked.append((text, config))
        for value in (0.5, 2.0):
            yield SimpleNamespace(audio_float_array=np.full((1, 3), value, np.float32))

    def load(model):
        asked.append(model)
        return SimpleNamespace(config=SimpleNamespace(length_scale=1.2, sample_rate=22050), synthesize=synthesize)

    stub = SimpleNamespace(PiperVoice=SimpleNamespace(load=load), SynthesisConfig=lambda **values: values)
    monkeypatch.setitem(sys.modules, "piper", stub)
    return asked


def answers_to(*requests):
    out = io.BytesIO()
    serve(io.BytesIO(b"".join(json.dumps(request).encode() + b"\n" for request in requests)), out)
    return out.getvalue()


def test_a_voice_is_loaded_once_and_speaks_without_chance(loads):
    request = {"engine": "piper", "model": "joe.onnx", "text": "Hello.", "rate": 1.5}
    head, _, rest = answers_to(request, request).partition(b"\n")
    assert json.loads(head) == {"rate_hz": 22050, "n_samples": 6}
    assert np.frombuffer(rest[:12], "<i2").tolist() == [16384] * 3 + [32767] * 3
    config = {"length_scale": pytest.approx(0.8), "noise_scale": 0, "noise_w_scale": 0}
    assert loads == ["joe.onnx", ("Hello.", config), ("Hello.", config)]


def test_errors_of_a_package_are_answers(monkeypatch):
    monkeypatch.setitem(sys.modules, "piper", None)
    answer = json.loads(answers_to({"engine": "piper", "model": "joe.onnx", "text": "Hello.", "rate": 1.0}))
    assert answer["error"].startswith("the voice 'joe.onnx' cannot speak 'Hello.' (")


def test_styles_of_either_layout(tmp_path):
    style = np.arange(512, dtype=np.float32).reshape(2, 1, 256)
    style.tofile(tmp_path / "af_heart.bin")
    with open(tmp_path / "voices.bin", "wb") as opened:
        np.savez(opened, af_heart=style)
    for file in ("af_heart.bin", "voices.bin"):
        assert np.array_equal(kokoro_style(tmp_path / file, "af_heart"), style)
    with pytest.raises(NeuralVoiceError, match=r"voices\.bin' has no voice 'bm_tone'; it has af_heart"):
        kokoro_style(tmp_path / "voices.bin", "bm_tone")


def test_a_missing_voice_is_an_answer(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "kokoro_onnx", SimpleNamespace())
    with open(tmp_path / "voices.bin", "wb") as opened:
        np.savez(opened, af_heart=np.zeros((1, 1, 256), np.float32))
    files = {"model": "m.onnx", "voices": str(tmp_path / "voices.bin"), "voice": "bm_tone", "language": "en-gb"}
    answer = json.loads(answers_to({"engine": "kokoro", **files, "text": "Hello.", "rate": 1.0}))
    assert answer["error"].endswith("has no voice 'bm_tone'; it has af_heart")
