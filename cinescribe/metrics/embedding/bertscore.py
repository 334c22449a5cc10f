"""BERTScore: the similarity of two texts by the contextual vectors of their tokens.

Zhang et al., "BERTScore: Evaluating Text Generation with BERT" (2020), Eq. 1-3. As in the authors' code, the model's
begin and end tokens can be matched but have no weight; the same model and layer give the same values.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import RecordError, ScoreError
from cinescribe.input_files import read_text
from cinescribe.language.vectors.token_embeddings import Embedder, TokenEmbeddings
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score, mean_score, metric_signature
from cinescribe.parsing import parse_float, parse_int, table_rows

_BATCH = 256  # items, so that memory does not grow with the corpus
_NAMES = ("BERTScore-P", "BERTScore-R", "BERTScore")

_Weigh = Callable[[TokenEmbeddings], NDArray[np.float64]]  # the weight of each token, (S,)


@dataclass(frozen=True)
class Baseline:
    """The score of unrelated sentences under a model and layer; values are rescaled so that it becomes 0 and 1 stays 1.

    Attributes:
        name: its name in signatures, such as the file's name.
        precision, recall, f1: the three values.
        encoder: the model and layer that it is of, such as `roberta-large/17`; None if that is not known.
    """

    name: str
    precision: float
    recall: float
    f1: float
    encoder: str | None = None


_HEADING = "LAYER,P,R,F"  # of a baseline file
# Measured by the authors on a million pairs of unrelated sentences (`rescale_baseline/en/roberta-large.tsv` of
# bert-score 0.3.13, layer 17).
ROBERTA_LARGE_BASELINE = Baseline("roberta-large/17", 0.83150584, 0.8314941, 0.83122575, encoder="roberta-large/17")


def read_baseline(path: Path, *, layer: int) -> Baseline:
    """Read the baseline of one layer from the authors' format: a heading `LAYER,P,R,F`, then one row per layer.

    Raises:
        ScoreError: when the file cannot be read, is not such a table, or lacks the layer.
    """
    try:
        text = read_text(path)
    except RecordError as error:
        raise ScoreError(f"{error}; a baseline file has rows under a heading {_HEADING}") from error
    try:
        (_, heading), *rows = table_rows(text, str(path))
        missing = [name for name in _HEADING.split(",") if name not in heading]
        if missing:
            tabs = ", since it has tabs between its cells" if "\t" in "".join(heading) else ""
            raise RecordError(f"its first line has no column {missing[0]}{tabs}")
        cells = [dict(zip(heading, row, strict=False)) for _, row in rows]
        by_layer = {
            parse_int(one["LAYER"], "LAYER"): (_value(one, "P"), _value(one, "R"), _value(one, "F")) for one in cells
        }
    except (KeyError, ValueError, RecordError) as error:
        raise ScoreError(
            f"{str(path)!r} is not a baseline file ({error}); expected rows under a heading {_HEADING}, with commas"
        ) from error
    if layer not in by_layer:
        raise ScoreError(f"{str(path)!r} has no layer {layer}, but {len(by_layer)} others; give the file of this model")
    if not all(value < 1 for value in by_layer[layer]):
        raise ScoreError(f"layer {layer} of {str(path)!r} has a baseline of 1 or more; expected values below 1")
    return Baseline(path.name, *by_layer[layer])


def _value(cells: Mapping[str, str], column: str) -> float:
    return parse_float(cells[column], column)


def bertscore(pairs: Pairs, embedder: Embedder, *, idf: bool = False, baseline: Baseline | None = None) -> list[Score]:
    """Return BERTScore's precision, recall and F1; F1 has the name `BERTScore`.

    With several references, precision, recall and F1 are each the maximum over them. The corpus value is the mean over
    items. Before rescaling by a baseline, F1 is 0 if precision or recall is not above 0, and an empty candidate (if
    allowed) scores 0 in all three. Rescaled values of texts that are less alike than unrelated ones are negative.

    Args:
        pairs: candidates and references.
        embedder: gives the tokens' vectors, such as `contextual_vectors` of `cinescribe.language`.
        idf: weight tokens by their rarity among the references (section 3, importance weighting).
        baseline: rescale values by this baseline.

    Raises:
        ScoreError: naming the item whose text has no tokens, or none with a weight; for a baseline of another encoder.
    """
    if baseline is not None and baseline.encoder not in (None, embedder.name):
        raise ScoreError(
            f"the baseline is that of {baseline.encoder!r}, but the encoder is {embedder.name!r}; give a folder with "
            f"the name {baseline.encoder.rpartition('/')[0]!r}, or the baseline of this encoder"
        )
    weigh = _idf_weights(embedder, pairs) if idf else _equal_weights
    values = np.concatenate([_values(part, embedder, weigh) for part in _batches(pairs)])  # (items, 3)
    if baseline is not None:
        base = np.array([baseline.precision, baseline.recall, baseline.f1])
        values = (values - base) / (1 - base)
    settings = {"idf": "refs" if idf else "no", "baseline": baseline.name if baseline else "no", "refs": "max"}
    return [
        mean_score(name, pairs.ids, values[:, n], signature=metric_signature(name, model=embedder.name, **settings))
        for n, name in enumerate(_NAMES)
    ]


def _batches(pairs: Pairs) -> Iterator[Pairs]:
    for start in range(0, len(pairs.ids), _BATCH):
        batch = slice(start, start + _BATCH)
        yield Pairs(pairs.ids[batch], pairs.candidates[batch], pairs.references[batch], pairs.allow_empty)


def _values(pairs: Pairs, embedder: Embedder, weigh: _Weigh) -> NDArray[np.float64]:
    """Return precision, recall and F1 of each item against its best reference, (items, 3)."""
    texts = list(dict.fromkeys([*pairs.candidates, *(text for texts in pairs.references for text in texts)]))
    embedded = dict(zip(texts, embedder.embed(texts), strict=True))
    values = np.zeros((len(pairs.ids), 3))
    for item, (key, candidate, references) in enumerate(
        zip(pairs.ids, pairs.candidates, pairs.references, strict=True)
    ):
        if not (candidate.strip() == "" and pairs.allow_empty):
            own = _weighted(embedded[candidate], weigh, f"the candidate of item {key!r}")
            others = [_weighted(embedded[text], weigh, f"a reference of item {key!r}") for text in references]
            values[item] = np.max([_matched(*own, *other) for other in others], axis=0)
    return values


def _weighted(text: TokenEmbeddings, weigh: _Weigh, what: str) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """Return the tokens' vectors and weights, which sum to 1."""
    weights = weigh(text)
    total = weights.sum()
    if not text.keep.any():
        raise ScoreError(f"{what} has no tokens that the model knows; write words")
    if not total > 0:
        raise ScoreError(f"{what} has only tokens that every reference has, which idf gives no weight; turn off `idf`")
    return text.vectors, weights / total


def _matched(
    vectors: NDArray[np.float32],
    weights: NDArray[np.float64],
    ref: NDArray[np.float32],
    ref_weights: NDArray[np.float64],
) -> tuple[float, float, float]:
    """Return precision, recall and F1 when each token is matched with the nearest one of the other text."""
    similarity = vectors @ ref.T  # (S, S')
    precision, recall = float(weights @ similarity.max(axis=1)), float(ref_weights @ similarity.max(axis=0))
    if min(precision, recall) <= 0:  # the harmonic mean is undefined, and unbounded near 0
        return precision, recall, 0.0
    return precision, recall, 2 * precision * recall / (precision + recall)


def _equal_weights(text: TokenEmbeddings) -> NDArray[np.float64]:
    return text.keep.astype(np.float64)


def _idf_weights(embedder: Embedder, pairs: Pairs) -> _Weigh:
    documents = [text for texts in pairs.references for text in texts]
    return _rarity(_document_frequencies(embedder.tokens(documents)), len(documents))


def _document_frequencies(documents: Iterable[NDArray[np.int64]]) -> Mapping[int, int]:
    return Counter(token for tokens in documents for token in set(tokens.tolist()))


def _rarity(frequencies: Mapping[int, int], n_documents: int) -> _Weigh:
    """Return weights by minus the log of the share of documents with a token, plus one document that has all."""

    def weights(text: TokenEmbeddings) -> NDArray[np.float64]:
        return np.array(
            [math.log((n_documents + 1) / (frequencies.get(token, 0) + 1)) for token in text.tokens.tolist()]
        )

    return weights
