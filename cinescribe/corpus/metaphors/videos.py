"""The videos that are judged: the clips of a corpus, or the files of a folder."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from cinescribe.corpus.core.corpus import CARD, CorpusCard
from cinescribe.corpus.datasets.sidecar_annotations import AnnotatedCorpus, read_annotated
from cinescribe.corpus.datasets.video_files import SUFFIXES, video_lengths
from cinescribe.corpus.datasets.web.web_videos import Video, as_corpus
from cinescribe.errors import CorpusError
from cinescribe.timing import Span

_CARD = CorpusCard("metaphors", "videos in a folder, judged by annotators", "the videos are their owners'")
_SPLIT = "all"  # of videos that no corpus divides


def read_videos(folder: Path) -> AnnotatedCorpus:
    """Return videos as a corpus: that of a folder, or one made of the video files in it.

    A file is a film with one clip, both called by the file's name without its suffix.

    Raises:
        RecordError: when a file of the corpus is malformed.
        CorpusError: when there is no such folder, it has neither a corpus nor a video, or two videos have one name.
        FilmError: when a file is no video.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise CorpusError(f"there is no folder {str(folder)!r}; name a corpus or a folder of videos")
    if (folder / CARD).is_file():
        return read_annotated(folder)
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
    names = sorted(path.stem for path in files)
    if not names:
        raise CorpusError(f"{str(folder)!r} has no {CARD} and no video; name a corpus or a folder of videos")
    twice = next((name for name, after in pairwise(names) if name == after), None)
    if twice is not None:
        raise CorpusError(f"{str(folder)!r} has two videos called {twice!r}; give each its own name")
    lengths = video_lengths(folder, names)
    paths = {path.stem: path.relative_to(folder).as_posix() for path in files}
    videos = [Video(name, _SPLIT, Span(0.0, lengths[name]), path=paths[name]) for name in names]
    made = as_corpus(_CARD, videos, {})
    return replace(made, corpus=replace(made.corpus, folder=folder))
