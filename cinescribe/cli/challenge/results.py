"""`cinescribe challenge leaderboard`, `finalists` and `winner`."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.challenge.options import a_file, challenge_argument, database_option, phase_argument
from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile, OutputFolder
from cinescribe.cli.output import as_json, show

_phase_option = click.option("--phase", default="blind", show_default=True, help="The phase of the finalists.")
_study_database_option = click.option(
    "--study-database", metavar="URL", help="The study's database; by default a file in its folder."
)


@click.command(cls=Command)
@challenge_argument
@phase_argument
@database_option
@click.option("--output", "-o", type=OutputFile(), help="A JSONL file to write the table to, a team a line.")
@as_json
def leaderboard(challenge: Path, phase: str, *, url: str | None, output: Path | None, as_json: bool) -> None:
    """Show the table of a phase: the best submission of each team, and teams that do not differ significantly."""
    from cinescribe.study.challenge.standings import leaderboard_lines  # noqa: PLC0415  an extra, with what follows
    from cinescribe.study.steps.challenge_steps import challenge_leaderboard  # noqa: PLC0415

    board = challenge_leaderboard(challenge, phase, output=output, url=url)
    value = {
        "phase": phase,
        "ranked_by": board.ranked_by,
        "metrics": board.metrics,
        "signatures": board.signatures,
        "standings": [one.to_dict() for one in board.standings],
        "groups": board.groups,
        "by_people": board.by_people,
    }
    show(value, leaderboard_lines(board), as_json=as_json)


@click.command(cls=Command)
@challenge_argument
@click.argument("corpus", metavar="CORPUS", type=a_file)
@_phase_option
@click.option("--top", type=int, default=4, show_default=True, help="Teams that people rank, by the ranking metric.")
@click.option("--items", type=int, help="Clips to draw at random; by default all.")
@click.option("--judges", "n_judges", type=int, default=5, show_default=True, help="People who rank a clip.")
@click.option("--shared", type=int, default=0, show_default=True, help="Clips that every rater gets.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of all draws.")
@database_option
@_study_database_option
@click.option("--output", "-o", "folder", type=OutputFolder(), required=True, help="Write the study here.")
@as_json
def finalists(
    challenge: Path,
    corpus: Path,
    *,
    phase: str,
    top: int,
    items: int | None,
    n_judges: int,
    shared: int,
    seed: int,
    url: str | None,
    study_database: str | None,
    folder: Path,
    as_json: bool,
) -> None:
    """Make the study in which people rank the best teams of a closed phase, with the reference among them."""
    from cinescribe.study.steps.challenge_steps import make_challenge_finalists  # noqa: PLC0415  an extra

    stored = make_challenge_finalists(
        challenge,
        corpus,
        folder,
        phase=phase,
        top=top,
        n_items=items,
        n_judges=n_judges,
        n_shared=shared,
        seed=seed,
        url=url,
        study_database=study_database,
    )
    show({"study": stored.design.name, "digest": stored.digest}, [f"digest: {stored.digest}"], as_json=as_json)


@click.command(cls=Command)
@challenge_argument
@click.argument("study", metavar="STUDY", type=a_file)
@_phase_option
@database_option
@_study_database_option
@as_json
def winner(
    challenge: Path, study: Path, *, phase: str, url: str | None, study_database: str | None, as_json: bool
) -> None:
    """Show the order of the finalists by people, beside that by metric, and put it into the table."""
    from cinescribe.study.challenge.finalists import order_lines  # noqa: PLC0415  an extra, with what follows
    from cinescribe.study.steps.challenge_steps import declare_challenge_winner  # noqa: PLC0415

    order = declare_challenge_winner(challenge, study, phase=phase, url=url, study_database=study_database)
    show(order.to_dict(), order_lines(order), as_json=as_json)
