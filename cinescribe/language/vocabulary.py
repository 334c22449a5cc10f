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
_TOKEN = re.compile(r"\[blank\]|\bP\d+\b|'s\b|\w+(?:[-']\w+)*?(?='s\b)|\w+(?:[-']\w+)*|[^\w\s]")
_JOINED_BEFORE = frozenset([".", ",", ";", ":", "!", "?", "'s", "n't", ")", "%"])
_JOINED_AFTER = frozenset(["("])


class Tokens(Protocol):
    """What numbers tokens: how many there are, which are special, which stand for people.

    People are one run of tokens from `first_person` on, so that a person classifier is a slice of the word classifier
    (MICap, §3.2).
    """

    pad: int
    start: int
    end: int
    separator: int
    blank: int
    first_person: int
    n_people: int

    def __len__(self) -> int: ...

    def encode(self, text: str) -> list[int]:
        """The tokens of one caption, without start or end; people beyond `n_people` are an error."""

    def decode(self, tokens: Sequence[int]) -> str:
        """The caption that tokens spell; special ones but the blank are left out."""


@dataclass(frozen=True)
class Vocabulary:
    """Whole words as tokens: the special ones, then the people `P1` on, then words by how often they are used.

    A caption is cut at spaces and punctuation, `'s` apart; its first word is written small unless it stands for a
    person, and `decode` gives sentences their capitals back.

    Args:
        words: the words proper, all different.
        n_people: person tokens, |P| of the paper.
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
        index = {token: n for n, token in enumerate(self.tokens)}
        if len(index) != len(self.tokens):
            double, _ = Counter(self.tokens).most_common(1)[0]
            raise LanguageError(f"the word {double!r} came twice; the words of a vocabulary are all different")
        object.__setattr__(self, "_index", index)

    @classmethod
    def of_texts(cls, texts: Iterable[str], *, fewest: int = 1, n_people: int = N_PEOPLE) -> Vocabulary:
        """The words used at least `fewest` times in captions, the most frequent first, equals by the alphabet."""
        counts = Counter(token for text in texts for token in spelt(text) if not _is_person(token))
        kept = [word for word, n in counts.items() if n >= fewest and word not in SPECIAL]
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
        return [self._number(token, text) for token in spelt(text)]

    def decode(self, tokens: Sequence[int]) -> str:
        """The caption that tokens spell, spaced and with capitals; special ones but the blank are left out."""
        names = self.tokens
        shown = [names[token] for token in tokens if token >= len(SPECIAL) or token in (self.blank, self.unknown)]
        return sentences(shown)

    def _number(self, token: str, text: str) -> int:
        if token in self._index:
            return self._index[token]
        if _is_person(token):
            raise LanguageError(
                f"{token} came in {text!r}, but {self.n_people} people are known, P1 to P{self.n_people}; "
                "cut the captions into smaller sets, or make a vocabulary of more people"
            )
        return self.unknown


def spelt(text: str) -> list[str]:
    """The words and marks of a caption, the first of each sentence written small unless it is a person."""
    tokens = _TOKEN.findall(text)
    firsts = [n == 0 or tokens[n - 1] in ".!?" for n in range(len(tokens))]
    return [
        token
        if _is_person(token) or not first or token[1:].upper() == token[1:] != ""
        else token[0].lower() + token[1:]
        for token, first in zip(tokens, firsts, strict=True)
    ]


def sentences(words: Sequence[str]) -> str:
    """Words and marks put together as written text: `P1 waves. The door opens.`"""
    out = ""
    opens = True
    for word in words:
        space = "" if not out or word in _JOINED_BEFORE or out[-1] in _JOINED_AFTER else " "
        out += space + (word[0].upper() + word[1:] if opens else word)
        opens = word in (".", "!", "?")
    return out


def _is_person(token: str) -> bool:
    return token[0] == "P" and token[1:].isdigit()
