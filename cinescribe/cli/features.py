"""`cinescribe features`: extract what captioners of clip sets see of a corpus's films, and check it."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.output import announce, as_json, progress_bar, show
from cinescribe.corpus.film_features import check_features, extract_corpus
from cinescribe.errors import FeatureError
from cinescribe.features.extractors import OWN, extractor
from cinescribe.features.film_store import STREAMS, Stream

corpus_ = click.argument("corpus", type=click.Path(path_type=Path))


def _streams(_: click.Context, param: click.Parameter, value: str) -> tuple[Stream, ...]:
    """Streams by their names between commas, each once."""
    names = [name.strip() for name in value.split(",")]
    unknown = next((name for name in names if name not in STREAMS), None)
    if unknown is not None:
        raise click.BadParameter(f"{unknown!r} is no feature; {', '.join(STREAMS)} are known", param=param)
    return tuple(stream for stream in STREAMS if stream in names)


@click.group()
def command() -> None:
    """Extract features of a corpus's films, and check them."""


@command.command()
@corpus_
@click.option(
    "--with",
    "streams",
    default=",".join(STREAMS),
    show_default=True,
    callback=_streams,
    help="Which, between commas.",
)
@click.option("--clip", default=OWN, show_default=True, help="Encoder of pictures: backlot, a hub id, or a folder.")
@click.option("--actions", default=OWN, show_default=True, help="Encoder of actions: backlot, a hub id, or a folder.")
@click.option("--faces", default="dlib", show_default=True, help="Finder of faces: dlib or insightface.")
@click.option("--fetch", is_flag=True, help="Allow models to be fetched; size and licence are said first.")
@as_json
def extract(
    corpus: Path, *, streams: tuple[Stream, ...], clip: str, actions: str, faces: str, fetch: bool, as_json: bool
) -> None:
    """Extract features of every film of CORPUS, one pass a film; what is there already is left alone."""
    names = {"clip": clip, "actions": actions, "faces": faces}
    chosen = [extractor(stream, names[stream], fetch=fetch, announce=announce) for stream in streams]
    with progress_bar() as tell:
        found = extract_corpus(corpus, chosen, progress=tell)
    value = {"shards": found.shards, "done": found.done, "skipped": found.skipped}
    lines = [f"{found.shards} shards: {found.done} extracted, {found.skipped} there already"]
    show(value, lines, as_json=as_json)


@command.command()
@corpus_
@as_json
def check(corpus: Path, *, as_json: bool) -> None:
    """Read all features of CORPUS: are they whole, of the films that are there, and of every film?"""
    n_shards, faults = check_features(corpus)
    show({"shards": n_shards, "faults": list(faults)}, [f"{n_shards} shards", *faults], as_json=as_json)
    if faults:
        raise FeatureError(f"{len(faults)} faults, the first: {faults[0]}")
