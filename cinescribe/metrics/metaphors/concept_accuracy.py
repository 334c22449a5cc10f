"""Whether candidates name the concepts and the property that annotators found."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.language.wordnet.wordnet import Pos, wordnet
from cinescribe.metrics.core.masked_mean import masked_mean_score
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score, metric_signature
from cinescribe.metrics.core.similarity import Similarity, similarities
from cinescribe.metrics.embedding.metaphor import Metaphor, metaphor
from cinescribe.metrics.metaphors.annotated_metaphors import SeenMetaphor

_PARTS: Mapping[str, Pos] = {"primary": "n", "property": "a", "secondary": "n"}  # with their part of speech
CONCEPT_METRICS = tuple(f"Metaphor-{part}{kind}" for kind in ("", "-synonym", "-similarity") for part in _PARTS)
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_DETERMINERS = {"a", "an", "the", "this", "that", "these", "those", "some", "my", "your", "his", "her", "our", "their"}
Annotated = Mapping[str, Sequence[SeenMetaphor]]


def concept_accuracy(pairs: Pairs, annotated: Annotated, similarity: Similarity) -> list[Score]:
    """Return how well candidates name each part of the annotators' metaphors, `CONCEPT_METRICS`.

    For each part there are three scores: the share with the same words (as lemmas, without determiners and letter
    case), the share where each word is the same or a WordNet synonym, and the mean cosine similarity of the parts. Of
    several annotators the best counts for each part. A candidate that does not follow the template has 0. Items without
    an annotated metaphor are left out.

    Args:
        pairs: candidates; their references are ignored.
        annotated: the annotators' metaphors, by item.
        similarity: similarity of concepts.

    Raises:
        ScoreError: when no item has an annotated metaphor.
    """
    comparisons: Mapping[str, tuple[Callable[[str, str, Pos], float], dict[str, str]]] = {
        "": (lambda left, right, pos: float(same_lemmas(left, right, pos)), {"match": "lemma"}),
        "-synonym": (lambda left, right, pos: float(are_synonyms(left, right, pos)), {"match": "wordnet-3.0"}),
        "-similarity": (_Cosine(similarity), {"sim": similarity.name}),
    }
    mask = np.array([key in annotated for key in pairs.ids])
    return [
        masked_mean_score(
            name := f"Metaphor-{part}{kind}",
            pairs.ids,
            _best(pairs, annotated, part, compare),
            mask=mask,
            wanted="an annotated metaphor",
            signature=metric_signature(name, **settings, refs="max"),
        )
        for kind, (compare, settings) in comparisons.items()
        for part in _PARTS
    ]


def same_lemmas(left: str, right: str, pos: Pos) -> bool:
    """Return whether two concepts have the same words, as lemmas."""
    return _lemmas(left, pos) == _lemmas(right, pos)


def are_synonyms(left: str, right: str, pos: Pos) -> bool:
    """Return whether two concepts share a sense of WordNet, as whole phrases or word by word."""
    ours, theirs = _lemmas(left, pos), _lemmas(right, pos)
    return (
        ours == theirs
        or _share_sense("_".join(ours), "_".join(theirs), pos)
        or (
            len(ours) == len(theirs)
            and all(one == other or _share_sense(one, other, pos) for one, other in zip(ours, theirs, strict=True))
        )
    )


def _share_sense(left: str, right: str, pos: Pos) -> bool:
    return not set(wordnet().synsets(left, pos)).isdisjoint(wordnet().synsets(right, pos))


def _lemmas(text: str, pos: Pos) -> tuple[str, ...]:
    words = [word for word in _WORD.findall(text.lower()) if word not in _DETERMINERS]
    return tuple(wordnet().morphy(word, pos) or word for word in words)


class _Cosine:
    """The similarity of two concepts; lower-cased, since annotators write either case."""

    def __init__(self, similarity: Similarity) -> None:
        self._similarity = similarity

    def __call__(self, left: str, right: str, pos: Pos) -> float:
        return float(similarities([left.lower()], [right.lower()], similarity=self._similarity)[0, 0])


def _best(
    pairs: Pairs, annotated: Annotated, part: str, compare: Callable[[str, str, Pos], float]
) -> NDArray[np.float64]:
    return np.array(
        [
            _best_of(metaphor(text), annotated.get(key, ()), part, compare)
            for key, text in zip(pairs.ids, pairs.candidates, strict=True)
        ]
    )


def _best_of(
    own: Metaphor | None, others: Sequence[SeenMetaphor], part: str, compare: Callable[[str, str, Pos], float]
) -> float:
    if own is None:
        return 0.0
    values = (compare(getattr(own, part), getattr(other.parts, part), _PARTS[part]) for other in others)
    return max(values, default=0.0)
