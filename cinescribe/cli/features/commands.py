"""The commands of `cinescribe features`."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Group
from cinescribe.cli.features.import_arrays import command as import_arrays
from cinescribe.cli.features.import_micap import command as import_micap
from cinescribe.cli.output import announce, as_json, progress_bar, quiet, show
from cinescribe.corpus.core.stills import has_stills
from cinescribe.corpus.extraction.extract_features import check_corpus_features, extract_features
from cinescribe.corpus.extraction.import_detections import N_DETECTIONS, import_detections
from cinescribe.errors import FeatureError
from cinescribe.features.extraction.extractors import OWN
from cinescribe.features.regions.region_extractors import BOXES
from cinescribe.features.store.film_store import CLIP_STREAMS, FURTHER_STREAMS, STREAMS
from cinescribe.language.vectors.encoders import PACKAGED_ENCODER
from cinescribe.parallel import Backend

_FURTHER = (*FURTHER_STREAMS, *CLIP_STREAMS)
corpus_ = click.argument("corpus", type=click.Path(path_type=Path))


def _features(_: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...]:
    """Parse names of features between commas."""
    return () if value is None else tuple(name.strip() for name in value.split(","))


@click.group(cls=Group)
def command() -> None:
    """Extract features of a corpus's films, and check them."""


@command.command()
@corpus_
@click.option(
    "--with",
    "requested",
    callback=_features,
    help=f"Which, between commas: of films {','.join(STREAMS)} (default), {','.join(_FURTHER)}; of stills regions "
    "(default), grid.",
)
@click.option("--clip", default=OWN, show_default=True, help="Encoder of pictures: backlot, a hub id, or a folder.")
@click.option("--actions", default=OWN, show_default=True, help="Encoder of actions: backlot, a hub id, or a folder.")
@click.option("--faces", default="dlib", show_default=True, help="Face detector: dlib or insightface.")
@click.option("--uniform", default=OWN, show_default=True, help="Encoder of 40 pictures per clip: as --clip.")
@click.option("--regions", default=BOXES, show_default=True, help="Known boxes of stills, or a detector of the hub.")
@click.option("--grid", default=OWN, show_default=True, help="Grid of pictures: backlot, or a vision tower of the hub.")
@click.option(
    "--text", default=PACKAGED_ENCODER, show_default=True, help="Encoder of captions: its name, a hub id, a folder."
)
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Films processed at once.")
@click.option(
    "--backend", type=click.Choice(["local", "ray"]), default="local", show_default=True, help="Backend of the workers."
)
@click.option("--fetch", is_flag=True, help="Allow models to be fetched; size and licence are printed first.")
@quiet
@as_json
def extract(
    corpus: Path,
    *,
    requested: tuple[str, ...],
    workers: int,
    backend: Backend,
    fetch: bool,
    quiet: bool,
    as_json: bool,
    **names: str,
) -> None:
    """Extract features of every film or still of CORPUS; features that are up to date are skipped."""
    with progress_bar(quiet=quiet) as progress:
        result = extract_features(
            corpus,
            requested=requested,
            workers=workers,
            backend=backend,
            fetch=fetch,
            progress=progress,
            announce=announce,
            **names,
        )
    unit = "pictures" if has_stills(corpus) else "shards"
    value = {"shards": result.shards, "done": result.done, "skipped": result.skipped}
    lines = [f"{result.shards} {unit}: {result.done} extracted, {result.skipped} there already"]
    show(value, lines, as_json=as_json)


@command.command("import-hdf5")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@corpus_
@click.option("--features", default="detections", show_default=True, help="Name of the features in CORPUS.")
@click.option("--limit", type=click.IntRange(1), default=N_DETECTIONS, show_default=True, help="Regions of a picture.")
@quiet
@as_json
def import_hdf5(path: Path, corpus: Path, *, features: str, limit: int, quiet: bool, as_json: bool) -> None:
    """Copy the detections in FILE, coco_detections.hdf5 as M²'s authors published it, to CORPUS, one of stills."""
    with progress_bar(quiet=quiet) as report:
        result = import_detections(path, corpus, features=features, n_regions=limit, progress=report)
    value = {"pictures": result.shards, "done": result.done, "skipped": result.skipped}
    show(value, [f"{result.shards} pictures: {result.done} copied, {result.skipped} there already"], as_json=as_json)


@command.command()
@corpus_
@as_json
def check(corpus: Path, *, as_json: bool) -> None:
    """Check that the features of CORPUS are complete and undamaged, and belong to its films or stills."""
    n_shards, faults = check_corpus_features(corpus)
    unit = "pictures" if has_stills(corpus) else "shards"
    show({"shards": n_shards, "faults": list(faults)}, [f"{n_shards} {unit}", *faults], as_json=as_json)
    if faults:
        raise FeatureError(f"{len(faults)} faults, the first: {faults[0]}")


command.add_command(import_arrays)
command.add_command(import_micap)
