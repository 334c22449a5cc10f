"""Forms in which people keep annotated films: each by its name, read into a corpus and written from one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from cinescribe.corpus.companions import AnnotatedCorpus, read_annotated
from cinescribe.corpus.corpus import Corpus
from cinescribe.corpus.msr_vtt import build_msr_vtt, write_msr_vtt
from cinescribe.corpus.our_files import build_copy, write_copy
from cinescribe.errors import CorpusError

Reader: TypeAlias = Callable[[Path, Path], Corpus]  # into a folder, from annotations
Writer: TypeAlias = Callable[[AnnotatedCorpus, Path], None]

READERS: dict[str, Reader] = {
    "jsonl": build_copy,
    "msr-vtt": build_msr_vtt,
}
WRITERS: dict[str, Writer] = {
    "jsonl": write_copy,
    "msr-vtt": write_msr_vtt,
}


def export_corpus(folder: Path, path: Path, *, to: str, blind: bool = False) -> Path:
    """Write the corpus of a folder in another form.

    Args:
        folder: the corpus.
        path: the file, or the folder, to write.
        to: one of `WRITERS`.
        blind: leave captions, people and all that is told of the clips out, as of a test that is kept hidden.

    Returns:
        `path`.

    Raises:
        RecordError: when a file of the corpus is missing or malformed.
        CorpusError: when there is no such form, or it cannot hold the corpus.
        OutputError: when the place cannot be written.
    """
    if to not in WRITERS:
        raise CorpusError(f"a corpus cannot be written as {to!r}; it can as {', '.join(WRITERS)}")
    annotated = read_annotated(folder)
    WRITERS[to](annotated.without_captions() if blind else annotated, Path(path))
    return Path(path)
