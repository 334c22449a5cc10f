"""The interface of the COCO caption tools over our metrics: an evaluation script only changes its imports.

    from cinescribe.metrics.compat.coco import Bleu, Cider, Meteor, PTBTokenizer, Rouge, Spice

As in the tools, `gts` has the references of each id and `res` a list of its one candidate, tokenised by `PTBTokenizer`,
with a space between tokens. `compute_score(gts, res)` returns the corpus score and those of the items, always in the
order of `gts`. (The tools' Spice sorts ids, while their evaluation reads its scores in the order of `gts`.) An empty
candidate is scored, as in the tools. Input that cannot be scored raises `ScoreError`; there it fails an assertion or
scores 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import nan
from pathlib import Path
from reprlib import repr as shortened
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.tokens import PairTokens
from cinescribe.metrics.meteor.meteor import meteor
from cinescribe.metrics.meteor.paraphrases import read_paraphrases
from cinescribe.metrics.overlap.bleu import bleu
from cinescribe.metrics.overlap.cider import cider
from cinescribe.metrics.overlap.rouge import rouge
from cinescribe.metrics.scene_graph.spice import SpiceMatch, match_tuples, spice_from_tuples
from cinescribe.metrics.scene_graph.spice_categories import CATEGORIES
from cinescribe.metrics.scene_graph.tuples import pair_tuples
from cinescribe.metrics.scoring.scoring_context import ScoringContext
from cinescribe.metrics.scoring.sources import Sources

Captions = Mapping[Any, Sequence[str]]


class PTBTokenizer:
    """Splits captions into Penn Treebank tokens, in lower case and without punctuation."""

    def tokenize(self, captions_for_image: Mapping[Any, Sequence[Mapping[str, Any]]]) -> dict[Any, list[str]]:
        """Return the captions of each id with a space between tokens, from `{id: [{"caption": text}]}`.

        Raises:
            ScoreError: naming the id with a record that has no text under `caption`.
        """
        texts = [_caption(key, entry) for key, entries in captions_for_image.items() for entry in entries]
        tokens = iter(tokenize(texts))
        return {key: [" ".join(next(tokens)) for _ in entries] for key, entries in captions_for_image.items()}


class Bleu:
    """BLEU-1 to BLEU-n, with n up to 4."""

    def __init__(self, n: int = 4) -> None:
        if not 1 <= n <= 4:
            raise ScoreError(f"`n` is {n}; expected a number from 1 to 4")
        self._n = n

    def compute_score(self, gts: Captions, res: Captions, verbose: int = 0) -> tuple[list[float], list[list[float]]]:
        """Return the corpus score and the items' scores of each order; `verbose` is ignored."""
        scores = bleu(_tokens(gts, res))[: self._n]
        return [score.value for score in scores], [list(score.per_item.values()) for score in scores]

    def method(self) -> str:
        """Return the metric's name in the tools."""
        return "Bleu"


class Rouge:
    """ROUGE-L."""

    def compute_score(self, gts: Captions, res: Captions) -> tuple[float, NDArray[np.float64]]:
        """Return the corpus score and the items' scores, (items,)."""
        score = rouge(_tokens(gts, res, " "))  # the tools split only at spaces here: `5 1/2` has a no-break space
        return score.value, np.array(list(score.per_item.values()))

    def method(self) -> str:
        """Return the metric's name in the tools."""
        return "Rouge"


class Cider:
    """CIDEr as the tools print it, with document frequencies from `gts`."""

    def compute_score(self, gts: Captions, res: Captions) -> tuple[float, NDArray[np.float64]]:
        """Return the corpus score and the items' scores, (items,)."""
        score = cider(_tokens(gts, res))
        return score.value, np.array(list(score.per_item.values()))

    def method(self) -> str:
        """Return the metric's name in the tools."""
        return "CIDEr"


class Meteor:
    """METEOR 1.5; equal to the tools' with their paraphrase table, `meteor/data/paraphrase-en.gz`."""

    def __init__(self, paraphrases: Path | None = None) -> None:
        self._paraphrases = read_paraphrases(paraphrases) if paraphrases is not None else None

    def compute_score(self, gts: Captions, res: Captions) -> tuple[float, list[float]]:
        """Return the corpus score and the items' scores."""
        score = meteor(_tokens(gts, res), paraphrases=self._paraphrases)
        return score.value, list(score.per_item.values())

    def method(self) -> str:
        """Return the metric's name in the tools."""
        return "METEOR"


class Spice:
    """SPICE over our parser's scene graphs, which differ from CoreNLP's: say so when you report it."""

    def __init__(self, parser: Parser | None = None) -> None:
        self._parser = parser

    def compute_score(self, gts: Captions, res: Captions) -> tuple[float, list[dict[str, dict[str, float]]]]:
        """Return the corpus score, and for each item `{"All": {"pr", "re", "f", "tp", "fp", "fn", "numImages"}, ...}`.

        As in the tools, precision, recall and F1 are nan for a category without reference tuples.
        """
        context = ScoringContext(_pairs(gts, res), Sources(parser=self._parser))
        candidates, references = pair_tuples(context.pairs, context.parser)
        score = spice_from_tuples(context.pairs.ids, candidates, references, source=context.parser.name)[0]
        matches = (match_tuples(one, others) for one, others in zip(candidates, references, strict=True))
        return score.value, [spice_parts(match) for match in matches]

    def method(self) -> str:
        """Return the metric's name in the tools."""
        return "SPICE"


def spice_parts(match: SpiceMatch) -> dict[str, dict[str, float]]:
    """Return one item's output of the tools' Spice."""
    return {name: _part(*counts) for name, counts in zip(CATEGORIES, match.counts().tolist(), strict=True)}


def _part(shared: int, n_candidate: int, n_reference: int) -> dict[str, float]:
    if not n_reference:
        return {
            "pr": nan,
            "re": nan,
            "f": nan,
            "fn": 0.0,
            "numImages": 1.0,
            "fp": float(n_candidate - shared),
            "tp": 0.0,
        }
    missed = max(n_reference - shared, 0)
    precision, recall = shared / n_candidate if n_candidate else 0.0, shared / (shared + missed)
    return {
        "pr": precision,
        "re": recall,
        "f": 2 * precision * recall / (precision + recall) if shared else 0.0,
        "fn": float(missed),
        "numImages": 1.0,
        "fp": float(n_candidate - shared),
        "tp": float(shared),
    }


def _caption(key: object, entry: Mapping[str, Any]) -> str:
    text = entry.get("caption") if isinstance(entry, Mapping) else None
    if not isinstance(text, str):
        raise ScoreError(f'a caption of item {key!r} is {shortened(entry)}; expected {{"caption": text}}')
    return text


def _tokens(gts: Captions, res: Captions, separator: str | None = None) -> PairTokens:
    """Return the words of the captions, split at `separator` or at any white space."""
    pairs = _pairs(gts, res)
    candidates = [text.split(separator) for text in pairs.candidates]
    references = [[text.split(separator) for text in texts] for texts in pairs.references]
    return PairTokens.of(pairs.ids, candidates, references, tokeniser="given")


def _pairs(gts: Captions, res: Captions) -> Pairs:
    """Return the pairs in the order of `gts`; empty candidates are scored, as in the tools.

    Raises:
        ScoreError: naming the id that only one side has, or whose captions are not the expected lists.
    """
    if unpaired := sorted(map(str, set(gts) ^ set(res))):
        raise ScoreError(
            f"item {unpaired[0]!r} is only on one side ({len(unpaired)} such); give gts and res the same ids"
        )
    for key, texts in res.items():
        if isinstance(texts, str) or len(texts) != 1:
            raise ScoreError(f"res has {shortened(texts)} for item {key!r}; expected a list of one tokenised caption")
    candidates = {str(key): res[key][0] for key in gts}
    if len(candidates) < len(gts):
        raise ScoreError("two ids are equal as text, such as 12 and '12'; keep one of them")
    return Pairs.of(candidates, {str(key): gts[key] for key in gts}, allow_empty=True)
