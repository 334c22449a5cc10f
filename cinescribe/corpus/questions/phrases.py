"""Phrases of intentions, effects and attributes in one form, that of ATOMIC, and as statements of questions.

`P1 wants to rest.`, `PersonX wants to rest` and `rest` are one answer, `to rest`; questions ask whether P1 wants to
rest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from cinescribe.corpus.commonsense.atomic import ATTRIBUTE, EFFECT, INTENTION
from cinescribe.corpus.questions.caption_act import Subject
from cinescribe.language.parser.word_classes import third_person
from cinescribe.language.wordnet.senses import senses
from cinescribe.language.wordnet.wordnet import Pos, wordnet

_ACTOR, _OTHERS = "PersonX", ("PersonY", "PersonZ")
_PERSON = re.compile(r"\b(?:person ?[xyz]|P\d+)\b", re.IGNORECASE)
_WANTS = re.compile(r"(?:wants?|wanted|intends?|intended|wishes|wished|would like)\s+", re.IGNORECASE)
_IS = re.compile(
    r"(?:is|are|was|were|seems?|looks?|appears?)\s+(?:to be\s+|(?:seen|described)\s+as\s+)?", re.IGNORECASE
)
_NOT = re.compile(r"(?:does|do|did)(?: not|n't)\s+", re.IGNORECASE)
_FEELS = frozenset({"feel", "be", "get", "become", "grow"})  # verbs before a feeling
_BEFORE_VERBS = frozenset({"now", "then", "soon", "also", "still", "just", "finally"})
_DEGREES = frozenset({"very", "more", "so", "really", "quite", "no", "longer", "not", "a", "little", "bit", "too"})
_ARTICLES = frozenset({"a", "an", "the", "in", "on", "at", "of", "not", "no", "without", "out", "under", "well"})
_LONGEST_FEELING = 4  # words


@dataclass(frozen=True)
class Phrase:
    """A phrase of an aspect.

    Args:
        answer: in the form of ATOMIC, the person who acts as PersonX: `to rest`, `gets tired`, `tired`.
        statement: what questions say: `rest`, `get tired`, `tired`; of an effect on others, the whole clause.
        is_clause: whether the statement has its own subject.
        feeling: of an effect on feelings or states, that: `tired`; None for others.
    """

    answer: str
    statement: str
    is_clause: bool = False
    feeling: str | None = None

    def about(self, subject: Subject) -> str:
        """Return the statement with the subject's words for PersonX, and `somebody` for other people."""
        text = self.statement.replace(_ACTOR, subject.text)
        for other in _OTHERS:
            text = text.replace(other, "somebody")
        return text


def phrase_of(text: str, aspect: str, subject: Subject | None) -> Phrase | None:
    """Return a phrase of an aspect; None for an empty text.

    Args:
        text: as annotated: a sentence, or a phrase of ATOMIC.
        aspect: intention, effect or attribute.
        subject: who acts in the caption.
    """
    is_sentence = text.rstrip().endswith(".")
    plain = " ".join(text.split()).rstrip(" .")
    if not plain:
        return None
    named = _with_people(plain.lower() if plain.isupper() else plain, subject)
    has_subject, rest = _without_subject(named, subject)
    rest = rest if rest.startswith("Person") else rest[0].lower() + rest[1:]
    return _FORMS[aspect](rest, has_subject, is_sentence)


def _with_people(text: str, subject: Subject | None) -> str:
    """The text with PersonX for who acts, and PersonY and PersonZ for others, in order."""
    names: dict[str, str] = {}
    actor = subject.person if subject else None

    def name(found: re.Match[str]) -> str:
        word = found.group()
        if word.startswith(("P", "p")) and word[1:].isdigit():
            if word.upper() == actor:
                return _ACTOR
            return names.setdefault(word.upper(), _OTHERS[min(len(names), len(_OTHERS) - 1)])
        return f"Person{word[-1].upper()}"

    return _PERSON.sub(name, text)


def _without_subject(text: str, subject: Subject | None) -> tuple[bool, str]:
    """Whether a text begins with who acts, and the text without that."""
    nouns = "|".join(re.escape(noun) for noun in (subject.nouns if subject else ()))
    known = rf"|(?:(?:the|a|an|this|that)\s+)?(?:{nouns})" if nouns else ""
    rest = re.sub(rf"^(?:{_ACTOR}|he|she|they{known})\s+(?=\S)(?!and\b|or\b)", "", text, count=1, flags=re.IGNORECASE)
    return rest != text, rest


def _intention(text: str, has_subject: bool, is_sentence: bool) -> Phrase:
    wish = _WANTS.sub("", text, count=1) if _WANTS.match(text) else text
    words = wish.split()
    if words[0].lower() == "to" and len(words) > 1:
        return Phrase(wish, " ".join(words[1:]))
    if has_subject and is_sentence and wish == text:  # a sentence about no wish: `P1 is bored.`
        return Phrase(wish, _base(wish) or wish, is_clause=not _base(wish))
    if words[0].lower() in _base_verbs(words[0]):
        return Phrase(f"to {wish}", wish)
    return Phrase(wish, f"have {wish}")


def _effect(text: str, has_subject: bool, is_sentence: bool) -> Phrase:
    if text.startswith("will "):
        verb, *others = text.split()[1:] or ["be"]
        text = " ".join([third_person(verb), *others])
    text = _NOT.sub("not ", text, count=1)
    is_about_others = text.startswith("Person") or (is_sentence and not has_subject)
    base = None if is_about_others else _base(text)
    if base is not None:
        return Phrase(text, base, feeling=_feeling(base))
    if not is_about_others and _is_state(text):
        return Phrase(text, f"feel {text}", feeling=text)
    return Phrase(text, text, is_clause=True)


def _attribute(text: str, has_subject: bool, is_sentence: bool) -> Phrase:
    trait = _IS.sub("", text, count=1) if _IS.match(text) else text
    words = trait.split()
    is_noun = len(words) == 1 and not wordnet().bases(trait, "a") and wordnet().bases(trait, "n") == (trait.lower(),)
    article = "an" if trait[0] in "aeiou" else "a"
    return Phrase(trait, f"{article} {trait}" if is_noun and words[0] not in _ARTICLES else trait)


_FORMS = {INTENTION: _intention, EFFECT: _effect, ATTRIBUTE: _attribute}


def _base(text: str) -> str | None:
    """A predicate with its verb as in the dictionary, `get tired` for `gets tired`; None for anything else."""
    words = text.split()
    at = next((n for n, word in enumerate(words) if word not in _BEFORE_VERBS and word != "not"), len(words))
    if at == len(words):
        return None
    verb = words[at].lower()
    bases = _base_verbs(verb)
    is_adjective = len(words) == at + 1 and _is_state(verb)
    return None if not bases or is_adjective else " ".join([*words[:at], bases[0], *words[at + 1 :]])


@lru_cache(maxsize=65536)
def _base_verbs(word: str) -> tuple[str, ...]:
    return {"is": ("be",), "are": ("be",), "has": ("have",)}.get(word) or wordnet().bases(word, "v")


def _feeling(base: str) -> str | None:
    """A person's state or feeling: `tired` of `get tired`, `no longer thirsty` of `be no longer thirsty`."""
    verb, _, state = base.partition(" ")
    return state if verb in _FEELS and state and _is_state(state) else None


def _is_state(text: str) -> bool:
    """Whether a text is an adjective, with or without words of degree: those of few words, the last an adjective."""
    words = text.lower().split()
    last = words[-1].removesuffix(",")
    return len(words) <= _LONGEST_FEELING and all(word in _DEGREES for word in words[:-1]) and _is_adjective(last)


@lru_cache(maxsize=65536)
def _is_adjective(word: str) -> bool:
    """Whether a word is mostly an adjective, in WordNet's counts: `tired`, not `noticed` or `home`."""
    as_adjective, as_verb, as_adverb = _count(word, "a"), _count(word, "v"), _count(word, "r")
    return bool(wordnet().bases(word, "a")) and 2 * as_adjective >= as_verb and as_adjective >= as_adverb


def _count(word: str, pos: Pos) -> int:
    return sum(
        senses().count(base, sense) for base in wordnet().bases(word, pos) for sense in wordnet().synsets(base, pos)
    )
