"""`cinescribe study make`, `plan` and `questions`."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.options.outputs import OutputFile, OutputFolder
from cinescribe.cli.output import as_json, show
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
    split: str | None,
    items: int | None,
    n_judges: int,
    shared: int,
    gold: Path | None,
    repeats: int,
    screening: Path | None,
    pass_mark: float | None,
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
    from cinescribe.corpus.metaphors.screening import PASS_MARK  # noqa: PLC0415
    from cinescribe.study.design.design import StudyDesign  # noqa: PLC0415  an extra, with what follows
    from cinescribe.study.design.screening import read_screening  # noqa: PLC0415
    from cinescribe.study.folders.make_study import make_study, protocol_questions, study_items  # noqa: PLC0415
    from cinescribe.study.kinds.gold import read_gold_items, with_repeats  # noqa: PLC0415
    from cinescribe.study.kinds.questions import read_questions  # noqa: PLC0415
    from cinescribe.study.kinds.study_kind import Sources  # noqa: PLC0415
    from cinescribe.study.kinds.table import study_kind  # noqa: PLC0415

    if questions_file is not None and protocol is not None:
        raise click.UsageError("--questions and --protocol are both given; give one of them")
    if pass_mark is not None and screening is None:
        raise click.UsageError("--pass-mark needs --screening")
    chosen = study_kind(kind)
    asked = protocol_questions(chosen, protocol) if questions_file is None else read_questions(questions_file)
    of_paper = None if questions_file is not None else protocol or next(iter(chosen.protocols))
    study_name = name or folder.resolve().name
    tests = None
    if screening is not None:
        mark = PASS_MARK if pass_mark is None else pass_mark / 100
        tests = read_screening(screening, clips=Sources(corpus).clips(), pass_mark=mark)
    design = StudyDesign(study_name, kind, asked, n_judges, str(corpus), of_paper, seed, tests)
    tested = frozenset(() if tests is None else (video.clip for video in tests.videos))
    sources = Sources(corpus, _named(systems), reference, split, tested)
    pages = study_items(chosen, sources, n_items=items, n_shared=shared, seed=seed)
    if gold is not None:
        pages += read_gold_items(gold, clips=sources.clips(), questions=asked)
    pages = with_repeats(pages, repeats)
    stored = make_study(folder, design, pages, url=url)
    n_texts = sum(len(page.texts) for page in pages)
    counts = {"pages": len(pages), "texts": n_texts, "questions": len(asked), "digest": stored.digest}
    lines = [f"{len(pages):,} pages with {n_texts:,} texts, {len(asked)} questions", f"digest: {stored.digest}"]
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
    from cinescribe.study.folders.make_study import protocol_questions  # noqa: PLC0415
    from cinescribe.study.kinds.questions import write_questions  # noqa: PLC0415
    from cinescribe.study.kinds.table import study_kind  # noqa: PLC0415

    asked = protocol_questions(study_kind(kind), protocol)
    write_questions(output, asked)
    show([one.to_dict() for one in asked], [f"{one.name}: {one.text}" for one in asked], as_json=as_json)


@click.command(cls=KindCommand)
@click.argument("truth", metavar="TRUTH", type=a_file)
@click.option("--kind", help="Kind of the study, see below; by default the first one.")
@click.option("--items", type=int, multiple=True, help="Clips of the study; once for each number to try.")
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
    from cinescribe.study.kinds.table import KINDS, study_kind  # noqa: PLC0415
    from cinescribe.study.simulation.power import share_precision, study_power  # noqa: PLC0415
    from cinescribe.study.simulation.truth import read_truth  # noqa: PLC0415

    values, numbers = read_truth(truth), items or (50, 100, 200, 400)
    chosen = study_kind(kind or next(iter(KINDS)))
    if chosen.is_about_clips:
        shares = [
            one
            for n in numbers
            for one in share_precision(values, n_items=n, n_judges=n_judges, n_runs=runs, seed=seed)
        ]
        lines = [
            f"{one.n_items:,} clips, {one.criterion}: share of yes to within {100 * one.half_width:.1f} points; "
            f"yes of all judges on {100 * one.unanimous:.0f} %"
            for one in shares
        ]
        show([one.to_dict() for one in shares], lines, as_json=as_json)
        return
    found = [
        one
        for n in numbers
        for one in study_power(chosen, values, n_items=n, n_judges=n_judges, n_runs=runs, seed=seed)
    ]
    lines = [
        f"{one.n_items:,} clips, {one.criterion}: {' and '.join(one.systems)} differ in {100 * one.power:.0f} %"
        for one in found
    ]
    show([one.to_dict() for one in found], lines, as_json=as_json)
