"""Durations of videos, for annotations without times."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cinescribe.errors import CorpusError
from cinescribe.media.film.probe import probe
from cinescribe.timing import Seconds

SUFFIXES = (".mp4", ".avi", ".mkv", ".webm", ".mov")


def video_lengths(folder: Path, ids: Iterable[str]) -> dict[str, Seconds]:
    """Return the duration of each video, from its file in a folder or its subfolders, named by id and a video suffix.

    Raises:
        CorpusError: when a video is missing.
        FilmError: when a file is no video.
    """
    ids = list(ids)
    wanted = set(ids)
    files = [path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES] if ids else []
    found = {path.stem: path for path in sorted(files, reverse=True) if path.stem in wanted}
    missing = next((id for id in ids if id not in found), None)
    if missing is not None:
        raise CorpusError(
            f"video {missing!r} has no times in the annotations; add them, or put the video into {str(folder)!r} as "
            f"{missing}.mp4"
        )
    return {id: probe(found[id]).duration for id in ids}
