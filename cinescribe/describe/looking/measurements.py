"""What was measured of a film when it was described: whether it still holds, how long it takes, and who else has it.

A stretch is never measured separately: people are identified, and the captioner is chosen, over the whole film.
"""

from __future__ import annotations

from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

from cinescribe.describe.stages import KEY_FILE, move_stage
from cinescribe.errors import RecordError
from cinescribe.export.folder import FEATURES, LOG
from cinescribe.input_files import read_text
from cinescribe.parsing import parse_json
from cinescribe.schema import Script
from cinescribe.timing import Seconds

# Stages that do not depend on who writes.
MEASURED = ("listen", "transcribe", "watch", "people", "wide shots", "features")
_WATCHED = Path(FEATURES) / "watch" / KEY_FILE
_PACE = 0.45  # seconds of work for a second of film (results/two_hours.json), where no log says how long it took


def watched_key(folder: Path) -> dict[str, Any]:
    """Return what the measurements of a film's pictures depend on; {} where there are none.

    Raises:
        RecordError: when it is malformed.
    """
    path = folder / _WATCHED
    key = parse_json(read_text(path), repr(str(path))) if path.is_file() else {}
    return key if isinstance(key, dict) else {}


def is_measured(folder: Path) -> bool:
    """Whether a film's measurements are of this release, so that a stretch is described without watching it all."""
    return watched_key(folder).get("cinescribe") == version("cinescribe")


def measuring_seconds(script: Script, folder: Path) -> Seconds:
    """Return about how long it takes to measure the film of a description: as long as before, on a machine like that.

    Raises:
        RecordError: when the log cannot be read.
    """
    path, spent = folder / LOG, dict[str, Seconds]()
    for line in read_text(path).splitlines() if path.is_file() else ():
        with suppress(RecordError):  # a killed command leaves half a line
            stage, seconds = _done(parse_json(line, repr(str(path))))
            spent[stage] = max(seconds, spent.get(stage, 0.0))
    return sum(spent.values()) if "watch" in spent else script.film.duration * _PACE


def keep_measured(described: Path, folder: Path) -> None:
    """Give a description what was measured for a stretch of it, so that no stretch waits for it again.

    Args:
        described: the folder of the stretch; what is given is gone from it.
        folder: of the description.

    Raises:
        OutputError: when the description's folder cannot be written, or holds files of another program there.
        RecordError: when a key is malformed.
    """
    if watched_key(described) == watched_key(folder):
        return
    for stage in MEASURED:
        source = described / FEATURES / stage
        if source.is_dir() and not source.is_symlink():
            move_stage(source, folder / FEATURES / stage)


def _done(event: Any) -> tuple[str, Seconds]:
    """A measuring stage that is done, and what it took; "" and 0 for another event."""
    if not isinstance(event, dict) or event.get("event") != "done" or event.get("stage") not in MEASURED:
        return "", 0.0
    seconds = event.get("seconds")
    return event["stage"], float(seconds) if isinstance(seconds, (int, float)) else 0.0
