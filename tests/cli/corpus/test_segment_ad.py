"""`corpus segment-ad`: what it prints and writes."""

import json

import numpy as np
import pytest

from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import write_wav
from tests.commands import run_command
from tests.media.mixes import RATE_HZ, film, with_narration


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pair")
    sound = film(20.0)
    for name, samples in (("original", sound), ("described", with_narration(sound, 4.0)[0])):
        write_wav(folder / f"{name}.wav", Soundtrack(np.asarray(samples)[None], RATE_HZ))
    return str(folder / "original.wav"), str(folder / "described.wav")


def run(*arguments):
    return run_command("corpus", "segment-ad", *arguments).stdout


def test_jsonl_is_printed_and_written(pair, tmp_path):
    path, voice = tmp_path / "segments.jsonl", tmp_path / "voice.wav"
    printed = run(*pair, "--json", "-o", path, "--narrator", voice)
    assert path.read_text() == printed
    first, segment = map(json.loads, printed.splitlines())
    assert {"offset", "drift", "correlation", "gain", "matched"} == set(first["alignment"])
    assert set(segment) == {"start", "end", "confidence"}
    assert segment["start"] == pytest.approx(4.0, abs=0.1)
    assert voice.is_file()


def test_text_output_has_a_line_for_each_narration(pair):
    first, segment, last = run(*pair, "--centre").splitlines()
    assert first == "the film begins at 0.000 s, +0 ppm slower"
    assert segment.startswith("00:00:0")
    assert last.startswith("1 narrations, ")
