"""The work of one worker: describes a film, within its memory, and writes down what became of it."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from cinescribe.describe.films.film_list import PlannedFilm
from cinescribe.describe.films.outcome import FilmOutcome, file_digests
from cinescribe.errors import CinescribeError, ParameterError, WorkError
from cinescribe.schema import Script
from cinescribe.store import write_record
from cinescribe.study.trial.costs import film_cost
from cinescribe.timing import Seconds
from cinescribe.turns import TurnTable, take_turns_at

GIGABYTE = 1_000_000_000
_LOOK: Seconds = 0.2  # between two looks at the memory
_KIBIBYTE = 1024  # the unit of systems' numbers, except on macOS, whose unit is the byte

Describe: TypeAlias = Callable[..., Script]
"""Describes a film to a folder, as `describe_film`."""


@dataclass(frozen=True)
class FilmWork:
    """A film to describe.

    Args:
        planned: the film, its folder's name and its captioner.
        folder: of all descriptions.
        record: the file for its outcome.
        key: of what is asked for.
        options: of `describe_film`, without the captioner.
        table: where the worker takes its turns at servers.
        most_bytes: of the worker's memory; None for no bound.
    """

    planned: PlannedFilm
    folder: Path
    record: Path
    key: str
    options: Mapping[str, Any]
    table: TurnTable
    most_bytes: int | None = None

    def __str__(self) -> str:
        return self.planned.film

    @property
    def ad(self) -> Path:
        """The folder of its description."""
        return self.folder / self.planned.folder

    @property
    def outcome(self) -> FilmOutcome:
        """An outcome of which nothing is known yet."""
        return FilmOutcome(self.planned.film, self.planned.folder, self.planned.captioner, self.key)


def describe_work(describe: Describe, work: FilmWork) -> FilmOutcome:
    """Describe a film; return what became of it, and write that down.

    Args:
        describe: describes it.
        work: the film.

    Raises:
        ParameterError: when options do not go together; this ends the run.
        WorkError: when the process that started this one is gone.
        OutputError: when the outcome cannot be written.
    """
    take_turns_at(work.table)
    _hold_to(work)
    said: list[str] = []
    begun = time.perf_counter()
    outcome = work.outcome
    options = dict(work.options, captioner=work.planned.captioner)
    if work.planned.subtitles is not None and not options.get("ignore_subtitles"):
        options["subtitles"] = work.planned.subtitles
    try:
        script = describe(Path(work.planned.film), work.ad, announce=said.append, **options)
        outcome = outcome.with_script(script, film_cost(work.ad), work.ad)
    except (ParameterError, WorkError):
        raise
    except CinescribeError as error:
        outcome = outcome.replace(fault=str(error))
    except MemoryError:
        raise  # another worker may have more
    except Exception as error:  # a mistake of ours at one film, which must not stop the others
        traceback.print_exc()
        outcome = outcome.replace(fault=f"{type(error).__name__}: {error}")
    seconds = round(time.perf_counter() - begun, 3)
    outcome = outcome.replace(seconds=seconds, remarks=tuple(dict.fromkeys(said)), peak_bytes=peak_bytes())
    write_record(work.record, outcome)
    return outcome


def peak_bytes() -> int | None:
    """Return the largest memory that this process has had; None where the system does not say."""
    status = Path("/proc/self/status")
    if status.is_file():  # on Linux; what `getrusage` says there begins with the memory of the process's parent
        found = re.search(r"^VmHWM:\s*(\d+) kB", status.read_text(encoding="utf-8"), re.MULTILINE)
        return int(found[1]) * _KIBIBYTE if found else None
    try:
        import resource  # noqa: PLC0415  not on Windows
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * _KIBIBYTE


_bounded: list[FilmWork] = []  # what the watch over this process's memory looks at


def _hold_to(work: FilmWork) -> None:
    """Let this process end when its memory exceeds the bound of the film that it describes now."""
    is_watched = bool(_bounded)
    _bounded[:] = [work]
    if work.most_bytes is not None and not is_watched:
        threading.Thread(target=_watch_memory, name="memory", daemon=True).start()


def _watch_memory() -> None:
    while True:
        (work,) = _bounded
        peak = peak_bytes()
        if peak is not None and work.most_bytes is not None and peak > work.most_bytes:
            fault = f"its worker needed more than {work.most_bytes / GIGABYTE:g} GB of memory"
            write_record(work.record, work.outcome.replace(fault=fault, peak_bytes=peak))
            os._exit(1)
        time.sleep(_LOOK)


def outcome_of_lost(work: FilmWork, how: str, before: FilmOutcome | None) -> FilmOutcome:
    """Return the outcome of a film whose workers died.

    Args:
        work: the film.
        how: the last one died.
        before: what a worker wrote down before it ended itself.
    """
    told = before.fault if before is not None and before.key == work.key else None
    outcome = work.outcome.replace(fault=told or f"its worker died each time, the last time {how}")
    outcome = outcome if before is None or told is None else outcome.replace(peak_bytes=before.peak_bytes)
    write_record(work.record, outcome.replace(files=file_digests(work.ad)))
    return outcome
