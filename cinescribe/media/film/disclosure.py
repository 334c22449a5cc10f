"""How a line is known again by which a described file says who wrote, spoke and reviewed its description.

A module of its own: text exports need it without loading a media library.
"""

from __future__ import annotations

import re

_MADE_WITH = re.compile(r"\bCinescribe \d")


def is_disclosure(text: str) -> bool:
    """Whether a tag of a file is such a line, in any language: it names the release that made the file."""
    return _MADE_WITH.search(text) is not None
