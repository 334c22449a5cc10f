"""Parameters that commands of challenges share."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

a_file = click.Path(path_type=Path)
challenge_argument = click.argument("challenge", metavar="CHALLENGE", type=a_file)
phase_argument = click.argument("phase", metavar="PHASE")
database_option = click.option(
    "--database",
    "url",
    metavar="URL",
    envvar="CINESCRIBE_DATABASE",
    help="The challenge's database, such as postgresql://user@host/name; by default a file in CHALLENGE.",
)


def _seconds(_: click.Context, __: click.Parameter, value: str | None) -> float | None:
    if value is None:
        return None
    try:
        time = datetime.fromisoformat(value)
    except ValueError as error:
        raise click.BadParameter(f"{value!r} is no time such as 2026-05-01T12:00") from error
    return (time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp()


at_option = click.option(
    "--at", metavar="TIME", callback=_seconds, help="Date and time, in UTC unless it says otherwise; by default now."
)
