"""What the description of a film cost: the last record of its requests in the log of its folder."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from cinescribe.errors import RecordError, brief
from cinescribe.export.folder import LOG, read_script
from cinescribe.input_files import read_text
from cinescribe.parsing import parse_json
from cinescribe.record import Record
from cinescribe.study.kinds.descriptions import judged_cues, silent_pauses

_EVENT = "requests"
_REQUESTS = ("views", "second_views", "drafts", "checks", "looks")


@dataclass(frozen=True)
class FilmCost(Record):
    """A film of a trial, without anything that identifies it.

    Args:
        minutes: of the film.
        sentences: that a model wrote and that are spoken.
        silent_pauses: stretches of 3 to 15 seconds without dialogue and description.
        pauses: that the model was asked about; None where the log does not say, as with all that follows.
        requests: to the model.
        pictures: in them.
        seconds: of the narration, without the analysis of the film.
        own_seconds: of these, those in which no model was waited for.

    Raises:
        RecordError: when a number is below 0.
    """

    minutes: float
    sentences: int
    silent_pauses: int
    pauses: int | None = None
    requests: int | None = None
    pictures: int | None = None
    seconds: float | None = None
    own_seconds: float | None = None

    def __post_init__(self) -> None:
        below = next((name for name, value in vars(self).items() if value is not None and value < 0), None)
        if below is not None:
            raise RecordError(f"{below} of a film is {getattr(self, below):g}; expected 0 or more")


def film_cost(folder: Path) -> FilmCost:
    """Return what a description cost.

    Args:
        folder: of the description.

    Raises:
        RecordError: when the script or the log is malformed.
    """
    script = read_script(folder)
    cost = FilmCost(round(script.film.duration / 60, 2), len(judged_cues(script)), len(silent_pauses(script)))
    event = _last_event(folder / LOG)
    if event is None:
        return cost

    def count(name: str) -> int:
        return round(_number(event, name, folder / LOG))

    return cost.replace(
        pauses=count("pauses"),
        requests=sum(count(name) for name in _REQUESTS),
        pictures=count("pictures"),
        seconds=_number(event, "seconds", folder / LOG),
        own_seconds=_number(event, "own_seconds", folder / LOG),
    )


def _last_event(path: Path) -> dict[str, Any] | None:
    """The last record of requests: those of earlier runs belong to other settings."""
    lines = read_text(path).split("\n") if path.is_file() else []
    for number in range(len(lines) - 1, 0, -1):  # what follows the last end of a line may be cut
        if f'"{_EVENT}"' in lines[number - 1]:
            found = parse_json(lines[number - 1], f"{str(path)!r}, line {number}")
            if isinstance(found, dict) and found.get("event") == _EVENT:
                return found
    return None


def _number(event: dict[str, Any], name: str, path: Path) -> float:
    value = event.get(name, 0)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value) or value < 0:
        raise RecordError(
            f"{str(path)!r} has {name} {brief(value)}; expected a number of 0 or more; describe the film again"
        )
    return float(value)
