"""How much of each metric is left when the people of captionsets are mistaken, with metrics by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.identity.sensitivity import sensitivity
from cinescribe.metrics.scoring.metric_table import Family, select_metrics
from cinescribe.metrics.scoring.scoring_context import ScoringContext
from cinescribe.metrics.scoring.sources import Sources

TABLE_METRICS = ("iSPICE", "SPICE", "BLEU-4", "CIDEr", "METEOR", "ROUGE-L", "BERTScore")  # of MICap's Table 1


def identity_sensitivity(
    captionsets: Sequence[str] | Mapping[str, str],
    *,
    metrics: str | Sequence[str] = TABLE_METRICS,
    sources: Sources | None = None,
    copies: int = 3,
    seed: int = 0,
) -> list[Score]:
    """Return the share of each metric's score that is left under wrong identities (MICap, Table 1).

    Captionsets are compared with copies of themselves in which some mentions name another of their people (`swap`), one
    names a person more (`add`), or one person is missing (`remove`). A metric that notices who does what falls far.

    Args:
        captionsets: texts with ids such as P1, each with the captions of consecutive clips, as a list or by id.
        metrics: names, as for `score_captions`; those of the paper's table by default.
        sources: models and tables; see `Sources`.
        copies: number of edited copies of each captionset, for each kind of edit; the paper has 3.
        seed: seed of the edits.

    Returns:
        Scores called `iSPICE, swap` and so on, by edit and metric; a `FailedScore` where there is no value, as for an
        edit that no captionset allows.

    Raises:
        ScoreError: for an unknown metric, a single text instead of a list, or fewer than one copy.
        CinescribeError: the first error, when there is no value at all; a `ModelError` when a model is missing.

    Example:
        >>> sets = ["P1 sees P2. P1 follows P2. P3 nods.", "P1 sees P2. P2 runs."]
        >>> identity_sensitivity(sets, metrics="rouge-l")[0].name
        'ROUGE-L, swap'
    """
    if isinstance(captionsets, str):
        raise ScoreError("the captionsets are one text; give a list of texts, or `read_candidates` of a file")
    texts = captionsets if isinstance(captionsets, Mapping) else {str(n): text for n, text in enumerate(captionsets)}
    selected = select_metrics(metrics)
    context = ScoringContext(Pairs.of(texts, texts), sources or Sources())
    return sensitivity(
        texts, {name: _metric(name, family, context) for name, family in selected}, copies=copies, seed=seed
    )


def _metric(name: str, family: Family, shared: ScoringContext) -> Callable[[Pairs], Score]:
    """Return the metric as a function of pairs, with the models of the shared context."""

    def score(pairs: Pairs) -> Score:
        return next(one for one in family.scores(shared.with_pairs(pairs)) if one.name == name)

    return score
