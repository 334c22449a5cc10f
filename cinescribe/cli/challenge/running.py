"""`cinescribe challenge work`, `serve` and `submit`."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.challenge.options import a_file, challenge_argument, database_option
from cinescribe.cli.command import Command
from cinescribe.cli.output import as_json, progress_bar, quiet, show


@click.command(cls=Command)
@challenge_argument
@click.option("--once", is_flag=True, help="End when nothing is left to do; else wait for submissions until Ctrl-C.")
@database_option
@quiet
@as_json
def work(challenge: Path, *, once: bool, url: str | None, quiet: bool, as_json: bool) -> None:
    """Check and score submissions, as the system user who may read the references.

    After a kill, the next start resumes. Several may run at a time.
    """
    from cinescribe.study.steps.challenge_steps import score_submissions  # noqa: PLC0415  an extra

    with progress_bar(quiet=quiet) as progress:
        n_done = score_submissions(challenge, once=once, url=url, progress=progress)
    show({"jobs": n_done}, [f"jobs done: {n_done:,}"], as_json=as_json)


@click.command(cls=Command)
@challenge_argument
@database_option
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port to listen at; 0 for any."
)
@click.option("--public-url", metavar="URL", help="The address that people use, where another server passes it on.")
def serve(challenge: Path, *, url: str | None, host: str, port: int, public_url: str | None) -> None:
    """Serve a challenge to teams, until Ctrl-C, as another system user than the one that scores.

    It starts only if it cannot read the references.
    """
    from cinescribe.serve.server import serve_challenge  # noqa: PLC0415  an extra

    serve_challenge(
        challenge,
        url=url,
        host=host,
        port=port,
        public_url=public_url,
        announce=lambda address: click.echo(f"serving on {address}; stop with Ctrl-C"),
    )


@click.command(cls=Command)
@click.argument("file", metavar="FILE", type=a_file)
@click.option("--server", metavar="URL", required=True, help="The address of the challenge's pages.")
@click.option("--phase", default="public", show_default=True, help="The phase to submit to.")
@click.option(
    "--token",
    envvar="CINESCRIBE_TOKEN",
    required=True,
    help="Yours, from the page of your team; better given by the variable CINESCRIBE_TOKEN.",
)
@as_json
def submit(file: Path, *, server: str, phase: str, token: str, as_json: bool) -> None:
    """Send a submission to the server of a challenge. Nothing else is sent."""
    from cinescribe.study.challenge.sending import send_submission  # noqa: PLC0415  an extra

    sent = send_submission(file, server=server, token=token, phase=phase)
    show(sent.to_dict(), [f"submission {sent.submission}: {sent.state}; SHA-256 {sent.digest}"], as_json=as_json)
