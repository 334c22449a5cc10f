"""Agreement and mean ratings by criterion, of any study with several systems.

"Unveiling the Invisible": figure 4 is the share of yes by system and criterion, table 3 the kappas of each pair of
raters, and Fleiss' kappa. Their values are per criterion and, over all criteria, pooled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cinescribe.metrics.human.agreement import PairKappa, fleiss_kappa, if_defined, pair_kappas
from cinescribe.metrics.human.ratings import Rating, Ratings, RatingSheet
from cinescribe.record import Record


@dataclass(frozen=True)
class CriterionAgreement(Record):
    """How far raters agree under a criterion, over the texts of all systems.

    Attributes:
        criterion: the question asked; None for all of them, each text under each criterion as an item.
        shared: texts with two ratings or more.
        cohen_kappas: of each pair of raters who share two texts or more and do not all say the same.
        fleiss_kappa: of all raters together; None where it is undefined.
    """

    criterion: str | None
    shared: int
    cohen_kappas: tuple[PairKappa, ...] = ()
    fleiss_kappa: float | None = None


@dataclass(frozen=True)
class CriterionMean(Record):
    """The mean rating of a system under a criterion.

    Attributes:
        system, criterion: the rated system and the question asked; None where there is one of each.
        items: rated items.
        mean: over items of the mean of their raters; the share of yes where ratings are 1 and 0.
    """

    system: str | None
    criterion: str | None
    items: int
    mean: float


def criterion_agreement(sheet: RatingSheet) -> list[CriterionAgreement]:
    """Return the agreement under each criterion, in the order of the sheet, and at last that over all of them.

    A text of a system is an item. Undefined kappas, as of raters who share nothing, are absent.
    """
    by_criterion: dict[str | None, list[Rating]] = {}
    for one in sheet.ratings:
        by_criterion.setdefault(one.criterion, []).append(one)
    found = [_agreement(criterion, own) for criterion, own in by_criterion.items()]
    return [*found, _agreement(None, sheet.ratings)] if len(found) > 1 else found


def criterion_means(sheet: RatingSheet) -> list[CriterionMean]:
    """Return the mean rating of each system under each criterion, both in alphabetical order.

    An item with several raters has the mean of their ratings, so that shared items do not count more than others.
    """
    found = []
    for (system, criterion), ratings in sheet.groups().items():
        means = item_means(ratings)
        found.append(CriterionMean(system, criterion, len(means), float(np.mean(list(means.values())))))
    return found


def item_means(ratings: Ratings) -> dict[str, float]:
    """Return the mean of the raters of each item."""
    means = np.where(ratings.given, ratings.values, 0).sum(axis=1) / ratings.given.sum(axis=1)
    return dict(zip(ratings.items, means.tolist(), strict=True))


def agreement_lines(agreements: Sequence[CriterionAgreement]) -> list[str]:
    """Return kappas as a table of text: a row for each criterion, a column for each pair of raters, and Fleiss'."""
    pairs = sorted({kappa.raters for one in agreements for kappa in one.cohen_kappas})
    columns = ["", "shared", *(f"{left}-{right}" for left, right in pairs), "Fleiss"]
    rows = [columns]
    for one in agreements:
        kappas = {kappa.raters: kappa.kappa for kappa in one.cohen_kappas}
        values = [*(kappas.get(pair) for pair in pairs), one.fleiss_kappa]
        cells = ["\N{EN DASH}" if value is None else f"{value:.3f}" for value in values]
        rows.append([one.criterion or "all", str(one.shared), *cells])
    return titled_table("Kappas of raters (Cohen's of each pair, and Fleiss')", rows)


def titled_table(title: str, rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of cells as lines of text under a title: the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join([f"{row[0]:<{widths[0]}}", *(f"{cell:>{w}}" for cell, w in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    ]
    return [f"{title}:", *(f"  {line}".rstrip() for line in lines)]


def _agreement(criterion: str | None, ratings: Sequence[Rating]) -> CriterionAgreement:
    pooled = RatingSheet(tuple(ratings), is_ranking=False).pooled()
    kappas = tuple(one for one in pair_kappas(pooled) if one.absent is None)
    shared = int((pooled.given.sum(axis=1) >= 2).sum())
    return CriterionAgreement(criterion, shared, kappas, if_defined(lambda: fleiss_kappa(pooled)))
