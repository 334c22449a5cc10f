"""Labels of phrases: the head word of a noun phrase, the phrasal verb of a verb, the preposition of a noun."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cinescribe.language.scene_graph.rule_words import PERSON_WORD, PREPOSITIONS, QUANTIFIERS
from cinescribe.language.semantics.rule_words import COUNTING_WORDS, PARTICLES, PARTS_OF_PLACES, SOMEONE
from cinescribe.language.tokens.parsed_sentence import Sentence, Word
from cinescribe.language.wordnet.senses import senses
from cinescribe.language.wordnet.wordnet import Pos, wordnet

_NOUNS = frozenset({"NOUN", "PROPN"})
_HEADS = _NOUNS | {"NUM"}
_PEOPLE_WORDS = frozenset({SOMEONE, "he", "she", "him", "her", "they", "them", "i", "we", "you", "who", "somebody"})
_PARTICLE_RELATIONS = frozenset({"compound:prt", "advmod", "obl"})
_PARTICLE_TAGS = frozenset({"ADP", "ADV"})
_VERB_AND_NOUN: tuple[Pos, Pos] = ("v", "n")
_LEMMAS = {"others": "other"}
_PHRASES = {" ".join(words) for words in PREPOSITIONS}


def is_person_word(word: Word) -> bool:
    """Whether a word is a person's id or `someone`."""
    return PERSON_WORD.fullmatch(word.text) is not None


def is_animate(word: Word) -> bool:
    """Whether a word is a person or an animal."""
    text = word.lemma
    return text in _PEOPLE_WORDS or is_person_word(word) or (word.pos in _NOUNS and _is_animate_noun(text))


def preposition_of(words: Sentence, children: Sequence[Sequence[int]], at: int) -> str:
    """Return the preposition of a noun; empty if there is none."""
    cases = [child for child in children[at] if words[child].dep == "case"]
    if not cases:
        return ""
    parts = sorted([*cases, *(fixed for case in cases for fixed in children[case] if words[fixed].dep == "fixed")])
    text = " ".join(words[part].text.lower() for part in parts)
    return text if len(parts) == 1 or text in _PHRASES else words[parts[-1]].text.lower()


def counted(words: Sentence, children: Sequence[Sequence[int]], at: int) -> int:
    """Return the noun that is meant: of `a couple of dogs` and `one of the dogs`, the dogs."""
    if words[at].lemma in QUANTIFIERS or words[at].text.lower() in COUNTING_WORDS:
        for child in children[at]:
            if words[child].dep == "nmod" and preposition_of(words, children, child) == "of":
                return child
    return at


def place_of(words: Sentence, children: Sequence[Sequence[int]], at: int) -> int:
    """Return the place that is meant: of `the middle of the road`, the road."""
    at = counted(words, children, at)
    if words[at].lemma in PARTS_OF_PLACES:
        for child in children[at]:
            if words[child].dep == "nmod" and preposition_of(words, children, child) == "of":
                return child
    return at


def noun_label(words: Sentence, children: Sequence[Sequence[int]], at: int) -> str:
    """Return the lemma of a noun phrase's head, with the word before it if WordNet has both: `living room`."""
    word = words[at]
    if is_person_word(word):
        return word.text.lower()
    lemma = _LEMMAS.get(word.lemma, word.lemma) or word.text.lower()
    if word.pos in _HEADS and at and (at - 1) in children[at] and words[at - 1].dep in {"compound", "amod", "nummod"}:
        phrase = f"{words[at - 1].text.lower()} {lemma}"
        if wordnet().has(phrase, "n"):
            return phrase
    return lemma


def verb_label(words: Sentence, children: Sequence[Sequence[int]], at: int) -> str:
    """Return a verb's lemma, with its particle if WordNet has both as one verb: `pick up`."""
    word = words[at]
    lemma = word.lemma if word.pos in {"VERB", "AUX"} else wordnet().morphy(word.text, "v") or word.lemma
    if at > 1 and words[at - 1].text == "-":
        return _hyphenated(words[at - 2].text.lower(), lemma, word)
    end = at + 1  # of verb and object
    for child in children[at]:
        particle = words[child]
        if child > at and particle.dep in _PARTICLE_RELATIONS and particle.pos in _PARTICLE_TAGS:
            text = particle.text.lower()
            if child <= end and text in PARTICLES and _is_verb(lemma, text):
                return f"{lemma} {text}"
        if particle.dep in {"obj", "iobj"} and child > at:
            end = child + 1
    return lemma


def _hyphenated(before: str, lemma: str, word: Word) -> str:
    """The base form of a verb in two parts: `high-five` for `high-fives`, which WordNet does not have."""
    is_inflected = lemma == word.text.lower() and lemma.endswith("s")
    return f"{before}-{lemma.removesuffix('s') if is_inflected else lemma}"


@lru_cache(maxsize=65536)
def _is_verb(lemma: str, particle: str) -> bool:
    return wordnet().has(f"{lemma} {particle}", "v")


@lru_cache(maxsize=4096)
def is_mostly_verb(form: str) -> bool:
    """Whether an inflected word was tagged as a verb at least half as often as a noun, in WordNet's counts."""
    counts = []
    for pos in _VERB_AND_NOUN:
        base = next(iter(wordnet().bases(form, pos)), None)
        counts.append(sum(senses().count(base, sense) for sense in wordnet().synsets(base, pos)) if base else 0)
    return 2 * counts[0] >= counts[1]


@lru_cache(maxsize=65536)
def _is_animate_noun(noun: str) -> bool:
    found = wordnet().synsets(noun, "n")
    return bool(found) and senses().lexname(found[0]) in {"noun.person", "noun.animal"}
