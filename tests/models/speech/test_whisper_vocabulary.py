import json

import pytest
from transformers import WhisperTokenizer

from cinescribe.errors import ModelError
from cinescribe.models.speech.whisper_vocabulary import whisper_vocabulary
from tests.media.transcription.tiny_whisper import END, whisper_tokens


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tokens")
    whisper_tokens("en", "de", "ja", "jw").save(str(folder / "tokenizer.json"))
    names = dict.fromkeys(("unk_token", "bos_token", "eos_token"), END)
    (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "WhisperTokenizer", **names}))
    return WhisperTokenizer.from_pretrained(folder)


@pytest.fixture(scope="module")
def vocabulary(tokenizer):
    return whisper_vocabulary(tokenizer, n_tokens=2000, is_multilingual=True)


def words(vocabulary, text, language="en"):
    ids = vocabulary.tokenizer(text, add_special_tokens=False).input_ids
    found = vocabulary.words(ids, language)
    assert [one.first for one in found] == [0, *(one.after for one in found[:-1])]
    assert not found or found[-1].after == len(ids)
    return [
        (vocabulary.text(ids[one.first : one.spoken]), vocabulary.text(ids[one.first : one.after])) for one in found
    ]


def test_languages_are_those_of_the_tokens(vocabulary, tokenizer):
    assert [one.tag for one in vocabulary.languages] == ["de", "en", "ja", "jv"]
    assert vocabulary.spoken("de-AT").token == tokenizer.get_vocab()["<|de|>"]
    assert vocabulary.spoken("pl") is None


def test_a_checkpoint_of_english_has_no_languages(tokenizer):
    assert whisper_vocabulary(tokenizer, n_tokens=51864, is_multilingual=None).languages == ()
    assert whisper_vocabulary(tokenizer, n_tokens=51865, is_multilingual=None).languages
    assert whisper_vocabulary(tokenizer, n_tokens=51865, is_multilingual=False).languages == ()


def test_the_prompt_asks_for_words_without_times(vocabulary):
    german = vocabulary.spoken("de")
    assert vocabulary.text(vocabulary.prompt(german)) == "<|startoftranscript|><|de|><|transcribe|><|notimestamps|>"
    assert vocabulary.text(vocabulary.prompt(None)) == "<|startoftranscript|><|notimestamps|>"


def test_marks_belong_to_the_word_before_them(vocabulary):
    assert words(vocabulary, " Well, come here!") == [(" Well", " Well,"), (" come", " come"), (" here", " here!")]
    assert words(vocabulary, " Don't well-known 'tis") == [
        (" Don't", " Don't"),
        (" well-known", " well-known"),
        (" 'tis", " 'tis"),
    ]


def test_opening_marks_belong_to_the_word_after_them(vocabulary):
    assert words(vocabulary, ' She "came" (late).') == [
        (" She", " She"),
        (' "came', ' "came"'),
        (" (late", " (late)."),
    ]


def test_a_letter_of_several_tokens_is_not_cut(vocabulary):
    assert words(vocabulary, " Käse für Łódź") == [(" Käse", " Käse"), (" für", " für"), (" Łódź", " Łódź")]


def test_each_letter_is_a_word_where_a_script_has_no_spaces(vocabulary):
    assert [text for _, text in words(vocabulary, "猫だ。", "ja")] == ["猫", "だ。"]


def test_no_tokens_are_no_words(vocabulary):
    assert vocabulary.words([], "en") == []


def test_a_tokenizer_of_another_model_is_refused():
    class Other:
        def get_vocab(self):
            return {"a": 0}

    with pytest.raises(ModelError, match=r"has no '<\|endoftext\|>'|has no '<\|startoftranscript\|>'"):
        whisper_vocabulary(Other(), n_tokens=1, is_multilingual=None)
