"""What `describe` prints about many films, and its exit code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from cinescribe.cli.output import show
from cinescribe.describe.films.outcome import FilmOutcome
from cinescribe.describe.films.report import REPORT
from cinescribe.timing import Seconds

_MEGABYTE = 1_000_000


def show_outcomes(outcomes: Sequence[FilmOutcome], folder: Path, *, seconds: Seconds, as_json: bool) -> None:
    """Print what became of films in all; what became of each was announced.

    Raises:
        click.exceptions.Exit: with code 1 when a film could not be described.
    """
    failed = [one for one in outcomes if one.fault is not None]
    peak = max((one.peak_bytes or 0 for one in outcomes), default=0)
    value = {
        "report": str(folder / REPORT),
        "films": len(outcomes),
        "failed": len(failed),
        "cues": sum(one.cues for one in outcomes),
        "dropped": sum(one.dropped for one in outcomes),
        "extended": sum(one.extended for one in outcomes),
        "seconds": round(seconds, 3),
        "film_seconds": round(sum(one.film_seconds for one in outcomes), 3),
        "peak_bytes": peak,
    }
    described = len(outcomes) - len(failed)
    lines = [
        f"{value['report']}: {described} of {len(outcomes)} films described, {value['cues']} cues, "
        f"at most {peak / _MEGABYTE:,.0f} MB for a worker"
    ]
    if failed:
        lines.append("run the command again for what failed; the report says why")
    show(value, lines, as_json=as_json)
    if failed:
        raise click.exceptions.Exit(1)
