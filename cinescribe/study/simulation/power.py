"""How often a planned study would separate systems, and how exactly it would estimate a share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import StudyError
from cinescribe.record import Record
from cinescribe.study.kinds.questions import Form
from cinescribe.study.kinds.study_kind import StudyKind
from cinescribe.study.kinds.study_ratings import RANKED
from cinescribe.study.results.comparison import ALPHA, compare_table
from cinescribe.study.simulation.truth import SPREAD, drawn_rankings

_POINTS = 5  # of a scale
_NORMAL = 1.959963984540054  # quantile of 95 %, two-sided


@dataclass(frozen=True)
class PairPower(Record):
    """How often two systems were separated.

    Attributes:
        criterion: the question.
        n_items: clips.
        systems: the two.
        power: share of simulated studies in which they differ after Holm's correction.
    """

    criterion: str
    n_items: int
    systems: tuple[str, str]
    power: float


@dataclass(frozen=True)
class SharePrecision(Record):
    """How exactly a share of yes would be known, for questions about clips.

    Attributes:
        criterion: the question.
        n_items: clips.
        half_width: of the 95 % interval of the share, by the spread between clips; mean of the simulated studies.
        unanimous: share of the clips on which all judges say yes.
    """

    criterion: str
    n_items: int
    half_width: float
    unanimous: float


def study_power(
    kind: StudyKind, truth: Mapping[tuple[str, str], float], *, n_items: int, n_judges: int, n_runs: int, seed: int = 0
) -> list[PairPower]:
    """Return the power of a study for every two systems under each criterion.

    Args:
        kind: of the study, one that compares texts, such as `rank`.
        truth: by system and criterion, see `read_truth`.
        n_items: clips.
        n_judges: people who judge the texts of a clip.
        n_runs: studies to simulate.
        seed: of the simulation.

    Raises:
        StudyError: for a kind that compares no systems, fewer than two clips, one judge or one run, a criterion with
            one system, or with other than two in a choice of two, or a probability outside 0 to 1.
    """
    form = _form(kind)
    draw = _DRAWINGS[form]
    _check_numbers(n_items, n_judges, n_runs)
    found = []
    for criterion in dict.fromkeys(criterion for _, criterion in truth):
        values = {system: value for (system, of), value in truth.items() if of == criterion}
        if len(values) < 2 or (form == "choice" and len(values) > 2):
            n_systems = "one system" if len(values) == 1 else f"{len(values)} systems"
            raise StudyError(
                f"{criterion!r} has {n_systems}; a {kind.name} needs two" + " or more" * (form != "choice")
            )
        rng = np.random.default_rng(seed)
        counts: Counter[tuple[str, str]] = Counter()
        for _ in range(n_runs):
            marks = draw(list(values.values()), n_items * n_judges, rng)
            table = marks.reshape(n_items, n_judges, -1).mean(axis=1)
            compared = compare_table(table, list(values), are_ranks=form in RANKED, n_resampled=1)
            counts.update(_sorted(pair.systems) for pair in compared.pairs if pair.p_value < ALPHA)
        names = sorted(values)
        found += [
            PairPower(criterion, n_items, (left, right), counts[left, right] / n_runs)
            for n, left in enumerate(names)
            for right in names[n + 1 :]
        ]
    return found


def share_precision(
    truth: Mapping[tuple[str, str], float], *, n_items: int, n_judges: int, n_runs: int, seed: int = 0
) -> list[SharePrecision]:
    """Return how exactly the share of yes to each question about clips would be known, for kinds about clips.

    Args:
        truth: probability of a yes, by empty system and criterion.
        n_items: clips.
        n_judges: people who answer for a clip.
        n_runs: studies to simulate.
        seed: of the simulation.

    Raises:
        StudyError: for fewer than two clips, one judge or one run, or a probability outside 0 to 1.
    """
    _check_numbers(n_items, n_judges, n_runs)
    rng = np.random.default_rng(seed)
    found = []
    for (_, criterion), value in truth.items():
        marks = _yes([value], n_runs * n_items * n_judges, rng).reshape(n_runs, n_items, n_judges)
        spread = marks.mean(axis=2).std(axis=1, ddof=1)
        half_width = float((_NORMAL * spread / np.sqrt(n_items)).mean())
        found.append(SharePrecision(criterion, n_items, half_width, float(marks.all(axis=2).mean())))
    return found


def _check_numbers(n_items: int, n_judges: int, n_runs: int) -> None:
    if n_items < 2 or n_judges < 1 or n_runs < 1:
        raise StudyError(
            f"`items` is {n_items}, `judges` is {n_judges} and `runs` is {n_runs}; expected at least 2, 1 and 1"
        )


_Drawing: TypeAlias = Callable[[Sequence[float], int, np.random.Generator], NDArray[np.float64]]


def _form(kind: StudyKind) -> Form:
    """The form of the first question of a kind, which decides what marks are drawn."""
    form = next(iter(kind.protocols.values()))[0].form
    if kind.is_about_clips or form not in _DRAWINGS:
        raise StudyError(
            f"a {kind.name} study has no power to estimate: its first question compares no systems; choose another kind"
        )
    return form


def _ranks(strengths: Sequence[float], n: int, rng: np.random.Generator) -> NDArray[np.float64]:
    return np.asarray(1.0 + np.argsort(drawn_rankings(strengths, n, rng), axis=1), dtype=np.float64)


def _ratings(means: Sequence[float], n: int, rng: np.random.Generator) -> NDArray[np.float64]:
    rounded: NDArray[np.float64] = np.rint(rng.normal(means, SPREAD, size=(n, len(means))))
    return np.clip(rounded, 1.0, float(_POINTS))


def _yes(shares: Sequence[float], n: int, rng: np.random.Generator) -> NDArray[np.float64]:
    if wrong := next((one for one in shares if not 0 <= one <= 1), None):
        raise StudyError(f"`truth` has {wrong:g} as the probability of a yes; expected 0 to 1")
    return (rng.random((n, len(shares))) < np.asarray(shares)).astype(np.float64)


# What draws marks of the texts of all systems, (judgements, systems), by the form of the question.
_DRAWINGS: dict[Form, _Drawing] = {
    "order": _ranks,
    "choice": _ranks,
    "scale": _ratings,
    "phrases": _yes,
    "yes_no": _yes,
}


def _sorted(systems: tuple[str, str]) -> tuple[str, str]:
    left, right = sorted(systems)
    return left, right
