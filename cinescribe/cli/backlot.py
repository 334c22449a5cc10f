"""`cinescribe backlot`: the procedural film studio."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.backlot.adverts.shoot_adverts import ADVERT_SIZES, shoot_adverts
from cinescribe.backlot.films.shoot import MAX_HEIGHT, MIN_HEIGHT, SIZES, shoot
from cinescribe.backlot.stills.shoot_stills import shoot_stills
from cinescribe.backlot.stills.stills import HEIGHT
from cinescribe.cli.command import Group
from cinescribe.cli.options.outputs import OutputFolder
from cinescribe.cli.output import as_json, progress_bar, quiet, show


@click.group(cls=Group)
def command() -> None:
    """Generate films and stills with complete ground truth from a seed."""


@command.command("shoot")
@click.option("-o", "--output", "folder", type=OutputFolder(), required=True, help="Folder to write to.")
@click.option("--films", type=click.IntRange(min=1), required=True, help="Number of films.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same films.")
@click.option("--size", type=click.Choice(list(SIZES)), default="small", show_default=True, help="Length of the films.")
@click.option("--hard", is_flag=True, help="Look-alikes, costume changes, occlusion, night.")
@click.option("--motives", is_flag=True, help="People act for reasons, which the truth gives.")
@click.option("--series", is_flag=True, help="The films are episodes with one cast.")
@click.option("--height", type=click.IntRange(min=90), default=360, show_default=True, help="Picture height in pixels.")
@quiet
@as_json
def shoot_(
    *,
    folder: Path,
    films: int,
    seed: int,
    size: str,
    hard: bool,
    motives: bool,
    series: bool,
    height: int,
    quiet: bool,
    as_json: bool,
) -> None:
    """Shoot films with sound, subtitles, screenplay, described sound and ground truth."""
    with progress_bar(quiet=quiet) as progress:
        shot = shoot(
            folder,
            films=films,
            seed=seed,
            size=size,
            hard=hard,
            motivated=motives,
            series=series,
            height=height,
            progress=progress,
        )
    paths = [str(path) for path in shot.films]
    show({"films": paths, "truth": str(shot.truth)}, [*paths, str(shot.truth)], as_json=as_json)


@command.command()
@click.option("-o", "--output", "folder", type=OutputFolder(), required=True, help="Folder to write to.")
@click.option("--adverts", type=click.IntRange(min=1), default=None, help="Number of adverts with a metaphor.")
@click.option("--plain", type=click.IntRange(min=1), default=None, help="Number of adverts without a metaphor.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same adverts.")
@click.option(
    "--size", type=click.Choice(list(ADVERT_SIZES)), default="small", show_default=True, help="Length of the adverts."
)
@click.option("--height", type=click.IntRange(min=90), default=360, show_default=True, help="Picture height in pixels.")
@quiet
@as_json
def adverts(
    *,
    folder: Path,
    adverts: int | None,
    plain: int | None,
    seed: int,
    size: str,
    height: int,
    quiet: bool,
    as_json: bool,
) -> None:
    """Shoot adverts that compare a product to something, and plain ones, with sound and ground truth."""
    if adverts is None and plain is None:
        raise click.UsageError("give --adverts, --plain, or both")
    with progress_bar(quiet=quiet) as progress:
        shot = shoot_adverts(
            folder,
            adverts=adverts or 0,
            plain=plain or 0,
            seed=seed,
            size=size,
            height=height,
            progress=progress,
        )
    paths = [str(path) for path in shot.films]
    show({"films": paths, "truth": str(shot.truth)}, [*paths, str(shot.truth)], as_json=as_json)


@command.command()
@click.option("-o", "--output", "folder", type=OutputFolder(), required=True, help="Folder to write to.")
@click.option("--images", type=click.IntRange(min=1), default=None, help="Number of stills.")
@click.option(
    "--metaphors",
    type=click.IntRange(min=1),
    default=None,
    help="Number of stills with a product and what it is compared to.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same stills.")
@click.option(
    "--height",
    type=click.IntRange(MIN_HEIGHT, MAX_HEIGHT),
    default=HEIGHT,
    show_default=True,
    help="Picture height in pixels.",
)
@quiet
@as_json
def stills(
    *, folder: Path, images: int | None, metaphors: int | None, seed: int, height: int, quiet: bool, as_json: bool
) -> None:
    """Draw stills: single pictures with boxes and classes of what they show, and captions."""
    if images is None and metaphors is None:
        raise click.UsageError("give --images, --metaphors, or both")
    with progress_bar(quiet=quiet) as progress:
        drawn = shoot_stills(
            folder, images=images or 0, metaphors=metaphors or 0, seed=seed, height=height, progress=progress
        )
    paths = [str(path) for path in drawn.images]
    show({"images": paths, "truth": str(drawn.truth)}, [*paths, str(drawn.truth)], as_json=as_json)
