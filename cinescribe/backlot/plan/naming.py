"""People's ids in a text turned into what they are called."""

from __future__ import annotations

import re
from collections.abc import Mapping

_ID = re.compile(r"\bP\d+\b")


def named(text: str, names: Mapping[str, str]) -> str:
    """A caption with each id (`P1` on) replaced by the name it stands for."""
    return _ID.sub(lambda found: names[found[0]], text)
