"""A table of the trials of several people, one row for each model and way of asking it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import StudyError
from cinescribe.record import Record
from cinescribe.study.trial.costs import FilmCost
from cinescribe.study.trial.results import FIGURES, TrialResults, read_results
from cinescribe.study.trial.shares import Rate, Share, rate_of, share_of

_HEADINGS = {
    "true": "true",
    "partly true": "partly",
    "false": "false",
    "cannot tell": "cannot tell",
    "worth hearing": "worth hearing",
    "silence that needed words": "silences that needed words",
}


@dataclass(frozen=True)
class JoinedRow(Record):
    """All trials of one model that were asked in the same way.

    Args:
        model: the name of the model that sees, and of the one that writes if it is another.
        effort: quick, normal or thorough.
        unchecked: whether sentences were spoken unchecked.
        n_trials: files.
        n_films: of all trials.
        sentences_a_minute: of all films.
        shares: of all judgements.
        requests_a_pause: over the films whose log says it; None where none does, as with what follows.
        pictures_a_pause: likewise.
        seconds_a_minute: of the narration, for a minute of film.
        machines: cores and memory, each once.
    """

    model: str
    effort: str
    unchecked: bool
    n_trials: int
    n_films: int
    sentences_a_minute: Rate
    shares: tuple[Share, ...]
    requests_a_pause: float | None
    pictures_a_pause: float | None
    seconds_a_minute: float | None
    machines: tuple[str, ...]


@dataclass(frozen=True)
class JoinedResults(Record):
    """The table.

    Args:
        rows: by model and effort.
    """

    rows: tuple[JoinedRow, ...]


def join_results(paths: Iterable[str | Path]) -> JoinedResults:
    """Put the results of several trials together; the order of the files does not matter.

    Args:
        paths: of files that trials wrote.

    Raises:
        StudyError: when there is none, or two files are the same.
        RecordError: when a file is missing or malformed.
    """
    read: dict[str, Path] = {}
    groups: defaultdict[tuple[str, str, bool], list[TrialResults]] = defaultdict(list)
    for path in map(Path, paths):
        results = read_results(path)
        key = repr(results)
        if key in read:
            raise StudyError(f"{str(read[key])!r} and {str(path)!r} have the same results; give each trial once")
        read[key] = path
        model = results.model if results.writer is None else f"{results.model} and {results.writer}"
        groups[model, results.effort, results.unchecked].append(results)
    if not read:
        raise StudyError("no results to join; give files that trials wrote")
    return JoinedResults(tuple(_row(*key, groups[key]) for key in sorted(groups)))


def results_table(joined: JoinedResults) -> str:
    """Return the table as Markdown."""
    heads = ("model", "effort", "trials", "films", "sentences judged", *_HEADINGS.values())
    heads += ("sentences a minute", "requests a pause", "pictures a pause", "seconds for a minute", "machines")
    lines = [heads, ("---",) * len(heads), *map(_cells, joined.rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _row(model: str, effort: str, unchecked: bool, trials: Sequence[TrialResults]) -> JoinedRow:
    films = [film for one in trials for film in one.films]
    logged = [film for film in films if film.pauses]
    n_pauses = sum(film.pauses or 0 for film in logged)
    seconds = sum(rate.minutes for rate in (one.sentences_a_minute for one in trials)) * 60
    return JoinedRow(
        model,
        effort,
        unchecked,
        len(trials),
        len(films),
        rate_of(sum(one.sentences_a_minute.n for one in trials), seconds),
        tuple(_added(name, trials) for name in FIGURES),
        _mean(sum(film.requests or 0 for film in logged), n_pauses),
        _mean(sum(film.pictures or 0 for film in logged), n_pauses),
        _seconds_a_minute(logged),
        tuple(sorted({_size(one) for one in trials})),
    )


def _added(name: str, trials: Sequence[TrialResults]) -> Share:
    same = [share for one in trials for share in one.shares if share.name == name]
    return share_of(name, sum(share.n_yes for share in same), sum(share.n for share in same))


def _mean(total: float, n: float) -> float | None:
    return round(total / n, 2) if n else None


def _seconds_a_minute(films: Sequence[FilmCost]) -> float | None:
    return _mean(sum(film.seconds or 0.0 for film in films), sum(film.minutes for film in films))


def _size(results: TrialResults) -> str:
    memory = results.machine.memory_gib
    cores = f"{results.machine.cores} core{'' if results.machine.cores == 1 else 's'}"
    return cores if memory is None else f"{cores}, {memory:g} GiB"


def _cells(row: JoinedRow) -> tuple[str, ...]:
    shares = {share.name: share for share in row.shares}
    n_judged = shares["cannot tell"].n
    rate = row.sentences_a_minute
    costs = (row.requests_a_pause, row.pictures_a_pause, row.seconds_a_minute)
    return (
        _escaped(row.model),
        f"{row.effort}, unchecked" if row.unchecked else row.effort,
        str(row.n_trials),
        str(row.n_films),
        str(n_judged),
        *(_share(shares[name]) for name in _HEADINGS),
        f"{rate.value:.1f} ({rate.low:.1f} to {rate.high:.1f})",
        *("-" if cost is None else f"{cost:g}" for cost in costs),
        _escaped("; ".join(row.machines)),
    )


def _share(share: Share) -> str:
    if share.n == 0:
        return "-"
    return f"{share.value:.0%} ({share.low:.0%} to {share.high:.0%})"


def _escaped(text: str) -> str:
    """A text that ends no cell and begins no markup, since files come from other people."""
    plain = " ".join(text.split())
    return "".join(f"\\{letter}" if letter in "\\`*_{}[]<>#|" else letter for letter in plain)
