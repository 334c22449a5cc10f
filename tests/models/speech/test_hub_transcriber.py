import json

import numpy as np
import pytest
import torch

from cinescribe.errors import ModelError
from cinescribe.media.transcription.faster_whisper import FasterWhisper
from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ, Transcription
from cinescribe.models.speech import whisper_decoding
from cinescribe.models.speech.hub_transcriber import HubTranscriber, hub_transcriber
from tests.media.sounds import noise
from tests.media.transcription.tiny_whisper import tiny_whisper, whisper_tokens, write_hub_folder, writing_whisper

pytestmark = pytest.mark.usefixtures("one_thread")

TEXT = " Guten Tag, Anna!"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A model that hears German in every sound, and writes the text."""
    tokens = whisper_tokens("en", "de", "fr")
    model = writing_whisper(tokens, TEXT, language="de")
    return write_hub_folder(tmp_path_factory.mktemp("whisper"), model, tokens, alignment_heads=[[1, 0], [1, 1]])


@pytest.fixture(scope="module")
def transcriber(folder):
    return hub_transcriber(str(folder))


def sound(seconds):
    return noise(seconds)[0]


def test_words_come_with_times_and_the_language(transcriber):
    found = transcriber.transcribe(sound(2.0))
    assert [word.text for word in found.words] == ["Guten", "Tag,", "Anna!"]
    assert found.language == "de"
    assert 0 <= found.no_speech < 0.1
    edges = [edge for word in found.words for edge in (word.span.start, word.span.end)]
    assert edges == sorted(edges)
    assert 0 <= edges[0] < edges[-1] <= 2.0
    assert all(0.9 < word.confidence <= 1 for word in found.words)


def test_the_name_is_that_of_the_training(transcriber, folder, tmp_path):
    assert transcriber.name.startswith(f"hub:{folder} ")
    tokens = whisper_tokens("en", "de", "fr")
    other = write_hub_folder(tmp_path, writing_whisper(tokens, " Tag", language="de"), tokens)
    assert hub_transcriber(str(other)).name.split()[-1] != transcriber.name.split()[-1]


def test_a_given_language_is_taken(transcriber):
    assert transcriber.transcribe(sound(1.0), language="fr-CA").language == "fr"
    assert transcriber.transcribe(sound(1.0), language="pl").language == "de"  # which the model does not know


def test_long_sound_is_heard_in_pieces(transcriber):
    long = sound(50.0)
    long[25 * TRANSCRIBER_RATE_HZ : 26 * TRANSCRIBER_RATE_HZ] = 0.0
    words = transcriber.transcribe(long).words
    assert [word.text for word in words] == ["Guten", "Tag,", "Anna!"] * 2
    assert words[2].span.end <= 26.0
    assert words[3].span.start >= 25.0
    assert words[-1].span.end <= 50.0


def test_no_sound_has_no_words(transcriber):
    assert transcriber.transcribe(np.zeros(0, np.float32), language="de") == Transcription(language="de")


def test_the_same_sound_has_the_same_words(transcriber):
    assert transcriber.transcribe(sound(1.5)) == transcriber.transcribe(sound(1.5))


def test_a_text_that_repeats_itself_is_written_again_without_repetitions(tmp_path, monkeypatch):
    tokens = whisper_tokens("en")
    model = tiny_whisper(tokens)
    decoder = model.model.decoder
    with torch.no_grad():
        decoder.layer_norm.weight.zero_()
        decoder.layer_norm.bias.zero_()
        decoder.layer_norm.bias[0] = 5.0
        decoder.embed_tokens.weight.zero_()
        decoder.embed_tokens.weight[tokens.token_to_id("a"), 0] = 4.0
    looping = hub_transcriber(str(write_hub_folder(tmp_path, model, tokens)))
    text = looping.transcribe(sound(1.0)).text
    runs = [text[n : n + 4] for n in range(len(text) - 3)]
    assert runs[0] == "aaaa"
    assert len(runs) == len({*runs})
    monkeypatch.setattr(whisper_decoding, "LOOPING", 0.1)  # so that this text counts as repetition too
    assert looping.transcribe(sound(1.0)).words == ()


def test_without_known_heads_those_of_the_upper_half_are_taken(tmp_path):
    tokens = whisper_tokens("en")
    made = hub_transcriber(str(write_hub_folder(tmp_path, tiny_whisper(tokens, n_layers=4), tokens)))
    assert isinstance(made, HubTranscriber)
    assert made.decoder.heads == ((2, 0), (2, 1), (3, 0), (3, 1))


def test_heads_that_the_network_lacks_are_left_out(tmp_path):
    tokens = whisper_tokens("en")
    heads = [[0, 1], [7, 0], [0, 9]]
    made = hub_transcriber(str(write_hub_folder(tmp_path, tiny_whisper(tokens), tokens, alignment_heads=heads)))
    assert isinstance(made, HubTranscriber)
    assert made.decoder.heads == ((0, 1),)


def test_special_tokens_are_never_written(tmp_path):
    tokens = whisper_tokens("en")
    made = hub_transcriber(str(write_hub_folder(tmp_path, tiny_whisper(tokens), tokens, suppress_tokens=[7])))
    assert isinstance(made, HubTranscriber)
    never = {*made.decoder.never}
    assert {7, tokens.token_to_id("<|transcribe|>"), tokens.token_to_id("<|0.00|>")} <= never
    assert tokens.token_to_id("<|endoftext|>") not in never


def test_without_settings_of_its_features_the_network_says_how_many(tmp_path):
    tokens = whisper_tokens("de")
    folder = write_hub_folder(tmp_path, writing_whisper(tokens, TEXT, language="de"), tokens)
    (folder / "preprocessor_config.json").unlink()
    assert hub_transcriber(str(folder)).transcribe(sound(1.0)).text == TEXT.strip()


def test_a_folder_in_ctranslate2s_format_is_read_by_faster_whisper(tmp_path, monkeypatch):
    (tmp_path / "model.bin").write_bytes(b"")
    (tmp_path / "config.json").write_text("{}")
    made = []
    monkeypatch.setattr(FasterWhisper, "__init__", lambda self, folder, *, name: made.append((folder, name)))
    assert isinstance(hub_transcriber(str(tmp_path)), FasterWhisper)
    assert made == [(tmp_path, str(tmp_path))]


def test_another_model_is_refused(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "bert"}))
    (tmp_path / "pytorch_model.bin").write_bytes(b"")
    with pytest.raises(
        ModelError, match="is a 'bert', which writes down no speech; expected a Whisper model of transformers"
    ):
        hub_transcriber(str(tmp_path))


def test_a_model_is_not_fetched_unasked():
    with pytest.raises(ModelError, match="'nobody/whisper-none' is not on this machine"):
        hub_transcriber("nobody/whisper-none")


def test_a_damaged_folder_is_reported(folder, tmp_path):
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelError, match=r"cannot be loaded .*; expected a Whisper model of transformers"):
        hub_transcriber(str(tmp_path))
