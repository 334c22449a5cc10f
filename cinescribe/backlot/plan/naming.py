"""Replaces the ids of people in a text by their names."""

from __future__ import annotations

import re
from collections.abc import Mapping

_ID = re.compile(r"\bP\d+\b")


def named_text(text: str, names: Mapping[str, str]) -> str:
    """Return a text with each id (`P1`, `P2`, ...) replaced by that person's name."""
    return _ID.sub(lambda match: names[match[0]], text)
