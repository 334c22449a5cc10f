"""Mentions of known people in languages other than English, by the forms of their names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cinescribe.language.names.mentions import Mention
from cinescribe.language.names.names import NamedPerson


class PlainNames:
    """Finds the names of given people in texts, with capitals as the people have them.

    `NameFinder` knows English words around a name: `a` before `Ana` is an article to it.

    Args:
        people: with all forms of their names.
    """

    def __init__(self, people: Sequence[NamedPerson]) -> None:
        self._names = {form: person.name for person in people for form in person.forms}
        forms = sorted(self._names, key=len, reverse=True)
        self._pattern = re.compile("|".join(rf"(?<!\w){re.escape(form)}(?!\w)" for form in forms)) if forms else None

    def mentions(self, text: str) -> list[Mention]:
        """Return the mentions of the people in a text, in order."""
        if self._pattern is None:
            return []
        return [Mention(*found.span(), self._names[found[0]]) for found in self._pattern.finditer(text)]
