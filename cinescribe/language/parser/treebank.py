"""Universal Dependencies treebanks: sentences with their trees, read from CoNLL-U files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import LanguageError, RecordError
from cinescribe.input_files import read_text
from cinescribe.language.tokens.parsed_sentence import Sentence, Word

_N_COLUMNS = 10  # id, form, lemma, upos, xpos, feats, head, deprel, deps, misc (universaldependencies.org/format)
_NUMBER = re.compile(r"[0-9]{1,9}")
_RANGE = re.compile(r"[0-9]{1,9}-[0-9]{1,9}")
_FEATURES = re.compile(r"_|[^=|]+=[^=|]+(?:\|[^=|]+=[^=|]+)*")
# fmt: off
_TAGS = frozenset({
    "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM",
    "VERB", "X",
})
# fmt: on
_PARAGRAPH = ("# newpar", "# newdoc")


@dataclass(frozen=True)
class TreebankSentence:
    """One sentence of a treebank.

    Attributes:
        words: the syntactic words; a contraction (`don't`) is two.
        spaces: whether a space follows each word.
        starts_paragraph: whether the sentence is the first of a paragraph or document.
    """

    words: Sentence
    spaces: tuple[bool, ...]
    starts_paragraph: bool = False

    @property
    def text(self) -> str:
        """The sentence as written."""
        return "".join(f"{w.text} " if space else w.text for w, space in zip(self.words, self.spaces, strict=True))


def read_treebank(path: Path) -> list[TreebankSentence]:
    """Read the sentences of a CoNLL-U file, gzipped (`.gz`) or plain, in order.

    Raises:
        LanguageError: when the file cannot be read, or a line is not CoNLL-U; the message names the line.
    """
    path = Path(path)
    trees = [_tree(lines, path) for lines in _blocks(_lines(path))]
    if not trees:
        raise LanguageError(f"{str(path)!r} holds no sentence; name a CoNLL-U file with trees")
    return trees


def _lines(path: Path) -> list[str]:
    try:
        return read_text(path).split("\n")
    except RecordError as error:
        raise LanguageError(str(error)) from error


def _blocks(lines: Iterable[str]) -> Iterator[list[tuple[int, str]]]:
    """The numbered lines of each sentence; empty lines separate sentences."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate([*lines, ""], 1):
        if line.strip():
            block.append((number, line))
        elif block:
            yield block
            block = []


def _tree(block: list[tuple[int, str]], path: Path) -> TreebankSentence:
    rows = [(number, line.split("\t")) for number, line in block if not line.startswith("#")]
    for number, columns in rows:
        if len(columns) != _N_COLUMNS:
            raise _broken(path, number, f"{len(columns)} columns separated by tabs", f"{_N_COLUMNS}")
        if "-" in columns[0] and not _RANGE.fullmatch(columns[0]):
            raise _broken(path, number, f"id {columns[0]!r}", "a range as 1-2")
    plain = [(number, columns) for number, columns in rows if "." not in columns[0] and "-" not in columns[0]]
    words = tuple(_word(columns, at, len(plain), path, number) for at, (number, columns) in enumerate(plain))
    if sum(word.head == at for at, word in enumerate(words)) != 1:
        raise _broken(path, block[0][0], "a sentence with no root or several", "one word with head 0")
    if _has_cycle(words):
        raise _broken(path, block[0][0], "a cycle of heads", "a tree")
    starts_paragraph = any(line.startswith(_PARAGRAPH) for _, line in block)
    return TreebankSentence(words, _spaces([columns for _, columns in rows]), starts_paragraph)


def _word(columns: list[str], at: int, n: int, path: Path, number: int) -> Word:
    ident, text, lemma, pos, _, features, head, dep = columns[:8]
    if ident != str(at + 1):
        raise _broken(path, number, f"id {ident!r}", str(at + 1))
    if not _NUMBER.fullmatch(head) or int(head) > n or int(head) == at + 1:
        raise _broken(path, number, f"head {head!r}", f"another word's id from 0 to {n}")
    if not text.strip():
        raise _broken(path, number, f"form {text!r}", "a word")
    if pos not in _TAGS:
        raise _broken(path, number, f"part of speech {pos!r}", "one of Universal Dependencies")
    if not _FEATURES.fullmatch(features):
        raise _broken(path, number, f"features {features!r}", "_, or as Number=Plur|Person=3")
    features = "" if features == "_" else features
    return Word(text, lemma.lower(), pos, features, int(head) - 1 if head != "0" else at, dep)


def _has_cycle(words: Sentence) -> bool:
    for at in range(len(words)):
        root = at
        for _ in words:
            root = words[root].head
        if words[root].head != root:
            return True
    return False


def _spaces(rows: list[list[str]]) -> tuple[bool, ...]:
    """Whether a space follows each word: never inside a contraction; after it, as the contraction's row says."""
    spaces: list[bool] = []
    last, space_after = 0, True  # of the current contraction
    for columns in rows:
        has_space = "SpaceAfter=No" not in columns[9].split("|")
        first, dash, end = columns[0].partition("-")
        if dash:
            last, space_after = int(end), has_space
        elif "." not in first:
            at = int(first)
            spaces.append(has_space if at > last else space_after and at == last)
    return tuple(spaces)


def _broken(path: Path, number: int, came: str, wanted: str) -> LanguageError:
    return LanguageError(f"{str(path)!r}, line {number}: found {came}, expected {wanted}; correct the CoNLL-U")
