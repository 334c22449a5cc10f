"""How players label a track. Text exports name their files the same way, without loading sound."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TrackLabel:
    """How players show a track among others.

    Args:
        title: in words, such as `Audio description`.
        language: of the narration, as BCP 47 tag.
    """

    title: str = "Audio description"
    language: str = "en"
