"""The commands of `cinescribe challenge`."""

from __future__ import annotations

import click

from cinescribe.cli.challenge.making import close, invite, make, open_
from cinescribe.cli.challenge.results import finalists, leaderboard, winner
from cinescribe.cli.challenge.running import serve, submit, work
from cinescribe.cli.command import Group


@click.group(cls=Group)
def command() -> None:
    """Run a challenge: teams submit, a scorer scores, people find the winner."""


for one in (close, finalists, invite, leaderboard, make, open_, serve, submit, winner, work):
    command.add_command(one)
