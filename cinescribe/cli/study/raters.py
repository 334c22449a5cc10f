"""`cinescribe study invite`, `simulate`, `forget` and `reset`."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.options.outputs import OutputFile
from cinescribe.cli.output import as_json, progress_bar, quiet, show
from cinescribe.cli.study.options import StudyCommand, a_file, database_option, seed_option, study_argument


@click.command(cls=StudyCommand)
@study_argument
@click.option("--raters", type=int, help="People to invite.")
@click.option(
    "--open", "quota", type=int, help="Write an open link of crowd work instead, by which N people may finish."
)
@click.option("--role", default="rater", show_default=True, help="What they are: rater, expert or admin.")
@database_option
@click.option("--output", "-o", type=OutputFile(), required=True, help="The JSONL file of invitations to write.")
@as_json
def invite(
    study: Path, *, raters: int | None, quota: int | None, role: str, url: str | None, output: Path, as_json: bool
) -> None:
    """Invite people to a study: a pseudonym and a secret code for each.

    Send each person one code. A code works once; then the person logs in with a password.
    """
    from cinescribe.study.steps.crowd_steps import open_study_link  # noqa: PLC0415  an extra, with what follows
    from cinescribe.study.steps.study_steps import invite_raters  # noqa: PLC0415

    if (raters is None) == (quota is None):
        raise click.UsageError("give either --raters or --open")
    if quota is not None:
        if role != "rater":
            raise click.UsageError(f"--open invites raters; --role is {role!r}")
        link = open_study_link(study, output, quota=quota, url=url)
        show(link.to_dict(), [f"{link.path}: {link.quota:,} places"], as_json=as_json)
        return
    assert raters is not None
    invitations = invite_raters(study, output, raters=raters, role=role, url=url)
    names = [one.pseudonym for one in invitations]
    show({"invited": names}, names, as_json=as_json)


@click.command(cls=StudyCommand)
@study_argument
@click.option("--truth", type=a_file, required=True, help="A CSV file with system, criterion and value.")
@click.option("--raters", type=click.IntRange(min=1), default=5, show_default=True, help="Raters to simulate.")
@click.option(
    "--careless", type=click.IntRange(min=0), default=0, show_default=True, help="More of them, who answer at random."
)
@database_option
@seed_option
@quiet
@as_json
def simulate(
    study: Path, *, truth: Path, raters: int, careless: int, url: str | None, seed: int, quiet: bool, as_json: bool
) -> None:
    """Let simulated raters answer a study by a known truth.

    The value depends on the question: the log strength of a system where texts are ranked or one of them is chosen, its
    mean rating on a scale, and a probability for yes or no, labels and phrases. For questions about a clip, leave the
    system empty.
    """
    from cinescribe.study.steps.study_steps import simulate_study  # noqa: PLC0415  an extra

    with progress_bar(quiet=quiet) as progress:
        done = simulate_study(
            study, truth=truth, raters=raters, careless=careless, url=url, seed=seed, progress=progress
        )
    counts = {"raters": len(done.raters), "pages": done.n_pages, "answers": done.n_answers}
    show(counts, [f"{name}: {n:,}" for name, n in counts.items()], as_json=as_json)


@click.command(cls=StudyCommand)
@study_argument
@click.argument("person", metavar="PERSON")
@click.option("--with-answers", is_flag=True, help="Remove the person's answers too.")
@database_option
@as_json
def forget(study: Path, person: str, *, with_answers: bool, url: str | None, as_json: bool) -> None:
    """Remove what a study's database has about a person, named by the pseudonym.

    Answers stay, under another random pseudonym, unless they are to be removed too.
    """
    from cinescribe.study.steps.study_steps import forget_rater  # noqa: PLC0415  an extra

    n_removed = forget_rater(study, person, with_answers=with_answers, url=url)
    show({"removed_answers": n_removed}, [f"forgotten; answers removed: {n_removed:,}"], as_json=as_json)


@click.command(cls=StudyCommand)
@study_argument
@click.argument("person", metavar="PERSON")
@database_option
@as_json
def reset(study: Path, person: str, *, url: str | None, as_json: bool) -> None:
    """Give a person, named by the pseudonym, a new code to begin with.

    For a lost password, or after too many failed attempts at it. The old password and sessions end; answers stay.
    """
    from cinescribe.study.steps.study_steps import reset_rater  # noqa: PLC0415  an extra

    invitation = reset_rater(study, person, url=url)
    show(invitation.to_dict(), [f"{invitation.pseudonym}: {invitation.code}"], as_json=as_json)
