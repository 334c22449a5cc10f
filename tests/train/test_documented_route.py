"""The route on `tiny` that docs/training.md gives for *Movie Description* works as written, from an empty folder."""

import re
import shlex
from pathlib import Path

import pytest

from tests.commands import run_command

ROOT = Path(__file__).resolve().parents[2]
BLOCKS = re.findall(r"^```\w*\n(.*?)^```", (ROOT / "docs/training.md").read_text(encoding="utf-8"), re.DOTALL | re.M)
BLOCK = next(block for block in BLOCKS if "tiny-labels" in block)
ROUTE = [shlex.split(line) for line in BLOCK.replace("\\\n", "").splitlines()]


def test_route_leads_from_films_to_scores():
    assert [command[:2] for command in ROUTE] == [
        ["cinescribe", name] for name in ("corpus", "features", "train", "train", "caption", "caption", "score")
    ]


@pytest.mark.slow
@pytest.mark.usefixtures("one_thread")
def test_every_command_of_the_route_works(tmp_path, monkeypatch):
    (tmp_path / "recipes").symlink_to(ROOT / "recipes")
    monkeypatch.chdir(tmp_path)
    outputs = [run_command(*command[1:]).output for command in ROUTE]
    assert all("_c001" in output for output in outputs[4:6])
    assert "METEOR" in outputs[-1]
