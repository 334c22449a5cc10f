"""An extension of griffe, which reads the code for the reference on the site, so that it knows the project's habits."""

from __future__ import annotations

import ast
import re
from typing import Any

import griffe

_TOGETHER = re.compile(r"^(?P<indent> +)(?P<names>\w+(?:, \w+)+): (?P<text>.+)$", re.MULTILINE)


class ProjectHabits(griffe.Extension):
    """Exports by stubs, parameters documented together, and single examples."""

    def on_alias_instance(self, *, node: ast.AST | griffe.ObjectNode, alias: griffe.Alias, **_: Any) -> None:
        """Make `from .core.score import Score as Score` public, as type checkers do."""
        if isinstance(node, ast.ImportFrom) and any(name.name == name.asname == alias.name for name in node.names):
            alias.public = True

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Split `width, height: in pixels` in two, and read `Example:` as a section of code."""
        if obj.docstring:
            text = _TOGETHER.sub(_one_by_one, obj.docstring.value)
            obj.docstring.value = re.sub(r"^( *)Example:$", r"\1Examples:", text, flags=re.MULTILINE)


def _one_by_one(match: re.Match[str]) -> str:
    return "\n".join(f"{match['indent']}{name}: {match['text']}" for name in match["names"].split(", "))
