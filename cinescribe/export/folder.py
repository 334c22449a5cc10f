"""What stands where in a description's folder."""

from __future__ import annotations

from pathlib import Path

from cinescribe.errors import RecordError
from cinescribe.schema import Script
from cinescribe.store import read_record

SCRIPT = "script.json"
FACES = "faces.jsonl"
CAST = "cast.toml"
LOG = "log.jsonl"
FEATURES = "features"
FRAMES = Path(FEATURES) / "watch" / "frames"  # JPEGs named by their milliseconds
EVIDENCE = "evidence"  # likewise those that cues rest on, kept when evidence was asked for


def read_script(folder: Path) -> Script:
    """The script in a description's folder.

    Raises:
        RecordError: when there is none, or it is malformed.
    """
    if not (folder / SCRIPT).is_file():
        raise RecordError(f"{str(folder)!r} holds no description ({SCRIPT} is missing); make one: cinescribe describe")
    return read_record(folder / SCRIPT, Script)


def located(script: Script, folder: Path) -> Path | None:
    """Where the script's film lies now: where it was, in the folder, or beside it; None when it is in none of these."""
    named = Path(script.film.path)
    places = (named, folder / named, folder.parent / named.name)
    return next((place for place in places if place.is_file()), None)
