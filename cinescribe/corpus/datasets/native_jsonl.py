"""Copies a corpus in our own format: its JSONL files without films and features."""

from __future__ import annotations

from pathlib import Path

from cinescribe.corpus.core.corpus import Corpus
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, read_annotated, write_annotated


def build_copy(folder: Path, annotations: Path) -> Corpus:
    """Copy the corpus of another folder; the films' paths stay, so that the films can be copied as well.

    Raises:
        RecordError: when a file of it is missing or malformed.
        CorpusError: as `read_corpus` does.
    """
    return write_annotated(folder, read_annotated(annotations)).corpus


def write_copy(annotated: AnnotatedCorpus, path: Path) -> None:
    """Write a corpus into the folder `path`, without films and features.

    Raises:
        CorpusError: when the folder holds a corpus of stills.
        OutputError: when it cannot be written.
    """
    write_annotated(path, annotated)
