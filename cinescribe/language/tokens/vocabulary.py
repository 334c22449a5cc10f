"""Word-level vocabulary: captions to token ids and back."""

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
# A word may hold hyphens, apostrophes and, between digits, full stops and commas; a possessive is a token of its own.
_TOKEN = re.compile(r"\[blank\]|\bP\d+\b|'s\b|\d+(?:[.,]\d+)+|\w+(?:[-']\w+)*?(?='s\b)|\w+(?:[-']\w+)*|[^\w\s]")
_PERSON = re.compile(r"P\d+")
_NO_SPACE_BEFORE = frozenset([".", ",", ";", ":", "!", "?", "'s", ")", "%"])
_NO_SPACE_AFTER = frozenset(["("])
_ENDS = frozenset([".", "!", "?"])


class Tokens(Protocol):
    """Anything that turns captions into token ids and back, and names the special ids.

    Person tokens are consecutive ids that start at `first_person`, so a person classifier is a slice of the word
    classifier (MICap, §3.2).
    """

    @property
    def pad(self) -> int:
        """Id of the padding token."""
        ...

    @property
    def start(self) -> int:
        """Id of the start token."""
        ...

    @property
    def end(self) -> int:
        """Id of the end token."""
        ...

    @property
    def separator(self) -> int:
        """Id of the token between two captions."""
        ...

    @property
    def blank(self) -> int:
        """Id of the token for a person left blank."""
        ...

    @property
    def unknown(self) -> int:
        """Id of the token for unknown words."""
        ...

    @property
    def first_person(self) -> int:
        """Id of `P1`."""
        ...

    @property
    def n_people(self) -> int:
        """Number of person tokens."""
        ...

    def __len__(self) -> int: ...

    def encode(self, text: str) -> list[int]:
        """Return the token ids of one caption, without start or end; raise for people beyond `n_people`."""

    def decode(self, tokens: Sequence[int]) -> str:
        """Return the caption of some token ids; special tokens are left out, except blank and unknown."""


@dataclass(frozen=True)
class Vocabulary:
    """Whole words as tokens: special tokens, then people (`P1`, `P2`, ...), then words by frequency.

    A caption is split at spaces and punctuation, and before `'s`. The first word of a sentence is lower-cased unless
    it is a person or all capitals; `decode` restores the capitals. A caption of known words, commas, full stops and
    possessives survives `encode` and `decode` unchanged.

    Args:
        words: the ordinary words, all different.
        n_people: number of person tokens, |P| of the paper.

    Raises:
        LanguageError: when a word is repeated, or `n_people` is below 1.
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
            raise LanguageError(f"the vocabulary has the word {double!r} twice; list each word once")
        object.__setattr__(self, "_index", index)

    @classmethod
    def from_texts(cls, texts: Iterable[str], *, min_count: int = 1, n_people: int = N_PEOPLE) -> Vocabulary:
        """Build a vocabulary of the words used at least `min_count` times, most frequent first, ties alphabetical.

        Raises:
            LanguageError: when no word is that frequent.
        """
        counts = Counter(token for text in texts for token in word_tokens(text) if not is_person(token))
        frequent = [word for word, n in counts.items() if n >= min_count and word not in SPECIAL]
        if not frequent:
            raise LanguageError(
                f"the captions hold no word that is used {min_count} times; give more captions, or lower `min_count`"
            )
        return cls(tuple(sorted(frequent, key=lambda word: (-counts[word], word))), n_people)

    @property
    def tokens(self) -> tuple[str, ...]:
        """All tokens in the order of their ids."""
        return (*SPECIAL, *(f"P{n}" for n in range(1, self.n_people + 1)), *self.words)

    def __len__(self) -> int:
        return len(SPECIAL) + self.n_people + len(self.words)

    def encode(self, text: str) -> list[int]:
        """Return the token ids of one caption, without start or end.

        Raises:
            LanguageError: when the caption names more people than there are tokens for.
        """
        check_mentions(text, self.n_people)
        return [self._index.get(token, self.unknown) for token in word_tokens(text)]

    def decode(self, tokens: Sequence[int]) -> str:
        """Return the caption of token ids, with capitals; special tokens are left out, except blank and unknown."""
        names = self.tokens
        shown = [names[token] for token in tokens if token >= len(SPECIAL) or token in (self.blank, self.unknown)]
        return join_tokens(shown)


def word_tokens(text: str) -> list[str]:
    """Return the words and punctuation of a caption, the first word of each sentence in lower case unless a person."""
    out: list[str] = []
    is_first = True
    for token in _TOKEN.findall(text):
        out.append(_within_sentence(token) if is_first else token)
        is_first = token in _ENDS
    return out


def join_tokens(words: Sequence[str]) -> str:
    """Return words and punctuation as written text, such as `P1 waves. The door opens.`."""
    out = ""
    is_first = True
    for word in words:
        space = "" if not out or word in _NO_SPACE_BEFORE or out[-1] in _NO_SPACE_AFTER else " "
        out += space + (word[0].upper() + word[1:] if is_first else word)
        is_first = word in _ENDS
    return out


def is_person(token: str) -> bool:
    """Whether a token is a person: `P1`, `P2`, ..."""
    return _PERSON.fullmatch(token) is not None


def check_people(n_people: int) -> None:
    """Check that a vocabulary has at least one person token.

    Raises:
        LanguageError: when it has none.
    """
    if n_people < 1:
        raise LanguageError(f"a vocabulary of {n_people} people was asked for; give `n_people` of at least 1")


def check_mentions(text: str, n_people: int) -> None:
    """Check that a caption names only people that have a token.

    Raises:
        LanguageError: when it names anybody else.
    """
    for token in _TOKEN.findall(text):
        if is_person(token) and not 1 <= int(token[1:]) <= n_people:
            raise LanguageError(
                f"{text!r} has {token}, but the vocabulary only knows P1 to P{n_people}; "
                "cut the captions into smaller sets, or make a vocabulary of more people"
            )


def _within_sentence(token: str) -> str:
    """The first word of a sentence as written within one; people and words such as TV are unchanged."""
    if is_person(token) or (len(token) > 1 and token.isupper()):
        return token
    return token[0].lower() + token[1:]
