"""The results of a study: ratings, comparisons, agreement and the papers' tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cinescribe.errors import ScoreError, StudyError
from cinescribe.metrics.human.against_people import AgainstPeople
from cinescribe.metrics.human.ordinal_alpha import ordinal_alpha
from cinescribe.metrics.human.rating_tables import RatingTable, table_lines
from cinescribe.metrics.human.ratings import Rating, Ratings, write_ratings
from cinescribe.output_folder import claim_folder
from cinescribe.record import Record
from cinescribe.store import write_record, write_records, write_text
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.kinds.judgement import Decision, Judgement
from cinescribe.study.kinds.study_ratings import StudyRatings, study_ratings
from cinescribe.study.results.comparison import SystemComparison, compare_systems
from cinescribe.study.results.metric_correlations import MetricCorrelations, Scores, metric_correlations
from cinescribe.study.results.plackett_luce import Strength, plackett_luce
from cinescribe.study.results.raters import RaterSigns, rater_signs
from cinescribe.study.results.screening_counts import ScreeningCounts

_FOLDER = "study-results"
RATINGS, RESULTS, TABLES = "ratings.csv", "results.json", "tables.txt"


@dataclass(frozen=True)
class CriterionResult(Record):
    """One criterion.

    Attributes:
        criterion: the question.
        alpha: Krippendorff's ordinal alpha over the texts of all systems; None where it is undefined.
        strengths: of the systems, from rankings; none where they are undefined, or for ratings.
        absent: why strengths or alpha are undefined.
    """

    criterion: str
    alpha: float | None = None
    strengths: tuple[Strength, ...] = ()
    absent: tuple[str, ...] = ()


@dataclass(frozen=True)
class StudyResults(Record):
    """The results of a study.

    Attributes:
        study: its name.
        digest: of its design.
        n_raters, n_pages, n_ratings: their numbers; pages that were begun are counted.
        n_unfinished: pages without an answer to each required question.
        n_ties_broken: texts of a ranking that say the same as another, and were ranked in the order drawn.
        comparisons: of the systems, for each criterion.
        criteria: agreement and strengths, for each criterion.
        raters: what is known of each rater's care.
        without_suspects: the same without raters with a sign of carelessness; None where there is none, or no other.
        by_blind: the same by the raters who say they are blind; None where there is none.
        metrics: how metrics agree with the criteria, where scores were given.
        metrics_absent: why correlations with metrics are undefined.
        screening: how many people failed the tests before the first item; None for a study without tests.
    """

    study: str
    digest: str
    n_raters: int
    n_pages: int
    n_ratings: int
    n_unfinished: int
    n_ties_broken: int
    comparisons: tuple[SystemComparison, ...] = ()
    criteria: tuple[CriterionResult, ...] = ()
    raters: tuple[RaterSigns, ...] = ()
    without_suspects: StudyResults | None = None
    by_blind: StudyResults | None = None
    metrics: tuple[AgainstPeople, ...] = ()
    metrics_absent: tuple[str, ...] = ()
    screening: ScreeningCounts | None = None


def study_results(design: StudyDesign, digest: str, judgements: list[Judgement]) -> StudyResults:
    """Return the results of a study from its judgements.

    Raises:
        StudyError: when there are no answers.
    """
    if not judgements:
        raise StudyError(f"the study {design.name!r} has no answers; wait for answers, or simulate some")
    found = study_ratings(design.questions, judgements)
    comparisons = compare_systems(found.ratings, found.clips, are_ranks=found.are_ranks, seed=design.seed)
    by_criterion: dict[str, list[Rating]] = defaultdict(list)
    for one in found.ratings:
        by_criterion[one.criterion or ""].append(one)
    return StudyResults(
        design.name,
        digest,
        len({one.rater for one in judgements}),
        len(judgements),
        len(found.ratings),
        sum(not one.is_finished for one in judgements),
        found.n_ties_broken,
        tuple(comparisons),
        tuple(_criterion(name, own, found, seed=design.seed) for name, own in by_criterion.items()),
    )


def _criterion(name: str, ratings: list[Rating], found: StudyRatings, *, seed: int) -> CriterionResult:
    absent: list[str] = []
    strengths: tuple[Strength, ...] = ()
    alpha = None
    try:
        alpha = ordinal_alpha(Ratings.of({(f"{one.item}\0{one.system}", one.rater): one.value for one in ratings}))
    except ScoreError as error:
        absent.append(str(error))
    if found.are_ranks:
        try:
            strengths = ranking_strengths(ratings, found.clips, seed=seed)
        except StudyError as error:
            absent.append(str(error))
    return CriterionResult(name, alpha, strengths, tuple(absent))


def ranking_strengths(ratings: list[Rating], clips: dict[str, str], *, seed: int = 0) -> tuple[Strength, ...]:
    """Return the strengths of systems from ranks under one criterion.

    Raises:
        StudyError: as `plackett_luce`.
    """
    systems = sorted({one.system or "" for one in ratings})
    number = {system: n for n, system in enumerate(systems)}
    orders: dict[tuple[str, str], dict[int, int]] = defaultdict(dict)
    for one in ratings:
        orders[one.item, one.rater][int(one.value)] = number[one.system or ""]
    whole = {key: own for key, own in orders.items() if len(own) == len(systems)}
    rankings = [[own[rank] for rank in sorted(own)] for own in whole.values()]
    of_clip = [clips.get(item, item) for item, _ in whole]
    return plackett_luce(np.array(rankings, dtype=np.int64).reshape(-1, len(systems)), of_clip, systems, seed=seed)


@dataclass(frozen=True)
class Subset:
    """The judgements of some raters.

    Attributes:
        title: says whose they are.
        judgements: those.
    """

    title: str
    judgements: list[Judgement]


def subsets(judgements: list[Judgement], signs: list[RaterSigns]) -> tuple[Subset | None, Subset | None]:
    """Return the judgements without those of suspect raters, and those of blind ones; None where that says nothing."""
    suspects = {one.rater for one in signs if one.signs}
    careful = [one for one in judgements if one.rater not in suspects]
    blind = [one for one in judgements if one.is_blind]
    return (
        Subset(f"Without {len(suspects):,} suspect raters", careful) if suspects and careful else None,
        Subset("Raters who said that they are blind", blind) if blind else None,
    )


def write_results(
    folder: Path,
    design: StudyDesign,
    digest: str,
    judgements: list[Judgement],
    *,
    decisions: Sequence[Decision] = (),
    scores: Scores | None = None,
    screening: ScreeningCounts | None = None,
) -> tuple[StudyResults, list[str]]:
    """Write ratings, results and tables to a folder; return the results, and the tables' lines.

    The ratings are those of all raters. Results are shown of all, without suspect raters, and of blind ones.

    Args:
        folder: new, or of earlier results.
        design: of the study.
        digest: of the design.
        judgements: of all raters.
        decisions: of experts, on what annotators wrote.
        scores: of metrics, by system and item, to correlate with the criteria.
        screening: see `screening_counts`.

    Raises:
        StudyError: when there are no answers, or no system has scores.
        ScoreError: when a rated text has no score.
        OutputError: when the folder holds anything else, or cannot be written.
    """
    results = study_results(design, digest, judgements)
    found = study_ratings(design.questions, judgements)
    signs = rater_signs(design, judgements)
    metrics = metric_correlations(scores, found) if scores else MetricCorrelations()
    parts = subsets(judgements, signs)
    careful, blind = (None if part is None else study_results(design, digest, part.judgements) for part in parts)
    results = results.replace(raters=tuple(signs), without_suspects=careful, by_blind=blind, screening=screening)
    results = results.replace(metrics=metrics.found, metrics_absent=metrics.absent)
    lines = report_lines(results, _tables(design, found))
    lines += [] if screening is None else ["", screening.line]
    lines += ["", *metrics.lines] if scores else []
    lines += ["", *sign_lines(signs)]
    for part, own in zip(parts, (careful, blind), strict=True):
        if part is not None and own is not None:
            tables = _tables(design, study_ratings(design.questions, part.judgements))
            lines += ["", f"{part.title}:", "", *report_lines(own, tables)]
    claim_folder(Path(folder), _FOLDER, is_older=lambda _: False)
    write_ratings(Path(folder) / RATINGS, found.ratings, are_ranks=found.are_ranks)
    write_text(Path(folder) / TABLES, "\n".join(lines) + "\n")
    rated = [one for one in judgements if not one.is_check]
    for name, records in design.of_kind.records(rated, decisions, design.n_judges).items():
        write_records(Path(folder) / name, records)
    write_record(Path(folder) / RESULTS, results)
    return results, lines


def _tables(design: StudyDesign, found: StudyRatings) -> list[RatingTable]:
    return design.of_kind.tables(found, design.protocol) if found.ratings else []


def sign_lines(signs: list[RaterSigns]) -> list[str]:
    """Return a line for each suspect rater, and one that says how many there are."""
    suspects = [one for one in signs if one.signs]
    lines = [f"{len(suspects):,} of {len(signs):,} raters are suspect; the results above have all of them"]
    for one in suspects:
        known = (
            ("known answers right", one.right, one.n_gold),
            ("alpha with themselves", one.self_agreement, one.n_repeats),
            ("pages in less than 2 s a question", one.hasty, one.n_pages),
            ("longest run of equal answers", one.longest_run, None),
        )
        values = [
            f"{what} {value:.2f}" + ("" if n is None else f" of {n}") for what, value, n in known if value is not None
        ]
        lines.append(f"  {one.rater} ({', '.join(one.signs)}): {'; '.join(values)}")
    return lines


def report_lines(results: StudyResults, tables: list[RatingTable]) -> list[str]:
    """Return results as lines of text: the papers' tables, then comparisons, strengths and agreement."""
    lines = [
        f"{results.study}: raters {results.n_raters:,}, pages {results.n_pages:,}, ratings {results.n_ratings:,}; "
        f"unfinished pages {results.n_unfinished:,}; ties of equal texts, broken as drawn, {results.n_ties_broken:,}"
    ]
    for table in tables:
        lines += ["", *table_lines(table)]
    for one in results.comparisons:
        lines += ["", *_comparison_lines(one)]
    for each in results.criteria:
        if each.alpha is not None:
            lines += ["", f"{each.criterion}: ordinal alpha {each.alpha:.3f}"]
        if each.strengths:
            lines += [f"{each.criterion}: Plackett-Luce strengths, with 95 % intervals (and those that hold at once)"]
            lines += [
                f"  {own.system}: {own.value:+.3f} [{own.low:+.3f}, {own.high:+.3f}] "
                f"([{own.low_all:+.3f}, {own.high_all:+.3f}])"
                for own in each.strengths
            ]
        lines += [f"{each.criterion}: {reason}" for reason in each.absent]
    return lines


def _comparison_lines(one: SystemComparison) -> list[str]:
    test = "" if one.p_value is None else f"; Friedman p = {one.p_value:.2g}"
    return [
        f"{one.criterion}: mean over {one.n_clips:,} clips, with 95 % intervals{test}",
        *(f"  {own.system}: {own.mean:.2f} [{own.low:.2f}, {own.high:.2f}]" for own in one.means),
        *(f"  cannot be told apart: {', '.join(group)}" for group in one.groups if len(group) > 1),
    ]
