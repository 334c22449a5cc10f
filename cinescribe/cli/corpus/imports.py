"""`cinescribe corpus import`: corpora from the annotations of published data sets."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Group
from cinescribe.cli.corpus.counts import show_counts
from cinescribe.cli.options.outputs import OutputFolder
from cinescribe.cli.output import announce, as_json
from cinescribe.corpus.datasets.coco import build_coco
from cinescribe.corpus.datasets.formats import READERS, VIDEO_READERS, import_corpus
from cinescribe.corpus.datasets.video_files import missing_films
from cinescribe.corpus.metaphor_stills.haivmet import build_haivmet

a_path = click.Path(path_type=Path)
output_ = click.option(
    "-o", "--output", "folder", metavar="DIR", type=OutputFolder(), required=True, help="The corpus to write."
)

films_ = click.option(
    "--films",
    metavar="FOLDER",
    type=a_path,
    help="The folder of the videos, each called by its id, as v1.mp4; they stay where they are. By default they are "
    "looked for beside ANNOTATIONS.",
)

# What ANNOTATIONS is, by data set.
HELP = {
    "activitynet": "Read ActivityNet Captions. ANNOTATIONS is a file of its release, or their folder.",
    "jsonl": "Copy a corpus in our own format. Films and features are not copied.",
    "lsmdc": "Read LSMDC. ANNOTATIONS is the folder of its annotation files.",
    "m-vad": "Read M-VAD. ANNOTATIONS is a folder of subtitle files, by split or with lists of the splits.",
    "mpii-md": "Read MPII-MD. ANNOTATIONS is the folder of its annotation files.",
    "msr-vtt": "Read MSR-VTT. ANNOTATIONS is a videodatainfo file, or a folder of several.",
    "v2c": "Read Video2Commonsense. ANNOTATIONS is the folder of its files.",
    "vatex": "Read VATEX. ANNOTATIONS is a file of its release, or their folder.",
    "vmcd": "Read VMCD. ANNOTATIONS is a table of metaphors, or a folder of one for each split.",
}


@click.group("import", cls=Group)
def import_() -> None:
    """Build a corpus from the annotations of a published data set."""


@import_.command()
@click.option("--captions", type=a_path, required=True, help="Karpathy's dataset_coco.json, or a captions file.")
@click.option("--pictures", type=a_path, required=True, help="The folder of the pictures; they stay where they are.")
@click.option("--instances", type=a_path, multiple=True, help="A file of boxes and classes; may be repeated.")
@output_
@as_json
def coco(captions: Path, *, pictures: Path, instances: tuple[Path, ...], folder: Path, as_json: bool) -> None:
    """Read COCO: captions, splits, boxes and classes of its pictures."""
    built = build_coco(folder, pictures=pictures, captions=captions, instances=instances)
    show_counts(built, as_json=as_json)


@import_.command()
@click.option("--pictures", type=a_path, required=True, help="The folder of its archives, unpacked; they stay there.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random splits.")
@output_
@as_json
def haivmet(pictures: Path, *, seed: int, folder: Path, as_json: bool) -> None:
    """Read HAIVMet: pictures that were drawn for metaphors, in folders called by them."""
    show_counts(build_haivmet(folder, pictures=pictures, seed=seed), as_json=as_json)


def _add(name: str) -> None:
    @import_.command(name, help=HELP[name])
    @click.argument("annotations", metavar="ANNOTATIONS", type=a_path)
    @output_
    @as_json
    def read(annotations: Path, *, folder: Path, as_json: bool, films: Path | None = None) -> None:
        built = import_corpus(folder, annotations, form=name, films=films)
        missing = missing_films(built)
        if missing is not None and name in VIDEO_READERS:
            announce(missing)
        show_counts(built, as_json=as_json)

    if name in VIDEO_READERS:
        films_(read)


for dataset in READERS:
    _add(dataset)
