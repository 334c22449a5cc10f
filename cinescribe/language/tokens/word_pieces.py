"""BERT's word pieces as a captioner's tokens: no word is unknown, and |V| is 30,522 as in MICap."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cinescribe.errors import LanguageError
from cinescribe.input_files import read_text
from cinescribe.language.tokens.vocabulary import (
    BLANK,
    N_PEOPLE,
    UNKNOWN,
    check_mentions,
    check_people,
    is_person,
    join_tokens,
)

PAD, START, END, MASK, OTHER = "[PAD]", "[CLS]", "[SEP]", "[MASK]", "[UNK]"  # as a BERT vocabulary file names them
_NAMED = (PAD, START, END, MASK, OTHER)
_CONTINUATION = "##"  # prefix of a piece inside a word
_MAX_LETTERS = 100  # of a word; longer ones are unknown, as in BERT
_WHOLE = re.compile(r"(\[blank\]|\bP\d+\b)")  # never split into pieces
_IN_WORDS = re.compile(r"(?<=[\w\]]) (['-]) (?=\w)")  # hyphens and apostrophes that were split off


@dataclass(frozen=True)
class WordPieces:
    """The pieces of an uncased BERT vocabulary, then the separator, then people (`P1`, `P2`, ...).

    Text is lower-cased, stripped of accents, and split at spaces and punctuation; each word becomes the longest
    matching pieces from the left. A blank is BERT's mask. `decode` capitalises sentences, but not names.

    Args:
        pieces: in the order of their ids, as in the file.
        n_people: number of person tokens, |P| of the paper.

    Raises:
        LanguageError: when a special piece is missing, or `n_people` is below 1.
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
                f"the {len(self.pieces)} word pieces lack {missing[0]}; use the vocab.txt of a BERT model"
            )
        object.__setattr__(self, "_index", index)

    @property
    def pad(self) -> int:
        """Id of the padding token."""
        return self._index[PAD]

    @property
    def start(self) -> int:
        """Id of the start token."""
        return self._index[START]

    @property
    def end(self) -> int:
        """Id of the end token."""
        return self._index[END]

    @property
    def separator(self) -> int:
        """Id of the token between two captions."""
        return len(self.pieces)

    @property
    def blank(self) -> int:
        """Id of the token for a person left blank."""
        return self._index[MASK]

    @property
    def unknown(self) -> int:
        """Id of the token for unknown words."""
        return self._index[OTHER]

    @property
    def first_person(self) -> int:
        """Id of `P1`."""
        return len(self.pieces) + 1

    def __len__(self) -> int:
        return self.first_person + self.n_people

    def encode(self, text: str) -> list[int]:
        """Return the token ids of one caption, without start or end.

        Raises:
            LanguageError: when the caption names more people than there are tokens for.
        """
        check_mentions(text, self.n_people)
        return [token for word in _words(text) for token in self._tokens(word)]

    def decode(self, tokens: Sequence[int]) -> str:
        """Return the caption of token ids, with capitals; special tokens are left out, except blank and unknown."""
        words: list[str] = []
        for piece in filter(None, map(self._text_of, tokens)):
            if piece.startswith(_CONTINUATION) and words:
                words[-1] += piece.removeprefix(_CONTINUATION)
            else:
                words.append(piece)
        return _IN_WORDS.sub(r"\1", join_tokens(words))

    def _tokens(self, word: str) -> list[int]:
        if word == BLANK:
            return [self.blank]
        if is_person(word):
            return [self.first_person + int(word[1:]) - 1]
        return self._pieces(word)

    def _pieces(self, word: str) -> list[int]:
        """The longest matching pieces of a word from the left; the unknown token where nothing matches."""
        out: list[int] = []
        start = 0
        while start < len(word) <= _MAX_LETTERS:
            prefix = _CONTINUATION if start else ""
            ends = range(len(word), start, -1)
            end = next((end for end in ends if prefix + word[start:end] in self._index), None)
            if end is None:
                break
            out.append(self._index[prefix + word[start:end]])
            start = end
        return out if start == len(word) else [self.unknown]

    def _text_of(self, token: int) -> str:
        """A token as text; empty for special tokens."""
        if token >= self.first_person:
            return f"P{token - self.first_person + 1}"
        if token in (self.blank, self.unknown):
            return BLANK if token == self.blank else UNKNOWN
        return "" if token in (self.pad, self.start, self.end, self.separator) else self.pieces[token]


def read_word_pieces(path: Path, *, n_people: int = N_PEOPLE) -> WordPieces:
    """Read the word pieces of a BERT model's `vocab.txt`, one piece per line.

    Raises:
        RecordError: when the file cannot be read.
        LanguageError: when it is not a BERT vocabulary.
    """
    # Not splitlines(): some pieces are line separators themselves.
    lines = read_text(path).replace("\r\n", "\n").removesuffix("\n").split("\n")
    try:
        return WordPieces(tuple(lines), n_people)
    except LanguageError as error:
        raise LanguageError(f"{str(path)!r}: {error}") from error


def _words(text: str) -> Iterator[str]:
    """The words of a text: people and blanks whole, the rest in lower case, without accents."""
    for part in _WHOLE.split(text):
        if _WHOLE.fullmatch(part):
            yield part
        else:
            yield from "".join(map(_separated, _without_accents(part))).split()


def _without_accents(text: str) -> str:
    letters = unicodedata.normalize("NFD", text.lower())
    return "".join(letter for letter in letters if unicodedata.category(letter) != "Mn")


def _separated(letter: str) -> str:
    """A character as itself, punctuation or an ideogram with spaces around it, a control character as nothing."""
    category = unicodedata.category(letter)
    # BERT treats all of ASCII's signs as punctuation, though Unicode calls some symbols: $ + < = > ^ ` | ~.
    is_punctuation = category[0] == "P" or (letter.isascii() and letter.isprintable() and not letter.isalnum())
    if is_punctuation or "\u4e00" <= letter <= "\u9fff":
        return f" {letter} "
    if category[0] == "C" and not letter.isspace():
        return ""
    return letter
