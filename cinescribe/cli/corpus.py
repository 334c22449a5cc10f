"""`cinescribe corpus`: build annotated corpora, and check them."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.output import as_json, progress_bar, show
from cinescribe.corpus.backlot import HEIGHT, SIZES, build_backlot
from cinescribe.corpus.corpus import Corpus
from cinescribe.corpus.lsmdc import build_lsmdc, lsmdc_files
from cinescribe.corpus.summary import CorpusSummary, SplitSummary, check_corpus, summary

folder_ = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))


@click.group()
def command() -> None:
    """Build annotated corpora, and check them."""


@command.command()
@folder_
@click.option("--from", "source", type=click.Choice(["backlot", "lsmdc"]), required=True, help="What to build it from.")
@click.option("--size", type=click.Choice(list(SIZES)), default="small", show_default=True, help="Backlot: how much.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Backlot: the same seed, the same films."
)
@click.option("--hard", is_flag=True, help="Backlot: a split of hard films besides.")
@click.option(
    "--height",
    type=click.IntRange(min=90),
    default=HEIGHT,
    show_default=True,
    help="Backlot: picture height in pixels.",
)
@click.option("--annotations", type=click.Path(path_type=Path), help="LSMDC: the folder of its annotation files.")
@as_json
def build(
    folder: Path,
    *,
    source: str,
    size: str,
    seed: int,
    hard: bool,
    height: int,
    annotations: Path | None,
    as_json: bool,
) -> None:
    """Build a corpus in DIR: Backlot films, shot where they are missing, or LSMDC's annotations."""
    if source == "backlot":
        with progress_bar() as tell:
            corpus = build_backlot(folder, size=SIZES[size], seed=seed, hard=hard, height=height, progress=tell)
    elif annotations is None:
        raise click.UsageError("--from lsmdc needs --annotations: the folder of LSMDC's annotation files")
    else:
        corpus = build_lsmdc(folder, lsmdc_files(annotations))
    _show(corpus, as_json=as_json)


@command.command()
@folder_
@as_json
def check(folder: Path, *, as_json: bool) -> None:
    """Read a corpus whole: are its films there, its times inside them, its people P1 on?"""
    _show(check_corpus(folder), as_json=as_json)


def _show(corpus: Corpus, *, as_json: bool) -> None:
    held = summary(corpus)
    lines = [
        f"{held.name}, from {held.source} ({held.licence})",
        *(_line(split.split, split) for split in held.splits),
        _line("in all", held),
    ]
    show(held.to_dict(), lines, as_json=as_json)


def _line(name: str, held: SplitSummary | CorpusSummary) -> str:
    counts = f"{held.films:6d} films {held.clips:7d} clips {held.captions:8d} captions"
    return f"{name:<8} {counts} {held.seconds / 60:8.1f} minutes"
