"""`cinescribe corpus commonsense` and `corpus train-ranker`: what captions may imply, from ATOMIC."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile, OutputFolder
from cinescribe.cli.output import as_json, progress_bar, quiet, show
from cinescribe.store import write_records

_a_file = click.Path(path_type=Path)


@click.command("commonsense", cls=Command)
@click.argument("folder", metavar="DIR", type=_a_file)
@click.option("--atomic", type=_a_file, required=True, help="Your copy of ATOMIC (CSV) or ATOMIC-2020 (TSV).")
@click.option("--ranker", type=_a_file, help="A folder of train-ranker: keep the 3 likeliest phrases of each aspect.")
@click.option("--output", "-o", type=OutputFile(), required=True, help="The JSONL file to write.")
@quiet
@as_json
def commonsense_command(
    folder: Path, *, atomic: Path, ranker: Path | None, output: Path, quiet: bool, as_json: bool
) -> None:
    """Retrieve intentions, effects and attributes for the captions of a corpus from ATOMIC.

    For each caption of human activity, write the phrases of the three nearest events for people to choose from.
    Captions of anything else are counted.
    """
    from cinescribe.corpus.commonsense.candidates import corpus_candidates  # noqa: PLC0415  spaCy is slow to import
    from cinescribe.language.next_phrases.ranker_files import read_ranker  # noqa: PLC0415  as slow

    scorer = read_ranker(ranker) if ranker else None
    with progress_bar(quiet=quiet) as progress:
        found = corpus_candidates(folder, atomic, scorer=scorer, progress=progress)
    write_records(output, found.captions)
    counts = {"captions": len(found.captions), "without_activity": found.n_others, "events": found.n_events}
    show(counts, [f"{name.replace('_', ' ')}: {n:,}" for name, n in counts.items()], as_json=as_json)


@click.command("train-ranker", cls=Command)
@click.option("--atomic", type=_a_file, required=True, help="Your copy of ATOMIC (CSV) or ATOMIC-2020 (TSV).")
@click.option("--output", "-o", "folder", metavar="DIR", type=OutputFolder(), required=True, help="Write it here.")
@click.option("--epochs", type=int, default=3, show_default=True, help="Passes over all phrases.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the order and of dropout.")
@quiet
@as_json
def train_ranker_command(*, atomic: Path, folder: Path, epochs: int, seed: int, quiet: bool, as_json: bool) -> None:
    """Train a ranker that says how likely a phrase of ATOMIC follows an event.

    all-MiniLM-L6-v2 is trained on 63% of the events, its threshold chosen on 7%, and its accuracy measured on 30%, half
    of whose phrases are true and half random. If you give the same command again, a killed training resumes.
    """
    from cinescribe.train.next_phrases.ranker_recipe import RankerRecipe  # noqa: PLC0415  as slow
    from cinescribe.train.next_phrases.train_ranker import train_ranker  # noqa: PLC0415  as slow

    with progress_bar(quiet=quiet) as progress:
        trained = train_ranker(atomic, folder, recipe=RankerRecipe(epochs=epochs, seed=seed), progress=progress)
    measured = {"validation": trained.validation, "test": trained.test}
    lines = [f"{part} {aspect}: {100 * share:.1f}%" for part, own in measured.items() for aspect, share in own.items()]
    show(measured, lines, as_json=as_json)
