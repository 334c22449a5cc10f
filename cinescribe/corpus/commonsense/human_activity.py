"""Captions of human activity in the words of ATOMIC: `P1 is opening a door.` becomes `PersonX opens a door`.

ATOMIC knows what people do, so only such captions are kept (*Video2Commonsense*, section 3.1).
"""

from __future__ import annotations

from functools import lru_cache

from cinescribe.language.parser.word_classes import third_person
from cinescribe.language.semantics.clauses import Clause, clauses
from cinescribe.language.semantics.phrases import is_person_word
from cinescribe.language.tokens.parsed_sentence import Sentence, Word
from cinescribe.language.wordnet.senses import senses
from cinescribe.language.wordnet.wordnet import wordnet

_PEOPLE = ("PersonX", "PersonY", "PersonZ")
_PRONOUNS = frozenset({"he", "she", "they", "someone", "somebody", "everyone", "everybody", "who", "i", "we", "you"})
_OTHER_PEOPLE = frozenset({"him", "her", "them", "he", "she", "they"})  # where they are not the subject
_STATES = frozenset({"stative"})  # topics of verbs that are no activity
_LEFT_OUT = frozenset({"aux", "aux:pass", "mark", "cc", "conj", "nsubj", "obl:agent", "parataxis", "advcl", "punct"})
_PASSIVE = "nsubj:pass"


def event_of(sentence: Sentence) -> str | None:
    """Return the event of a sentence's first clause about what people do; None if it has none.

    The person who acts is PersonX; further people with ids are PersonY and PersonZ.
    """
    clause = activity_of(sentence)
    return _event(sentence, clause) if clause else None


def activity_of(sentence: Sentence) -> Clause | None:
    """Return a sentence's first clause about what people do; None if it has none."""
    return next((clause for clause in clauses(sentence) if _is_activity(sentence, clause)), None)


def complement_words(sentence: Sentence, clause: Clause) -> list[int]:
    """Return the words that a clause has besides verb and subject, in order.

    Auxiliaries and further clauses are left out. Of a passive, its subject comes first; words before the
    verb come last: `At night, P1 waves to P2` has `to P2 at night`.
    """
    own = [at for at, word in enumerate(sentence) if word.head == clause.at != at and word.dep not in _LEFT_OUT]
    own = [at for at in own if at not in clause.subjects]
    own.sort(key=lambda at: (sentence[at].dep != _PASSIVE, at < clause.at))
    return [word for child in own for word in _phrase(sentence, child)]


def _is_activity(sentence: Sentence, clause: Clause) -> bool:
    verb = sentence[clause.at]
    if clause.is_copula or verb.pos != "VERB" or not clause.subjects:
        return False
    topic = next(iter(wordnet().topics(verb.lemma)), None)
    return topic not in _STATES and all(_is_human(sentence[at]) for at in clause.subjects)


def _is_human(word: Word) -> bool:
    return is_person_word(word) or word.lemma in _PRONOUNS or word.pos == "PROPN" or _is_human_noun(word.lemma)


@lru_cache(maxsize=65536)
def _is_human_noun(noun: str) -> bool:
    found = wordnet().synsets(noun, "n")
    return bool(found) and senses().lexname(found[0]) == "noun.person"


def _event(sentence: Sentence, clause: Clause) -> str:
    """The clause with PersonX for its subject, its verb active and in the present, without auxiliaries or clauses."""
    names = {sentence[at].text: _PEOPLE[0] for at in clause.subjects if is_person_word(sentence[at])}
    words = [_PEOPLE[0], third_person(sentence[clause.at].lemma)]
    for word in (sentence[at] for at in complement_words(sentence, clause)):
        if is_person_word(word) or (word.lemma in _OTHER_PEOPLE and "Poss=Yes" not in word.features):
            names.setdefault(word.text, _PEOPLE[min(len({_PEOPLE[0], *names.values()}), len(_PEOPLE) - 1)])
        words.append(names.get(word.text, word.text.lower()))
    return " ".join(words).replace(" 's", "'s")


def _phrase(sentence: Sentence, at: int) -> list[int]:
    """A word and what depends on it, without punctuation, in order."""
    phrase, frontier = {at}, {at}
    while frontier:
        frontier = {
            n for n, word in enumerate(sentence) if word.head in frontier and n not in phrase and word.dep != "punct"
        }
        phrase |= frontier
    return sorted(phrase)
