"""Finds and renames person ids (`P1`, `P2`, ...) in captions."""

from __future__ import annotations

import re
from collections.abc import Sequence

# An id in a caption, also before 's, and in lower case as in tokenised captions.
PERSON = re.compile(r"\b[Pp](\d+)\b")


def person_ids(text: str) -> list[str]:
    """Return all ids in a text, in order and with repetitions, as `P1`."""
    return [f"P{number}" for number in PERSON.findall(text)]


def normalise_ids(text: str) -> str:
    """Return a captionset with its ids renamed to P1, P2, ... in order of first appearance.

    `P4 carries P3` becomes `P1 carries P2`, since ids are local to a captionset (MICap, Id normalization).
    """
    new_names = {name: f"P{n}" for n, name in enumerate(dict.fromkeys(person_ids(text)), 1)}
    return rename_ids(text, [new_names[name] for name in person_ids(text)])


def rename_ids(text: str, names: Sequence[str]) -> str:
    """Return a text with its ids replaced, in order, by `names`."""
    replacements = iter(names)
    return PERSON.sub(lambda _: next(replacements), text)
