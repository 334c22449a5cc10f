"""File names in a description's folder."""

from __future__ import annotations

import re
from pathlib import Path

from cinescribe.errors import RecordError
from cinescribe.output_folder import MARKER
from cinescribe.schema import Script
from cinescribe.store import read_record

SCRIPT = "script.json"
DRAFT = "draft.json"  # the script as `describe` wrote it, without edits
JOURNAL = "edits.jsonl"  # all edits
KEPT_SCRIPT = "script.kept.json"  # the last script from a whole journal, once the journal is damaged
FACES = "faces.jsonl"
CAST = "cast.toml"
LOG = "log.jsonl"
SETTINGS = "settings.toml"  # voice and mix
FEATURES = "features"
FRAMES_FOLDER = Path(FEATURES) / "watch" / "frames"  # JPEG frames named by their time in milliseconds
EVIDENCE = "evidence"  # frames of the cues' evidence, named likewise; only if evidence was requested
PORTRAITS = "portraits"  # of people
RECORDINGS = "recordings"  # heard in place of the voice
FRAME_NAME = re.compile(r"\d{9,}\.jpg")


def read_script(folder: Path) -> Script:
    """Read the script in a description's folder.

    Raises:
        RecordError: when it is missing or malformed.
    """
    if not (folder / SCRIPT).is_file():
        raise RecordError(f"{str(folder)!r} holds no description ({SCRIPT} is missing); describe a film first")
    return read_record(folder / SCRIPT, Script)


def has_evidence(folder: Path) -> bool:
    """Return whether the frames of the cues' evidence were kept; a folder of that name may have another owner."""
    evidence = folder / EVIDENCE
    if not evidence.is_dir() or evidence.is_symlink():
        return False
    names = {path.name for path in evidence.iterdir()}
    return MARKER in names or (bool(names) and all(map(FRAME_NAME.fullmatch, names)))  # older versions left no marker


def find_film(script: Script, folder: Path) -> Path | None:
    """Return the path of the script's film: the recorded one, or inside or beside the folder; None if not found."""
    recorded = Path(script.film.path)
    candidates = (recorded, folder / recorded, folder.parent / recorded.name)
    return next((path for path in candidates if path.is_file()), None)
