from random import Random

from cinescribe.language.parser.clause_augmentation import is_held_out
from cinescribe.language.parser.description_words import description_words, name, plural

KNOWN = ("sit", "open", "cover", "covered", "cup", "sadly", "famous", "justice", "zorblax", "box", "walk", "hug")


def test_words_are_chosen_by_what_wordnet_says():
    words = description_words(KNOWN, ["open"])
    assert "sit" in words.intransitive
    assert "open" in words.transitive
    assert "cup" in words.things
    assert not {"justice", "zorblax"} & {*words.things, *words.transitive, *words.intransitive}
    assert (words.adverbs, words.adjectives) == (("sadly",), ("famous",))
    assert words.past["cover"] == "covered"
    assert "sit" not in words.past
    assert words


def test_words_that_are_kept_for_tests_are_left_out():
    held_out = [verb for verb in ("walk", "smile", "hug", "nod", "jump", "wave", "step", "stand") if is_held_out(verb)]
    assert held_out
    words = description_words(held_out, [])
    assert not words.intransitive
    assert not words.transitive


def test_without_words_of_each_kind_there_is_no_grammar():
    assert not description_words(("cup",), [])


def test_names_and_plurals():
    assert all(name(Random(seed)).isalpha() and name(Random(seed))[0].isupper() for seed in range(50))
    assert plural("box") == "boxes"
