import importlib
import json

import numpy as np
import pytest
import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import WhisperConfig, WhisperForConditionalGeneration

from cinescribe.errors import ModelError
from cinescribe.media.transcription.faster_whisper import FasterWhisper
from cinescribe.media.transcription.transcriber import RATE_HZ, Transcription

ctranslate2 = pytest.importorskip("ctranslate2")

pytestmark = pytest.mark.usefixtures("one_thread")

TASKS = ("<|endoftext|>", "<|startoftranscript|>", "<|en|>", "<|transcribe|>", "<|translate|>", "<|startoflm|>")
MARKS = (*TASKS, "<|startofprev|>", "<|nospeech|>", "<|notimestamps|>")
WIDTH = 32


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A Whisper model of one tiny layer that always writes `a`, in CTranslate2 format."""
    source, made = tmp_path_factory.mktemp("hub"), tmp_path_factory.mktemp("whisper") / "tiny"
    tokens = _tokens()
    tokens.save(str(source / "tokenizer.json"))
    settings = {
        "tokenizer_class": "WhisperTokenizerFast",
        "unk_token": TASKS[0],
        "bos_token": TASKS[0],
        "eos_token": TASKS[0],
    }
    (source / "tokenizer_config.json").write_text(json.dumps(settings))
    hearing = {"feature_size": 80, "sampling_rate": RATE_HZ, "hop_length": 160, "chunk_length": 30, "n_fft": 400}
    (source / "preprocessor_config.json").write_text(json.dumps(hearing))
    _model(tokens).save_pretrained(source)
    converter = ctranslate2.converters.TransformersConverter(
        str(source), copy_files=["tokenizer.json", "preprocessor_config.json"]
    )
    converter.convert(str(made))
    return made


def _tokens():
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokens = Tokenizer(models.BPE(vocab={letter: n for n, letter in enumerate(letters)}, merges=[]))
    tokens.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokens.decoder = decoders.ByteLevel()
    tokens.add_special_tokens([AddedToken(mark, special=True) for mark in MARKS])
    tokens.add_tokens([AddedToken(f"<|{n * 0.02:.2f}|>") for n in range(1501)])
    return tokens


def _model(tokens):
    end, start = (tokens.token_to_id(mark) for mark in TASKS[:2])
    config = WhisperConfig(
        vocab_size=tokens.get_vocab_size(),
        d_model=WIDTH,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=WIDTH,
        decoder_ffn_dim=WIDTH,
        num_mel_bins=80,
        pad_token_id=end,
        bos_token_id=end,
        eos_token_id=end,
        decoder_start_token_id=start,
        suppress_tokens=[],
        begin_suppress_tokens=[],
    )
    torch.manual_seed(0)
    model = WhisperForConditionalGeneration(config)
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
    words = asr.transcribe(np.random.default_rng(0).normal(0, 0.1, 2 * RATE_HZ).astype(np.float32)).words
    assert asr.name == "whisper:tiny"
    assert words
    assert {letter for word in words for letter in word.text} == {"a"}
    edges = [edge for word in words for edge in (word.span.start, word.span.end)]
    assert edges == sorted(edges)
    assert 0 <= edges[0] < edges[-1] <= 2.0
    assert all(0.9 < word.confidence <= 1 for word in words)


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


def test_without_its_package_whisper_says_what_to_install(tmp_path, monkeypatch):
    def missing(name):
        raise ImportError(f"No module named {name!r}")

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(ModelError, match=r"No module named 'faster_whisper'\); pip install cinescribe\[whisper\]"):
        FasterWhisper(tmp_path)
