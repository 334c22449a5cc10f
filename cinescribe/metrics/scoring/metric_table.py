"""Every metric by the name under which it is asked for and printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.embedding.bertscore_similarity import BertScoreSimilarity
from cinescribe.metrics.embedding.grounding import MARGINS, grounding
from cinescribe.metrics.embedding.metaphor import acd, acs
from cinescribe.metrics.embedding.nouns import coverage, noun_alignment
from cinescribe.metrics.embedding.perplexity import perplexity
from cinescribe.metrics.embedding.retrieval import caption_retrieval
from cinescribe.metrics.identity.ispice import ispice
from cinescribe.metrics.meteor.meteor import meteor
from cinescribe.metrics.overlap.bleu import bleu
from cinescribe.metrics.overlap.cider import cider, cider_d, cider_plain
from cinescribe.metrics.overlap.rouge import rouge
from cinescribe.metrics.scene_graph.spice_kinds import KINDS
from cinescribe.metrics.scoring.scoring_context import Job

_MARGIN = re.compile(r"groundingscore\((\d{1,9}|inf)\)")
_RETRIEVAL = re.compile(r"(?P<measure>r@\d{1,9}|medr|mrr)/(?P<size>\d{1,9})")
_SPELLED = {"medr": "MedR", "mrr": "MRR"}
_WINDOW = 16  # AutoAD II's, and its depths 1 and 5; any others may be named


@dataclass(frozen=True)
class Family:
    """Scores that are computed together.

    Attributes:
        names: what the family's name stands for.
        scores: computes them, and the others.
        others: what is computed with them and given when asked for by name.
    """

    names: tuple[str, ...]
    scores: Callable[[Job], Sequence[Score]]
    others: tuple[str, ...] = ()


def _grounding(*margins: float) -> Family:
    def scores(job: Job) -> list[Score]:
        labels = {label for caption in job.grounded for word in caption.words for label in (word.word, word.region)}
        return grounding(job.grounded, job.words(labels), margins=margins)

    return Family(tuple(f"GroundingScore({margin:g})" for margin in margins), scores)


def _retrieval(size: int, *, named: Sequence[str]) -> Family:
    """R@k/N among `size`: all depths, the median rank and the mean reciprocal rank are computed together."""

    def scores(job: Job) -> list[Score]:
        return caption_retrieval(job.pairs, BertScoreSimilarity(job.encoder), size=size, ks=range(1, size))

    return Family(tuple(f"{name}/{size}" for name in named), scores)


TABLE = {
    "BLEU": Family(("BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4"), lambda job: bleu(job.tokens)),
    "METEOR": Family(("METEOR",), lambda job: [meteor(job.tokens, paraphrases=job.paraphrases)]),
    "ROUGE": Family(("ROUGE-L",), lambda job: [rouge(job.tokens)]),
    "CIDEr": Family(("CIDEr",), lambda job: [cider(job.tokens, document_frequencies=job.document_frequencies)]),
    "CIDEr-D": Family(("CIDEr-D",), lambda job: [cider_d(job.tokens, document_frequencies=job.document_frequencies)]),
    "CIDEr-plain": Family(
        ("CIDEr-plain",), lambda job: [cider_plain(job.tokens, document_frequencies=job.document_frequencies)]
    ),
    "SPICE": Family(("SPICE",), lambda job: job.spices, tuple(f"SPICE-{kind}" for kind in KINDS[1:])),
    "iSPICE": Family(("iSPICE",), lambda job: [ispice(job.pairs, job.parser)]),
    "BERTScore": Family(("BERTScore",), lambda job: job.bertscores, ("BERTScore-P", "BERTScore-R")),
    "ACD": Family(("ACD",), lambda job: [acd(job.pairs, job.sentences, bertscore=job.bertscores[-1])]),
    "ACS": Family(("ACS",), lambda job: [acs(job.pairs, job.sentences)]),
    "NW": Family(("NW",), lambda job: [noun_alignment(job.nouns, job.noun_vectors)]),
    "Coverage": Family(("Coverage",), lambda job: [coverage(job.nouns, job.noun_vectors)]),
    "GroundingScore": _grounding(*MARGINS),
    "Perplexity": Family(("Perplexity",), lambda job: [perplexity(job.log_probabilities, model=job.language_model)]),
    "R@k/N": _retrieval(_WINDOW, named=("R@1", "R@5")),
}
_FAMILIES = {name.casefold(): family for name, family in TABLE.items()}
_BY_SCORE = {name.casefold(): (name, family) for family in TABLE.values() for name in (*family.names, *family.others)}


def wanted(names: Iterable[str]) -> list[tuple[str, Family]]:
    """The metrics that `names` ask for, each once, in their order, with the family that computes it.

    Letter case does not matter; a family's name stands for all of its own (`bleu` for BLEU-1 to 4), unless a metric
    has that very name (`cider`).

    Raises:
        ScoreError: for a name that no metric has, or when there is no name.
    """
    found = {name: family for asked in names if asked.strip() for name, family in _named(asked.strip())}
    if not found:
        raise ScoreError(f"no metric is named; name some of {', '.join(TABLE)}")
    return list(found.items())


def _named(asked: str) -> list[tuple[str, Family]]:
    key = asked.casefold().replace("_", "-")
    if key in _BY_SCORE:
        return [_BY_SCORE[key]]
    family = _FAMILIES.get(key) or _of_numbers(key)
    if family is None:
        raise ScoreError(
            f"there is no metric {asked!r}; there are {', '.join(TABLE)} (k and N are numbers, as R@5/16), and members "
            "of families, as BLEU-4"
        )
    return [(name, family) for name in family.names]


def _of_numbers(key: str) -> Family | None:
    """The metric whose name holds numbers of the asker's choice."""
    if found := _MARGIN.fullmatch(key):
        return _grounding(float(found[1]))
    if found := _RETRIEVAL.fullmatch(key):
        return _retrieval(int(found["size"]), named=[_measure(found["measure"], int(found["size"]))])
    return None


def _measure(named: str, size: int) -> str:
    if named in _SPELLED:
        return _SPELLED[named]
    k = int(named.removeprefix("r@"))
    if not 1 <= k < size:
        raise ScoreError(f"there is no R@{k}/{size}: k is a whole number from 1 to below N, the items of a window")
    return f"R@{k}"
