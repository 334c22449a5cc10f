"""How players show a track among others; it stands alone, since exports of text name files alike and load no sound."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TrackLabel:
    """How players show a track among others.

    Args:
        title: in words, such as `Audio description`.
        language: of what is said over the film, as BCP 47 tag.
    """

    title: str = "Audio description"
    language: str = "en"
