"""The verbs of a sentence, and what WordNet says each is about."""

from __future__ import annotations

from typing import NamedTuple

from cinescribe.language.tokens.words import Sentence
from cinescribe.language.wordnet.wordnet import wordnet

NO_TOPIC = "none"  # of a verb that WordNet does not have


class Verb(NamedTuple):
    """A verb as somebody uses it.

    Attributes:
        text: its base form, with its particle where WordNet has both as one verb: `look up`.
        topic: what its commonest sense is about, one of `wordnet.TOPICS`; NO_TOPIC where WordNet does not have it.
    """

    text: str
    topic: str


def verbs(sentence: Sentence) -> list[Verb]:
    """The verbs of a parsed sentence, in order, auxiliaries left out: `is` is one in `is here`, and none in `is gone`.

    The commonest sense stands for all, since nothing here tells senses apart; it is right more often than not, and
    wrong the same way each time.
    """
    found = []
    for at, word in enumerate(sentence):
        if word.pos == "VERB" or (word.pos == "AUX" and not word.dep.startswith("aux")):
            text = _with_particle(sentence, at)
            found.append(Verb(text, next(iter(wordnet().topics(text)), NO_TOPIC)))
    return found


def _with_particle(sentence: Sentence, at: int) -> str:
    lemma = sentence[at].lemma
    particles = (word.lemma for word in sentence[at + 1 :] if word.head == at and word.dep == "compound:prt")
    phrase = f"{lemma} {next(particles, '')}"
    return phrase if wordnet().has(phrase, "v") else lemma
