"""The COCO caption tools' call shape over our metrics: an evaluation script changes its imports, and nothing else.

    from cinescribe.metrics.compat.coco import Bleu, Cider, Meteor, PTBTokenizer, Rouge, Spice

As there, `gts` has the references of each id and `res` a list of its one candidate, tokenised by `PTBTokenizer`, with a
space between tokens; `compute_score(gts, res)` gives the corpus score and those of the items, which come in the order
of `gts` from every class. (The tools' Spice sorts ids, while their evaluation reads its scores in the order of `gts`.)
An empty candidate is scored, as there. What we refuse to score raises `ScoreError`; there it is an assertion, or 0.
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
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.language.tokens.words import Parser
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.tokens import Tokens
from cinescribe.metrics.meteor.meteor import meteor
from cinescribe.metrics.meteor.paraphrases import read_paraphrases
from cinescribe.metrics.overlap.bleu import bleu
from cinescribe.metrics.overlap.cider import cider
from cinescribe.metrics.overlap.rouge import rouge
from cinescribe.metrics.scene_graph.spice import Matched, match_tuples, spice_of_tuples
from cinescribe.metrics.scene_graph.spice_kinds import KINDS
from cinescribe.metrics.scene_graph.tuples import pair_tuples
from cinescribe.metrics.scoring.scoring_context import Job
from cinescribe.metrics.scoring.sources import Sources

Captions = Mapping[Any, Sequence[str]]


class PTBTokenizer:
    """Splits captions as the Penn Treebank does, in lower case and without punctuation."""

    def tokenize(self, captions_for_image: Mapping[Any, Sequence[Mapping[str, Any]]]) -> dict[Any, list[str]]:
        """The captions of each id with a space between tokens, from `{id: [{"caption": text}]}`.

        Raises:
            ScoreError: naming the id with a record that has no text under `caption`.
        """
        texts = [_caption(key, entry) for key, entries in captions_for_image.items() for entry in entries]
        tokens = iter(tokenize(texts))
        return {key: [" ".join(next(tokens)) for _ in entries] for key, entries in captions_for_image.items()}


class Bleu:
    """BLEU-1 to BLEU-n; n is 4 at most."""

    def __init__(self, n: int = 4) -> None:
        if not 1 <= n <= 4:
            raise ScoreError(f"BLEU-{n} was asked for; there are BLEU-1 to BLEU-4")
        self._n = n

    def compute_score(self, gts: Captions, res: Captions, verbose: int = 0) -> tuple[list[float], list[list[float]]]:
        """The corpus score of each order and the items' scores of each; nothing is printed, whatever `verbose` says."""
        scores = bleu(_tokens(gts, res))[: self._n]
        return [score.value for score in scores], [list(score.per_item.values()) for score in scores]

    def method(self) -> str:
        """The tools' name of it."""
        return "Bleu"


class Rouge:
    """ROUGE-L."""

    def compute_score(self, gts: Captions, res: Captions) -> tuple[float, NDArray[np.float64]]:
        """The corpus score and the items' scores, (items,)."""
        score = rouge(_tokens(gts, res, " "))  # where the tools split at spaces alone: `5 1/2` has a no-break space
        return score.value, np.array(list(score.per_item.values()))

    def method(self) -> str:
        """The tools' name of it."""
        return "Rouge"


class Cider:
    """CIDEr as the tools print it, document frequencies from `gts`."""

    def compute_score(self, gts: Captions, res: Captions) -> tuple[float, NDArray[np.float64]]:
        """The corpus score and the items' scores, (items,)."""
        score = cider(_tokens(gts, res))
        return score.value, np.array(list(score.per_item.values()))

    def method(self) -> str:
        """The tools' name of it."""
        return "CIDEr"


class Meteor:
    """METEOR 1.5; equal to the tools' own where their table of paraphrases is given, `meteor/data/paraphrase-en.gz`."""

    def __init__(self, paraphrases: Path | None = None) -> None:
        self._paraphrases = read_paraphrases(paraphrases) if paraphrases is not None else None

    def compute_score(self, gts: Captions, res: Captions) -> tuple[float, list[float]]:
        """The corpus score and the items' scores."""
        score = meteor(_tokens(gts, res), paraphrases=self._paraphrases)
        return score.value, list(score.per_item.values())

    def method(self) -> str:
        """The tools' name of it."""
        return "METEOR"


class Spice:
    """SPICE over our parser's scene graphs, which are not CoreNLP's: say so where you print it."""

    def __init__(self, parser: Parser | None = None) -> None:
        self._parser = parser

    def compute_score(self, gts: Captions, res: Captions) -> tuple[float, list[dict[str, dict[str, float]]]]:
        """The corpus score, and for each item `{"All": {"pr", "re", "f", "tp", "fp", "fn", "numImages"}, ...}`.

        As from the tools, a kind of which the references say nothing has nan for precision, recall and F1.
        """
        job = Job(_pairs(gts, res), Sources(parser=self._parser))
        candidates, references = pair_tuples(job.pairs, job.parser)
        score = spice_of_tuples(job.pairs.ids, candidates, references, source=job.parser.name)[0]
        matches = (match_tuples(one, others) for one, others in zip(candidates, references, strict=True))
        return score.value, [spice_parts(match) for match in matches]

    def method(self) -> str:
        """The tools' name of it."""
        return "SPICE"


def spice_parts(matched: Matched) -> dict[str, dict[str, float]]:
    """What the tools' Spice tells of one item, from what its scene graphs share."""
    return {kind: _part(*counts) for kind, counts in zip(KINDS, matched.counts().tolist(), strict=True)}


def _part(shared: int, said: int, known: int) -> dict[str, float]:
    if not known:
        return {"pr": nan, "re": nan, "f": nan, "fn": 0.0, "numImages": 1.0, "fp": float(said - shared), "tp": 0.0}
    missed = max(known - shared, 0)
    precision, recall = shared / said if said else 0.0, shared / (shared + missed)
    return {
        "pr": precision,
        "re": recall,
        "f": 2 * precision * recall / (precision + recall) if shared else 0.0,
        "fn": float(missed),
        "numImages": 1.0,
        "fp": float(said - shared),
        "tp": float(shared),
    }


def _caption(key: object, entry: Mapping[str, Any]) -> str:
    text = entry.get("caption") if isinstance(entry, Mapping) else None
    if not isinstance(text, str):
        raise ScoreError(f'a caption of item {key!r} came as {shortened(entry)}; wanted {{"caption": text}}')
    return text


def _tokens(gts: Captions, res: Captions, separator: str | None = None) -> Tokens:
    """The words of the captions, parted by `separator`, or by any white space."""
    pairs = _pairs(gts, res)
    candidates = [text.split(separator) for text in pairs.candidates]
    references = [[text.split(separator) for text in texts] for texts in pairs.references]
    return Tokens.of(pairs.ids, candidates, references, tokeniser="given")


def _pairs(gts: Captions, res: Captions) -> Pairs:
    """The pairs in the order of `gts`; an empty candidate is scored, as the tools do.

    Raises:
        ScoreError: naming the id that only one side has, or whose captions are not lists as they should be.
    """
    if alone := sorted(map(str, set(gts) ^ set(res))):
        raise ScoreError(f"item {alone[0]!r} is only on one side ({len(alone)} such); give gts and res the same ids")
    for key, texts in res.items():
        if isinstance(texts, str) or len(texts) != 1:
            raise ScoreError(f"res has {shortened(texts)} for item {key!r}; wanted a list of one tokenised caption")
    candidates = {str(key): res[key][0] for key in gts}
    if len(candidates) < len(gts):
        raise ScoreError("two ids are one as text, as 12 and '12'; write an item's id in one way")
    return Pairs.of(candidates, {str(key): gts[key] for key in gts}, allow_empty=True)
