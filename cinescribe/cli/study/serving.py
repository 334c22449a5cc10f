"""`cinescribe study serve` and `clips`."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.output import as_json, progress_bar, quiet, show
from cinescribe.cli.study.options import StudyCommand, a_file, database_option, study_argument

_corpus_option = click.option(
    "--corpus", type=a_file, help="The folder with the films; by default the one that each study was made from."
)


@click.command(cls=StudyCommand)
@study_argument
@database_option
@_corpus_option
@quiet
@as_json
def clips(study: Path, *, url: str | None, corpus: Path | None, quiet: bool, as_json: bool) -> None:
    """Cut the clips of a study ahead of its raters, into the study's folder.

    Without it, each clip is cut at a rater's first request, while the rater waits. A killed run resumes.
    """
    from cinescribe.serve.studies.clip_files import cut_study_clips  # noqa: PLC0415  an extra

    with progress_bar(quiet=quiet) as report:
        n_clips = cut_study_clips(study, url=url, corpus=corpus, progress=report)
    show({"clips": n_clips}, [f"{n_clips:,} clips in {study / 'clips'}"], as_json=as_json)


@click.command(cls=StudyCommand)
@click.argument("studies", metavar="STUDY...", type=a_file, nargs=-1, required=True)
@database_option
@_corpus_option
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port to listen at; 0 for any."
)
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that serve; on two cores 2."
)
@click.option("--public-url", metavar="URL", help="The address that people use, where another server passes it on.")
def serve(
    studies: tuple[Path, ...],
    *,
    url: str | None,
    corpus: Path | None,
    host: str,
    port: int,
    workers: int,
    public_url: str | None,
) -> None:
    """Serve studies to raters, until Ctrl-C.

    Several studies need one database. The server accepts connections from this machine only. To open it to
    others, run it behind an HTTPS reverse proxy and give the public address.
    """
    from cinescribe.serve.server import serve_studies  # noqa: PLC0415  an extra

    serve_studies(
        studies,
        url=url,
        host=host,
        port=port,
        public_url=public_url,
        corpus=corpus,
        n_workers=workers,
        announce=lambda address: click.echo(f"serving on {address}; stop with Ctrl-C"),
    )
