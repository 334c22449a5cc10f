"""`cinescribe corpus metaphorise`: metaphors that a language model makes of captions."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile, OutputFolder
from cinescribe.cli.output import announce, as_json, progress_bar, quiet, show
from cinescribe.corpus.metaphors.metaphorise import metaphorise
from cinescribe.store import write_records
from cinescribe.study.sheets.yes_no_sheets import N_IN_SHEET, write_quality_sheets


@click.command("metaphorise", cls=Command)
@click.argument("corpus", metavar="CORPUS", type=click.Path(path_type=Path))
@click.option("--model", required=True, help="Who writes: server:URL#MODEL, or hub:ID, folder or GGUF file.")
@click.option("--output", "-o", type=OutputFile(), required=True, help="The JSONL file of metaphors to write.")
@click.option("--split", help="Only captions of this split.")
@click.option(
    "--captions",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Captions of each clip, the first ones.",
)
@click.option(
    "--sheet", "sheets", type=OutputFile(), multiple=True, help="A CSV sheet to write for a person; may be repeated."
)
@click.option(
    "--items", type=click.IntRange(min=1), default=N_IN_SHEET, show_default=True, help="Metaphors in a sheet."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the draw for the sheets.")
@click.option(
    "--stills",
    metavar="DIR",
    type=OutputFolder(),
    help="A corpus to write of the stills that have a metaphor, with their metaphors as captions.",
)
@click.option("--fetch", is_flag=True, help="Download a model of the hub that is not on this machine.")
@quiet
@as_json
def metaphorise_command(
    corpus: Path,
    *,
    model: str,
    output: Path,
    split: str | None,
    captions: int,
    sheets: tuple[Path, ...],
    items: int,
    seed: int,
    stills: Path | None,
    fetch: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Ask a language model for a metaphor of each caption of a corpus of films or stills.

    Answers off the template are dropped and counted. All answers are cached: a stopped command resumes.
    """
    from cinescribe.models.vlm.text_answers import text_answers  # noqa: PLC0415  not in the base installation

    with progress_bar(quiet=quiet) as progress:
        asked = text_answers(model, fetch=fetch, announce=announce, sent="the captions")
        made = metaphorise(corpus, asked, split=split, n_captions=captions, stills=stills, progress=progress)
    write_records(output, made.metaphors)
    counts = {
        "captions": made.n_captions,
        "metaphors": len(made.metaphors),
        "off_template": len(made.off_template),
    }
    if sheets:
        counts["in_sheet"] = write_quality_sheets(sheets, made.metaphors, n_items=items, seed=seed)
    show(counts, [f"{name.replace('_', ' ')}: {n:,}" for name, n in counts.items()], as_json=as_json)
