"""The formats of published data sets by name, with their readers and writers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from cinescribe.corpus.core.corpus import Corpus
from cinescribe.corpus.core.corpus_folder import claim_corpus
from cinescribe.corpus.core.stills import read_stills
from cinescribe.corpus.datasets.coco_write import write_coco
from cinescribe.corpus.datasets.lsmdc import build_lsmdc, lsmdc_files
from cinescribe.corpus.datasets.lsmdc_write import write_lsmdc
from cinescribe.corpus.datasets.m_vad import build_m_vad, write_m_vad
from cinescribe.corpus.datasets.mpii_md import build_mpii_md, write_mpii_md
from cinescribe.corpus.datasets.native_jsonl import build_copy, write_copy
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, read_annotated
from cinescribe.corpus.datasets.web.activitynet import build_activitynet
from cinescribe.corpus.datasets.web.msr_vtt import build_msr_vtt, write_msr_vtt
from cinescribe.corpus.datasets.web.v2c import build_v2c, write_v2c
from cinescribe.corpus.datasets.web.vatex import build_vatex
from cinescribe.corpus.datasets.web.vmcd import build_vmcd, write_vmcd
from cinescribe.errors import CorpusError, OutputError
from cinescribe.output_folder import MARKER, claim_folder

_Reader: TypeAlias = Callable[[Path, Path], Corpus]  # (folder of the corpus, annotations)
_VideoReader: TypeAlias = Callable[..., Corpus]  # the same, and the keyword `films`, the folder of the videos
Writer: TypeAlias = Callable[[AnnotatedCorpus, Path], None]

VIDEO_READERS: dict[str, _VideoReader] = {
    "activitynet": build_activitynet,
    "msr-vtt": build_msr_vtt,
    "v2c": build_v2c,
    "vatex": build_vatex,
    "vmcd": build_vmcd,
}
READERS: dict[str, _Reader] = {
    "jsonl": build_copy,
    "lsmdc": lambda folder, annotations: build_lsmdc(folder, lsmdc_files(annotations)),
    "m-vad": build_m_vad,
    "mpii-md": build_mpii_md,
    **VIDEO_READERS,
}
WRITERS: dict[str, Writer] = {
    "jsonl": write_copy,
    "lsmdc": write_lsmdc,
    "m-vad": write_m_vad,
    "mpii-md": write_mpii_md,
    "msr-vtt": write_msr_vtt,
    "v2c": write_v2c,
    "vmcd": write_vmcd,
}
STILL_WRITERS = ("coco",)
FORMS = tuple(sorted((*WRITERS, *STILL_WRITERS)))
_FILE_FORMS = ("msr-vtt", "vmcd")  # one file each; all others are folders


def import_corpus(folder: str | Path, annotations: str | Path, *, form: str, films: str | Path | None = None) -> Corpus:
    """Build a corpus from the annotations of a published data set.

    Args:
        folder: where to write: a new or empty folder, or an earlier import of the same form, which is replaced.
        annotations: the files of the data set.
        form: one of `READERS`.
        films: the folder of the videos, for a form of `VIDEO_READERS`; they stay where they are. By default they are
            looked for beside the annotations.

    Raises:
        RecordError: when a file is missing or malformed.
        CorpusError: when a file has another format, `films` has none of the videos, or the form has no such videos.
        OutputError: when the folder holds anything but a corpus, is that of the annotations, or cannot be written.
    """
    folder, annotations = Path(folder), Path(annotations)
    films = None if films is None else Path(films)
    _check_places(annotations, folder)
    if films is not None and form not in VIDEO_READERS:
        raise CorpusError(
            f"`films` does not work with the form {form!r}, whose clips do not name their files; leave it out, or "
            f"choose from {', '.join(VIDEO_READERS)}"
        )
    claim_corpus(Path(folder), of=form)
    if films is not None:
        return VIDEO_READERS[form](Path(folder), Path(annotations), films=Path(films))
    return READERS[form](Path(folder), Path(annotations))


def export_corpus(folder: str | Path, path: str | Path, *, to: str, blind: bool = False) -> Path:
    """Write the corpus of a folder in another format.

    Args:
        folder: the corpus.
        path: the file, or the folder, to write.
        to: one of `FORMS`.
        blind: leave captions, people and all other annotations out, as for a hidden test set.

    Returns:
        `path`.

    Raises:
        RecordError: when a file of the corpus is missing or malformed.
        CorpusError: when there is no such format, or it cannot hold the corpus; or when a blind export would go into a
            folder with other files, which may contain the captions.
        OutputError: when the place cannot be written, is the corpus, or holds anything but an earlier export.
    """
    folder, path = Path(folder), Path(path)
    if to not in FORMS:
        raise CorpusError(f"a corpus cannot be written as {to!r}; choose from {', '.join(FORMS)}")
    _check_places(folder, path)
    if blind and Path(path).is_dir() and any(one.name != MARKER for one in Path(path).iterdir()):
        raise CorpusError(f"{str(path)!r} already holds files; name an empty folder for a blind export")
    if to in STILL_WRITERS:
        stills = read_stills(folder)
        _claim(Path(path), to)
        write_coco(stills, Path(path), blind=blind)
    else:
        annotated = read_annotated(folder)
        _claim(Path(path), to)
        WRITERS[to](annotated.without_captions() if blind else annotated, Path(path))
    return Path(path)


def _check_places(read: Path, written: Path) -> None:
    """Raise if a corpus would be written over what it is read from."""
    if Path(read).resolve() == Path(written).resolve():
        raise OutputError(f"{str(written)!r} is read and would be written; name another place to write")


def _claim(path: Path, form: str) -> None:
    """Mark the folder of an export; a single file needs no mark."""
    if form not in _FILE_FORMS:
        claim_folder(path, f"corpus in the form {form}", is_older=lambda _: False)  # older ones look like the data set
