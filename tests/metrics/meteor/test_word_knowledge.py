import numpy as np
import pytest

from cinescribe.metrics.meteor.word_knowledge import FUNCTION_WORDS, lexicon_of, word_stems, word_synsets

# Output of the stemmer in METEOR 1.5's jar: words that later rules stem differently, and some that they do not.
JAR = {
    "added": "ad",
    "ebbing": "eb",
    "egged": "eg",
    "offing": "of",
    "erred": "er",
    "evening": "even",
    "evenings": "even",
    "vying": "vy",
    "dying": "die",
    "emergencies": "emerg",
    "interstate": "interst",
    "international": "intern",
    "interred": "inter",
    "laterally": "later",
    "organized": "organ",
    "organ": "organ",
    "paste": "past",
    "pasting": "past",
    "university": "univers",
    "psychologists": "psychologist",
    "interlogist": "interlogist",
    "philanthropists": "philanthropist",
    "'em": "em",
    "outing": "outing",
    "skies": "sky",
    "running": "run",
    "generously": "generous",
    "communities": "communiti",
    "yellow": "yellow",
    "sing": "sing",
    "caf\u00e9s": "caf\u00e9",
}


def test_stems_equal_the_jars():
    assert dict(zip(JAR, word_stems(list(JAR)), strict=True)) == JAR


def test_no_words_give_no_stems():
    assert word_stems([]) == []


def test_function_words_are_93():
    assert len(FUNCTION_WORDS) == 93
    assert {"the", "'s", "-lrb-", "said", "\u2014"} <= FUNCTION_WORDS
    assert "man" not in FUNCTION_WORDS


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("couch", "sofa"),
        ("couches", "sofa"),  # by a suffix rule
        ("men", "adult_male"),  # by the list of irregular forms
        ("taxi", "cab"),
        ("shut", "closes"),
        ("able", "breathe"),  # an adjective and a verb with one offset, as METEOR has them
    ],
)
def test_synonyms_share_a_synset(word, other):
    assert word_synsets(word) & word_synsets(other)


@pytest.mark.parametrize(("word", "other"), [("dog", "cat"), ("glass", "gla"), ("is", "i"), ("zzyzx", "zzyzx")])
def test_unrelated_words_share_no_synset(word, other):
    assert not word_synsets(word) & word_synsets(other)


def test_irregular_forms_do_not_also_follow_suffix_rules():
    """WordNet's list derives `calves` from `calf`; the suffix rules would derive it from `calve`."""
    assert word_synsets("calves") == word_synsets("calf")
    assert not word_synsets("calves") & word_synsets("calve")


def test_the_lexicon_is_by_word_number():
    lexicon = lexicon_of(["the", "ridden", "rides", "ride", "zzyzx"])
    assert lexicon.is_function.tolist() == [True, False, False, False, False]
    assert lexicon.stems[2] == lexicon.stems[3] != lexicon.stems[1]
    of_word = [set(lexicon.senses[lexicon.bounds[n] : lexicon.bounds[n + 1]].tolist()) for n in range(5)]
    assert of_word[1] >= word_synsets("ride")
    assert of_word[3] == word_synsets("ride")
    assert of_word[4] == set()
    assert all(
        np.all(np.diff(lexicon.senses[a:b]) > 0) for a, b in zip(lexicon.bounds, lexicon.bounds[1:], strict=False)
    )
