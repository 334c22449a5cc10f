"""Pieces of words as tokens, as BERT cuts them: nothing is unknown, and |V| is 30,522 as in MICap."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cinescribe.errors import LanguageError
from cinescribe.language.tokens.vocabulary import (
    BLANK,
    N_PEOPLE,
    UNKNOWN,
    check_mentions,
    check_people,
    is_person,
    sentences,
)
from cinescribe.store import read_text

PAD, START, END, MASK, OTHER = "[PAD]", "[CLS]", "[SEP]", "[MASK]", "[UNK]"  # as a BERT vocabulary file names them
_NAMED = (PAD, START, END, MASK, OTHER)
_INSIDE = "##"  # before a piece that goes on with a word
_LONGEST = 100  # letters of a word; what is longer is unknown, as in BERT
_WHOLE = re.compile(r"(\[blank\]|\bP\d+\b)")  # never cut into pieces
_IN_WORDS = re.compile(r"(?<=[\w\]]) (['-]) (?=\w)")  # hyphens and apostrophes between words once cut apart


@dataclass(frozen=True)
class WordPieces:
    """The pieces of an uncased BERT vocabulary, then the separator, then the people `P1` on.

    Text is written small and without accents, cut at spaces and marks, and each word into the longest pieces there are,
    from the left. A blank is BERT's mask. `decode` gives sentences their capitals back, not names theirs.

    Args:
        pieces: by number, as in the file.
        n_people: person tokens, |P| of the paper.

    Raises:
        LanguageError: when a special piece is missing, or there is no person.
    """

    pieces: tuple[str, ...]
    n_people: int = N_PEOPLE
    _index: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_people(self.n_people)
        index = {piece: n for n, piece in enumerate(self.pieces)}
        missing = [name for name in _NAMED if name not in index]
        if missing:
            raise LanguageError(
                f"{len(self.pieces)} word pieces came without {missing[0]}; give the vocab.txt of a BERT model"
            )
        object.__setattr__(self, "_index", index)

    @property
    def pad(self) -> int:
        return self._index[PAD]

    @property
    def start(self) -> int:
        return self._index[START]

    @property
    def end(self) -> int:
        return self._index[END]

    @property
    def separator(self) -> int:
        return len(self.pieces)

    @property
    def blank(self) -> int:
        return self._index[MASK]

    @property
    def unknown(self) -> int:
        return self._index[OTHER]

    @property
    def first_person(self) -> int:
        return len(self.pieces) + 1

    def __len__(self) -> int:
        return self.first_person + self.n_people

    def encode(self, text: str) -> list[int]:
        """The tokens of one caption, without start or end.

        Raises:
            LanguageError: when the caption names more people than there are tokens for.
        """
        check_mentions(text, self.n_people)
        return [token for word in _words(text) for token in self._tokens(word)]

    def decode(self, tokens: Sequence[int]) -> str:
        """The caption that tokens spell, spaced and with capitals; special ones but the blank are left out."""
        words: list[str] = []
        for piece in filter(None, map(self._shown, tokens)):
            if piece.startswith(_INSIDE) and words:
                words[-1] += piece.removeprefix(_INSIDE)
            else:
                words.append(piece)
        return _IN_WORDS.sub(r"\1", sentences(words))

    def _tokens(self, word: str) -> list[int]:
        if word == BLANK:
            return [self.blank]
        if is_person(word):
            return [self.first_person + int(word[1:]) - 1]
        return self._pieces(word)

    def _pieces(self, word: str) -> list[int]:
        """The longest pieces a word begins with, one after the other; unknown where one is missing."""
        out: list[int] = []
        start = 0
        while start < len(word) <= _LONGEST:
            inside = _INSIDE if start else ""
            ends = range(len(word), start, -1)
            end = next((end for end in ends if inside + word[start:end] in self._index), None)
            if end is None:
                break
            out.append(self._index[inside + word[start:end]])
            start = end
        return out if start == len(word) else [self.unknown]

    def _shown(self, token: int) -> str:
        """A token as text; nothing for special ones."""
        if token >= self.first_person:
            return f"P{token - self.first_person + 1}"
        if token in (self.blank, self.unknown):
            return BLANK if token == self.blank else UNKNOWN
        return "" if token in (self.pad, self.start, self.end, self.separator) else self.pieces[token]


def read_word_pieces(path: Path, *, n_people: int = N_PEOPLE) -> WordPieces:
    """The word pieces of a BERT model's `vocab.txt`, a piece a line.

    Raises:
        RecordError: when the file cannot be read.
        LanguageError: when it is no such file.
    """
    # Not splitlines(): some pieces are separators of lines themselves.
    lines = read_text(path).replace("\r\n", "\n").removesuffix("\n").split("\n")
    try:
        return WordPieces(tuple(lines), n_people)
    except LanguageError as error:
        raise LanguageError(f"{str(path)!r}: {error}") from error


def _words(text: str) -> Iterator[str]:
    """People and blanks whole, the rest small, without accents, cut at spaces and marks."""
    for part in _WHOLE.split(text):
        if _WHOLE.fullmatch(part):
            yield part
        else:
            yield from "".join(map(_apart, _plain(part))).split()


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFD", text.lower())
    return "".join(letter for letter in letters if unicodedata.category(letter) != "Mn")


def _apart(letter: str) -> str:
    """A letter, a mark or an ideogram with spaces around it, or a space for what is none of these."""
    category = unicodedata.category(letter)
    # BERT takes all of ASCII's signs for marks, though Unicode has some as symbols: $ + < = > ^ ` | ~.
    is_mark = category[0] == "P" or (letter.isascii() and letter.isprintable() and not letter.isalnum())
    if is_mark or "\u4e00" <= letter <= "\u9fff":
        return f" {letter} "
    if category[0] == "C" and not letter.isspace():
        return ""
    return letter
