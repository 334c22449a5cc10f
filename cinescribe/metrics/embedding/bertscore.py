"""BERTScore: how well the words of a text find each other in another by their vectors in context.

Zhang et al., "BERTScore: Evaluating Text Generation with BERT" (2020), Eq. 1-3. The model's marks at begin and end can
be found but do not count; as in the authors' code, which gives the same values with the same model and layer.
"""

from __future__ import annotations

import csv
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.language.vectors.token_embeddings import Embedded, Embedder
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score, mean_score, passport

_AT_ONCE = 256  # items, so that memory does not grow with the corpus
_NAMES = ("BERTScore-P", "BERTScore-R", "BERTScore")

_Weigh = Callable[[Embedded], NDArray[np.float64]]  # how much each token counts, (S,)


@dataclass(frozen=True)
class Baseline:
    """What unrelated sentences score by a model and layer: values are spread so that it becomes 0, and 1 stays 1.

    Attributes:
        name: what stands in signatures, as the file's name.
        precision, recall, f1: the three values.
    """

    name: str
    precision: float
    recall: float
    f1: float


def read_baseline(path: Path, *, layer: int) -> Baseline:
    """The baseline of one layer from a file of the authors' form: a heading `LAYER,P,R,F`, then a row a layer.

    Raises:
        ScoreError: when the file cannot be read, is no such table, or has no such layer.
    """
    try:
        rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
        known = {int(row["LAYER"]): (float(row["P"]), float(row["R"]), float(row["F"])) for row in rows}
    except OSError as error:
        raise ScoreError(f"{str(path)!r} cannot be read ({error.strerror}); name an existing baseline file") from error
    except (KeyError, TypeError, ValueError) as error:
        raise ScoreError(
            f"{str(path)!r} is no baseline file ({error}); rows of LAYER,P,R,F under such a heading are wanted"
        ) from error
    if layer not in known:
        raise ScoreError(f"{str(path)!r} has no layer {layer}, but {len(known)} others; name the file of this model")
    if not all(value < 1 for value in known[layer]):
        raise ScoreError(f"layer {layer} of {str(path)!r} has a baseline of 1 or more, which leaves no room above it")
    return Baseline(path.name, *known[layer])


def bertscore(pairs: Pairs, embedder: Embedder, *, idf: bool = False, baseline: Baseline | None = None) -> list[Score]:
    """BERTScore's precision, recall and F1, the last named `BERTScore`.

    Of several references each value takes the best, each for itself. The corpus value is the mean over items. F1 is 0
    where precision or recall is not above 0. An empty candidate, where it is allowed, has 0 of each. Both hold before
    a baseline is taken off.

    Args:
        pairs: candidates and references.
        embedder: gives tokens their vectors, as `language.contextual.contextual_vectors`.
        idf: weigh tokens by their rarity among the references (section 3, importance weighting), rather than alike.
        baseline: spread values by it.

    Raises:
        ScoreError: naming the item whose text has no token, or none that counts.
    """
    weigh = _by_rarity(embedder, pairs) if idf else _alike
    values = np.concatenate([_values(part, embedder, weigh) for part in _parts(pairs)])  # (items, 3)
    if baseline is not None:
        base = np.array([baseline.precision, baseline.recall, baseline.f1])
        values = (values - base) / (1 - base)
    settings = {"idf": "refs" if idf else "no", "baseline": baseline.name if baseline else "no", "refs": "max"}
    return [
        mean_score(name, pairs.ids, values[:, n], signature=passport(name, model=embedder.name, **settings))
        for n, name in enumerate(_NAMES)
    ]


def _parts(pairs: Pairs) -> Iterator[Pairs]:
    for start in range(0, len(pairs.ids), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        yield Pairs(pairs.ids[part], pairs.candidates[part], pairs.references[part], pairs.allow_empty)


def _values(pairs: Pairs, embedder: Embedder, weigh: _Weigh) -> NDArray[np.float64]:
    """Precision, recall and F1 of each item against its best reference, (items, 3)."""
    texts = list(dict.fromkeys([*pairs.candidates, *(text for texts in pairs.references for text in texts)]))
    seen = dict(zip(texts, embedder.embed(texts), strict=True))
    out = np.zeros((len(pairs.ids), 3))
    for item, (key, candidate, references) in enumerate(
        zip(pairs.ids, pairs.candidates, pairs.references, strict=True)
    ):
        if not (candidate.strip() == "" and pairs.allow_empty):
            ours = _weighed(seen[candidate], weigh, f"the candidate of item {key!r}")
            theirs = [_weighed(seen[text], weigh, f"a reference of item {key!r}") for text in references]
            out[item] = np.max([_matched(*ours, *each) for each in theirs], axis=0)
    return out


def _weighed(text: Embedded, weigh: _Weigh, what: str) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """The tokens' vectors and weights, which sum to 1."""
    weights = weigh(text)
    total = weights.sum()
    if not text.keep.any():
        raise ScoreError(f"{what} has no token that the model knows; write words there")
    if not total > 0:
        raise ScoreError(
            f"{what} has only tokens that every reference has, to which idf gives no weight; leave idf out"
        )
    return text.vectors, weights / total


def _matched(
    ours: NDArray[np.float32], weights: NDArray[np.float64], theirs: NDArray[np.float32], their: NDArray[np.float64]
) -> tuple[float, float, float]:
    """Each token finds the nearest on the other side."""
    near = ours @ theirs.T  # (S, S')
    precision, recall = float(weights @ near.max(axis=1)), float(their @ near.max(axis=0))
    if min(precision, recall) <= 0:  # where there is no harmonic mean: near 0 the formula would leave all bounds
        return precision, recall, 0.0
    return precision, recall, 2 * precision * recall / (precision + recall)


def _alike(text: Embedded) -> NDArray[np.float64]:
    return text.keep.astype(np.float64)


def _by_rarity(embedder: Embedder, pairs: Pairs) -> _Weigh:
    documents = [text for texts in pairs.references for text in texts]
    return _rarity(_in_how_many(embedder.tokens(documents)), len(documents))


def _in_how_many(documents: Iterable[NDArray[np.int64]]) -> Mapping[int, int]:
    return Counter(token for tokens in documents for token in set(tokens.tolist()))


def _rarity(known: Mapping[int, int], n_documents: int) -> _Weigh:
    """Minus the log of the share of documents with a token, one document added that has them all."""

    def weights(text: Embedded) -> NDArray[np.float64]:
        return np.array([math.log((n_documents + 1) / (known.get(token, 0) + 1)) for token in text.tokens.tolist()])

    return weights
