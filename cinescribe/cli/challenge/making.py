"""`cinescribe challenge make`, `invite`, `open` and `close`."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from cinescribe.cli.challenge.options import a_file, at_option, challenge_argument, database_option, phase_argument
from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile, OutputFolder
from cinescribe.cli.output import as_json, show


def _phases(_: click.Context, __: click.Parameter, value: str) -> dict[str, str]:
    """The split of each phase; empty for the usual one."""
    pairs = [part.strip().partition("=") for part in value.split(",")]
    return {name: split for name, _, split in pairs}


@click.command(cls=Command)
@click.argument("corpus", metavar="CORPUS", type=a_file)
@click.option(
    "--phase",
    "phases",
    metavar="NAMES",
    callback=_phases,
    default="public,blind",
    show_default=True,
    help="Phases, as NAME or NAME=SPLIT; public has the split test, blind the split blind.",
)
@click.option(
    "--task",
    type=click.Choice(["captions", "fill-in"]),
    default="captions",
    show_default=True,
    help="What teams submit: captions, or the people of blanks.",
)
@click.option("--metrics", metavar="NAMES", help="Metrics of captions; by default those of the COCO caption tools.")
@click.option("--training", default="train", show_default=True, help="The split whose captions are not novel.")
@click.option("--films", is_flag=True, help="Give participants the films' files, with all that is in them.")
@click.option("--name", help="The challenge's name in the database; by default that of its folder.")
@database_option
@click.option("--output", "-o", "folder", type=OutputFolder(), required=True, help="Write the challenge here.")
@as_json
def make(
    corpus: Path,
    *,
    phases: dict[str, str],
    task: str,
    metrics: str | None,
    training: str,
    films: bool,
    name: str | None,
    url: str | None,
    folder: Path,
    as_json: bool,
) -> None:
    """Make a challenge from a corpus with all captions.

    Run this as the system user that scores: references go to a folder that only this user may read.
    """
    from cinescribe.metrics.scoring.score_captions import COCO_METRICS  # noqa: PLC0415
    from cinescribe.study.challenge.challenge import PHASES  # noqa: PLC0415  an extra, with what follows
    from cinescribe.study.challenge.make_challenge import make_challenge  # noqa: PLC0415

    card = make_challenge(
        folder,
        corpus,
        phases={phase: split or PHASES.get(phase, "") for phase, split in phases.items()},
        name=name,
        task="fill-in" if task == "fill-in" else "captions",
        metrics=COCO_METRICS if metrics is None else metrics.split(","),
        training=training,
        with_films=films,
        url=url,
    )
    lines = [f"{phase.name}: {phase.n_clips:,} clips of {phase.split}, list {phase.digest}" for phase in card.phases]
    show(card.to_dict(), lines, as_json=as_json)


@click.command(cls=Command)
@challenge_argument
@click.argument("team", metavar="TEAM")
@click.option("--people", "n_people", type=int, default=1, show_default=True, help="People to invite.")
@click.option("--organiser", is_flag=True, help="The team runs the challenge, and does not submit.")
@database_option
@click.option("--output", "-o", type=OutputFile(), required=True, help="The JSONL file of invitations to write.")
@as_json
def invite(
    challenge: Path, team: str, *, n_people: int, organiser: bool, url: str | None, output: Path, as_json: bool
) -> None:
    """Invite people to a team: a pseudonym and a secret code for each. A team of another name is new."""
    from cinescribe.study.steps.challenge_steps import invite_to_challenge  # noqa: PLC0415  an extra

    invitations = invite_to_challenge(challenge, team, output, n_people=n_people, organiser=organiser, url=url)
    names = [one.pseudonym for one in invitations]
    show({"team": team, "invited": names}, names, as_json=as_json)


@click.command("open", cls=Command)
@challenge_argument
@phase_argument
@at_option
@database_option
@as_json
def open_(challenge: Path, phase: str, *, at: float | None, url: str | None, as_json: bool) -> None:
    """Let teams submit to a phase."""
    from cinescribe.study.steps.challenge_steps import open_challenge_phase  # noqa: PLC0415  an extra

    state = open_challenge_phase(challenge, phase, at=at, url=url)
    _show_time(phase, "opens", state.opened, as_json=as_json)


@click.command(cls=Command)
@challenge_argument
@phase_argument
@at_option
@database_option
@as_json
def close(challenge: Path, phase: str, *, at: float | None, url: str | None, as_json: bool) -> None:
    """Take no more submissions to a phase; a closed phase stays closed, and a blind one is scored."""
    from cinescribe.study.steps.challenge_steps import close_challenge_phase  # noqa: PLC0415  an extra

    state = close_challenge_phase(challenge, phase, at=at, url=url)
    _show_time(phase, "closes", state.closed, as_json=as_json)


def _show_time(phase: str, verb: str, time: float | None, *, as_json: bool) -> None:
    assert time is not None  # it has just been set
    written = datetime.fromtimestamp(time, UTC).isoformat(timespec="seconds")
    show({"phase": phase, verb: written}, [f"{phase} {verb} {written}"], as_json=as_json)
