"""Words as numbers: the tokens that a captioner reads and writes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from cinescribe.errors import LanguageError

PAD, START, END, SEPARATOR, BLANK, UNKNOWN = "[pad]", "[start]", "[end]", "[sep]", "[blank]", "[unk]"
SPECIAL = (PAD, START, END, SEPARATOR, BLANK, UNKNOWN)
N_PEOPLE = 11  # person tokens of MICap, |P|
# A word may hold hyphens, apostrophes and, between digits, full stops and commas; a possessive stands apart.
_TOKEN = re.compile(r"\[blank\]|\bP\d+\b|'s\b|\d+(?:[.,]\d+)+|\w+(?:[-']\w+)*?(?='s\b)|\w+(?:[-']\w+)*|[^\w\s]")
_PERSON = re.compile(r"P\d+")
_JOINED_BEFORE = frozenset([".", ",", ";", ":", "!", "?", "'s", ")", "%"])
_JOINED_AFTER = frozenset(["("])
_ENDS = frozenset([".", "!", "?"])


class Tokens(Protocol):
    """What numbers tokens: how many there are, which are special, which stand for people.

    People are one run of tokens from `first_person` on, so that a person classifier is a slice of the word classifier
    (MICap, §3.2).
    """

    @property
    def pad(self) -> int: ...

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def separator(self) -> int: ...

    @property
    def blank(self) -> int: ...

    @property
    def unknown(self) -> int: ...

    @property
    def first_person(self) -> int: ...

    @property
    def n_people(self) -> int: ...

    def __len__(self) -> int: ...

    def encode(self, text: str) -> list[int]:
        """The tokens of one caption, without start or end; people beyond `n_people` are an error."""

    def decode(self, tokens: Sequence[int]) -> str:
        """The caption that tokens spell; special ones but the blank and the unknown are left out."""


@dataclass(frozen=True)
class Vocabulary:
    """Whole words as tokens: the special ones, then the people `P1` on, then words by how often they are used.

    A caption is cut at spaces and punctuation, `'s` apart; the first word of a sentence is written small unless it
    stands for a person or is all capitals, and `decode` gives sentences their capitals back. A caption of known words,
    commas, full stops and possessives comes back as it was.

    Args:
        words: the words proper, all different.
        n_people: person tokens, |P| of the paper.

    Raises:
        LanguageError: when a word is there twice, or there is no person.
    """

    words: tuple[str, ...]
    n_people: int = N_PEOPLE
    _index: dict[str, int] = field(init=False, repr=False, compare=False)

    pad = SPECIAL.index(PAD)
    start = SPECIAL.index(START)
    end = SPECIAL.index(END)
    separator = SPECIAL.index(SEPARATOR)
    blank = SPECIAL.index(BLANK)
    unknown = SPECIAL.index(UNKNOWN)
    first_person = len(SPECIAL)

    def __post_init__(self) -> None:
        check_people(self.n_people)
        index = {token: n for n, token in enumerate(self.tokens)}
        if len(index) != len(self.tokens):
            double, _ = Counter(self.tokens).most_common(1)[0]
            raise LanguageError(f"the word {double!r} came twice; the words of a vocabulary are all different")
        object.__setattr__(self, "_index", index)

    @classmethod
    def of_texts(cls, texts: Iterable[str], *, fewest: int = 1, n_people: int = N_PEOPLE) -> Vocabulary:
        """The words used at least `fewest` times in captions, the most frequent first, equals by the alphabet.

        Raises:
            LanguageError: when there is no such word.
        """
        counts = Counter(token for text in texts for token in spelt(text) if not is_person(token))
        kept = [word for word, n in counts.items() if n >= fewest and word not in SPECIAL]
        if not kept:
            raise LanguageError(
                f"the captions hold no word that is used {fewest} times; give more captions, or ask for fewer uses"
            )
        return cls(tuple(sorted(kept, key=lambda word: (-counts[word], word))), n_people)

    @property
    def tokens(self) -> tuple[str, ...]:
        """Every token by its number."""
        return (*SPECIAL, *(f"P{n}" for n in range(1, self.n_people + 1)), *self.words)

    def __len__(self) -> int:
        return len(SPECIAL) + self.n_people + len(self.words)

    def encode(self, text: str) -> list[int]:
        """The tokens of one caption, without start or end.

        Raises:
            LanguageError: when the caption names more people than there are tokens for.
        """
        check_mentions(text, self.n_people)
        return [self._index.get(token, self.unknown) for token in spelt(text)]

    def decode(self, tokens: Sequence[int]) -> str:
        """The caption that tokens spell, spaced and with capitals; special ones but the blank are left out."""
        names = self.tokens
        shown = [names[token] for token in tokens if token >= len(SPECIAL) or token in (self.blank, self.unknown)]
        return sentences(shown)


def spelt(text: str) -> list[str]:
    """The words and marks of a caption, the first of each sentence written small unless it is a person."""
    out: list[str] = []
    opens = True
    for token in _TOKEN.findall(text):
        out.append(_small(token) if opens else token)
        opens = token in _ENDS
    return out


def sentences(words: Sequence[str]) -> str:
    """Words and marks put together as written text: `P1 waves. The door opens.`"""
    out = ""
    opens = True
    for word in words:
        space = "" if not out or word in _JOINED_BEFORE or out[-1] in _JOINED_AFTER else " "
        out += space + (word[0].upper() + word[1:] if opens else word)
        opens = word in _ENDS
    return out


def is_person(token: str) -> bool:
    """Whether a token stands for a person: `P1` on."""
    return _PERSON.fullmatch(token) is not None


def check_people(n_people: int) -> None:
    """Hold a vocabulary to one person or more.

    Raises:
        LanguageError: when there is none.
    """
    if n_people < 1:
        raise LanguageError(f"a vocabulary of {n_people} people was asked for; people are counted from 1")


def check_mentions(text: str, n_people: int) -> None:
    """Hold a caption to the people that there are tokens for.

    Raises:
        LanguageError: when it names another.
    """
    for token in _TOKEN.findall(text):
        if is_person(token) and not 1 <= int(token[1:]) <= n_people:
            raise LanguageError(
                f"{token} came in {text!r}, but {n_people} people are known, P1 to P{n_people}; "
                "cut the captions into smaller sets, or make a vocabulary of more people"
            )


def _small(token: str) -> str:
    """A sentence's first word as within it; people and words in capitals, as TV, stay."""
    if is_person(token) or (len(token) > 1 and token.isupper()):
        return token
    return token[0].lower() + token[1:]
