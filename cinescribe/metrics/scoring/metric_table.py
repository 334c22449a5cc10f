"""All metrics by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cinescribe.errors import ScoreError, brief, known_names
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.description.action_score import action_score
from cinescribe.metrics.description.llm_ad_eval import llm_ad_eval
from cinescribe.metrics.description.repetition import repetition_score
from cinescribe.metrics.embedding.bertscore_similarity import BertScoreSimilarity
from cinescribe.metrics.embedding.grounding import MARGINS, grounding
from cinescribe.metrics.embedding.metaphor import acs, off_template
from cinescribe.metrics.embedding.nouns import coverage, noun_alignment
from cinescribe.metrics.embedding.perplexity import perplexity
from cinescribe.metrics.embedding.retrieval import caption_retrieval
from cinescribe.metrics.identity.ispice import ispice
from cinescribe.metrics.metaphors.concept_accuracy import CONCEPT_METRICS, concept_accuracy
from cinescribe.metrics.metaphors.detection import DETECTION_METRICS, WHEN_METRIC, metaphor_detection, metaphor_when
from cinescribe.metrics.meteor.meteor import meteor
from cinescribe.metrics.overlap.bleu import bleu
from cinescribe.metrics.overlap.cider import cider, cider_d, cider_plain
from cinescribe.metrics.overlap.rouge import rouge
from cinescribe.metrics.scene_graph.spice_categories import CATEGORIES
from cinescribe.metrics.scoring.scoring_context import ScoringContext

_MARGIN = re.compile(r"groundingscore\((\d{1,9}|inf)\)")
_RETRIEVAL = re.compile(r"(?P<measure>r@\d{1,9}|medr|mrr)/(?P<size>\d{1,9})")
_SPELLED = {"medr": "MedR", "mrr": "MRR"}
_WINDOW = 16  # AutoAD II's window, with depths 1 and 5; names may ask for others


@dataclass(frozen=True)
class Family:
    """Metrics that are computed together.

    Attributes:
        names: the metrics that the family's name selects.
        scores: computes the scores of `names` and `others`.
        others: metrics that are computed too, but selected only by their own name.
        companions: metrics without which the others mislead, selected with any of them.
    """

    names: tuple[str, ...]
    scores: Callable[[ScoringContext], Sequence[Score]]
    others: tuple[str, ...] = ()
    companions: tuple[str, ...] = ()


def _grounding(*margins: float) -> Family:
    def scores(context: ScoringContext) -> list[Score]:
        words = [word for caption in context.grounded for word in caption.words]
        labels = {label for word in words for label in (word.word, word.region)}
        return grounding(context.grounded, context.word_vectors(labels), margins=margins)

    return Family(tuple(f"GroundingScore({margin:g})" for margin in margins), scores)


def _retrieval(size: int, *, named: Sequence[str]) -> Family:
    """Return the R@k/N family for windows of `size`: all depths, the median rank and the mean reciprocal rank."""

    def scores(context: ScoringContext) -> list[Score]:
        similarity = BertScoreSimilarity(context.encoder)
        films = context.sources.films
        return caption_retrieval(context.pairs, similarity, size=size, ks=range(1, size), films=films)

    return Family(tuple(f"{name}/{size}" for name in named), scores)


METRIC_FAMILIES = {
    "BLEU": Family(("BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4"), lambda context: bleu(context.tokens)),
    "METEOR": Family(("METEOR",), lambda context: [meteor(context.tokens, paraphrases=context.paraphrases)]),
    "ROUGE": Family(("ROUGE-L",), lambda context: [rouge(context.tokens)]),
    "CIDEr": Family(
        ("CIDEr",), lambda context: [cider(context.tokens, document_frequencies=context.document_frequencies)]
    ),
    "CIDEr-D": Family(
        ("CIDEr-D",), lambda context: [cider_d(context.tokens, document_frequencies=context.document_frequencies)]
    ),
    "CIDEr-plain": Family(
        ("CIDEr-plain",),
        lambda context: [cider_plain(context.tokens, document_frequencies=context.document_frequencies)],
    ),
    "SPICE": Family(("SPICE",), lambda context: context.spice, tuple(f"SPICE-{name}" for name in CATEGORIES[1:])),
    "iSPICE": Family(("iSPICE",), lambda context: [ispice(context.pairs, context.parser)]),
    "BERTScore": Family(("BERTScore",), lambda context: context.bertscore, ("BERTScore-P", "BERTScore-R")),
    "ACD": Family(
        ("ACD",),
        lambda context: [*context.acd, off_template(context.pairs)],
        ("ACD-nonsense",),
        companions=("ACD-nonsense", "Off-template"),
    ),
    "ACS": Family(
        ("ACS",),
        lambda context: [acs(context.pairs, context.sentences), off_template(context.pairs)],
        companions=("Off-template",),
    ),
    "Off-template": Family(("Off-template",), lambda context: [off_template(context.pairs)]),
    "Fit": Family(
        ("Fit",),
        lambda context: [*context.fit, off_template(context.pairs)],
        ("Fit-nonsense",),
        companions=("Fit-nonsense", "Off-template"),
    ),
    "Metaphor": Family(
        CONCEPT_METRICS, lambda context: concept_accuracy(context.pairs, context.metaphors, context.sentences)
    ),
    "Metaphor-detection": Family(
        DETECTION_METRICS, lambda context: metaphor_detection(context.pairs, context.metaphors)
    ),
    WHEN_METRIC: Family(
        (WHEN_METRIC,), lambda context: [metaphor_when(context.pairs, context.metaphors, context.metaphor_spans)]
    ),
    "NW": Family(("NW",), lambda context: [noun_alignment(context.nouns, context.noun_vectors)]),
    "Coverage": Family(("Coverage",), lambda context: [coverage(context.nouns, context.noun_vectors)]),
    "GroundingScore": _grounding(*MARGINS),
    "Perplexity": Family(
        ("Perplexity",), lambda context: [perplexity(context.log_probabilities, model=context.language_model)]
    ),
    "R@k/N": _retrieval(_WINDOW, named=("R@1", "R@5")),
    "CRITIC": Family(("CRITIC",), lambda context: [context.critic]),
    "Action": Family(
        ("Action",),
        lambda context: [action_score(context.pairs, context.parser, context.sentences, given=context.sources.actions)],
    ),
    "Repetition": Family(
        ("Repetition",), lambda context: [repetition_score(context.films("Repetition"), context.sentences)]
    ),
    "LLM-AD-Eval": Family(
        ("LLM-AD-Eval",),
        lambda context: llm_ad_eval(context.pairs, context.grader),
        companions=("LLM-AD-Eval-unreadable",),
    ),
    "StoryRecall": Family(
        ("StoryRecall",), lambda context: context.story_recall, companions=("StoryRecall-unreadable",)
    ),
}
_FAMILIES = {name.casefold(): family for name, family in METRIC_FAMILIES.items()}
_BY_SCORE = {
    name.casefold(): (name, family) for family in METRIC_FAMILIES.values() for name in (*family.names, *family.others)
}


def select_metrics(names: str | Iterable[str]) -> list[tuple[str, Family]]:
    """Return the named metrics, each once, in their order, with the families that compute them.

    Letter case does not matter. A family's name selects its `names` (`bleu` selects BLEU-1 to 4), unless a metric has
    the same name (`cider`).

    Args:
        names: of metrics; a text has names between commas.

    Raises:
        ScoreError: for an unknown name, or when there is no name.
    """
    listed = names.split(",") if isinstance(names, str) else names
    selected = {name: family for asked in listed if asked.strip() for name, family in _named(asked.strip())}
    if not selected:
        raise ScoreError(f"no metric is named; name some of {', '.join(METRIC_FAMILIES)}")
    return list(selected.items())


def _named(asked: str) -> list[tuple[str, Family]]:
    key = asked.casefold().replace("_", "-")
    if key in _BY_SCORE:
        name, own = _BY_SCORE[key]
        return [(name, own), *((companion, own) for companion in own.companions)]
    family = _FAMILIES.get(key) or _with_numbers(key)
    if family is None:
        raise ScoreError(
            f"there is no metric {brief(asked)}; there are {known_names(METRIC_FAMILIES, came=asked)} (k and N are "
            "numbers, such as R@5/16), and their members, such as BLEU-4"
        )
    return [(name, family) for name in family.names]


def _with_numbers(key: str) -> Family | None:
    """Return the family of a metric whose name has numbers in it, or None."""
    if match := _MARGIN.fullmatch(key):
        return _grounding(float(match[1]))
    if match := _RETRIEVAL.fullmatch(key):
        return _retrieval(int(match["size"]), named=[_measure(match["measure"], int(match["size"]))])
    return None


def _measure(named: str, size: int) -> str:
    if named in _SPELLED:
        return _SPELLED[named]
    k = int(named.removeprefix("r@"))
    if not 1 <= k < size:
        raise ScoreError(f"there is no R@{k}/{size}: k is a whole number from 1 to N - 1")
    return f"R@{k}"
