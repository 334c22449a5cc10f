"""All readers that are fuzzed."""

from __future__ import annotations

from functools import cache

from fuzz.reader import Reader
from fuzz.rooms import language


@cache
def readers() -> tuple[Reader, ...]:
    """Every reader of data from outside, by package."""
    return (*language.READERS,)
