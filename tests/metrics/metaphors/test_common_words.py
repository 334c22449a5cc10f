from cinescribe.language.wordnet.wordnet import wordnet
from cinescribe.metrics.metaphors.common_words import NOUNS, PROPERTIES, with_article


def test_words_are_distinct_and_in_wordnet():
    assert len(set(NOUNS)) == len(NOUNS) > 200
    assert len(set(PROPERTIES)) == len(PROPERTIES) == 24
    assert all(wordnet().has(noun, "n") for noun in NOUNS)
    assert all(wordnet().has(word, "a") for word in PROPERTIES)


def test_articles_follow_the_first_sound():
    assert [with_article(noun) for noun in ("owl", "hat", "umbrella")] == ["an owl", "a hat", "an umbrella"]
