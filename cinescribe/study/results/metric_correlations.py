"""How metrics agree with each criterion of a study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cinescribe.errors import StudyError
from cinescribe.metrics.human.against_people import AgainstPeople, against_people, metric_names, read_system_scores
from cinescribe.metrics.human.correlation import UndefinedCorrelationError
from cinescribe.metrics.human.rating_tables import RatingTable, table_lines
from cinescribe.metrics.human.ratings import RatingSheet
from cinescribe.study.kinds.study_ratings import StudyRatings

Scores = Mapping[str, Mapping[tuple[str, str], float]]  # by metric, then by system and item


@dataclass(frozen=True)
class MetricCorrelations:
    """How metrics agree with criteria.

    Attributes:
        found: the correlations.
        absent: a line for each that is undefined, with metric, criterion and reason.
    """

    found: tuple[AgainstPeople, ...] = ()
    absent: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        """The table over all systems, and what it leaves out, as lines of text."""
        return [*(table_lines(correlation_table(self.found)) if self.found else []), *self.absent]


def read_metric_scores(paths: Sequence[Path]) -> Scores:
    """Read every metric of the files of several systems, as `score --per-item` writes them.

    Raises:
        ScoreError: as `read_system_scores`.
        StudyError: when two files have values of one text.
    """
    found: dict[str, dict[tuple[str, str], float]] = {}
    for path in paths:
        for metric in metric_names(path):
            values = read_system_scores(path, metric=metric)
            if twice := found.setdefault(metric, {}).keys() & values.keys():
                system, item = min(twice)
                raise StudyError(f"{str(path)!r} has {metric} of {item!r} by {system!r} again; give each system once")
            found[metric] |= values
    return found


def metric_correlations(scores: Scores, found: StudyRatings) -> MetricCorrelations:
    """Return Pearson's r of each metric with each criterion, over the texts of the systems that have scores.

    Ranks count turned round, so that more is better, as for ratings. A correlation that is undefined is left out.

    Raises:
        ScoreError: when a rated text has no score, or one that is not finite.
        StudyError: when no system of the study has scores.
    """
    turned = tuple(replace(one, value=-one.value) for one in found.ratings) if found.are_ranks else found.ratings
    sheet = RatingSheet(turned, is_ranking=False)
    rated = {one.system or "" for one in sheet.ratings}
    results, absent = [], []
    for metric, values in scores.items():
        systems = sorted(rated & {system for system, _ in values})
        if not systems:
            raise StudyError(
                f"the scores have {metric} of {', '.join(sorted({system for system, _ in values}))}, and the study has "
                f"{', '.join(sorted(rated))}; call the files by the systems, as in A.csv"
            )
        for criterion in dict.fromkeys(one.criterion or "" for one in sheet.ratings):
            try:
                results.append(against_people(values, sheet, metric=metric, criterion=criterion, systems=systems))
            except UndefinedCorrelationError as error:
                ranks = " (ranks turned round)" if found.are_ranks else ""
                absent.append(f"no Pearson's r of {metric} with {criterion}{ranks}: {error}")
    return MetricCorrelations(tuple(results), tuple(absent))


def correlation_table(results: Sequence[AgainstPeople]) -> RatingTable:
    """Return the correlations over all systems, a row for each metric."""
    criteria = list(dict.fromkeys(one.criterion for one in results))
    rows: dict[str, dict[str, float]] = {}
    for one in results:
        rows.setdefault(one.metric, {})[one.criterion] = one.overall.r
    return RatingTable(
        "Pearson's r of metrics with people, over texts",
        ("", *criteria),
        tuple((metric, tuple(own.get(name) for name in criteria)) for metric, own in rows.items()),
    )
