"""Augmentation of treebank sentences towards captions: person ids, present tense, fragments, lower case, no full stop.

Captions differ from news and mail systematically, and a parser trained without them errs systematically: it takes
verbs in `-s` for plural nouns, and ids for ordinary words. Each rewriting keeps the tree correct.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from cinescribe.language.parser.clause_augmentation import PLURAL, SINGULAR, finite, person_id, with_other_words
from cinescribe.language.parser.treebank import TreebankSentence
from cinescribe.language.tokens.parsed_sentence import Word

_HE = frozenset({"he", "she", "him", "her"})
_OWN = frozenset({"his", "her"})
# fmt: off
_PERSON = frozenset({
    "boy", "brother", "child", "daughter", "doctor", "father", "friend", "gentleman", "girl", "guy", "husband", "kid",
    "lady", "man", "mother", "officer", "person", "player", "sister", "son", "student", "teacher", "waiter", "wife",
    "woman",
})
# fmt: on
_PERSON_ROLES = frozenset({"nsubj", "nsubj:pass", "obj", "iobj", "obl:agent", "conj"})
_NAME_PARTS = frozenset({"flat", "compound", "punct"})
_PARTS_OF_PERSON = frozenset({"det", "amod", "nmod:poss", "compound"})
_PAST = {
    "Mood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin": SINGULAR,
    "Mood=Ind|Number=Plur|Person=3|Tense=Past|VerbForm=Fin": PLURAL,
}
_ID_FEATURES = "Number=Sing"
_BE = frozenset({"be"})
_STOPS = frozenset(".!?")
_MIN_WORDS = 3  # of a fragment


def caption_like(tree: TreebankSentence, random: Random, lemmas: Sequence[str] = ()) -> TreebankSentence:
    """Return a caption-like tree, made from a treebank's tree by random rewritings.

    Args:
        tree: of a treebank.
        random: chooses the rewritings.
        lemmas: base forms of verbs that are nouns too, to exchange words for.
    """
    if random.random() < 0.6:
        tree = tree_with_ids(tree, random)
    if random.random() < 0.5:
        tree = in_present_tense(tree)
    if random.random() < 0.5:
        tree = with_other_words(tree, random, lemmas)
    if random.random() < 0.5:
        tree = as_phrase(tree, random)
    if random.random() < 0.7:
        tree = without_full_stop(tree)
    return in_lower_case(tree) if random.random() < 0.5 else tree


def in_lower_case(tree: TreebankSentence) -> TreebankSentence:
    """Return the tree with its words in lower case."""
    return replace(tree, words=tuple(replace(word, text=word.text.lower()) for word in tree.words))


def without_full_stop(tree: TreebankSentence) -> TreebankSentence:
    """Return the tree without its final full stop, `!` or `?`; a tree of one word is unchanged."""
    last = tree.words[-1]
    if len(tree.words) == 1 or last.text not in _STOPS or last.head == len(tree.words) - 1:
        return tree
    return _subtree(tree, range(len(tree.words) - 1))


def tree_with_ids(tree: TreebankSentence, random: Random) -> TreebankSentence:
    """Return the tree with ids (`P3`, `SOMEONE`) in place of names, nouns for people, and personal pronouns."""
    remaining = set(range(len(tree.words)))
    words, spaces = list(tree.words), list(tree.spaces)
    for at, word in enumerate(tree.words):
        phrase = _phrase(tree, at)
        if at not in remaining or not _is_person(tree, at, phrase):
            continue
        remaining -= set(phrase) - {at}
        words[at] = replace(word, text=person_id(random), pos="PROPN", features=_ID_FEATURES)
        words[at] = replace(words[at], lemma=words[at].text.lower())
        spaces[at] = tree.spaces[phrase[-1]]
    return _with_possessive_ids(
        _subtree(TreebankSentence(tuple(words), tuple(spaces), tree.starts_paragraph), sorted(remaining)), random
    )


def in_present_tense(tree: TreebankSentence) -> TreebankSentence:
    """Return the tree with its past-tense verbs of the third person in the present, the tense of film description."""
    words = tuple(_present_verb(tree, at) for at in range(len(tree.words)))
    return replace(tree, words=words)


def as_phrase(tree: TreebankSentence, random: Random) -> TreebankSentence:
    """Return a noun phrase: `a man riding a horse` from `a man is riding a horse`, or a phrase of the sentence."""
    return _participial(tree) or _part(tree, random)


def _is_person(tree: TreebankSentence, at: int, phrase: list[int]) -> bool:
    word = tree.words[at]
    role = word.dep in _PERSON_ROLES
    if word.pos == "PRON":
        return role and word.text.lower() in _HE
    parts = [tree.words[i].dep for i in phrase if i != at]
    if word.pos == "PROPN":
        return role and "Sing" in word.features and all(part in _NAME_PARTS for part in parts)
    return role and word.lemma in _PERSON and "Sing" in word.features and all(p in _PARTS_OF_PERSON for p in parts)


def _with_possessive_ids(tree: TreebankSentence, random: Random) -> TreebankSentence:
    """The tree with `P1 's` in place of every possessive `his` and `her`."""
    words: list[Word] = []
    spaces: list[bool] = []
    positions: list[int] = []
    for word, space in zip(tree.words, tree.spaces, strict=True):
        is_possessive = word.dep == "nmod:poss" and word.text.lower() in _OWN
        text = person_id(random) if is_possessive else word.text
        positions.append(len(words))
        words.append(
            replace(word, text=text, lemma=text.lower(), pos="PROPN", features=_ID_FEATURES) if is_possessive else word
        )
        spaces.append(False if is_possessive else space)
        if is_possessive:
            words.append(Word("'s", "'s", "PART", "", -1, "case"))
            spaces.append(space)
    moved = tuple(
        replace(word, head=at - 1 if word.head < 0 else positions[word.head]) for at, word in enumerate(words)
    )
    return TreebankSentence(moved, tuple(spaces), tree.starts_paragraph)


def _present_verb(tree: TreebankSentence, at: int) -> Word:
    word = tree.words[at]
    present = _PAST.get(word.features) if word.pos == "VERB" else None
    return finite(word.lemma, present, head=word.head, dep=word.dep) if present else word


def _participial(tree: TreebankSentence) -> TreebankSentence | None:
    """A progressive or passive sentence as its subject with a participle; None for other sentences."""
    root = next(at for at, word in enumerate(tree.words) if word.head == at)
    below = {word.dep: at for at, word in enumerate(tree.words) if word.head == root and at != root}
    subject = below.get("nsubj", below.get("nsubj:pass"))
    helpers = [at for at, word in enumerate(tree.words) if word.head == root and word.dep in ("aux", "aux:pass")]
    bare = all(tree.words[at].lemma in _BE for at in helpers) and bool(helpers)
    if subject is None or not bare or tree.words[subject].pos not in ("NOUN", "PROPN") or subject > root:
        return None
    words = list(tree.words)
    words[subject] = replace(words[subject], head=subject, dep="root")
    words[root] = replace(words[root], head=subject, dep="acl")
    outside = {at for at in _below(tree, root) if at < _phrase(tree, subject)[0]} | set(helpers)
    return _subtree(replace(tree, words=tuple(words)), [at for at in range(len(words)) if at not in outside])


def _part(tree: TreebankSentence, random: Random) -> TreebankSentence:
    """A random noun phrase of the tree, as a tree; the tree itself if it has none long enough."""
    nouns = [at for at, word in enumerate(tree.words) if word.pos in ("NOUN", "PROPN") and word.head != at]
    phrases = [phrase for at in nouns if len(phrase := _noun_phrase(tree, at)) >= _MIN_WORDS]
    if not phrases:
        return tree
    phrase = random.choice(phrases)
    return _subtree(tree, phrase)


def _noun_phrase(tree: TreebankSentence, at: int) -> list[int]:
    """The words of a noun's phrase, without the preposition, conjunction or comma that attaches it."""
    ties = [
        i
        for i, word in enumerate(tree.words)
        if word.head == at and i < at and word.dep in ("case", "cc", "mark", "punct")
    ]
    left_out = {j for i in ties for j in _below(tree, i)}
    return [i for i in _phrase(tree, at) if i not in left_out]


def _phrase(tree: TreebankSentence, at: int) -> list[int]:
    """A word and all its descendants, in order."""
    return sorted(_below(tree, at))


def _below(tree: TreebankSentence, at: int) -> set[int]:
    subtree = {at}
    has_grown = True
    while has_grown:
        more = {i for i, word in enumerate(tree.words) if word.head in subtree and i not in subtree}
        subtree |= more
        has_grown = bool(more)
    return subtree


def _subtree(tree: TreebankSentence, positions: list[int] | range) -> TreebankSentence:
    """The words at some positions as a tree; the first one that lost its head becomes the root of all others."""
    new = {old: at for at, old in enumerate(positions)}
    root = next(old for old in positions if tree.words[old].head not in new or tree.words[old].head == old)
    words = []
    for old in positions:
        word = tree.words[old]
        head = new.get(word.head, new[root])
        words.append(replace(word, head=new[old], dep="root") if old == root else replace(word, head=head))
    return TreebankSentence(tuple(words), tuple(tree.spaces[old] for old in positions), tree.starts_paragraph)
