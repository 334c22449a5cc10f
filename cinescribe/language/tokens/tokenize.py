"""Penn Treebank tokens of captions, as in the COCO caption tools (Stanford's tokeniser), without Java."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from cinescribe.language.tokens.ptb import ptb_tokens
from cinescribe.language.tokens.ptb_words import ABBREVIATIONS, BEFORE_NUMBERS, FUSED

# Tokens that the COCO tools drop. Their list has brackets in capitals, so `-lrb-` survives, here too.
_PUNCTUATION = frozenset(("''", "'", "``", "`", ".", "?", "!", ",", ":", "-", "--", "...", ";"))

_PLAIN = re.compile(r"([A-Za-z]+)[.,;:?!]?")
_KEEPS_STOP = frozenset((*ABBREVIATIONS, *BEFORE_NUMBERS))
_FUSED = frozenset(pair.replace(" ", "") for pair in FUSED)

_CROSSING = ("\n",)  # marks a chunk that cannot be tokenised on its own; no real token holds a line break

# Numbers, tags and full stops whose token may depend on what follows the space.
_NEEDS_NEIGHBOURS = re.compile(rf"[\d<(+]|\b(?i:[a-z]|{'|'.join(BEFORE_NUMBERS)})\.$")


def tokenize(texts: Sequence[str]) -> list[list[str]]:
    """Return the Penn Treebank tokens of each text, in lower case, without punctuation.

    The result equals the COCO tools' `PTBTokenizer` with two exceptions. There, the first word of the *next* caption
    decides whether a final one-letter word keeps its full stop (`vitamin C.`); here each text is tokenised by itself,
    and its end ends a sentence. And in noise, where signs, numbers and words run together (`etc."7-x'd@`), two or three
    texts in a thousand differ.

    Args:
        texts: captions; a line break inside one counts as a space.
    """
    chunks = _Chunks()
    return [_tokens(text, chunks) for text in texts]


def _tokens(text: str, chunks: _Chunks) -> list[str]:
    if text.isascii():
        tokens = list(map(chunks.__getitem__, text.split()))
        if _CROSSING not in tokens:
            return list(chain.from_iterable(tokens))
    return _without_punctuation(ptb_tokens(text))


def _without_punctuation(tokens: list[str]) -> list[str]:
    return [token for token in tokens if token not in _PUNCTUATION]


class _Chunks(dict[str, tuple[str, ...]]):
    """Cache of the tokens of each chunk between spaces; _CROSSING for chunks that depend on their neighbours."""

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        self[chunk] = tokens = _chunk_tokens(chunk)
        return tokens


def _chunk_tokens(chunk: str) -> tuple[str, ...]:
    plain = _PLAIN.fullmatch(chunk)
    if plain:
        word = plain[1].lower()
        if word not in _FUSED and (not chunk.endswith(".") or (len(word) > 1 and word not in _KEEPS_STOP)):
            return (word,)
    if _NEEDS_NEIGHBOURS.search(chunk):
        return _CROSSING
    return tuple(_without_punctuation(ptb_tokens(chunk)))
