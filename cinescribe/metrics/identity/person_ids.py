"""Person ids in captions, `P1` on: found, and renamed by first appearance."""

from __future__ import annotations

import re
from collections.abc import Sequence

# An id as captions write it, also before 's and, as tokenised captions have it, in lower case.
PERSON = re.compile(r"\b[Pp](\d+)\b")


def person_ids(text: str) -> list[str]:
    """The ids in a text as `P1`, in its order, each as often as it stands there."""
    return [f"P{number}" for number in PERSON.findall(text)]


def normalise_ids(text: str) -> str:
    """A captionset whose first id is P1, whose second new id is P2 and so on.

    `P4 carries P3` becomes `P1 carries P2`: ids mean something within their captionset alone (MICap, Id normalization).
    """
    seen = {known: f"P{n}" for n, known in enumerate(dict.fromkeys(person_ids(text)), 1)}
    return rename_ids(text, [seen[known] for known in person_ids(text)])


def rename_ids(text: str, names: Sequence[str]) -> str:
    """A text whose ids, one after the other, are `names`."""
    given = iter(names)
    return PERSON.sub(lambda _: next(given), text)
