"""`cinescribe study make`, `plan` and `questions`."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.options.outputs import OutputFile, OutputFolder
from cinescribe.cli.output import announce, as_json, show
from cinescribe.cli.study.options import (
    KindCommand,
    a_file,
    database_option,
    kind_argument,
    protocol_option,
    seed_option,
)


@click.command(cls=KindCommand)
@kind_argument
@click.argument("corpus", metavar="CORPUS", type=a_file)
@click.option(
    "--systems", metavar="NAME=FILE", multiple=True, help="A system and its texts; once for each system of the study."
)
@click.option("--reference", is_flag=True, help="Let the corpus's captions take part, as the system reference.")
@click.option("--as-written", is_flag=True, help="Show captions as they are, with the ids of people.")
@click.option("--split", help="Only clips of this split.")
@click.option("--items", type=int, help="Clips, pairs or captions to draw at random; by default all.")
@click.option("--judges", "n_judges", type=int, default=5, show_default=True, help="People who judge an item.")
@click.option("--shared", type=int, default=0, show_default=True, help="Items that every rater gets.")
@click.option("--gold", type=a_file, help="JSONL of items with known answers, by which raters are tested.")
@click.option("--repeats", type=int, default=0, show_default=True, help="Items that their judges get a second time.")
@click.option(
    "--screening", type=a_file, help="CSV of two tests that people pass before they begin: test, clip, metaphor."
)
@click.option(
    "--pass-mark",
    type=click.FloatRange(0, 100, min_open=True),
    help="Percent of right answers that each test of the screening needs; default: 80.",
)
@click.option("--consent", type=a_file, help="Markdown that raters agree to before they begin.")
@click.option("--instructions", type=a_file, help="Markdown that raters read first, and beside each page.")
@click.option("--training", type=a_file, help="JSONL of examples that raters answer first, with feedback.")
@click.option("--crowd", type=a_file, help="TOML of the rules of crowd work, for open links.")
@click.option("--questions", "questions_file", type=a_file, help="Questions to ask, as `study questions` writes them.")
@protocol_option
@click.option("--name", help="The study's name in the database; by default that of its folder.")
@database_option
@seed_option
@click.option("--output", "-o", "folder", type=OutputFolder(), required=True, help="Write the study here.")
@as_json
def make(
    kind: str,
    corpus: Path,
    *,
    systems: tuple[str, ...],
    reference: bool,
    as_written: bool,
    split: str | None,
    items: int | None,
    n_judges: int,
    shared: int,
    gold: Path | None,
    repeats: int,
    screening: Path | None,
    pass_mark: float | None,
    consent: Path | None,
    instructions: Path | None,
    training: Path | None,
    crowd: Path | None,
    questions_file: Path | None,
    protocol: str | None,
    name: str | None,
    url: str | None,
    seed: int,
    folder: Path,
    as_json: bool,
) -> None:
    """Make a study from a corpus and the texts of systems.

    CORPUS is the folder of a corpus. For some kinds it may be another folder, see below.
    """
    from cinescribe.study.steps.create_study import create_study  # noqa: PLC0415  an extra

    made = create_study(
        kind,
        corpus,
        folder,
        systems=_named(systems),
        reference=reference,
        as_written=as_written,
        split=split,
        n_items=items,
        n_judges=n_judges,
        n_shared=shared,
        gold=gold,
        repeats=repeats,
        screening=screening,
        pass_mark=pass_mark,
        consent=consent,
        instructions=instructions,
        training=training,
        crowd=crowd,
        questions=questions_file,
        protocol=protocol,
        name=name,
        url=url,
        seed=seed,
    )
    n_pages, n_texts, n_questions = len(made.pages), sum(len(page.texts) for page in made.pages), len(made.questions)
    counts = {
        "pages": n_pages,
        "texts": n_texts,
        "questions": n_questions,
        "digest": made.stored.digest,
        "marks": made.marks,
    }
    for mark in made.marks:
        announce(f"raters may tell who wrote a text: {mark}")
    lines = [f"{n_pages:,} pages with {n_texts:,} texts, {n_questions} questions", f"digest: {made.stored.digest}"]
    show(counts, lines, as_json=as_json)


def _named(systems: tuple[str, ...]) -> dict[str, Path]:
    named: dict[str, Path] = {}
    for given in systems:
        name, equals, path = given.partition("=")
        if not equals or not name.strip() or not path:
            raise click.UsageError(f"--systems is {given!r}; expected NAME=FILE")
        if name.strip() in named:
            raise click.UsageError(f"--systems names {name.strip()!r} twice; give each system a name of its own")
        named[name.strip()] = Path(path)
    return named


@click.command(cls=KindCommand)
@kind_argument
@protocol_option
@click.option("--output", "-o", type=OutputFile(), required=True, help="The JSONL file to write.")
@as_json
def questions(kind: str, *, protocol: str | None, output: Path, as_json: bool) -> None:
    """Write the questions of a kind of study, to edit and to give to study make."""
    from cinescribe.study.steps.create_study import write_study_questions  # noqa: PLC0415  an extra

    asked = write_study_questions(kind, output, protocol=protocol)
    show([one.to_dict() for one in asked], [f"{one.name}: {one.text}" for one in asked], as_json=as_json)


@click.command(cls=KindCommand)
@click.argument("truth", metavar="TRUTH", type=a_file)
@click.option("--kind", help="Kind of the study, see below; by default the first one.")
@click.option(
    "--items",
    type=int,
    multiple=True,
    default=(50, 100, 200, 400),
    show_default=True,
    help="Clips of the study; once for each number to try.",
)
@click.option("--judges", "n_judges", type=int, default=5, show_default=True, help="People who judge a clip.")
@click.option("--runs", type=int, default=200, show_default=True, help="Studies to simulate for each number.")
@seed_option
@as_json
def plan(
    truth: Path, *, kind: str | None, items: tuple[int, ...], n_judges: int, runs: int, seed: int, as_json: bool
) -> None:
    """Show how often a study of this size would find each difference between two systems.

    TRUTH is a CSV file with system, criterion and value, as for study simulate. For a kind that asks about clips, and
    not about texts, show how exactly the share of yes would be known, and how many clips get a yes of all judges.
    """
    from cinescribe.study.simulation.power import SharePrecision  # noqa: PLC0415  an extra, with what follows
    from cinescribe.study.steps.study_steps import plan_study  # noqa: PLC0415

    found = plan_study(truth, kind=kind, items=items, n_judges=n_judges, runs=runs, seed=seed)
    lines = [
        f"{one.n_items:,} clips, {one.criterion}: share of yes to within {100 * one.half_width:.1f} points; "
        f"yes of all judges on {100 * one.unanimous:.0f} %"
        if isinstance(one, SharePrecision)
        else f"{one.n_items:,} clips, {one.criterion}: {' and '.join(one.systems)} differ in {100 * one.power:.0f} %"
        for one in found
    ]
    show([one.to_dict() for one in found], lines, as_json=as_json)
