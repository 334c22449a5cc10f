"""`cinescribe corpus commonsense`: what captions may imply, from ATOMIC."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile
from cinescribe.cli.output import as_json, progress_bar, quiet, show
from cinescribe.store import write_records

a_file = click.Path(path_type=Path)


@click.command("commonsense", cls=Command)
@click.argument("folder", metavar="DIR", type=a_file)
@click.option("--atomic", type=a_file, required=True, help="Your copy of ATOMIC (CSV) or ATOMIC-2020 (TSV).")
@click.option("--output", "-o", type=OutputFile(), required=True, help="The JSONL file to write.")
@quiet
@as_json
def commonsense_command(folder: Path, *, atomic: Path, output: Path, quiet: bool, as_json: bool) -> None:
    """Retrieve intentions, effects and attributes for the captions of a corpus from ATOMIC.

    For each caption of human activity, write the phrases of the three nearest events for people to choose from.
    Captions of anything else are counted.
    """
    from cinescribe.corpus.commonsense.candidates import corpus_candidates  # noqa: PLC0415  spaCy is slow to import

    with progress_bar(quiet=quiet) as progress:
        found = corpus_candidates(folder, atomic, progress=progress)
    write_records(output, found.captions)
    counts = {"captions": len(found.captions), "without_activity": found.n_others, "events": found.n_events}
    show(counts, [f"{name.replace('_', ' ')}: {n:,}" for name, n in counts.items()], as_json=as_json)
