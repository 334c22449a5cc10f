"""The command `cinescribe trial`."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from cinescribe.cli.options.outputs import Output
from cinescribe.cli.output import announce, as_json, progress_bar, quiet, show
from cinescribe.cli.study.options import StudyCommand
from cinescribe.errors import OutputError
from cinescribe.generate.narration.effort import EFFORTS
from cinescribe.store import record_text, write_text


@click.command(cls=StudyCommand)
@click.argument("paths", metavar="FILMS|DIR|FILES...", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--captioner", help="The model on trial: server:<URL>#<model> or hub:<model id>.")
@click.option("--writer", help="Who words what the captioner sees: server:<URL>#<model> or hub:<model id>.")
@click.option("--effort", type=click.Choice(list(EFFORTS)), help="How much is asked of the model; default: normal.")
@click.option("--unchecked", is_flag=True, help="Speak what the model writes without checking whether it is true.")
@click.option("--language", default="en", show_default=True, help="Of the sentences: de, pt-BR …")
@click.option("--fetch", is_flag=True, help="Allow downloads from the hub; size and licence are shown first.")
@click.option(
    "--limit", type=click.IntRange(min=1), help="Sentences to judge, drawn at random from all films; by default all."
)
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="The port to listen at; by default any.")
@click.option("--results", is_flag=True, help="Write the results of the trial in DIR.")
@click.option("--with-texts", is_flag=True, help="With --results: also write the sentences and what the judge wrote.")
@click.option("--join", is_flag=True, help="Put the results in FILES together, into the table -o.")
@click.option(
    "-o", "--output", type=Output(), help="Folder of the trial; with --join, the table to write, .json or .md."
)
@quiet
@as_json
def command(
    paths: tuple[Path, ...],
    *,
    captioner: str | None,
    writer: str | None,
    effort: str | None,
    unchecked: bool,
    language: str,
    fetch: bool,
    limit: int | None,
    port: int,
    results: bool,
    with_texts: bool,
    join: bool,
    output: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Describe FILMS with a model, and judge every sentence in a browser; or continue the trial in DIR.

    A killed run resumes when the same command is given again. FILES are written by --results.
    """
    if join:
        _join(paths, output, as_json=as_json)
        return
    if captioner is None:
        folder = _only(paths)
    elif output is None:
        raise click.UsageError("--captioner needs a folder for the trial; give one with -o")
    else:
        # What describes takes long to load, and continuing to judge needs none of it.
        from cinescribe.describe.trial.describe_trial import describe_trial  # noqa: PLC0415

        with progress_bar(quiet=quiet) as report:
            describe_trial(
                paths,
                output,
                captioner=captioner,
                writer=writer,
                effort=effort,
                unchecked=unchecked,
                language=language,
                limit=limit,
                fetch=fetch,
                progress=report,
                announce=announce,
            )
        folder = output
    if results:
        _results(folder, with_texts=with_texts, as_json=as_json)
    else:
        _judge(folder, port)


def _only(paths: tuple[Path, ...]) -> Path:
    if len(paths) > 1:
        raise click.UsageError("several paths need --captioner; name the model on trial, or one folder of a trial")
    return paths[0]


def _judge(folder: Path, port: int) -> None:
    from cinescribe.serve.server import serve_trial  # noqa: PLC0415  an extra

    def say(address: str) -> None:
        click.echo(f"judge at {address}")
        click.echo(f"stop with Ctrl-C; continue with: cinescribe trial {shlex.quote(str(folder))}")

    serve_trial(folder, port=port, announce=say)


def _results(folder: Path, *, with_texts: bool, as_json: bool) -> None:
    from cinescribe.study.trial.results import trial_results, write_trial_results  # noqa: PLC0415  an extra

    found = trial_results(folder, with_texts=with_texts)
    path = write_trial_results(folder, found)
    lines = [f"{path}: {found.model}, {len(found.films)} film{'' if len(found.films) == 1 else 's'}"]
    lines += [
        f"  {share.name}: {share.value:.0%} of {share.n} ({share.low:.0%} to {share.high:.0%})"
        for share in found.shares
        if share.n
    ]
    show(found.to_dict(), lines, as_json=as_json)


def _join(paths: tuple[Path, ...], output: Path | None, *, as_json: bool) -> None:
    from cinescribe.study.trial.joined import join_results, results_table  # noqa: PLC0415  an extra

    if output is None or output.suffix not in (".json", ".md"):
        raise click.UsageError("--join writes a table; name it with -o, such as table.md or table.json")
    if output.exists():
        raise OutputError(f"{str(output)!r} exists; name another file to write")
    joined = join_results(paths)
    write_text(output, record_text(joined) if output.suffix == ".json" else results_table(joined))
    show(joined.to_dict(), [f"{output}: {len(joined.rows)} row{'' if len(joined.rows) == 1 else 's'}"], as_json=as_json)
