"""`cinescribe features`: extracts and checks the features of a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar, cast

import click

from cinescribe.cli.command import Group
from cinescribe.cli.output import announce, as_json, progress_bar, quiet, show
from cinescribe.corpus.core.stills import has_stills
from cinescribe.corpus.extraction.film_features import check_features, extract_corpus
from cinescribe.corpus.extraction.import_detections import N_DETECTIONS, import_detections
from cinescribe.corpus.extraction.still_features import check_still_features, extract_stills
from cinescribe.errors import FeatureError
from cinescribe.features.extraction.clip_extractors import ClipExtractor, clip_extractor
from cinescribe.features.extraction.extract import Extractor, Workforce
from cinescribe.features.extraction.extractors import OWN, extractor
from cinescribe.features.regions.region_extractors import BOXES, REGION_KINDS, region_extractor
from cinescribe.features.regions.regions import RegionExtractor
from cinescribe.features.store.film_store import CLIP_STREAMS, FILM_STREAMS, FURTHER_STREAMS, STREAMS, StreamName
from cinescribe.language.vectors.encoders import PACKAGED_ENCODER
from cinescribe.parallel import Backend

_Kind = TypeVar("_Kind", bound=str)
_FURTHER = (*FURTHER_STREAMS, *CLIP_STREAMS)
KNOWN = FILM_STREAMS  # includes the kinds of features of stills
corpus_ = click.argument("corpus", type=click.Path(path_type=Path))


def _features(_: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...]:
    """Parse names of features between commas; each counts once."""
    names = [] if value is None else [name.strip() for name in value.split(",")]
    unknown = next((name for name in names if name not in KNOWN), None)
    if unknown is not None:
        raise click.BadParameter(f"{unknown!r} is no feature; {', '.join(KNOWN)} are known", param=param)
    return tuple(name for name in KNOWN if name in names)


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
        if has_stills(corpus):
            if Workforce(workers, backend) != Workforce():
                raise click.UsageError("--workers and --backend: CORPUS is one of stills, which one process extracts")
            extractors: dict[str, RegionExtractor] = {
                kind: region_extractor(kind, names[kind], fetch=fetch, announce=announce)
                for kind in _allowed(requested, REGION_KINDS, "stills") or REGION_KINDS[:1]
            }
            result, unit = extract_stills(corpus, extractors, progress=progress), "pictures"
        else:
            chosen = [_extractor(stream, names.get(stream), fetch=fetch) for stream in requested or STREAMS]
            result = extract_corpus(corpus, chosen, workforce=Workforce(workers, backend), progress=progress)
            unit = "shards"
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
    n_shards, faults = check_still_features(corpus) if has_stills(corpus) else check_features(corpus)
    unit = "pictures" if has_stills(corpus) else "shards"
    show({"shards": n_shards, "faults": list(faults)}, [f"{n_shards} {unit}", *faults], as_json=as_json)
    if faults:
        raise FeatureError(f"{len(faults)} faults, the first: {faults[0]}")


def _extractor(stream: str, name: str | None, *, fetch: bool) -> Extractor | ClipExtractor:
    if stream in CLIP_STREAMS:
        return clip_extractor(stream, name, fetch=fetch, announce=announce)
    return extractor(cast(StreamName, stream), name, fetch=fetch, announce=announce)


def _allowed(requested: tuple[str, ...], known: tuple[_Kind, ...], what: str) -> tuple[_Kind, ...]:
    """Return the requested features; raise if such a corpus cannot have one of them."""
    other = next((name for name in requested if name not in known), None)
    if other is not None:
        raise click.UsageError(f"--with {other}: CORPUS is one of {what}, which have {', '.join(known)}")
    return tuple(kind for kind in known if kind in requested)
