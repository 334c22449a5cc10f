"""A command of Cinescribe, run in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from cinescribe.input_files import digest

_RUN = "import sys; from cinescribe.cli.main import main; main(sys.argv[1:], prog_name='cinescribe')"
_DATED = frozenset({"tensorboard", "log.jsonl", "edits.jsonl", ".edits.seal"})  # what holds the times of a run


def started(*arguments: str, environment: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
    """Start a command with its messages in a pipe."""
    return subprocess.Popen(
        [sys.executable, "-c", _RUN, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def contents(folder: Path) -> dict[str, str]:
    """Return the digest of each file in a folder whose bytes should always be the same, by its path."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    names = {path: path.relative_to(folder) for path in paths}
    return {str(name): digest(path) for path, name in names.items() if not _DATED & {*name.parts}}
