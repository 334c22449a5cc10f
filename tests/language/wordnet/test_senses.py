import importlib

import pytest

from cinescribe.arrays import read_arrays
from cinescribe.errors import LanguageError, ModelError
from cinescribe.language.wordnet.senses import LEXNAMES, Senses, senses
from cinescribe.language.wordnet.wordnet import wordnet

senses_module = importlib.import_module("cinescribe.language.wordnet.senses")


def first(word, pos):
    return wordnet().synsets(word, pos)[0]


def test_gloss_definition_and_examples():
    bus = first("bus", "n")
    assert senses().gloss(bus).startswith("a vehicle carrying many passengers")
    assert senses().definition(bus) == "a vehicle carrying many passengers; used for public transport"
    assert senses().examples(bus) == ("he always rode the bus to work",)


def test_keys_name_senses_both_ways():
    for word in ("bus", "shoot", "placed", "quickly"):
        for sense in wordnet().synsets(word):
            assert senses().of_key(senses().key(word, sense)) == sense
    assert senses().key("bus", first("bus", "n")) == "bus%1:06:00::"
    assert senses().key("placed", wordnet().synsets("placed", "a")[1]) == "placed%5:00:00:arranged:00"


@pytest.mark.parametrize("key", ["bus", "bus%9:06:00::", "zorblax%1:06:00::", "bus%x:06:00::", "bus%1:99:00::"])
def test_a_key_of_no_sense(key):
    assert senses().of_key(key) is None


def test_relations_files_and_counts():
    bus, shoot = first("bus", "n"), first("shoot", "v")
    assert senses().lexname(bus) == "noun.artifact"
    assert "conveyance.n.03" in {senses().name(sense) for sense in senses().ancestors(bus)}
    assert [senses().name(sense) for sense in senses().hypernyms(bus)] == ["public_transport.n.01"]
    assert senses().frames(shoot) == {8, 9}
    assert senses().frames(bus) == frozenset()
    assert senses().count("man", first("man", "n")) == 749
    assert len(LEXNAMES) == 45


def test_all_glosses_are_returned():
    assert len(senses().glosses()) == 117_659


def test_unknown_sense_is_refused():
    with pytest.raises(LanguageError, match=r"7 is no sense of WordNet; give one of `WordNet\.synsets`"):
        senses().gloss(7)
    with pytest.raises(LanguageError, match=r"'bus' has no sense 7 in WordNet; give one of `WordNet\.synsets`"):
        wordnet().entry("bus", 7)
    with pytest.raises(LanguageError, match=r"7 is no sense of a verb; give one of `WordNet\.synsets`"):
        wordnet().topic(7)


def test_a_missing_or_broken_file_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(senses_module, "SENSES", tmp_path / "senses.safetensors")
    senses.cache_clear()
    with pytest.raises(ModelError, match=r"WordNet's senses cannot be read .*; install cinescribe again"):
        senses()
    monkeypatch.undo()
    arrays = dict(read_arrays(senses_module.SENSES))
    arrays["glosses"] = arrays["glosses"][:100]
    with pytest.raises(ModelError, match=r"WordNet's glosses are broken .*; install cinescribe again"):
        Senses(wordnet(), arrays).gloss(first("bus", "n"))
