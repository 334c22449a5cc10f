"""Augmentation with verbs that could be plural nouns: short clauses about people, and words exchanged in any tree.

Treebanks have `SOMEONE nods.` nowhere. A clause of a treebank becomes one: a verb with some of what follows it, in the
present tense, after a person. Verbs and nouns are exchanged for words that could be both (`wave`), so that the parser
learns to distinguish them by context. A fifth of these words is never used, to measure the parser on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from cinescribe.language.parser.treebank import TreebankSentence
from cinescribe.language.parser.word_classes import third_person
from cinescribe.language.tokens.parsed_sentence import Word

SINGULAR = "Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin"
PLURAL = "Mood=Ind|Number=Plur|Person=3|Tense=Pres|VerbForm=Fin"
N_IDS = 11  # the most people of a clip set in LSMDC

_FIFTHS = 5
_EXCHANGED = 0.5  # share of the verbs and nouns that could be exchanged
_ONE_PERSON = 0.65  # share of clauses; the others have two people or more
_KEPT = ("obj", "obl", "advmod", "compound:prt", "xcomp")
_LONGEST = 6  # words of a phrase kept
_UNKEPT = frozenset({"nsubj", "nsubj:pass", "conj", "parataxis", "punct"})  # inside a phrase kept
# fmt: off
_NAMES = ("Adam", "Anna", "Ben", "Clara", "David", "Emma", "Frank", "Julia", "Maria", "Nick", "Paul", "Sarah", "Tom")
_PEOPLE = ("boy", "child", "doctor", "girl", "guard", "guy", "king", "man", "mother", "officer", "teacher", "woman")
_PLURAL_PEOPLE = ("boys", "children", "doctors", "girls", "guards", "men", "officers", "others", "people",
                  "women")
# fmt: on
_COLOURS = ("black", "blue", "dark", "green", "long", "new", "old", "plain", "small", "torn", "white")
_PLACES = ("in", "with", "on", "from", "behind", "near", "under")
_ADVERBS = ("again", "away", "back", "slowly", "softly", "together", "wearily")

_Rows = list[Word]  # heads count from the first row


def is_held_out(lemma: str) -> bool:
    """Whether a verb is never put into training sentences, by a digest of its lemma."""
    return int(hashlib.sha256(lemma.encode()).hexdigest(), 16) % _FIFTHS == 0


def with_other_words(tree: TreebankSentence, random: Random, lemmas: Sequence[str]) -> TreebankSentence:
    """Return the tree with half of its third-person verbs and common nouns exchanged for other `lemmas`.

    Args:
        tree: any tree.
        random: chooses the words.
        lemmas: base forms of verbs that are nouns too; without any, the tree is unchanged.
    """
    if not lemmas:
        return tree
    after_noun = {word.head for word in tree.words if word.dep == "compound"}
    words = tuple(
        _exchanged(word, random.choice(lemmas)) if at not in after_noun and random.random() < _EXCHANGED else word
        for at, word in enumerate(tree.words)
    )
    return replace(tree, words=words)


def short_clause(tree: TreebankSentence, random: Random, lemmas: Sequence[str]) -> TreebankSentence | None:
    """Return a short clause in the present tense about people, from a clause of the tree; None if it has none.

    Args:
        tree: of a treebank.
        random: chooses the clause, the subject, and what is left out.
        lemmas: base forms of verbs that are nouns too, for half of the verbs.
    """
    verbs = [at for at, word in enumerate(tree.words) if _is_predicate(tree, at, word)]
    if not verbs:
        return None
    verb = random.choice(verbs)
    number = SINGULAR if random.random() < _ONE_PERSON else PLURAL
    rows = _person(random, lemmas) if number == SINGULAR else _people(random, lemmas)
    lemma = random.choice(lemmas) if lemmas and random.random() < _EXCHANGED else tree.words[verb].lemma
    at = len(rows)
    rows = [replace(word, head=at) if word.dep == "nsubj" else word for word in rows]
    rows.append(finite(lemma, number, head=at, dep="root"))
    rows += _kept_phrases(tree, verb, at, random)
    if lemmas and random.random() < 0.3:
        rows += _second_verb(len(rows), finite(random.choice(lemmas), number, head=at, dep="conj"), random)
    if random.random() < 0.7:
        rows.append(Word(".", ".", "PUNCT", "", at, "punct"))
    spaces = tuple(after.pos != "PUNCT" for after in rows[1:])
    return TreebankSentence(tuple(rows), (*spaces, True), starts_paragraph=True)


def person_id(random: Random) -> str:
    """Return the id of a person: `P3`, `SOMEONE`."""
    number = f"P{random.randint(0, N_IDS)}"
    return random.choice((number, number, "SOMEONE", "Someone"))


def finite(lemma: str, features: str, *, head: int, dep: str) -> Word:
    """Return a verb in the present tense, third person; `features` are `SINGULAR` or `PLURAL`."""
    bare = "are" if lemma == "be" else lemma
    return Word(third_person(lemma) if features == SINGULAR else bare, lemma, "VERB", features, head, dep)


def _exchanged(word: Word, lemma: str) -> Word:
    if word.pos == "VERB" and word.features in (SINGULAR, PLURAL) and word.lemma != "be":
        return finite(lemma, word.features, head=word.head, dep=word.dep)
    if word.pos == "NOUN" and word.features in ("Number=Sing", "Number=Plur"):
        return replace(word, text=third_person(lemma) if "Plur" in word.features else lemma, lemma=lemma)
    return word


def _is_predicate(tree: TreebankSentence, at: int, word: Word) -> bool:
    is_finite = (
        word.pos == "VERB" and word.lemma != "be" and "VerbForm=Fin" in word.features and "Mood=Ind" in word.features
    )
    return is_finite and any(other.head == at and other.dep == "nsubj" for other in tree.words)


def _person(random: Random, lemmas: Sequence[str]) -> _Rows:
    """A subject for one person: an id, a name, a pronoun or a noun; its head is marked by `nsubj`."""
    kind = random.random()
    if kind < 0.4:
        return [_name(person_id(random), "nsubj", 0)]
    if kind < 0.55:
        return [_name(random.choice(_NAMES), "nsubj", 0)]
    if kind < 0.7:
        he, gender = random.choice((("He", "Masc"), ("She", "Fem")))
        features = f"Case=Nom|Gender={gender}|Number=Sing|Person=3|PronType=Prs"
        return [Word(he, he.lower(), "PRON", features, 0, "nsubj")]
    noun = random.choice(_PEOPLE)
    article = _article(random, 1)
    rows = [replace(article, text=article.text.capitalize()), Word(noun, noun, "NOUN", "Number=Sing", 0, "nsubj")]
    return [*rows, *_modifier(len(rows), random, lemmas)]


def _people(random: Random, lemmas: Sequence[str]) -> _Rows:
    """A subject for two people or more."""
    kind = random.random()
    if kind < 0.6:
        name = random.choice((person_id, lambda random: random.choice(_NAMES)))
        and_ = Word("and", "and", "CCONJ", "", 2, "cc")
        return [_name(name(random), "nsubj", 0), and_, _name(name(random), "conj", 0)]
    if kind < 0.75:
        return [Word("They", "they", "PRON", "Case=Nom|Number=Plur|Person=3|PronType=Prs", 0, "nsubj")]
    people = random.choice(_PLURAL_PEOPLE)
    the = Word("The", "the", "DET", "Definite=Def|PronType=Art", 1, "det")
    two = Word("Two", "two", "NUM", "NumForm=Word|NumType=Card", 1, "nummod")
    rows = [random.choice((the, two)), Word(people, people, "NOUN", "Number=Plur", 0, "nsubj")]
    return [*rows, *_modifier(len(rows), random, lemmas)]


def _modifier(start: int, random: Random, lemmas: Sequence[str]) -> _Rows:
    """Half of the time nothing, or the rows of `in a long coat`, from row `start`; row `start - 1` is a noun."""
    if not lemmas or random.random() < 0.5:
        return []
    colours = [random.choice(_COLOURS)] if random.random() < 0.5 else []
    end = start + 2 + len(colours)
    noun, place = random.choice(lemmas), random.choice(_PLACES)
    return [
        Word(place, place, "ADP", "", end, "case"),
        _article(random, end),
        *(Word(colour, colour, "ADJ", "Degree=Pos", end, "amod") for colour in colours),
        Word(noun, noun, "NOUN", "Number=Sing", start - 1, "nmod"),
    ]


def _article(random: Random, head: int) -> Word:
    text, kind = random.choice((("the", "Def"), ("a", "Ind")))
    return Word(text, text, "DET", f"Definite={kind}|PronType=Art", head, "det")


def _name(text: str, dep: str, head: int) -> Word:
    return Word(text, text.lower(), "PROPN", "Number=Sing", head, dep)


def _kept_phrases(tree: TreebankSentence, verb: int, root: int, random: Random) -> _Rows:
    """Some of the phrases that follow a verb, as rows after the verb, which is row `root`."""
    share = random.choice((0, 0, 0.5, 1))
    rows: _Rows = []
    for at, word in enumerate(tree.words):
        if at > verb and word.head == verb and word.dep.startswith(_KEPT) and random.random() < share:
            phrase = _phrase(tree, at)
            start = root + 1 + len(rows)
            rows += [
                replace(tree.words[i], head=root if i == at else start + phrase.index(tree.words[i].head))
                for i in phrase
            ]
    return rows


def _phrase(tree: TreebankSentence, at: int) -> list[int]:
    """A word and all its descendants, in order; none if the phrase is long, or has clauses."""
    phrase = {at}
    for _ in range(_LONGEST + 1):
        phrase |= {i for i, word in enumerate(tree.words) if word.head in phrase}
    is_kept = len(phrase) <= _LONGEST and not any(tree.words[i].dep in _UNKEPT for i in phrase)
    return sorted(phrase) if is_kept else []


def _second_verb(start: int, verb: Word, random: Random) -> _Rows:
    """The rows of `and` with a second verb, from row `start`."""
    adverb = random.choice(_ADVERBS)
    rows = [Word("and", "and", "CCONJ", "", start + 1, "cc"), verb]
    return [*rows, Word(adverb, adverb, "ADV", "", start + 1, "advmod")] if random.random() < 0.5 else rows
