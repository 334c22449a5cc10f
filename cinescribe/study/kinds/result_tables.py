"""Tables of a study's results, with a paper's figures beside them.

Figures of papers are as printed; what a paper lacks is None.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from cinescribe.metrics.human.agreement import fleiss_kappa, if_defined, mean_rating, pair_kappas
from cinescribe.metrics.human.rating_tables import RatingTable
from cinescribe.metrics.human.ratings import Rating, Ratings
from cinescribe.study.kinds.study_ratings import StudyRatings

# Unveiling the Invisible, table 3: agreement of raters A, B and C.
_KAPPAS = {"A and B": 0.639, "A and C": 0.637, "B and C": 0.685}
_FLEISS_KAPPA = 0.653

SystemValues: TypeAlias = Mapping[tuple[str, str], float | None]  # by system and criterion


@dataclass(frozen=True)
class PublishedTable:
    """A table of a paper.

    Attributes:
        paper: title.
        name: of the table.
        criteria: its columns.
        rows: by system, a figure for each column; None where there is none.
    """

    paper: str
    name: str
    criteria: tuple[str, ...]
    rows: Mapping[str, tuple[float | None, ...]]


def share_tables(found: StudyRatings, protocol: str | None) -> list[RatingTable]:
    """Return the share of yes under each criterion, and the agreement of raters."""
    return [compared_table("Yes, % of answers", None, mean_percent(found)), kappa_table(found.ratings)]


def mean_percent(found: StudyRatings) -> SystemValues:
    """Return the mean of each system's ratings from 0 to 1, in percent."""
    return system_values(found, lambda own: 100 * mean_rating(own).value)


def system_values(found: StudyRatings, measure: Callable[[Ratings], float]) -> SystemValues:
    """Return a measure of each system's ratings under each criterion; None where it is undefined."""
    values: dict[tuple[str, str], dict[tuple[str, str], float]] = defaultdict(dict)
    for one in found.ratings:
        values[one.system or "all", one.criterion or ""][one.item, one.rater] = one.value
    groups = {key: Ratings.of(own) for key, own in values.items()}
    return {key: if_defined(lambda own=own: measure(own)) for key, own in groups.items()}  # type: ignore[misc]


def kappa_table(ratings: Sequence[Rating]) -> RatingTable:
    """Return Cohen's kappa of every two raters, and Fleiss' of all (*Unveiling the Invisible*, table 3)."""
    pooled = Ratings.of({(f"{one.item}\0{one.system}\0{one.criterion}", one.rater): one.value for one in ratings})
    rows: list[tuple[str, tuple[float | None, ...]]] = [
        (" and ".join(one.raters), (one.kappa, float(one.items))) for one in pair_kappas(pooled)
    ]
    rows.append(("Fleiss", (if_defined(lambda: fleiss_kappa(pooled)), None)))
    rows += [(f"paper: {pair}", (kappa, None)) for pair, kappa in _KAPPAS.items()]
    rows.append(("paper: Fleiss", (_FLEISS_KAPPA, None)))
    return RatingTable("Agreement, kappa (Unveiling the Invisible, table 3)", ("", "kappa", "shared"), tuple(rows))


def compared_table(title: str, paper: PublishedTable | None, ours: SystemValues) -> RatingTable:
    """Return a row for each system, under it the paper's; then the paper's other systems."""
    known = () if paper is None else paper.criteria
    criteria = [*known, *sorted({criterion for _, criterion in ours} - {*known})]
    criteria = [name for name in criteria if any(key[1] == name for key in ours)]
    printed = {} if paper is None else {system.casefold(): system for system in paper.rows}
    rows: list[tuple[str, tuple[float | None, ...]]] = []
    for system in sorted({system for system, _ in ours}):
        rows.append((system, tuple(ours.get((system, name)) for name in criteria)))
        if paper is not None and (own := printed.pop(system.casefold(), None)) is not None:
            rows.append((f"  paper: {own}", _printed(paper, own, criteria)))
    if paper is not None:
        rows += [(f"  paper: {own}", _printed(paper, own, criteria)) for own in printed.values()]
        title = f"{title} ({paper.paper}, {paper.name})"
    return RatingTable(title, ("", *criteria), tuple(rows))


def _printed(paper: PublishedTable, system: str, criteria: Sequence[str]) -> tuple[float | None, ...]:
    by_criterion = dict(zip(paper.criteria, paper.rows[system], strict=True))
    return tuple(by_criterion.get(name) for name in criteria)
