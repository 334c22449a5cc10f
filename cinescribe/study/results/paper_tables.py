"""The papers' tables for a kind of study, with the paper's figures beside ours."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from cinescribe.errors import ScoreError
from cinescribe.metrics.human.agreement import (
    cohen_kappa,
    deviation,
    fleiss_kappa,
    iras,
    mean_rating,
    rater_pairs,
    smooth_iras,
    validity,
)
from cinescribe.metrics.human.deviation_histograms import BIN, sheet_histograms
from cinescribe.metrics.human.rating_tables import RatingTable
from cinescribe.metrics.human.ratings import Rating, Ratings, RatingSheet
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.results import published
from cinescribe.study.results.judgements import StudyRatings
from cinescribe.study.results.published import PublishedTable

_VALID_ABOVE = 3  # of ratings from 1 to 5
_CLEAR = 0.8  # of judges: 4 of 5

_Cells = Mapping[tuple[str, str], float | None]


def paper_tables(design: StudyDesign, found: StudyRatings) -> list[RatingTable]:
    """Return the tables that the paper prints for a study of this kind; none for a kind without one."""
    groups = _groups(found.ratings)
    return _TABLES[design.kind](design, groups, found) if groups else []


_Groups = Mapping[tuple[str, str], Ratings]


def _ranks(design: StudyDesign, groups: _Groups, found: StudyRatings) -> list[RatingTable]:
    paper = published.MEAN_RANKS_MPII if design.protocol == "mpii-md" else published.MEAN_RANKS_LSMDC
    return [_table("Mean rank", paper, _each(groups, lambda own: mean_rating(own).value))]


def _choices(design: StudyDesign, groups: _Groups, found: StudyRatings) -> list[RatingTable]:
    n_of: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for one in found.ratings:
        n_of[one.item, one.criterion or ""] += one.value == 1
        first[one.item, one.criterion or ""][one.system or ""] += one.value == 1
    systems = sorted({system for system, _ in groups})
    majority, clear = {}, {}
    for criterion in sorted({criterion for _, criterion in groups}):
        asked = [key for key in first if key[1] == criterion and n_of[key]]
        for system in systems:
            shares = np.array([first[key][system] / n_of[key] for key in asked])
            majority[system, criterion] = 100 * float(np.mean(shares > 0.5))
            clear[system, criterion] = 100 * float(np.mean(shares >= _CLEAR - 1e-9))
    return [
        _table("Chosen by the majority, % of pairs", published.CHOICES, majority),
        _table("Chosen by 80 % of judges or more, % of pairs", published.CHOICES_CLEAR, clear),
    ]


def _ratings(design: StudyDesign, groups: _Groups, found: StudyRatings) -> list[RatingTable]:
    is_generation = any(criterion == "caption" for _, criterion in groups)
    measures: tuple[tuple[str, PublishedTable, Callable[[Ratings], float]], ...] = (
        (
            "Valid, % of ratings above 3",
            published.VALID_GENERATION if is_generation else published.VALID_COMPLETION,
            lambda own: 100 * validity(own, above=_VALID_ABOVE).value,
        ),
        (
            "Standard deviation, points of the scale",
            published.DEVIATION_GENERATION if is_generation else published.DEVIATION_COMPLETION,
            lambda own: deviation(own).value,
        ),
        (
            "IRAS, %",
            published.IRAS_GENERATION if is_generation else published.IRAS_COMPLETION,
            lambda own: 100 * iras(own).value,
        ),
        (
            "Smooth IRAS, %",
            published.SMOOTH_IRAS_GENERATION if is_generation else published.SMOOTH_IRAS_COMPLETION,
            lambda own: 100 * smooth_iras(own).value,
        ),
    )
    tables = [_table(title, paper, _each(groups, measure)) for title, paper, measure in measures]
    return [*tables, *_histograms(found.ratings)]


def _histograms(ratings: Sequence[Rating]) -> list[RatingTable]:
    """Figures 14 to 18 of *Video2Commonsense* as a table, which have no numbers in print."""
    histograms = sheet_histograms(RatingSheet(tuple(ratings), is_ranking=False))
    if not histograms:
        return []
    starts = tuple(f"{number * BIN:g}" for number in range(len(histograms[0].shares)))
    rows = tuple((f"{one.system}, {one.criterion}", tuple(100 * share for share in one.shares)) for one in histograms)
    title = f"Texts by standard deviation of their ratings, from so many points for {BIN:g}, %"
    return [RatingTable(f"{title} ({published.HISTOGRAMS}, which have no numbers)", ("", *starts), rows)]


def _shares(design: StudyDesign, groups: _Groups, found: StudyRatings) -> list[RatingTable]:
    yes = _each(groups, lambda own: 100 * mean_rating(own).value)
    paper = _YES_NO.get(design.protocol or "")
    title = "Right, % of judgements" if paper is published.PARSER else "Yes, % of judgements"
    if paper is None:
        title += f" ({published.BARS}, has no numbers)"
    return [_table(title, paper, yes), _kappas(found.ratings)]


def _kappas(ratings: Sequence[Rating]) -> RatingTable:
    """Table 3 of *Unveiling the Invisible*: Cohen's kappa of every two raters, and Fleiss' of all."""
    pooled = Ratings.of({(f"{one.item}\0{one.system}\0{one.criterion}", one.rater): one.value for one in ratings})
    rows: list[tuple[str, tuple[float | None, ...]]] = []
    for left, right, n_shared in rater_pairs(pooled):
        kappa = _or_none(lambda a=left, b=right: cohen_kappa(pooled, left=a, right=b))  # type: ignore[misc]
        rows.append((f"{left} and {right}", (kappa, float(n_shared))))
    rows.append(("Fleiss", (_or_none(lambda: fleiss_kappa(pooled)), None)))
    rows += [(f"paper: {pair}", (kappa, None)) for pair, kappa in published.KAPPAS.items()]
    rows.append(("paper: Fleiss", (published.FLEISS_KAPPA, None)))
    return RatingTable("Agreement, kappa (Unveiling the Invisible, table 3)", ("", "kappa", "shared"), tuple(rows))


def _none(design: StudyDesign, groups: _Groups, found: StudyRatings) -> list[RatingTable]:
    yes = _each(groups, lambda own: 100 * mean_rating(own).value)
    return [_table("Yes, % of answers", None, yes), _kappas(found.ratings)]


def _phrases(design: StudyDesign, groups: _Groups, found: StudyRatings) -> list[RatingTable]:
    ticked = _each(groups, lambda own: 100 * mean_rating(own).value)
    return [_table("Ticked or changed, % of offered phrases", None, ticked), _kappas(found.ratings)]


_YES_NO = {"parser-labels": published.PARSER, "synthetic-metaphors": published.SYNTHETIC}
_TABLES = {
    "rank": _ranks,
    "pair": _choices,
    "rate": _ratings,
    "choose": _phrases,
    "yes-no": _shares,
    "metaphor": _none,
    "trial": _none,
}


def _groups(ratings: Sequence[Rating]) -> dict[tuple[str, str], Ratings]:
    values: dict[tuple[str, str], dict[tuple[str, str], float]] = defaultdict(dict)
    for one in ratings:
        values[one.system or "all", one.criterion or ""][one.item, one.rater] = one.value
    return {key: Ratings.of(own) for key, own in values.items()}


def _each(groups: _Groups, measure: Callable[[Ratings], float]) -> dict[tuple[str, str], float | None]:
    return {key: _or_none(lambda own=own: measure(own)) for key, own in groups.items()}  # type: ignore[misc]


def _or_none(measure: Callable[[], float]) -> float | None:
    try:
        return measure()
    except ScoreError:
        return None


def _table(title: str, paper: PublishedTable | None, ours: _Cells) -> RatingTable:
    """A row for each system, under it the paper's; then the paper's other systems."""
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
