"""How long videos last of which annotations tell no times: read from the videos themselves."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cinescribe.errors import CorpusError
from cinescribe.media.film.probe import probe
from cinescribe.timing import Seconds

ENDINGS = (".mp4", ".avi", ".mkv", ".webm", ".mov")


def video_lengths(folder: Path, ids: Iterable[str]) -> dict[str, Seconds]:
    """The length of each video that lies in a folder, or in one of its folders, by its id and an ending of videos.

    Raises:
        CorpusError: when a video is not there.
        FilmError: when a file is no video.
    """
    ids = list(ids)
    wanted = set(ids)
    files = [path for path in folder.rglob("*") if path.suffix.lower() in ENDINGS] if ids else []
    found = {path.stem: path for path in sorted(files, reverse=True) if path.stem in wanted}
    missing = next((id for id in ids if id not in found), None)
    if missing is not None:
        raise CorpusError(
            f"nothing says how long video {missing!r} lasts; give its times, or put it into {str(folder)!r} as "
            f"{missing}.mp4"
        )
    return {id: probe(found[id]).duration for id in ids}
