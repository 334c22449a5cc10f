"""The commands of `cinescribe study`."""

from __future__ import annotations

import click

from cinescribe.cli.command import Group
from cinescribe.cli.study.entry import consent, payments
from cinescribe.cli.study.making import make, plan, questions
from cinescribe.cli.study.raters import forget, invite, reset, simulate
from cinescribe.cli.study.results import export, results
from cinescribe.cli.study.serving import clips, serve
from cinescribe.cli.study.sheets import collect, sheets


@click.group(cls=Group)
def command() -> None:
    """Ask people: make studies, invite raters, print results."""


_COMMANDS = (
    clips,
    collect,
    consent,
    export,
    forget,
    invite,
    make,
    payments,
    plan,
    questions,
    reset,
    results,
    serve,
    sheets,
    simulate,
)
for one in _COMMANDS:
    command.add_command(one)
