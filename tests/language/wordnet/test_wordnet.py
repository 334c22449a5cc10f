import importlib
import importlib.util
import zipfile
from pathlib import Path

import pytest

from cinescribe.errors import ModelError
from cinescribe.language.wordnet.wordnet import OFFSETS, TOPICS, part_of, wordnet

module = importlib.import_module("cinescribe.language.wordnet.wordnet")


@pytest.fixture(scope="module")
def words():
    return wordnet()


def meteors_lines(name):
    """Pairs of lines in METEOR's own copy of WordNet."""
    spec = importlib.util.find_spec("pycocoevalcap")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    folder = Path(spec.submodule_search_locations[0])
    with zipfile.ZipFile(folder / "meteor" / "meteor-1.5.jar") as jar:
        lines = jar.read(f"synonym/english.{name}").decode().split("\n")
    return zip(lines[::2], lines[1::2], strict=False)


def test_senses_are_in_wordnets_order(words):
    assert words.synsets("dog", "n")[0] == 102_084_071
    assert [part_of(sense) for sense in words.synsets("dog")] == ["n"] * 7 + ["v"]
    assert words.synsets("dog") == words.synsets("dog", "n") + words.synsets("dog", "v")


def test_synonyms_share_a_sense_and_parts_of_speech_do_not(words):
    assert set(words.synsets("couch", "n")) & set(words.synsets("sofa", "n"))
    assert not set(words.synsets("entity")) & set(words.synsets("breathe"))


def test_words_are_found_in_any_case_and_with_spaces(words):
    assert words.synsets("Hot Dog") == words.synsets("hot_dog") != ()


@pytest.mark.parametrize("word", ["", "asdf", "dogs", "dog\x00", "été", "zzzzzz", "'", "hot  dog"])
def test_unknown_words_have_no_senses(words, word):
    assert words.synsets(word) == ()


def test_the_first_and_the_last_word_are_found(words):
    assert words.synsets("'hood")
    assert words.synsets("zymurgy")


@pytest.mark.slow
def test_every_word_has_the_senses_that_meteor_knows(words):
    known = {word: frozenset(map(int, senses.split())) for word, senses in meteors_lines("synsets") if word}
    assert len(known) == 147_306
    assert [word for word, senses in known.items() if words.offsets(word) != senses] == []


def test_every_irregular_form_has_the_bases_that_meteor_knows(words):
    for base, forms in meteors_lines("exceptions"):
        for form in forms.split():
            assert words.offsets(base) <= words.base_offsets(form), (form, base)


@pytest.mark.parametrize(
    ("word", "base"),
    [("dogs", "dog"), ("glasses", "glass"), ("grass", "grass"), ("to", "to"), ("ran", "run"), ("playing", "play")],
)
def test_base_offsets_equal_those_of_the_base_form(words, word, base):
    assert words.base_offsets(word) == words.offsets(base)


def test_a_word_without_other_forms_has_no_base_offsets(words):
    assert words.offsets("dog")
    assert words.base_offsets("dog") == frozenset()


def test_offsets_without_part_of_speech_join_unrelated_senses(words):
    assert words.offsets("entity") & words.offsets("breathe") == {1740}
    assert words.offsets("entity") == {sense % OFFSETS for sense in words.synsets("entity")}


@pytest.mark.parametrize(
    ("word", "pos", "base"),
    [
        ("men", "n", "man"),
        ("women", "n", "woman"),
        ("leaves", "n", "leaf"),
        ("leaves", "v", "leave"),
        ("churches", "n", "church"),
        ("gas", "n", "gas"),
        ("glass", "n", "glass"),
        ("boxesful", "n", "boxful"),
        ("Hot Dogs", "n", "hot_dog"),
        ("is", "v", "be"),
        ("lying", "v", "lie"),
        ("running", "v", "run"),
        ("closed", "v", "close"),
        ("bigger", "a", "big"),
        ("best", "r", "well"),
        ("as", "n", "as"),
        ("winces", "n", "wince"),
    ],
)
def test_morphy_gives_the_base_form(words, word, pos, base):
    assert words.morphy(word, pos) == base


@pytest.mark.parametrize(("word", "pos"), [("asdfs", "n"), ("the", "v"), ("", "n"), ("is", "n"), ("s", "v")])
def test_morphy_returns_none_for_unknown_words(words, word, pos):
    assert words.morphy(word, pos) is None


def test_bases_of_a_form_end_with_the_form_itself(words):
    assert words.bases("axes", "n") == ("ax", "axis")
    assert words.bases("glasses", "n") == ("glass", "glasses")
    assert words.bases("involucra", "n") == ("involucre",)


@pytest.mark.parametrize(
    ("word", "upos", "features", "lemma"),
    [
        ("Men", "NOUN", "", "man"),
        ("glasses", "NOUN", "Number=Plur", "glass"),
        ("glasses", "NOUN", "", "glasses"),
        ("gas", "NOUN", "Number=Sing", "gas"),
        ("found", "VERB", "Tense=Past|VerbForm=Fin", "find"),
        ("found", "VERB", "VerbForm=Inf", "found"),
        ("was", "AUX", "", "be"),
        ("older", "ADJ", "Degree=Cmp", "old"),
        ("P1s", "PROPN", "", "p1s"),
        ("zorbles", "NOUN", "Number=Plur", "zorbles"),
        ("The", "DET", "", "the"),
    ],
)
def test_lemmas_follow_the_universal_part_of_speech(words, word, upos, features, lemma):
    assert words.lemma(word, upos, features) == lemma


@pytest.mark.parametrize(
    ("verb", "topic"),
    [
        ("look", "perception"),
        ("look at", "cognition"),
        ("walk over", "competition"),
        ("smile", "body"),
        ("be", "stative"),
        ("open", "contact"),
        ("eat", "consumption"),
        ("rain", "weather"),
    ],
)
def test_the_topic_is_that_of_the_commonest_sense(words, verb, topic):
    assert words.topics(verb)[0] == topic


def test_only_verb_senses_have_topics(words):
    assert len(words.topics("run")) == len(words.synsets("run", "v")) == 41
    assert set(words.topics("run")) <= set(TOPICS)
    assert words.topics("table lamp") == words.topics("asdf") == ()


def test_missing_index_is_reported(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "INDEX", tmp_path / "none.safetensors")
    wordnet.cache_clear()
    with pytest.raises(ModelError, match=r"WordNet's index cannot be read .*; install cinescribe again"):
        wordnet()
    wordnet.cache_clear()
