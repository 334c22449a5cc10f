"""All readers that are fuzzed."""

from __future__ import annotations

from functools import cache

from fuzz.reader import Reader
from fuzz.rooms import (
    challenges,
    corpus,
    datasets,
    describe,
    descriptions,
    features,
    fitted,
    ground,
    language,
    media,
    metaphors,
    metrics,
    models,
    published,
    sheets,
    speech,
    studies,
)


@cache
def readers() -> tuple[Reader, ...]:
    """Every reader of data from outside, by package."""
    reading = (
        ground,
        media,
        language,
        metrics,
        features,
        models,
        published,
        speech,
        fitted,
        corpus,
        datasets,
        metaphors,
    )
    rooms = (*reading, descriptions, describe, studies, sheets, challenges)
    return tuple(reader for room in rooms for reader in room.READERS)
