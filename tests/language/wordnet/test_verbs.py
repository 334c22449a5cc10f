"""Verbs and their topics."""

import pytest

from cinescribe.language.tokens.parsed_sentence import Word
from cinescribe.language.wordnet.verbs import NO_TOPIC, Verb, verbs


def sentence(*words):
    """Words as (lemma, part of speech, head, relation)."""
    return tuple(Word(lemma, lemma, pos, "", head, dep) for lemma, pos, head, dep in words)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ([("she", "PRON", 1, "nsubj"), ("smile", "VERB", 1, "root")], [Verb("smile", "body")]),
        (  # He takes his hat off and sits.
            [
                ("he", "PRON", 1, "nsubj"),
                ("take", "VERB", 1, "root"),
                ("hat", "NOUN", 1, "obj"),
                ("off", "ADP", 1, "compound:prt"),
                ("sit", "VERB", 1, "conj"),
            ],
            [Verb("take off", "motion"), Verb("sit", "contact")],
        ),
        (  # stand in, which would be to take another's place, is two words here
            [("stand", "VERB", 0, "root"), ("in", "ADP", 2, "case"), ("hall", "NOUN", 0, "obl")],
            [Verb("stand", "contact")],
        ),
        ([("walk", "VERB", 0, "root"), ("past", "ADP", 0, "compound:prt")], [Verb("walk", "motion")]),
        ([("zorble", "VERB", 0, "root")], [Verb("zorble", NO_TOPIC)]),
        ([("be", "AUX", 1, "cop"), ("here", "ADV", 1, "root")], [Verb("be", "stative")]),
        (
            [("have", "AUX", 2, "aux"), ("be", "AUX", 2, "aux:pass"), ("chase", "VERB", 2, "root")],
            [Verb("chase", "motion")],
        ),
        ([("night", "NOUN", 0, "root")], []),
    ],
)
def test_verbs_are_found_with_particle_and_topic(words, found):
    assert verbs(sentence(*words)) == found
