"""Senses of a proposition's words, and its roles by VerbNet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from cinescribe.language.semantics.phrases import is_person_word
from cinescribe.language.semantics.propositions import Proposition, label
from cinescribe.language.semantics.tree import SentenceTree
from cinescribe.language.semantics.verbnet import VerbNet
from cinescribe.language.semantics.word_senses import WordSenses
from cinescribe.language.wordnet.senses import senses
from cinescribe.language.wordnet.wordnet import Pos, part_of, wordnet

LabelKind = Literal["text", "sense"]

# Nouns whose first sense is meant by words for people that WordNet does not have.
_PEOPLE = {
    **dict.fromkeys(("someone", "somebody", "anyone", "everyone", "who", "i", "you", "whoever", "one"), "person"),
    **dict.fromkeys(("he", "him", "himself"), "man"),
    **dict.fromkeys(("she", "her", "herself"), "woman"),
    **dict.fromkeys(("they", "them", "we", "us", "others", "everybody"), "people"),
}


@dataclass(frozen=True)
class Lexicons:
    """What labels are made with, beside the parser.

    Attributes:
        kind: `text` for head words, `sense` for names of their senses, which synonyms share: `film.v.01`.
        word_senses: chooses senses.
        verbnet: gives roles; None where they come from syntax alone.
    """

    kind: LabelKind = "sense"
    word_senses: WordSenses = field(default_factory=WordSenses)
    verbnet: VerbNet | None = None


@dataclass(frozen=True)
class Understood:
    """Subject, verb, object and location of a proposition, empty where nothing fills a role.

    Attributes:
        texts: as words.
        senses: as word and number of the sense: `shoot#4`; empty for a word that is not in WordNet.
        names: as names of senses: `film.v.01`; the word itself where it is not in WordNet.
        verb_class: VerbNet's class; None where no frame fits.
    """

    texts: tuple[str, str, str, str]
    senses: tuple[str, str, str, str]
    names: tuple[str, str, str, str]
    verb_class: str | None


def understand(tree: SentenceTree, stated: Proposition, lexicons: Lexicons) -> Understood:
    """Return the words of a proposition with their senses, and its roles by VerbNet where a frame fits."""
    text = " ".join(word.text for word in tree.words)
    choose = lexicons.word_senses
    ranked = choose.ranked(stated.verb, "v", text)
    roles, verb_class, verb = stated.roles, None, ranked[0] if ranked else None
    if lexicons.verbnet is not None and not stated.clause.is_copula:
        match = lexicons.verbnet.match(tree, stated.clause, stated.verb, filled=roles, ranked=ranked)
        if match is not None:
            roles, verb_class = match.roles, match.verb_class
            verb = match.sense if match.sense is not None else verb
    found = [_noun(tree, at, choose, text) for at in (roles.subject, roles.object, roles.location)]
    found.insert(1, (stated.verb, _numbered(stated.verb, verb), _name(stated.verb, verb)))
    texts, numbered, names = zip(*found, strict=True)
    return Understood(_four(texts), _four(numbered), _four(names), verb_class)


def _noun(tree: SentenceTree, at: int | None, choose: WordSenses, text: str) -> tuple[str, str, str]:
    """The label of a noun as word, as word with the number of its sense, and as name of the sense."""
    if at is None:
        return "", "", ""
    word = label(tree, at)
    noun = "person" if is_person_word(tree.words[at]) else _PEOPLE.get(word, word)
    ranked = wordnet().synsets(noun, "n")[:1] if noun != word else choose.ranked(noun, "n", text)
    sense = ranked[0] if ranked else None
    return word, _numbered(noun, sense), _name(word, sense)


def _numbered(word: str, sense: int | None) -> str:
    if sense is None:
        return ""
    pos: Pos = part_of(sense)
    return f"{word}#{wordnet().synsets(word, pos).index(sense) + 1}"


def _name(word: str, sense: int | None) -> str:
    return word if sense is None else senses().name(sense)


def _four(values: tuple[str, ...]) -> tuple[str, str, str, str]:
    first, second, third, fourth = values
    return first, second, third, fourth
