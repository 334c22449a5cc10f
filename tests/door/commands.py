"""What a command's code uses, by reading it."""

import ast
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import click

import cinescribe

STUB = Path(cinescribe.__file__).with_suffix(".pyi")


def homes() -> dict[str, tuple[str, str]]:
    """Where each name of `cinescribe` is defined: its module and its name there."""
    nodes = (node for node in ast.parse(STUB.read_text(encoding="utf-8")).body if isinstance(node, ast.ImportFrom))
    return {
        alias.asname or alias.name: (f"cinescribe.{node.module}", alias.name) for node in nodes for alias in node.names
    }


def used_by(command: click.Command) -> set[tuple[str, str]]:
    """The modules and names of everything that a command's code refers to, in its own module and in no other."""
    assert command.callback is not None, command.name
    callback = inspect.unwrap(command.callback)
    module = importlib.import_module(callback.__module__)
    return set(_used(callback.__name__, module))


def _used(name: str, module: ModuleType) -> Iterator[tuple[str, str]]:
    tree = ast.parse(inspect.getsource(module))
    imported = {
        alias.asname or alias.name: (str(node.module), alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    waiting, seen = [name], set()
    while waiting:
        seen.add(name := waiting.pop())
        names = {node.id for node in ast.walk(functions[name]) if isinstance(node, ast.Name)}
        yield from (imported[each] for each in names if each in imported)
        waiting += [each for each in names if each in functions and each not in seen]
