"""A corpus of stills whose captions are the metaphors that a model made of the captions of another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.corpus_folder import claim_corpus
from cinescribe.corpus.core.picture_folder import link_pictures
from cinescribe.corpus.core.stills import StillCorpus, StillSplit, read_stills, write_stills
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedMetaphor, write_metaphors
from cinescribe.errors import CorpusError, OutputError


def claim_metaphorised(folder: Path, source: Path) -> StillCorpus:
    """Mark a folder as the corpus to write, before any work, and return the corpus of stills that it is made of.

    Raises:
        RecordError: when a file of the source is missing or malformed.
        CorpusError: when the source is a corpus of films.
        OutputError: when the folder is the source, or holds anything but a corpus.
    """
    if Path(folder).resolve() == Path(source).resolve():
        raise OutputError(f"{str(folder)!r} is read and would be written; name another place to write")
    stills = read_stills(source)
    claim_corpus(folder, of="metaphorised stills")
    return stills


def write_metaphorised(
    folder: Path, source: StillCorpus, metaphors: Sequence[AnnotatedMetaphor], *, model: str
) -> StillCorpus:
    """Write a corpus of the stills that have a metaphor, in their splits; the pictures stay where they are.

    Args:
        folder: where to write; see `claim_metaphorised`.
        source: the corpus whose captions were asked about.
        metaphors: of its stills; they are the captions, and are written to `metaphors.jsonl`.
        model: who made them, for the card.

    Raises:
        CorpusError: when there is no metaphor, or the folder already has other pictures.
        OutputError: when the folder cannot be written.
    """
    captions: dict[str, list[str]] = {}
    for one in metaphors:
        captions.setdefault(one.clip, []).append(one.caption)
    if not captions:
        raise CorpusError("there is no metaphor to caption a still; all answers were off the template")
    linked = link_pictures(folder, source.folder)
    write_metaphors(folder, metaphors)
    card = CorpusCard(
        f"{source.card.name}-metaphors", f"{source.card.source}; captions by {model}", source.card.licence
    )
    return write_stills(
        folder,
        card,
        stills=[
            still.replace(
                path=(linked / still.path).as_posix(),
                captions=tuple(dict.fromkeys(captions[still.id])),
                is_metaphor=True,
            )
            for still in source.stills
            if still.id in captions
        ],
        splits=[StillSplit(one.name, tuple(id for id in one.stills if id in captions)) for one in source.splits],
    )
