"""The verbs of a sentence with their topics in WordNet."""

from __future__ import annotations

from typing import NamedTuple

from cinescribe.language.tokens.parsed_sentence import Sentence
from cinescribe.language.wordnet.wordnet import wordnet

NO_TOPIC = "none"  # of a verb that is not in WordNet


class Verb(NamedTuple):
    """A verb of a text.

    Attributes:
        text: base form, with the particle if WordNet has both as one verb: `look up`.
        topic: topic of the commonest sense, one of `wordnet.TOPICS`; NO_TOPIC for a verb that is not in WordNet.
    """

    text: str
    topic: str


def verbs(sentence: Sentence) -> list[Verb]:
    """Return the verbs of a parsed sentence, in order, without auxiliaries: `is` in `is here`, not in `is gone`.

    There is no sense disambiguation: the commonest sense gives the topic, which is mostly right and always consistent.
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
