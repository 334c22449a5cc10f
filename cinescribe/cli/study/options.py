"""Parameters that commands of studies share."""

from __future__ import annotations

from pathlib import Path

import click

a_file = click.Path(path_type=Path)
study_argument = click.argument("study", metavar="STUDY", type=a_file)
kind_argument = click.argument("kind", metavar="KIND")
database_option = click.option(
    "--database",
    "url",
    metavar="URL",
    envvar="CINESCRIBE_DATABASE",
    help="The study's database, such as postgresql://user@host/name; by default a file in STUDY.",
)
protocol_option = click.option(
    "--protocol", help="The paper's protocol that the questions come from; by default the kind's first one."
)
seed_option = click.option("--seed", type=int, default=0, show_default=True, help="Seed of all draws.")
