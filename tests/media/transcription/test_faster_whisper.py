import importlib

import numpy as np
import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.media.transcription.faster_whisper import FasterWhisper
from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ, Transcription
from tests.media.transcription.tiny_whisper import tiny_whisper, whisper_tokens, write_hub_folder, writing_whisper

ctranslate2 = pytest.importorskip("ctranslate2")

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A Whisper model of tiny layers that always writes `Come.`, in CTranslate2 format."""
    tokens = whisper_tokens("en")
    return _converted(
        tmp_path_factory, writing_whisper(tokens, "<|0.00|>Come.<|1.50|>", language="en", first=2), tokens
    )


@pytest.fixture(scope="module")
def looping(tmp_path_factory):
    """A model that always writes `a`."""
    tokens = whisper_tokens("en")
    return _converted(tmp_path_factory, _model(tokens), tokens)


def _converted(folders, model, tokens):
    made = folders.mktemp("whisper") / "tiny"
    source = write_hub_folder(folders.mktemp("hub"), model, tokens)
    converter = ctranslate2.converters.TransformersConverter(
        str(source), copy_files=["tokenizer.json", "preprocessor_config.json"]
    )
    converter.convert(str(made))
    return made


def _model(tokens):
    model = tiny_whisper(tokens)
    decoder = model.model.decoder
    with torch.no_grad():
        decoder.layer_norm.weight.zero_()
        decoder.layer_norm.bias.zero_()
        decoder.layer_norm.bias[0] = 5.0
        decoder.embed_tokens.weight.zero_()
        decoder.embed_tokens.weight[tokens.token_to_id("a"), 0] = 4.0
    return model


@pytest.mark.slow
def test_a_model_of_a_folder_recognises_words_with_times(folder):
    asr = FasterWhisper(folder)
    words = asr.transcribe(np.random.default_rng(0).normal(0, 0.1, 2 * TRANSCRIBER_RATE_HZ).astype(np.float32)).words
    assert asr.name == "whisper:tiny"
    assert [word.text[1:] for word in words] == ["ome."]  # its rules about times decide the first letter
    edges = [edge for word in words for edge in (word.span.start, word.span.end)]
    assert edges == sorted(edges)
    assert 0 <= edges[0] < edges[-1] <= 2.0
    assert all(0 < word.confidence <= 1 for word in words)


@pytest.mark.slow
def test_repetition_loop_is_rewritten_or_dropped(looping):
    text = (
        FasterWhisper(looping)
        .transcribe(np.random.default_rng(0).normal(0, 0.1, TRANSCRIBER_RATE_HZ).astype(np.float32))
        .text
    )
    runs = [text[n : n + 4] for n in range(len(text) - 3)]
    assert len(runs) == len({*runs})


def test_no_sound_has_no_words(folder):
    asr = FasterWhisper(folder, name="Systran/faster-whisper-tiny")
    assert asr.name == "whisper:Systran/faster-whisper-tiny"
    assert asr.transcribe(np.zeros(0, np.float32)) == Transcription()


def test_a_folder_that_lacks_a_file_is_refused(tmp_path):
    (tmp_path / "model.bin").write_bytes(b"")
    with pytest.raises(ModelError, match=r"has no 'config.json'; name a folder with a Whisper model in CTranslate2"):
        FasterWhisper(tmp_path)


def test_a_broken_model_is_reported(tmp_path):
    for name in ("model.bin", "config.json", "tokenizer.json"):
        (tmp_path / name).write_text("{}")
    with pytest.raises(ModelError, match=r"the Whisper model in .* cannot be read \(.*\); fetch it again"):
        FasterWhisper(tmp_path)


def test_missing_package_error_says_what_to_install(tmp_path, monkeypatch):
    def missing(name):
        raise ImportError(f"No module named {name!r}")

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(ModelError, match=r"No module named 'faster_whisper'\); pip install cinescribe\[whisper\]"):
        FasterWhisper(tmp_path)
