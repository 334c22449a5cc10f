"""What stands where in a description's folder."""

from __future__ import annotations

from pathlib import Path

from cinescribe.schema import Script

SCRIPT = "script.json"
FACES = "faces.jsonl"
CAST = "cast.toml"
LOG = "log.jsonl"
FEATURES = "features"
FRAMES = Path(FEATURES) / "watch" / "frames"  # JPEGs named by their milliseconds


def located(script: Script, folder: Path) -> Path | None:
    """Where the script's film lies now: where it was, in the folder, or beside it; None when it is in none of these."""
    named = Path(script.film.path)
    places = (named, folder / named, folder.parent / named.name)
    return next((place for place in places if place.is_file()), None)
