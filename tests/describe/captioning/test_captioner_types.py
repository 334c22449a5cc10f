"""Captioners and recipes are told apart by what their protocols say of them, never by their class."""

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[3] / "cinescribe"


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def is_captioner(node: ast.ClassDef) -> bool:
    """A class with all members of the `Captioner` protocol that are specific to captioners."""
    names = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
    return {"caption", "with_messages"} <= names


def guarded_classes() -> set[str]:
    """The names of all captioners and recipes."""
    found = {"Captioner"}
    for _, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and (is_captioner(node) or node.name.endswith(("Captioner", "Recipe"))):
                found.add(node.name)
    return found


def checked_classes(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and class of each `isinstance`, `issubclass`, class pattern and `type(...)` of a module."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in {"isinstance", "issubclass"}
        ):
            for name in ast.walk(node.args[1]):
                if isinstance(name, ast.Name):
                    yield node.lineno, name.id
        elif isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Name):
            yield node.cls.lineno, node.cls.id


def test_guarded_classes_are_found():
    assert {"Observer", "MicapCaptioner", "ChatCaptioner", "ClipRecipe", "FittedRecipe"} <= guarded_classes()


def test_checks_are_found():
    source = "isinstance(x, A | B)\nissubclass(x, (C,))\nmatch x:\n    case D():\n        pass\nisinstance(x, str)\n"
    assert {name for _, name in checked_classes(ast.parse(source))} == {"A", "B", "C", "D", "str"}


def test_no_class_of_captioner_or_recipe_is_checked():
    guarded = guarded_classes()
    found = [
        f"{path.relative_to(PACKAGE)}:{line} {name}"
        for path, tree in trees()
        for line, name in checked_classes(tree)
        if name in guarded
    ]
    assert not found
