"""The subwords of a pretrained language model, such as T5 or GPT-2, as a captioner's tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from cinescribe.errors import LanguageError
from cinescribe.input_files import read_text
from cinescribe.language.tokens.vocabulary import (
    BLANK,
    END,
    N_PEOPLE,
    PAD,
    SEPARATOR,
    SPECIAL,
    START,
    UNKNOWN,
    check_mentions,
    check_people,
)

TOKENIZER = "tokenizer.json"  # its file in the hub's layout
_WHOLE = re.compile(r"(\[blank\]|\bP\d+\b)")  # never split into subwords
_JOINED_LEFT = re.compile(r" (?=[.,;:!?)%]|'s\b)")  # spaces that no text has before a mark


@dataclass(frozen=True)
class Subwords:
    """The subwords of a tokenizer, then special tokens of ours, then people (`P1`, `P2`, ...).

    Captions keep their case. A person and a blank are never split.

    Args:
        tokenizer: the tokenizer as JSON, as `tokenizer.json` of the hub's models has it.
        n_people: number of person tokens, |P| of MICap.

    Raises:
        LanguageError: when the JSON is no tokenizer, or `n_people` is below 1.
    """

    tokenizer: str
    n_people: int = N_PEOPLE
    _tokenizer: Any = field(init=False, repr=False, compare=False)
    n_subwords: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_people(self.n_people)
        try:
            read = Tokenizer.from_str(self.tokenizer)
        except Exception as error:  # the library raises no narrower one
            raise LanguageError(
                f"the text is no tokenizer ({error}); use the {TOKENIZER} of a T5 or a GPT-2"
            ) from error
        read.no_padding()
        read.no_truncation()
        object.__setattr__(self, "_tokenizer", read)
        object.__setattr__(self, "n_subwords", read.get_vocab_size(with_added_tokens=True))

    @property
    def pad(self) -> int:
        """Id of the padding token."""
        return self._special(PAD)

    @property
    def start(self) -> int:
        """Id of the start token."""
        return self._special(START)

    @property
    def end(self) -> int:
        """Id of the end token."""
        return self._special(END)

    @property
    def separator(self) -> int:
        """Id of the token between two captions."""
        return self._special(SEPARATOR)

    @property
    def blank(self) -> int:
        """Id of the token for a person left blank."""
        return self._special(BLANK)

    @property
    def unknown(self) -> int:
        """Id of the token for unknown words, which no text of known letters has."""
        return self._special(UNKNOWN)

    @property
    def first_person(self) -> int:
        """Id of `P1`."""
        return self.n_subwords + len(SPECIAL)

    def __len__(self) -> int:
        return self.first_person + self.n_people

    def encode(self, text: str) -> list[int]:
        """Return the token ids of one caption, without start or end.

        Raises:
            LanguageError: when the caption names more people than there are tokens for.
        """
        check_mentions(text, self.n_people)
        return [token for part in _WHOLE.split(text) for token in self._tokens(part)]

    def decode(self, tokens: Sequence[int]) -> str:
        """Return the caption of token ids; special tokens are left out, except blank and unknown."""
        return _JOINED_LEFT.sub("", " ".join(filter(None, self._parts(tokens))))

    def subwords(self, text: str) -> list[int]:
        """Return the ids of a text without people."""
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    def _tokens(self, part: str) -> list[int]:
        if part == BLANK:
            return [self.blank]
        if _WHOLE.fullmatch(part):
            return [self.first_person + int(part[1:]) - 1]
        words = part.strip()
        if not words:
            return []
        # Tokenizers that keep spaces know a word by the one before it.
        return self.subwords(f" {words}" if words[0].isalnum() else words)

    def _parts(self, tokens: Sequence[int]) -> Iterator[str]:
        """The runs of subwords as text, and each other token as text; empty for special tokens."""
        for is_subword, run in groupby(tokens, lambda token: token < self.n_subwords):
            if is_subword:
                yield self._tokenizer.decode(list(run)).strip()
            else:
                yield from map(self._text_of, run)

    def _text_of(self, token: int) -> str:
        if token >= self.first_person:
            return f"P{token - self.first_person + 1}"
        return {self.blank: BLANK, self.unknown: UNKNOWN}.get(token, "")

    def _special(self, name: str) -> int:
        return self.n_subwords + SPECIAL.index(name)


def read_subwords(folder: Path, *, n_people: int = N_PEOPLE) -> Subwords:
    """Read the subwords of a model in the hub's layout.

    Raises:
        RecordError: when the file cannot be read.
        LanguageError: when it is no tokenizer.
    """
    path = folder / TOKENIZER
    if not path.is_file():
        raise LanguageError(f"the folder {str(folder)!r} has no {TOKENIZER}; fetch the model with it, or save it again")
    try:
        return Subwords(read_text(path), n_people)
    except LanguageError as error:
        raise LanguageError(f"{str(path)!r}: {error}") from error
