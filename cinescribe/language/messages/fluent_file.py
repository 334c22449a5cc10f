"""The contents of a Fluent file: its texts, ready to be formatted, and the values that each of them takes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

from cinescribe.errors import LanguageError
from cinescribe.parsing import MAX_DEPTH

_TERM = "-"  # before the names of terms, which only other texts use
_STEPS = {"{": 1, "}": -1}  # Fluent's reader calls itself for each brace that is open
_NAMED = re.compile(r"\$([A-Za-z][\w-]*)")


@dataclass(frozen=True)
class FluentFile:
    """The contents of a Fluent file.

    Args:
        bundle: its texts.
        variables: the names of the values of each text, by message, or message and attribute.
        offered: the names of the values that the comment of each message names.
    """

    bundle: FluentBundle
    variables: Mapping[str, frozenset[str]]
    offered: Mapping[str, frozenset[str]]


def fluent_file(text: str, language: str, *, where: str) -> FluentFile:
    """Return the contents of a Fluent file.

    Args:
        text: of the file.
        language: BCP 47 tag.
        where: it is from, for errors.

    Raises:
        LanguageError: when a part is not valid Fluent, or a message is defined twice, refers to an undefined one,
            or refers to itself.
    """
    if max(accumulate(_STEPS.get(letter, 0) for letter in text), default=0) > MAX_DEPTH:
        raise LanguageError(f"{where} has more than {MAX_DEPTH} open braces; close them, see docs/languages.md")
    resource = FluentResource(text)
    texts: dict[str, _Needs] = {}
    offered: dict[str, frozenset[str]] = {}
    for entry in resource.body:
        if isinstance(entry, ast.Junk):
            line = text.count("\n", 0, entry.span.start if entry.span else 0) + 1
            raise LanguageError(f"{where}, line {line}: {entry.annotations[0].message}; see docs/languages.md")
        if isinstance(entry, ast.Message | ast.Term):
            for name, pattern in _texts(entry):
                if name in texts:
                    raise LanguageError(f"{where} has the message `{name}` twice; remove one")
                texts[name] = _Needs.of(pattern)
            offered[entry.id.name] = frozenset(_NAMED.findall(entry.comment.content or "") if entry.comment else ())
    needed = {name: frozenset(_all_variables(name, texts, where)) for name in texts}
    variables = {name: values for name, values in needed.items() if not name.startswith(_TERM)}
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(resource)
    return FluentFile(bundle, variables, offered)


def _texts(entry: ast.Message | ast.Term) -> list[tuple[str, ast.Pattern]]:
    """The names of a message or term and of its attributes, with the text of each."""
    name = entry.id.name if isinstance(entry, ast.Message) else _TERM + entry.id.name
    own = [(name, entry.value)] if entry.value is not None else []
    return [*own, *((f"{name}.{one.id.name}", one.value) for one in entry.attributes)]


def _all_variables(name: str, texts: Mapping[str, _Needs], where: str) -> set[str]:
    """The variables of a text and of all texts that it refers to; terms have variables of their own."""
    found: set[str] = set()
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        at = waiting.pop()
        found |= set() if at.startswith(_TERM) else texts[at].variables
        for other in sorted(texts[at].texts - seen):
            if other not in texts:
                raise LanguageError(f"{where}, message `{name}`: there is no `{other}`; see docs/languages.md")
            if other == name:
                raise LanguageError(f"{where}: the message `{name}` refers to itself; see docs/languages.md")
            seen.add(other)
            waiting.append(other)
    return found


class _Needs(Visitor):
    """What a pattern needs: variables and other texts."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.texts: set[str] = set()

    def visit_VariableReference(self, node: Any) -> None:  # noqa: N802 - Fluent's name
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: Any) -> None:  # noqa: N802 - Fluent's name
        self.texts.add(f"{node.id.name}.{node.attribute.name}" if node.attribute else node.id.name)

    def visit_TermReference(self, node: Any) -> None:  # noqa: N802 - Fluent's name
        self.texts.add(_TERM + (f"{node.id.name}.{node.attribute.name}" if node.attribute else node.id.name))
        self.generic_visit(node)

    @classmethod
    def of(cls, pattern: ast.Pattern) -> _Needs:
        visitor = cls()
        visitor.visit(pattern)
        return visitor
