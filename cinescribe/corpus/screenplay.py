"""Screenplays in the formats people have, and who speaks in them."""

from __future__ import annotations

from pathlib import Path

from cinescribe.corpus.screenplay_elements import ScreenplayElement
from cinescribe.corpus.screenplay_fountain import fountain_elements
from cinescribe.store import read_text


def read_screenplay(path: Path) -> tuple[ScreenplayElement, ...]:
    """The elements of a screenplay, in order."""
    return fountain_elements(read_text(path))
