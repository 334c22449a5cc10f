"""`cinescribe features import-micap`: the features of MICap's release."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.output import as_json, progress_bar, quiet, show
from cinescribe.corpus.extraction.import_micap_features import import_micap_features

_path = click.Path(path_type=Path)


@click.command("import-micap", cls=Command)
@click.option("--corpus", required=True, metavar="CORPUS", type=_path, help="A corpus of LSMDC.")
@click.option("--info", required=True, metavar="FILE", type=_path, help="The JSON file of the release.")
@click.option("--clips", required=True, metavar="DIR", type=_path, help="CLIP features: MOVIE/CLIP.npy.")
@click.option("--actions", required=True, metavar="DIR", type=_path, help="I3D features: MOVIE/CLIP.npy.")
@click.option("--faces", required=True, metavar="DIR", type=_path, help="MOVIE/CLIP_concatenated.npy and CLIP.info.")
@click.option("--clusters", required=True, metavar="FILE", type=_path, help="The JSON file of clusters of faces.")
@click.option("--blanks", metavar="DIR", type=_path, help="Text vectors of blanks: train_embeddings.pkl and so on.")
@click.option("--partial", is_flag=True, help="Import the clips that have features, and list those without.")
@quiet
@as_json
def command(
    *,
    corpus: Path,
    info: Path,
    clips: Path,
    actions: Path,
    faces: Path,
    clusters: Path,
    blanks: Path | None,
    partial: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Store the features that MICap's authors released as features of CORPUS; every clip keeps its own."""
    with progress_bar(quiet=quiet) as report:
        found = import_micap_features(
            corpus,
            info=info,
            clips=clips,
            actions=actions,
            faces=faces,
            clusters=clusters,
            blanks=blanks,
            partial=partial,
            progress=report,
        )
    line = (
        f"{found.clips} clips: {found.done} of {found.films} films copied, the others there already; {found.sets} sets "
        f"have published clusters, {found.blanks} vectors of blanks"
    )
    missing = [f"{len(found.missing)} clips have no features:", *found.missing] if found.missing else []
    value = {
        "clips": found.clips, "films": found.films, "done": found.done, "skipped": found.films - found.done,
        "sets": found.sets, "blanks": found.blanks, "missing": list(found.missing),
    }  # fmt: skip
    show(value, [line, *missing], as_json=as_json)
