"""The house stands: rooms import only from floors below, third parties stay at home, and files stay small."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "cinescribe"

# On the ground a room may use those to its left; on every other floor rooms do not know each other.
GROUND = ("errors", "timing", "record", "schema", "store", "parallel")
FLOORS = (
    {"media", "language", "layers"},
    {"metrics", "features", "export", "backlot"},
    {"corpus", "models"},
    {"generate"},
    {"train", "explain", "study"},
    {"describe"},
    {"serve", "cli"},
)
HOMES = {
    "av": {"media", "backlot"},
    "captum": {"explain"},
    "click": {"cli"},
    "dlib": {"features"},
    "espeakng_loader": {"media"},
    "faster_whisper": {"media"},
    "huggingface_hub": {"language"},
    "insightface": {"features"},
    "jinja2": {"export"},
    "numba": {"metrics", "language"},
    "lxml": {"media", "export"},
    "matplotlib": {"corpus", "explain"},
    "pocketsphinx": {"media"},
    "pyloudnorm": {"media", "backlot"},
    "pypdf": {"corpus"},
    "pysubs2": {"media", "export"},
    "rapidfuzz": {"corpus"},
    "ray": {"parallel"},
    "safetensors": {"store"},
    "scenedetect": {"media"},
    "sentence_transformers": {"language"},
    "silero_vad": {"media"},
    "sklearn": {"features"},
    "spacy": {"language"},
    "statsmodels": {"metrics"},
    "Stemmer": {"language", "metrics"},
    "tensorboard": {"train"},
    "torch": {"media", "language", "layers", "features", "models", "generate", "train", "explain"},
    "tqdm": {"cli"},
    "transformers": {"language", "features", "models"},
}
LONGEST_FILE = 400  # lines


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def floor_of(room: str) -> int:
    if room in GROUND:
        return GROUND.index(room) - len(GROUND)
    if room == "__init__":
        return len(FLOORS)
    return next(n for n, floor in enumerate(FLOORS) if room in floor)


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports with dots"
            yield f"{node.module}.{node.names[0].name}" if node.module == "cinescribe" else str(node.module)


FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rooms_import_only_from_floors_below(path):
    room = room_of(path)
    for name in imports(path):
        top, _, rest = name.partition(".")
        if top == "cinescribe":
            other = rest.split(".")[0]
            assert other == room or floor_of(other) < floor_of(room), f"{room} imports {name}"
        elif top in HOMES:
            assert room in HOMES[top], f"{room} imports {name}, which is at home in {sorted(HOMES[top])}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_file_answers_one_question(path):
    assert path.stem not in {"utils", "util", "common", "helpers", "helper", "core", "base", "misc"}
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE
