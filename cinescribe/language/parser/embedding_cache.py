"""A cache of the encoder's embeddings: a word has the same one everywhere, and most words of captions are common.

Embedding is more than half of the encoder's work, since six embeddings of a word are mixed into one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import ORTH  # type: ignore[import-not-found]  # compiled
from spacy.tokens import Doc
from thinc.api import Model

_MAX_WORDS = 50_000  # kept, 25 MB at width 128

_Rows = NDArray[np.float32]


def with_embedding_cache(embed: Model[Any, Any]) -> Model[Any, Any]:
    """Return the embedding with a cache for parsing; training empties it.

    Args:
        embed: maps documents to one row for each word, which depends on nothing but the word as written.
    """
    known: dict[int, _Rows] = {}

    def forward(model: Model[Any, Any], docs: Sequence[Doc], is_train: bool) -> tuple[list[_Rows], Callable[..., Any]]:
        if is_train:
            known.clear()
            return embed(docs, is_train)
        return _embedded(embed, docs, known), _no_gradient

    return Model("embedding_cache", forward, layers=[embed])


def _embedded(embed: Model[Any, Any], docs: Sequence[Doc], known: dict[int, _Rows]) -> list[_Rows]:
    """The rows of each document's words, (S, D) each."""
    words = [doc.to_array(ORTH) for doc in docs]
    distinct, places = np.unique(np.concatenate(words), return_inverse=True)
    keys = distinct.tolist()
    rows = {key: known.get(key) for key in keys}
    if new := [key for key, row in rows.items() if row is None]:
        vocab = docs[0].vocab
        (computed,) = embed.predict([Doc(vocab, words=[vocab.strings[key] for key in new])])
        rows.update(zip(new, computed, strict=True))
        if len(known) + len(new) > _MAX_WORDS:
            known.clear()
        known.update((key, row) for key in new if (row := rows[key]) is not None)
    table = np.stack([row for row in rows.values() if row is not None])[places]
    return np.split(table, np.cumsum([len(each) for each in words])[:-1])


def _no_gradient(*args: object) -> list[Any]:
    return []
