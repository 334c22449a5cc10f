"""Reads a described folder and makes its card of quality."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path

from cinescribe.describe.editing.take_back import history
from cinescribe.describe.guidelines.lint import lint
from cinescribe.describe.quality.quality_card import QualityCard, quality_card
from cinescribe.export.folder import read_script
from cinescribe.progress import Progress, no_progress
from cinescribe.study.trial.costs import film_cost


def report(
    folder: str | PathLike[str],
    *,
    guidelines: str | PathLike[str] | None = None,
    progress: Progress = no_progress,
    announce: Callable[[str], None] | None = None,
) -> QualityCard:
    """Return the card of quality of a described folder.

    Args:
        folder: the output folder of `describe_film`.
        guidelines: one of `SHIPPED_GUIDELINES`, or a TOML file that changes one of them; None: those of the language.
        progress: called with the share of cues that the voice has spoken, for the remarks about room.
        announce: receives what a person should know: that the voice could not check the cues.

    Raises:
        RecordError: when the folder holds no description, or a damaged one, or the guidelines cannot be read.
        FilmError: when an exported sound or film cannot be read.
        OutputError: when the folder cannot be written, or another command is editing it.

    Example:
        >>> report("film.ad").over_speech_share  # doctest: +SKIP
        0.0
    """
    folder = Path(folder)
    read_script(folder)  # a folder without a description is refused before one is made for its lock
    revisions = history(folder)
    findings = lint(folder, guidelines=guidelines, progress=progress, announce=announce)
    return quality_card(read_script(folder), revisions, findings, cost=film_cost(folder))
