"""Worker process for neural voices: reads requests from standard input and writes sound to standard output.

This file runs on its own and imports nothing from Cinescribe, so that piper-tts (GPL) and the espeak-ng that both
packages use (GPL) stay out of the caller's process. A request is one line of JSON, `{"text", "rate"}` with
`{"engine": "piper", "model"}` or `{"engine": "kokoro", "model", "voices", "voice", "language"}`; both are files. The
answer is one line, `{"rate_hz", "n_samples"}`, followed by the samples as 16-bit integers, or `{"error"}`.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

KOKORO_STYLE = 256  # numbers in a style vector of Kokoro
ZIP = b"PK"  # how NumPy's files of several arrays begin

# From text and speed to samples, (n,), and samples per second.
Say = Callable[[str, float], tuple[NDArray[np.float32], int]]


class NeuralVoiceError(Exception):
    """What the caller asked for is not there."""


@cache
def piper(model: str) -> Say:
    """Load a Piper voice."""
    package = importlib.import_module("piper")
    voice = package.PiperVoice.load(model)

    def say(text: str, rate: float) -> tuple[NDArray[np.float32], int]:
        # Without noise the same text has the same length every time: a cue must fit when it is heard, too.
        config = package.SynthesisConfig(length_scale=voice.config.length_scale / rate, noise_scale=0, noise_w_scale=0)
        chunks = [np.ravel(chunk.audio_float_array) for chunk in voice.synthesize(text, config)]
        return np.concatenate([np.zeros(0, np.float32), *chunks]), int(voice.config.sample_rate)

    return say


@cache
def kokoro(model: str, voices: str, voice: str, language: str) -> Say:
    """Load Kokoro and one of its voices."""
    package = importlib.import_module("kokoro_onnx")
    style = kokoro_style(Path(voices), voice)
    with tempfile.TemporaryDirectory() as folder:
        np.savez(Path(folder) / "voice.npz", style)  # the package wants a file of voices
        loaded = package.Kokoro(model, str(Path(folder) / "voice.npz"))

    def say(text: str, rate: float) -> tuple[NDArray[np.float32], int]:
        samples, rate_hz = loaded.create(text, voice=style, speed=rate, lang=language)
        return np.asarray(samples, np.float32), int(rate_hz)

    return say


def kokoro_style(voices: Path, voice: str) -> NDArray[np.float32]:
    """Return the style vectors of a voice, (n, 1, 256), from its own file or from one with several voices."""
    with open(voices, "rb") as opened:
        has_several = opened.read(len(ZIP)) == ZIP
    if not has_several:
        return np.fromfile(voices, np.float32).reshape(-1, 1, KOKORO_STYLE)
    with np.load(voices) as found:
        if voice not in found:
            raise NeuralVoiceError(f"{str(voices)!r} has no voice {voice!r}; it has {', '.join(sorted(found))}")
        return np.asarray(found[voice], np.float32)


ENGINES: dict[str, Callable[..., Say]] = {"piper": piper, "kokoro": kokoro}


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until the input ends."""
    for line in requests:
        request = json.loads(line)
        text, rate = request.pop("text"), request.pop("rate")
        model = request["model"]
        try:
            sound, rate_hz = ENGINES[request.pop("engine")](**request)(text, rate)
            pcm = (np.clip(sound, -1, 1) * 32767).round().astype("<i2")
            _answer(answers, {"rate_hz": rate_hz, "n_samples": len(pcm)}, pcm.tobytes())
        except NeuralVoiceError as error:
            _answer(answers, {"error": str(error)})
        except Exception as error:  # of the package, its runtime or a file: their errors have no common root
            reason = next(iter(str(error).splitlines()), "") or type(error).__name__
            _answer(
                answers, {"error": f"the voice {model!r} cannot speak {text!r} ({reason}); fetch or choose another"}
            )


def _answer(answers: BinaryIO, head: dict[str, Any], sound: bytes = b"") -> None:
    answers.write(json.dumps(head).encode() + b"\n" + sound)
    answers.flush()


def _main() -> None:
    """Serve the parent process; output of the libraries goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller decides when to stop, by closing the pipe
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    _main()
