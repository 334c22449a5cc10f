"""Captioners and recipes are told apart by what their protocols say of them, never by their class."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[3] / "cinescribe"


@cache
def texts() -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}


def trees(*words: str) -> Iterator[tuple[Path, ast.Module]]:
    """The files that contain one of some words: to read all of them takes seconds."""
    for path, text in texts().items():
        if any(word in text for word in words):
            yield path, ast.parse(text)


def is_captioner(node: ast.ClassDef) -> bool:
    """A class with all members of the `Captioner` protocol that are specific to captioners."""
    names = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
    return {"caption", "with_messages"} <= names


@cache
def guarded_classes() -> frozenset[str]:
    """The names of all captioners and recipes."""
    found = {"Captioner"}
    for _, tree in trees("with_messages", "Captioner", "Recipe"):
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and (is_captioner(node) or node.name.endswith(("Captioner", "Recipe"))):
                found.add(node.name)
    return frozenset(found)


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
        for path, tree in trees(*guarded)
        for line, name in checked_classes(tree)
        if name in guarded
    ]
    assert not found
