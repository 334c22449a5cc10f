"""How metrics agree with each criterion of a study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cinescribe.errors import StudyError
from cinescribe.metrics.human.against_people import AgainstPeople, against_people, metric_names, read_system_scores
from cinescribe.metrics.human.rating_tables import RatingTable
from cinescribe.metrics.human.ratings import RatingSheet
from cinescribe.study.results.judgements import StudyRatings

Scores = Mapping[str, Mapping[tuple[str, str], float]]  # by metric, then by system and item


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


def metric_correlations(scores: Scores, found: StudyRatings) -> list[AgainstPeople]:
    """Return Pearson's r of each metric with each criterion, over the texts of the systems that have scores.

    Ranks count turned round, so that more is better, as for ratings.

    Raises:
        ScoreError: as `against_people`.
        StudyError: when no system of the study has scores.
    """
    turned = tuple(replace(one, value=-one.value) for one in found.ratings) if found.are_ranks else found.ratings
    sheet = RatingSheet(turned, is_ranking=False)
    rated = {one.system or "" for one in sheet.ratings}
    results = []
    for metric, values in scores.items():
        systems = sorted(rated & {system for system, _ in values})
        if not systems:
            raise StudyError(
                f"the scores have {metric} of {', '.join(sorted({system for system, _ in values}))}, and the study has "
                f"{', '.join(sorted(rated))}; call the files by the systems, as in A.csv"
            )
        for criterion in dict.fromkeys(one.criterion or "" for one in sheet.ratings):
            results.append(against_people(values, sheet, metric=metric, criterion=criterion, systems=systems))
    return results


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
