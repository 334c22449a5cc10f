"""Joins corpora of stills, such as plain pictures and pictures with metaphors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.corpus_folder import claim_corpus
from cinescribe.corpus.core.linked_folder import link_folder
from cinescribe.corpus.core.picture_folder import LINK
from cinescribe.corpus.core.stills import StillCorpus, StillSplit, read_stills, write_stills
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedMetaphor, read_metaphors, write_metaphors
from cinescribe.errors import CorpusError, OutputError
from cinescribe.still_schema import Still


def join_stills(folder: str | Path, corpora: Sequence[str | Path]) -> StillCorpus:
    """Write a corpus of the stills of several; the pictures stay where they are.

    Ids begin with the name of the folder that a still comes from, as `coco/391895`. Splits of one name become one.
    Lines of `metaphors.jsonl` come along, features do not.

    Args:
        folder: where to write: a new or empty folder, or an earlier join, which is replaced.
        corpora: the folders of two or more corpora of stills, each with a name of its own.

    Raises:
        RecordError: when a file of a corpus is missing or malformed.
        CorpusError: when there is only one corpus, two have one name, or one is a corpus of films.
        OutputError: when the folder is one of them, holds anything but a corpus, or cannot be written.
    """
    folder = Path(folder)
    places = {place.resolve().name: place for place in map(Path, corpora)}
    _check_places(folder, corpora)
    parts = {name: read_stills(place) for name, place in places.items()}
    metaphors = [one for name, place in places.items() for one in _metaphors(name, place)]
    claim_corpus(folder, of="joined corpora", parts=(LINK,))
    for name, place in places.items():
        link_folder(folder, place, link=f"{LINK}/{name}", holds="pictures")
    write_metaphors(folder, metaphors)
    splits: dict[str, list[str]] = {}
    for name, part in parts.items():
        for split in part.splits:
            splits.setdefault(split.name, []).extend(f"{name}/{id}" for id in split.stills)
    return write_stills(
        folder,
        CorpusCard("+".join(parts), *_sources(list(parts.values()))),
        stills=[_still(name, still) for name, part in parts.items() for still in part.stills],
        splits=[StillSplit(name, tuple(ids)) for name, ids in splits.items()],
    )


def _check_places(folder: Path, corpora: Sequence[str | Path]) -> None:
    if len(corpora) < 2:
        raise CorpusError(f"only {len(corpora)} corpus given; name two or more to join")
    names = Counter(Path(place).resolve().name for place in corpora)
    name, n_same = names.most_common(1)[0]
    if n_same > 1:
        raise CorpusError(
            f"{n_same} of the corpora are called {name!r}, with which the ids of their stills begin; rename a folder"
        )
    if any(Path(place).resolve() == folder.resolve() for place in corpora):
        raise OutputError(f"{str(folder)!r} is read and would be written; name another place to write")


def _still(name: str, still: Still) -> Still:
    sequence = None if still.sequence is None else f"{name}/{still.sequence}"
    return still.replace(id=f"{name}/{still.id}", path=f"{LINK}/{name}/{still.path}", sequence=sequence)


def _metaphors(name: str, place: Path) -> Iterator[AnnotatedMetaphor]:
    return (one.replace(clip=f"{name}/{one.clip}") for one in read_metaphors(place))


def _sources(parts: Sequence[StillCorpus]) -> tuple[str, str]:
    """The sources and the licences of some corpora, each once."""
    sources = dict.fromkeys(part.card.source for part in parts)
    return "; ".join(sources), "; ".join(dict.fromkeys(part.card.licence for part in parts))
