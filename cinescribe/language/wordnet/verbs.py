"""The verbs of a sentence with their topics in WordNet."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from cinescribe.language.tokens.parsed_sentence import Sentence
from cinescribe.language.wordnet.wordnet import wordnet

SenseChoice: TypeAlias = Callable[[str, str], int | None]  # the sense of a verb in the text of its sentence
_PARTICLES = frozenset({"compound:prt", "advmod"})  # treebanks have both: `sit down` is mostly `advmod`
NO_TOPIC = "none"  # of a verb that is not in WordNet


class Verb(NamedTuple):
    """A verb of a text.

    Attributes:
        text: base form, with the particle if WordNet has both as one verb: `look up`.
        topic: topic of its sense, one of `wordnet.TOPICS`; NO_TOPIC for a verb that is not in WordNet.
    """

    text: str
    topic: str


def verbs(sentence: Sentence, *, sense_of: SenseChoice | None = None) -> list[Verb]:
    """Return the verbs of a parsed sentence, in order, without auxiliaries: `is` in `is here`, not in `is gone`.

    Args:
        sentence: the parsed sentence.
        sense_of: chooses the sense that gives the topic, as `WordSenses.verb_sense` does from the sentence; by default
            it is the commonest, which is mostly right and always consistent.
    """
    found = []
    words = " ".join(word.text for word in sentence) if sense_of is not None else ""
    for at, word in enumerate(sentence):
        if word.pos == "VERB" or (word.pos == "AUX" and not word.dep.startswith("aux")):
            text = _with_particle(sentence, at)
            sense = sense_of(text, words) if sense_of is not None else None
            topic = wordnet().topic(sense) if sense is not None else next(iter(wordnet().topics(text)), NO_TOPIC)
            found.append(Verb(text, topic))
    return found


def _with_particle(sentence: Sentence, at: int) -> str:
    lemma = sentence[at].lemma
    particles = (word.lemma for word in sentence[at + 1 :] if word.head == at and word.dep in _PARTICLES)
    phrases = (f"{lemma} {particle}" for particle in particles)
    return next((phrase for phrase in phrases if wordnet().has(phrase, "v")), lemma)
