from cinescribe.describe.guidelines import word_lists
from cinescribe.language.wordnet.wordnet import wordnet


def test_adverbs_of_emotions_are_words():
    adverbs = word_lists.emotional_adverbs()
    assert {"angrily", "happily", "sadly", "hysterically"} <= adverbs


def test_verbs_and_adjectives_are_in_wordnet():
    for word in word_lists.SOUND_VERBS - {"vroom", "thrum", "ping", "whirr", "whish"} | word_lists.MENTAL:
        assert wordnet().bases(word, "v"), word
    for word in word_lists.JUDGING:
        assert word.endswith("ly")


def test_lists_that_exclude_each_other_do():
    assert word_lists.UNMOVED <= word_lists.SOUND_VERBS
    assert not word_lists.MENTAL & word_lists.OUTWARD
