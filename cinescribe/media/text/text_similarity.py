"""How much two texts have in common."""

from __future__ import annotations

from difflib import SequenceMatcher


def similarity(one: str, other: str) -> float:
    """Return the share of letters that two texts have in common in order, 0 to 1, without case and spaces."""
    return SequenceMatcher(None, squeezed(one), squeezed(other), autojunk=False).ratio()


def squeezed(text: str) -> str:
    """Return a text without case and spaces."""
    return "".join(text.casefold().split())
