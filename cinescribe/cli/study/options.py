"""What commands of studies share: their parameters, and what they say where the extra is not installed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cinescribe.cli.command import Command

_EXTRA = frozenset(
    ("alembic", "argon2", "choix", "jinja2", "markdown_it", "multipart", "sqlalchemy", "starlette", "uvicorn")
)


class StudyCommand(Command):
    """A command that says what to install where the libraries of studies are missing."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as error:
            missing = (error.name or "").partition(".")[0]
            if missing not in _EXTRA:
                raise
            raise click.ClickException(
                f"studies need {missing}, which is not installed; run: pip install 'cinescribe[studies]'"
            ) from error


class KindCommand(StudyCommand):
    """A command whose help lists the kinds of study."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what raters do in each kind, and what a system's file holds."""
        from cinescribe.study.kinds.table import KINDS  # noqa: PLC0415  slow to import

        with formatter.section("Kinds"):
            formatter.write_dl([(name, f"{kind.task['en']} FILE: {kind.files}.") for name, kind in KINDS.items()])
        super().format_epilog(ctx, formatter)


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
