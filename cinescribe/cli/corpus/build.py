"""`cinescribe corpus build`: corpora from a folder of films, from Backlot, and from picture sequences."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from cinescribe.cli.command import Group
from cinescribe.cli.corpus.counts import show_counts
from cinescribe.cli.options.outputs import OutputFolder
from cinescribe.cli.output import announce, as_json, progress_bar, quiet
from cinescribe.corpus.datasets.backlot import CORPUS_HEIGHT, build_backlot
from cinescribe.corpus.datasets.backlot_adverts import build_backlot_adverts
from cinescribe.corpus.datasets.backlot_motives import build_backlot_motives
from cinescribe.corpus.datasets.backlot_sizes import (
    ADVERT_CORPUS_SIZES,
    FILM_CORPUS_SIZES,
    MOTIVE_CORPUS_SIZES,
    STILL_CORPUS_SIZES,
)
from cinescribe.corpus.datasets.backlot_stills import build_backlot_stills
from cinescribe.corpus.datasets.formats import READERS
from cinescribe.corpus.datasets.image_sequences import build_sequences
from cinescribe.corpus.narration.recognisers import Recogniser, recogniser
from cinescribe.describe.describe_options import no_announcement
from cinescribe.models.speech.named_transcriber import transcriber_named

DEFAULT = "films"  # the command that is run where none is named


class BuildGroup(Group):
    """A group that runs `films` where no command is named: `build DIR` is `build films DIR`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the default command before a folder, also before one that has the name of a command."""
        _refuse_from(args)
        named = self.commands.get(args[0]) if args else None
        is_folder = named is not None and Path(args[0]).is_dir() and not _names_folder(named, args[1:])
        if args and args[0] not in ctx.help_option_names and (named is None or is_folder):
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; where its folder is missing, the folder may have the name of the command."""
        try:
            return super().invoke(ctx)
        except click.MissingParameter as error:
            name = error.ctx.info_name if error.ctx else DEFAULT
            line = error.format_message().removesuffix(".")
            hint = f" (a folder called {name!r} is ./{name})" if isinstance(error.param, click.Argument) else ""
            raise click.UsageError(line + hint, ctx=error.ctx) from error


def _names_folder(command: click.Command, args: list[str]) -> bool:
    """Whether the arguments of a command name its folder."""
    with command.make_context(command.name, list(args), resilient_parsing=True) as ctx:
        return ctx.params.get("folder") is not None


def _refuse_from(args: list[str]) -> None:
    """Raise if the arguments have `--from SOURCE`, which named the source before there were commands for it."""
    for k, argument in enumerate(args):
        option, _, value = argument.partition("=")
        if option == "--from":
            source = value or "".join(args[k + 1 : k + 2])
            imported = source in READERS or source == "coco"
            command = f"import {source} ... -o DIR" if imported else f"build {source or DEFAULT} DIR"
            raise click.UsageError(f"--from {source} has become a command: cinescribe corpus {command}")


def _shares(_: click.Context, param: click.Parameter, value: str | None) -> dict[str, float] | None:
    """Return the shares by split of `train=8,val=1`."""
    if value is None:
        return None
    try:
        return {name.strip(): float(share) for name, share in (part.split("=") for part in value.split(","))}
    except ValueError as error:
        raise click.BadParameter(
            f"found {value!r}; expected splits and shares, as train=8,val=1", param=param
        ) from error


_folder_ = click.argument("folder", metavar="DIR", type=OutputFolder())
seed_ = click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The same seed gives the same corpus."
)
height_ = click.option(
    "--height", type=click.IntRange(min=90), default=CORPUS_HEIGHT, show_default=True, help="Picture height in pixels."
)


@click.group(cls=BuildGroup, subcommand_metavar="DIR | COMMAND DIR")
def build() -> None:
    """Build a corpus in DIR. Without a command, from the films in DIR."""


@build.command()
@_folder_
@click.option(
    "--asr",
    default="pocketsphinx",
    show_default=True,
    help="Who writes down narration without a transcript: pocketsphinx, hub:<model id>, server:<URL>#<model>, none; or "
    "a Whisper in CTranslate2's format by its id or folder.",
)
@click.option("--fetch", is_flag=True, help="Allow --asr to be fetched; size and licence are printed first.")
@click.option(
    "--shares",
    callback=_shares,
    metavar="SPLIT=SHARE,...",
    help="Share of each split, in any unit; by default a tenth for val and for test each.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the splits.")
@click.option("--workers", type=click.IntRange(min=1), default=1, show_default=True, help="Films to read in parallel.")
@quiet
@as_json
def films(
    folder: Path,
    *,
    asr: str,
    fetch: bool,
    shares: dict[str, float] | None,
    seed: int,
    workers: int,
    quiet: bool,
    as_json: bool,
) -> None:
    """Use the films in DIR and the files beside them.

    These are descriptions, screenplays, subtitles and lists of names.
    """
    from cinescribe.corpus.film_folder.build_films import build_films  # noqa: PLC0415  spaCy is slow to import

    with progress_bar(quiet=quiet) as progress:
        built = build_films(
            folder,
            asr=_recogniser(asr, fetch=fetch),
            shares=shares,
            seed=seed,
            n_workers=workers,
            progress=progress,
        )
    show_counts(built.corpus, faults=built.faults, as_json=as_json)


@build.command()
@_folder_
@click.option(
    "--size", type=click.Choice(list(FILM_CORPUS_SIZES)), default="small", show_default=True, help="Number of films."
)
@seed_
@click.option("--hard", is_flag=True, help="Add a split of hard films.")
@height_
@quiet
@as_json
def backlot(folder: Path, *, size: str, seed: int, hard: bool, height: int, quiet: bool, as_json: bool) -> None:
    """Shoot Backlot films; finished films are not shot again."""
    with progress_bar(quiet=quiet) as progress:
        built = build_backlot(folder, size=size, seed=seed, hard=hard, height=height, progress=progress)
    show_counts(built, as_json=as_json)


@build.command("backlot-adverts")
@_folder_
@click.option(
    "--size",
    type=click.Choice(list(ADVERT_CORPUS_SIZES)),
    default="small",
    show_default=True,
    help="Number and length.",
)
@seed_
@height_
@quiet
@as_json
def backlot_adverts(folder: Path, *, size: str, seed: int, height: int, quiet: bool, as_json: bool) -> None:
    """Shoot Backlot adverts that compare products to something, with the metaphors, and plain adverts."""
    with progress_bar(quiet=quiet) as progress:
        built = build_backlot_adverts(folder, size=size, seed=seed, height=height, progress=progress)
    show_counts(built, as_json=as_json)


@build.command("backlot-motives")
@_folder_
@click.option(
    "--size", type=click.Choice(list(MOTIVE_CORPUS_SIZES)), default="small", show_default=True, help="Number of films."
)
@click.option(
    "--actions", is_flag=True, help="A clip is one action, as a cue of a description, and not a moment of two."
)
@seed_
@height_
@quiet
@as_json
def backlot_motives(
    folder: Path, *, size: str, actions: bool, seed: int, height: int, quiet: bool, as_json: bool
) -> None:
    """Shoot Backlot films whose people act for reasons, with intentions, effects and attributes."""
    with progress_bar(quiet=quiet) as progress:
        built = build_backlot_motives(
            folder, size=size, seed=seed, single_actions=actions, height=height, progress=progress
        )
    show_counts(built, as_json=as_json)


@build.command("backlot-stills")
@_folder_
@click.option(
    "--size", type=click.Choice(list(STILL_CORPUS_SIZES)), default="small", show_default=True, help="Number of stills."
)
@click.option(
    "--metaphors",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Number of stills of train with a product and what it is compared to.",
)
@seed_
@height_
@quiet
@as_json
def backlot_stills(
    folder: Path, *, size: str, metaphors: int, seed: int, height: int, quiet: bool, as_json: bool
) -> None:
    """Draw Backlot stills with boxes and captions."""
    with progress_bar(quiet=quiet) as progress:
        built = build_backlot_stills(
            folder, size=size, metaphors=metaphors, seed=seed, height=height, progress=progress
        )
    show_counts(built, as_json=as_json)


@build.command()
@_folder_
@click.option("--pictures", type=click.Path(path_type=Path), required=True, help="A folder of folders of pictures.")
@as_json
def sequences(folder: Path, *, pictures: Path, as_json: bool) -> None:
    """Use picture sequences without captions.

    The pictures stay where they are.
    """
    show_counts(build_sequences(folder, pictures=pictures), as_json=as_json)


def _recogniser(name: str, *, fetch: bool) -> Recogniser | None:
    if name == "none":
        return None
    if name.startswith(("hub:", "server:")):
        transcriber_named(name, fetch=fetch, announce=announce)  # fails here, not in each process
        return Recogniser(name, partial(transcriber_named, name, announce=no_announcement))
    return recogniser(name, fetch=fetch, announce=announce)
