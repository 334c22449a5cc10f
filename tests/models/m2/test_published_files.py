import json
import pickle

import pytest

from cinescribe.errors import ModelError, RecordError
from cinescribe.models.m2.published_files import read_m2_words
from tests.models.harmful import Harmful
from tests.models.published_m2 import WORDS, write_vocabulary


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_words_come_from_the_published_pickle(tmp_path, protocol):
    assert read_m2_words(write_vocabulary(tmp_path / "vocab.pkl", protocol=protocol)) == WORDS


def test_words_come_from_lists(tmp_path):
    (tmp_path / "vocab.json").write_text(json.dumps(WORDS))
    (tmp_path / "vocab.txt").write_text("".join(f"{word}\n" for word in WORDS))
    assert read_m2_words(tmp_path / "vocab.json") == read_m2_words(tmp_path / "vocab.txt") == WORDS


def test_a_vocabulary_that_runs_code_is_refused(tmp_path):
    (tmp_path / "vocab.pkl").write_bytes(pickle.dumps(Harmful(tmp_path / "made")))
    with pytest.raises(ModelError, match=r"names \w+.mkdir, which no vocabulary needs'\); give its words as a list in"):
        read_m2_words(tmp_path / "vocab.pkl")
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("content", [b"", b"no pickle", b"\x80\x03"], ids=["empty", "text", "cut"])
def test_other_files_are_refused_as_vocabularies(tmp_path, content):
    (tmp_path / "vocab.pkl").write_bytes(content)
    with pytest.raises(
        ModelError, match=r"vocab.pkl' is no pickled vocabulary that can be read safely \(.+\); give its"
    ):
        read_m2_words(tmp_path / "vocab.pkl")


def test_missing_files_and_files_that_are_no_text_are_named(tmp_path):
    for name in ("vocab.pkl", "vocab.json"):
        with pytest.raises(RecordError, match=f"{name}' cannot be read .*; name an existing file"):
            read_m2_words(tmp_path / name)
    (tmp_path / "vocab.txt").write_bytes(b"\xff\n")
    with pytest.raises(RecordError, match="is not UTF-8 text"):
        read_m2_words(tmp_path / "vocab.txt")


SPOILT = {
    "vocab.bin": ("a", r"the vocabulary is '.*vocab.bin'; expected a name that ends in .pkl \(as published\), .json"),
    "vocab.json": ("[", r"vocab.json' is not JSON \(.*\); correct it"),
    "table.json": ('{"a": 1}', r"table.json' holds no list of words; give the vocabulary published with the weights"),
    "none.json": ("[]", "none.json' holds no list of words"),
    "empty.txt": ("a\n\ndog\n", r"word 1 of '.*empty.txt' is ''; expected a text that is not empty"),
    "number.json": ('["a", 7]', r"word 1 of '.*number.json' is 7; expected a text that is not empty"),
    "double.txt": ("a\ndog\na\n", r"double.txt' has 'a' 2 times; the words of a vocabulary are all different"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_other_vocabularies_are_refused(tmp_path, name):
    content, words = SPOILT[name]
    (tmp_path / name).write_text(content)
    with pytest.raises((ModelError, RecordError), match=words):
        read_m2_words(tmp_path / name)


def test_a_pickle_without_words_is_refused(tmp_path):
    (tmp_path / "vocab.pkl").write_bytes(pickle.dumps(["a", "dog"]))
    with pytest.raises(ModelError, match="holds no list of words"):
        read_m2_words(tmp_path / "vocab.pkl")


def test_deeply_nested_words_are_refused(tmp_path):
    (tmp_path / "vocab.json").write_text("[" * 1536)
    with pytest.raises(RecordError, match=r"vocab\.json' is not JSON"):
        read_m2_words(tmp_path / "vocab.json")
