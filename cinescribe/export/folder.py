"""What stands where in a description's folder."""

from __future__ import annotations

from pathlib import Path

SCRIPT = "script.json"
FACES = "faces.jsonl"
CAST = "cast.toml"
LOG = "log.jsonl"
FEATURES = "features"
FRAMES = Path(FEATURES) / "watch" / "frames"  # JPEGs named by their milliseconds
