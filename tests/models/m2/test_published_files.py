import json
import os
import pickle

import pytest
import torch

from cinescribe.errors import ModelError, RecordError
from cinescribe.models.m2.published_files import read_m2_weights, read_m2_words
from tests.models.published_m2 import WORDS, plain_m2, write_vocabulary, write_weights


class Harmful:
    """Makes a directory when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


@pytest.mark.parametrize("is_old", [True, False])
def test_weights_come_from_the_state_of_a_training_run(tmp_path, is_old):
    plain = plain_m2()
    found = read_m2_weights(write_weights(tmp_path / "m2.pth", plain, is_old=is_old))
    assert found.keys() == plain.state_dict().keys()
    for name, value in plain.state_dict().items():
        assert found[name].equal(value)


@pytest.mark.slow
def test_weights_saved_on_a_gpu_are_read_without_one(tmp_path):
    plain = plain_m2()
    path = write_weights(tmp_path / "m2.pth", plain)
    stored = path.read_bytes().replace(b"ctorch\nFloatStorage", b"ctorch.cuda\nFloatStorage")
    path.write_bytes(stored.replace(b"X\3\0\0\0cpu", b"X\6\0\0\0cuda:0"))
    found = read_m2_weights(path)
    assert b"cuda:0" in path.read_bytes()
    assert found["encoder.fc.weight"].equal(plain.state_dict()["encoder.fc.weight"])


def test_a_file_may_hold_the_weights_alone(tmp_path):
    torch.save({"a": torch.ones(2)}, tmp_path / "m2.pth")
    assert read_m2_weights(tmp_path / "m2.pth")["a"].tolist() == [1, 1]


@pytest.mark.parametrize("content", [b"", b"not a checkpoint\n", b"PK\x03\x04 nor this"], ids=["empty", "text", "zip"])
def test_other_files_are_refused_as_weights(tmp_path, content):
    (tmp_path / "m2.pth").write_bytes(content)
    with pytest.raises(ModelError, match=r"m2.pth' is damaged, or no checkpoint of torch, or needs more than numbers"):
        read_m2_weights(tmp_path / "m2.pth")


@pytest.mark.parametrize("is_old", [True, False])
def test_a_cut_checkpoint_is_refused(tmp_path, is_old):
    path = write_weights(tmp_path / "m2.pth", plain_m2(), is_old=is_old)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(ModelError, match="is damaged"):
        read_m2_weights(path)


def test_weights_that_run_code_are_refused(tmp_path):
    torch.save({"state_dict": {"a": torch.ones(2)}, "more": Harmful(tmp_path / "made")}, tmp_path / "m2.pth")
    with pytest.raises(
        ModelError, match=r"needs more than numbers, which is not safe to load .*mkdir.*; give meshed_memory"
    ):
        read_m2_weights(tmp_path / "m2.pth")
    assert not (tmp_path / "made").exists()


def test_missing_weights_are_named(tmp_path):
    with pytest.raises(ModelError, match=r"m2.pth' cannot be read .*; expected the file of an M²'s weights"):
        read_m2_weights(tmp_path / "m2.pth")


@pytest.mark.parametrize(
    "found", [torch.ones(2), {}, {"state_dict": {"a": 1}}, {"state_dict": [torch.ones(2)]}, {1: torch.ones(2)}]
)
def test_a_checkpoint_without_named_weights_is_refused(tmp_path, found):
    torch.save(found, tmp_path / "m2.pth")
    with pytest.raises(ModelError, match=r"m2.pth' holds no weights by name; give meshed_memory_transformer.pth"):
        read_m2_weights(tmp_path / "m2.pth")


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
    "table.json": ('{"a": 1}', r"table.json' holds no list of words; give the vocabulary that the weights came with"),
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


def test_weights_that_share_too_many_numbers_are_refused(tmp_path):
    shared = torch.arange(100_000.0)
    torch.save({"a": shared, "b": shared}, tmp_path / "m2.pth")
    assert read_m2_weights(tmp_path / "m2.pth")["b"].equal(shared)
    torch.save({str(n): shared[n : n + 1] for n in range(100)}, tmp_path / "m2.pth")
    with pytest.raises(ModelError, match=r"its weights need 40,000,000 bytes"):
        read_m2_weights(tmp_path / "m2.pth")
