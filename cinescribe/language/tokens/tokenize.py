"""Penn Treebank tokens of captions, as the COCO caption tools make them with Stanford's tokeniser, without Java."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from cinescribe.language.tokens.ptb import lexed
from cinescribe.language.tokens.ptb_words import ABBREVIATIONS, BEFORE_NUMBERS, FUSED

# What the COCO tools leave out. They write brackets in capitals, so that `-lrb-` stays, as it does with them.
_PUNCTUATION = frozenset(("''", "'", "``", "`", ".", "?", "!", ",", ":", "-", "--", "...", ";"))

_PLAIN = re.compile(r"([A-Za-z]+)[.,;:?!]?")
_KEEPS_STOP = frozenset((*ABBREVIATIONS, *BEFORE_NUMBERS))
_FUSED = frozenset(pair.replace(" ", "") for pair in FUSED)

_CROSSING = ("\n",)  # no token holds a line break

# Numbers, tags and stops that may belong to what stands on the other side of a space.
_NEEDS_NEIGHBOURS = re.compile(rf"[\d<(+]|\b(?i:[a-z]|{'|'.join(BEFORE_NUMBERS)})\.$")


def tokenize(texts: Sequence[str]) -> list[list[str]]:
    """The tokens of each text: Penn Treebank, lower-case, without punctuation.

    Equal to the COCO tools' `PTBTokenizer`, but for two things. That one lets the first word of the *next* caption
    decide whether a last word of one letter keeps its stop (`vitamin C.`); here each text stands alone, and its end
    ends a sentence. And of texts that are noise, with marks, numbers and words run together (`etc."7-x'd@`), two or
    three in a thousand differ.

    Args:
        texts: captions; a line break inside one is a space.
    """
    chunks = _Chunks()
    return [_tokens(text, chunks) for text in texts]


def _tokens(text: str, chunks: _Chunks) -> list[str]:
    if text.isascii():
        found = list(map(chunks.__getitem__, text.split()))
        if _CROSSING not in found:
            return list(chain.from_iterable(found))
    return _without_punctuation(lexed(text))


def _without_punctuation(tokens: list[str]) -> list[str]:
    return [token for token in tokens if token not in _PUNCTUATION]


class _Chunks(dict[str, tuple[str, ...]]):
    """The tokens of what stands between spaces, each worked out once; _CROSSING where that takes its neighbours too."""

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        self[chunk] = tokens = _alone(chunk)
        return tokens


def _alone(chunk: str) -> tuple[str, ...]:
    plain = _PLAIN.fullmatch(chunk)
    if plain:
        word = plain[1].lower()
        if word not in _FUSED and (not chunk.endswith(".") or (len(word) > 1 and word not in _KEEPS_STOP)):
            return (word,)
    if _NEEDS_NEIGHBOURS.search(chunk):
        return _CROSSING
    return tuple(_without_punctuation(lexed(chunk)))
