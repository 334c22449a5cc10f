"""A table of several systems' scores: intervals, paired tests against the first system, and what was scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.core.significance import Interval, compare, confidence
from cinescribe.metrics.scoring.score_captions import CandidateTexts, ReferenceTexts, score_captions
from cinescribe.metrics.scoring.sources import Sources
from cinescribe.record import Record

_SIGNIFICANT = 0.05
_LATEX = str.maketrans({char: f"\\{char}" for char in "&%$#_{}"})


@dataclass(frozen=True)
class SystemScore(Record):
    """One system in one metric.

    Args:
        system: its name.
        metric: the metric's name.
        value: the corpus value.
        interval: of the value, by the bootstrap over items.
        difference: from the first system's value; None for the first system.
        difference_interval: of the difference, both systems resampled together.
        p_value: of the paired approximate randomisation test against the first system, not corrected for their number.
        signature: the metric's settings and this release.
    """

    system: str
    metric: str
    value: float
    interval: Interval
    difference: float | None
    difference_interval: Interval | None
    p_value: float | None
    signature: str


@dataclass(frozen=True)
class SystemTable(Record):
    """Scores of systems on the same items.

    Args:
        items: number of items.
        scores: of each metric in each system, in the order of systems, then of metrics.
    """

    items: int
    scores: tuple[SystemScore, ...]

    def rows(self) -> list[dict[str, str | float | None]]:
        """Return a flat row for each score; `pandas.DataFrame(table.rows())` is the table."""
        return [
            {
                "system": score.system,
                "metric": score.metric,
                "value": score.value,
                "low": score.interval.low,
                "high": score.interval.high,
                "difference": score.difference,
                "difference_low": None if score.difference_interval is None else score.difference_interval.low,
                "difference_high": None if score.difference_interval is None else score.difference_interval.high,
                "p_value": score.p_value,
                "items": self.items,
                "signature": score.signature,
            }
            for score in self.scores
        ]

    def latex(self) -> str:
        """Return a LaTeX table (booktabs) with a row for each system; † marks p < .05 against the first system."""
        metrics = list(dict.fromkeys(score.metric for score in self.scores))
        systems = list(dict.fromkeys(score.system for score in self.scores))
        cell = {(score.system, score.metric): _latex_cell(score) for score in self.scores}
        lines = [
            f"\\begin{{tabular}}{{l{'r' * len(metrics)}}}",
            "\\toprule",
            " & ".join(["System", *(name.translate(_LATEX) for name in metrics)]) + " \\\\",
            "\\midrule",
            *(
                " & ".join([system.translate(_LATEX), *(cell[system, metric] for metric in metrics)]) + " \\\\"
                for system in systems
            ),
            "\\bottomrule",
            "\\end{tabular}",
        ]
        return "\n".join(lines) + "\n"


def score_systems(
    systems: Mapping[str, CandidateTexts],
    references: ReferenceTexts,
    *,
    metrics: str | Sequence[str],
    sources: Sources | None = None,
    level: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
) -> SystemTable:
    """Score several systems on the same items and test each against the first.

    Args:
        systems: the captions of each system by its name, the baseline first; see `score_captions`.
        references: the references of all items.
        metrics: as for `score_captions`.
        sources: models and tables; see `Sources`.
        level: of all intervals.
        resamples: number of corpora drawn for each interval and each test.
        seed: the same seed draws the same corpora.

    Raises:
        ScoreError: for fewer than two systems; when systems have captions of different items; as `score_captions`.
        CinescribeError: when a metric fails.

    Example:
        >>> table = score_systems({"a": ["a man"], "b": ["a dog"]}, [["a man"]], metrics="cider")  # doctest: +SKIP
        >>> pandas.DataFrame(table.rows())  # doctest: +SKIP
    """
    if len(systems) < 2:
        raise ScoreError(f"there is {len(systems)} system; give the captions of two or more")
    scored = {
        name: [_with_value(score) for score in score_captions(captions, references, metrics=metrics, sources=sources)]
        for name, captions in systems.items()
    }
    baseline = next(iter(scored))
    out = []
    for name, scores in scored.items():
        for first, score in zip(scored[baseline], scores, strict=True):
            interval = confidence(score, level=level, resamples=resamples, seed=seed)
            tested: tuple[float | None, Interval | None, float | None] = (None, None, None)
            if name != baseline:
                test = compare(score, first, level=level, resamples=resamples, seed=seed)
                tested = (test.difference, test.interval, test.p_value)
            out.append(SystemScore(name, score.name, score.value, interval, *tested, score.signature))
    return SystemTable(max(len(score.sums) for score in scored[baseline]), tuple(out))


def _with_value(score: Score) -> Score:
    if score.error is not None:
        raise score.error
    return score


def _latex_cell(score: SystemScore) -> str:
    mark = "\\textsuperscript{\\dag}" if score.p_value is not None and score.p_value < _SIGNIFICANT else ""
    return f"{score.value:.3f}{mark}"
