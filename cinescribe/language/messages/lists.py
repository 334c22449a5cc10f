"""Lists of names as a language writes them: `Anna, Ben and Cleo`."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from cinescribe.language.messages.messages import Messages

_N_LETTERS = 3  # of the last name, which Spanish needs to choose between `y` and `e`


def listed(names: Sequence[str], messages: Messages) -> str:
    """Return names as a list: `P1`, `P1 and P2`, `P1, P2 and P3`.

    Args:
        names: one at least.
        messages: of the language, which have `comma` and `and`.

    Raises:
        LanguageError: when the messages have no such texts.
    """
    start, *between, last = names if len(names) > 1 else ("", *names)
    if not start:
        return last
    for name in between:
        start = messages.text("comma", before=start, next=name)
    return messages.text("and", before=start, last=last, **_beginnings(last))


def _beginnings(name: str) -> dict[str, str]:
    """The first one, two and three letters of a name, small and without accents, as `begins_1` to `begins_3`."""
    plain = "".join(letter for letter in unicodedata.normalize("NFD", name.casefold()) if letter.isalnum())
    return {f"begins_{n}": plain[:n] for n in range(1, _N_LETTERS + 1)}
