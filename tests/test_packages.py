"""Every package says what it is for and exports what others use of it."""

import ast
import importlib
from functools import cache
from pathlib import Path

import pytest

from tests.test_floors import FILES, MODULES, PACKAGE, import_nodes, module_of

PACKAGES = sorted(path.parent for path in FILES if path.name == "__init__.py")
DOORS = "cinescribe.cli"  # commands are found by their names, not imported from a package


def name_of(package: Path) -> str:
    return module_of(package / "__init__.py")


def exported(package: Path) -> list[str]:
    stub = package / "__init__.pyi"
    if not stub.exists():
        return []
    tree = ast.parse(stub.read_text(encoding="utf-8"))
    return [alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names]


@cache
def imports() -> list[tuple[str, str, set[str]]]:
    """Every import of names from a module of ours: who imports, from where, and which names."""
    return [
        (module_of(path), str(node.module), {alias.name for alias in node.names})
        for path in FILES
        for node in import_nodes(path)
        if isinstance(node, ast.ImportFrom) and node.module in MODULES
    ]


# One test for all packages: a test of its own costs more than the look at a package.
def test_package_has_a_docstring():
    texts = {package: (package / "__init__.py").read_text(encoding="utf-8") for package in PACKAGES}
    assert not [name_of(package) for package, text in texts.items() if not ast.get_docstring(ast.parse(text))]


def test_exported_names_of_a_package_exist():
    for package in PACKAGES:
        module = importlib.import_module(name_of(package))
        names = exported(package)
        assert len(names) == len(set(names)), f"{module.__name__} exports a name twice"
        for name in names:
            assert getattr(module, name) is not None, f"{module.__name__}.{name}"


@pytest.mark.slow
def test_names_used_by_other_packages_are_exported():
    used = {name_of(package): unexported(package) for package in PACKAGES}
    assert not {own: sorted(names) for own, names in used.items() if names}, f"{PACKAGE.name} uses these"


def unexported(package: Path) -> set[str]:
    """The names of a package's modules that others import and the package does not export."""
    own = name_of(package)
    if own.startswith(DOORS) or own == "cinescribe":
        return set()
    missing: set[str] = set()
    for importer, imported, used in imports():
        if imported.startswith(own + ".") and not importer.startswith(own + "."):
            missing |= used
    return missing - set(exported(package)) - AMBIGUOUS


# Two modules of one package define these; import them from their modules.
AMBIGUOUS = {"MANIFEST", "RATE_HZ", "SIZES", "detections"}
