"""`cinescribe corpus`: build annotated corpora of films and of stills, check, count and export them."""

from __future__ import annotations

import importlib
from pathlib import Path

import click

from cinescribe.cli.command import Group
from cinescribe.cli.corpus.align_script import align_script_command
from cinescribe.cli.corpus.formats import export, submit
from cinescribe.cli.corpus.segment_ad import segment_ad_command
from cinescribe.cli.corpus.stats import stats
from cinescribe.cli.output import announce, as_json, progress_bar, show
from cinescribe.corpus.checks.check_corpus import CorpusSummary, SplitSummary, summary
from cinescribe.corpus.checks.inspect_corpus import inspect_corpus
from cinescribe.corpus.checks.still_summary import StillSplitSummary, StillSummary, still_summary
from cinescribe.corpus.core.corpus import Corpus
from cinescribe.corpus.core.stills import StillCorpus, has_stills, inspect_stills
from cinescribe.corpus.datasets.backlot import HEIGHT, SIZES, build_backlot
from cinescribe.corpus.datasets.backlot_stills import SIZES as STILL_SIZES
from cinescribe.corpus.datasets.backlot_stills import build_backlot_stills
from cinescribe.corpus.datasets.coco import build_coco
from cinescribe.corpus.datasets.formats import READERS
from cinescribe.corpus.datasets.image_sequences import build_sequences
from cinescribe.corpus.datasets.lsmdc import build_lsmdc, lsmdc_files
from cinescribe.corpus.narration.recognisers import Recogniser, recogniser

SOURCES = tuple(sorted({"backlot", "backlot-stills", "coco", "films", "lsmdc", "sequences", *READERS}))
folder_ = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))


def _shares(_: click.Context, param: click.Parameter, value: str | None) -> dict[str, float] | None:
    """Shares by split, between commas."""
    if value is None:
        return None
    try:
        return {name.strip(): float(share) for name, share in (part.split("=") for part in value.split(","))}
    except ValueError as error:
        raise click.BadParameter(
            f"{value!r} came; splits and shares are wanted, as train=8,val=1", param=param
        ) from error


@click.group(cls=Group)
def command() -> None:
    """Build annotated corpora, check and count them, and write them in other forms."""


for one in (align_script_command, export, segment_ad_command, stats, submit):
    command.add_command(one)


@command.command()
@folder_
@click.option(
    "--from",
    "source",
    type=click.Choice(SOURCES),
    default="films",
    show_default=True,
    help="What to build it from; films: those in DIR, and what lies beside them.",
)
@click.option(
    "--asr",
    default="pocketsphinx",
    show_default=True,
    help="Films: what recognises narrators whom nobody wrote down: pocketsphinx, a Whisper of the hub, a folder, none.",
)
@click.option(
    "--shares",
    callback=_shares,
    metavar="SPLIT=SHARE,...",
    help="Films: what each split gets, in any unit; by default a tenth for val and for test each.",
)
@click.option("--workers", type=click.IntRange(min=1), default=1, show_default=True, help="Films: read at once.")
@click.option("--fetch", is_flag=True, help="Films: allow --asr to be fetched; size and licence are said first.")
@click.option("--size", type=click.Choice(list(SIZES)), default="small", show_default=True, help="Backlot: how much.")
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Backlot: the same seed, the same films and stills. Films: of the splits.",
)
@click.option("--hard", is_flag=True, help="Backlot films: a split of hard ones besides.")
@click.option(
    "--height",
    type=click.IntRange(min=90),
    default=HEIGHT,
    show_default=True,
    help="Backlot: picture height in pixels.",
)
@click.option(
    "--annotations",
    type=click.Path(path_type=Path),
    help="LSMDC, MPII-MD, M-VAD, MSR-VTT, V2C, VMCD, JSONL: the file of annotations, or the folder of several.",
)
@click.option("--pictures", type=click.Path(path_type=Path), help="COCO, sequences: the folder of the pictures.")
@click.option(
    "--captions", type=click.Path(path_type=Path), help="COCO: Karpathy's dataset_coco.json, or a captions file."
)
@click.option(
    "--instances", type=click.Path(path_type=Path), multiple=True, help="COCO: a file of boxes; may come again."
)
@as_json
def build(
    folder: Path,
    *,
    source: str,
    asr: str,
    shares: dict[str, float] | None,
    workers: int,
    fetch: bool,
    size: str,
    seed: int,
    hard: bool,
    height: int,
    annotations: Path | None,
    pictures: Path | None,
    captions: Path | None,
    instances: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Build a corpus in DIR: of the films that lie there, with their descriptions, screenplays and subtitles.

    Or of Backlot films or stills, drawn now; of annotations in a form that people have; of picture sequences.
    """
    built: Corpus | StillCorpus
    faults: tuple[str, ...] | None = None
    with progress_bar() as tell:
        match source:
            case "films":
                films = importlib.import_module("cinescribe.corpus.film_folder.build_films")
                found = films.build_films(
                    folder,
                    asr=_recogniser(asr, fetch=fetch),
                    shares=shares,
                    seed=seed,
                    n_workers=workers,
                    progress=tell,
                )
                built, faults = found.corpus, found.faults
            case "backlot":
                built = build_backlot(folder, size=SIZES[size], seed=seed, hard=hard, height=height, progress=tell)
            case "backlot-stills":
                built = build_backlot_stills(folder, size=STILL_SIZES[size], seed=seed, height=height, progress=tell)
            case "coco":
                built = build_coco(
                    folder,
                    pictures=_named(pictures, "--from coco needs --pictures: the folder of COCO's pictures"),
                    captions=_named(captions, "--from coco needs --captions: dataset_coco.json, or a captions file"),
                    instances=instances,
                )
            case "sequences":
                wanted = "--from sequences needs --pictures: a folder of folders of pictures"
                built = build_sequences(folder, pictures=_named(pictures, wanted))
            case "lsmdc":
                wanted = "--from lsmdc needs --annotations: the folder of LSMDC's annotation files"
                built = build_lsmdc(folder, lsmdc_files(_named(annotations, wanted)))
            case _:
                wanted = f"--from {source} needs --annotations: the file of annotations, or the folder of several"
                built = READERS[source](folder, _named(annotations, wanted))
    _show_built(built, faults=faults, as_json=as_json)


@command.command()
@folder_
@as_json
def check(folder: Path, *, as_json: bool) -> None:
    """Read a corpus whole, and name every fault: of ids, times, texts, people, splits, and of files that are not there.

    Exit code 1 where there are any.
    """
    inspected = inspect_stills(folder) if has_stills(folder) else inspect_corpus(folder)
    _show_built(inspected.corpus, faults=inspected.faults, as_json=as_json)
    if inspected.faults:
        raise click.exceptions.Exit(1)


def _recogniser(name: str, *, fetch: bool) -> Recogniser | None:
    return None if name == "none" else recogniser(name, fetch=fetch, announce=announce)


def _named(path: Path | None, wanted: str) -> Path:
    if path is None:
        raise click.UsageError(wanted)
    return path


def _show_built(built: Corpus | StillCorpus, *, faults: tuple[str, ...] | None = None, as_json: bool) -> None:
    if isinstance(built, Corpus):
        held = summary(built)
        counts = [*(_line(split.split, split) for split in held.splits), _line("in all", held)]
        _show(held, counts, faults, as_json=as_json)
    else:
        stills = still_summary(built)
        counts = [*(_still_line(split.split, split) for split in stills.splits), _still_line("in all", stills)]
        _show(stills, counts, faults, as_json=as_json)


def _show(
    held: CorpusSummary | StillSummary, counts: list[str], faults: tuple[str, ...] | None, *, as_json: bool
) -> None:
    for fault in faults or ():
        announce(f"Fault: {' '.join(fault.split())}")
    value = held.to_dict() | ({} if faults is None else {"faults": list(faults)})
    show(value, [f"{held.name}, from {held.source} ({held.licence})", *counts], as_json=as_json)


def _still_line(name: str, held: StillSplitSummary | StillSummary) -> str:
    counts = f"{held.stills:6d} stills {held.captions:8d} captions {held.regions:8d} regions"
    return f"{name:<8} {counts} {held.classes:5d} classes"


def _line(name: str, held: SplitSummary | CorpusSummary) -> str:
    counts = f"{held.films:6d} films {held.clips:7d} clips {held.captions:8d} captions"
    return f"{name:<8} {counts} {held.seconds / 60:8.1f} minutes"
