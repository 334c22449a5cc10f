"""Tries an installed wheel as a user would: scores captions and, with the extra `[describe]`, describes a film.

    python try_wheel.py [EXTRA]

Run it with the environment's Python from another folder, so that the installed package is imported.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import cinescribe

COMMAND = [str(Path(sys.executable).with_name("cinescribe"))]


def main() -> None:
    """Try what the installed extra promises."""
    assert "site-packages" in str(cinescribe.__file__), f"{cinescribe.__file__} is not the installed package"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _score(folder)
        if sys.argv[1:] == ["[describe]"]:
            _describe(folder)
        else:
            assert find_spec("torch") is None, "the base install must not need PyTorch"
    print(f"try_wheel: cinescribe{''.join(sys.argv[1:])} works")


def _score(folder: Path) -> None:
    (folder / "candidates.json").write_text(json.dumps({"1": "a man runs", "2": "P1 opens the door"}))
    (folder / "references.json").write_text(json.dumps({"1": ["a man is running"], "2": ["P1 opens a door"]}))
    scores = json.loads(_run("score", "candidates.json", "references.json", "--json", folder=folder))
    assert {"BLEU-4", "METEOR", "ROUGE-L", "CIDEr", "SPICE"} <= set(scores), scores


def _describe(folder: Path) -> None:
    _run("backlot", "shoot", "-o", "films", "--films", "1", "--seed", "7", "--size", "tiny", folder=folder)
    film = next((folder / "films").glob("*.mp4"))
    found = json.loads(_run("describe", str(film), "-o", "film.ad", "--json", folder=folder))
    assert found["cues"] > 0, found
    assert Path(json.loads(_run("export", "film.ad", "--to", "vtt", "--json", folder=folder))["path"]).name


def _run(*arguments: str, folder: Path) -> str:
    return subprocess.run([*COMMAND, *arguments], cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    main()
