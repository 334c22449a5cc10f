"""What became of one film: its figures, or why it could not be described."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from cinescribe.describe.placement.over_speech import script_over_speech
from cinescribe.errors import RecordError
from cinescribe.export.folder import CAST, SCRIPT, SETTINGS
from cinescribe.input_files import digest
from cinescribe.record import Record
from cinescribe.schema import Script
from cinescribe.store import read_record
from cinescribe.study.trial.costs import FilmCost
from cinescribe.timing import Seconds

_DIGITS = 16  # of a key


@dataclass(frozen=True)
class FilmOutcome(Record):
    """What became of a film.

    Args:
        film: its path.
        folder: the name of its description's folder.
        captioner: as it was asked for.
        key: of what was asked for; another one means that the film is described again.
        seconds: that the last run took.
        fault: why there is no description; None if there is one, and then the numbers below are there.
        remarks: what the run said, such as who wrote the captions.
        film_seconds: the film's length.
        cues, dropped, extended: of the description.
        people: in its cast.
        over_speech: seconds for which the voice is heard over speech of the film.
        requests, pictures: to models; None where none were asked.
        peak_bytes: the largest memory of the worker so far.
        files: digests of what a person may change in the folder; others mean that the film is described again.
    """

    film: str
    folder: str
    captioner: str
    key: str
    seconds: Seconds = 0.0
    fault: str | None = None
    remarks: tuple[str, ...] = ()
    film_seconds: Seconds = 0.0
    cues: int = 0
    dropped: int = 0
    extended: int = 0
    people: int = 0
    over_speech: Seconds = 0.0
    requests: int | None = None
    pictures: int | None = None
    peak_bytes: int | None = None
    files: tuple[str, ...] = ()

    def with_script(self, script: Script, cost: FilmCost, folder: Path) -> FilmOutcome:
        """Return the outcome of a film that was described.

        Args:
            script: of the description.
            cost: of it.
            folder: of the description.
        """
        n = {status: sum(cue.status == status for cue in script.cues) for status in ("spoken", "dropped", "extended")}
        return self.replace(
            fault=None,
            film_seconds=script.film.duration,
            cues=n["spoken"] + n["extended"],
            dropped=n["dropped"],
            extended=n["extended"],
            people=len(script.people),
            over_speech=round(script_over_speech(script), 3),
            requests=cost.requests,
            pictures=cost.pictures,
            files=file_digests(folder),
        )


def outcome_key(film: Path, options: Mapping[str, Any]) -> str:
    """Return what says whether a film was described as it is asked for now.

    Args:
        film: the film's file, by its size and time; it may be missing.
        options: of the description; files among them count by size and time too.
    """
    asked = {name: _plain(value) for name, value in options.items()}
    text = json.dumps([_plain(film), asked, version("cinescribe")], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def file_digests(folder: Path) -> tuple[str, ...]:
    """Return the digests of the files of a description that a person may change, "" for one that is not there."""
    paths = (folder / name for name in (CAST, SETTINGS, SCRIPT))
    return tuple(digest(path)[:_DIGITS] if path.is_file() else "" for path in paths)


def read_outcome(path: Path) -> FilmOutcome | None:
    """Return the outcome of an earlier run; None if none can be read, and then the film is looked at again."""
    try:
        return read_record(path, FilmOutcome) if path.is_file() else None
    except RecordError:
        return None


def is_described(outcome: FilmOutcome | None, key: str, folder: Path) -> bool:
    """Return whether a film is described as it is asked for, and nothing was changed since."""
    return (
        outcome is not None
        and outcome.fault is None
        and outcome.key == key
        and bool(outcome.files)
        and outcome.files == file_digests(folder)
    )


def _plain(value: Any) -> Any:
    if isinstance(value, Path):
        if not value.exists():
            return str(value)
        stat = value.stat()
        return [str(value.absolute()), stat.st_size, stat.st_mtime_ns]
    return [_plain(one) for one in value] if isinstance(value, (list, tuple)) else value
