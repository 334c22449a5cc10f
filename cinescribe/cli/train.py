"""`cinescribe train`: train a model from a recipe."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFolder
from cinescribe.cli.output import as_json, progress_bar, quiet, show
from cinescribe.parallel import Backend
from cinescribe.train.distributed import is_main_process
from cinescribe.train.recipes.recipe import read_recipe
from cinescribe.train.recipes.recipe_file import as_toml
from cinescribe.train.run import train_model

_folder_ = click.Path(path_type=Path)


@click.command(cls=Command)
@click.argument("recipe", metavar="RECIPE", type=_folder_)
@click.option("--corpus", metavar="DIR", type=_folder_, help="Corpus folder with features.")
@click.option("--output", "-o", "folder", metavar="DIR", type=OutputFolder(), help="Folder of the run.")
@click.option("--set", "changes", metavar="KEY=VALUE", multiple=True, help="Change a recipe key for this run.")
@click.option("--show", "shows_recipe", is_flag=True, help="Print all settings of the recipe as TOML; train nothing.")
@click.option("--device", help="Torch device; by default a GPU if there is one.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes of Ray.")
@click.option(
    "--backend", type=click.Choice(["local", "ray"]), default="local", show_default=True, help="Where they run."
)
@click.option("--fetch", is_flag=True, help="Allow downloading the recipe's models; prints their sizes and licences.")
@quiet
@as_json
def command(
    recipe: Path,
    corpus: Path | None,
    *,
    folder: Path | None,
    changes: tuple[str, ...],
    shows_recipe: bool,
    device: str | None,
    workers: int,
    backend: Backend,
    fetch: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Train a model from a recipe; the same command again resumes a stopped run.

    `--backend ray --workers 2` trains in two processes of Ray, on the cluster of RAY_ADDRESS or here. So does, without
    Ray, `torchrun --nproc-per-node 2 --no-python cinescribe train ...`.
    """
    if shows_recipe:
        settings = read_recipe(recipe, changes=changes)
        show(settings.to_dict(), as_toml(settings.to_dict()).splitlines(), as_json=as_json)
        return
    corpus, folder = _required(corpus, "corpus"), _required(folder, "folder")
    with progress_bar(quiet=quiet or not is_main_process()) as progress:
        trained = train_model(
            recipe,
            corpus,
            folder,
            changes=changes,
            device=device,
            fetch=fetch,
            workers=workers,
            backend=backend,
            progress=progress,
        )
    if not is_main_process():
        return
    value = {
        "checkpoint": str(trained.checkpoint),
        "checkpoints": {task: str(path) for task, path in trained.checkpoints.items()},
        "scores": trained.scores,
    }
    lines = [f"{name:<20} {score:.4f}" for name, score in trained.scores.items()]
    show(value, [*lines, *(f"best at {task}: {path}" for task, path in trained.checkpoints.items())], as_json=as_json)


def _required(value: Path | None, name: str) -> Path:
    """Return the value of an option that only `--show` does without."""
    if value is None:
        context = click.get_current_context()
        option = next(each for each in context.command.params if each.name == name)
        raise click.MissingParameter(ctx=context, param=option)
    return value
