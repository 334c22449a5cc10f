"""Writes pairs of sentences for a study: people choose the more correct and the more relevant one."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from cinescribe.corpus.statistics.description_versus_script import SentencePair
from cinescribe.store import writing

_SHEET = ("item", "pair", "film", "start", "end", "first", "second")
_KEY = ("item", "pair", "shown", "first is", "iou", "description", "script")


def write_study(folder: Path, pairs: Sequence[SentencePair], *, seed: int = 0) -> list[Path]:
    """Write the questions of a study and their key: `pairs.csv` and `pairs-key.csv`.

    Each pair is asked twice, with the description's span and with the script's, as in the paper. The order of the two
    sentences is random in each question.

    Args:
        folder: folder to write to.
        pairs: pairs to compare.
        seed: seed of the random order.

    Returns:
        The two files.

    Raises:
        OutputError: if the folder cannot be written.
    """
    rng = np.random.default_rng(seed)
    sheet: list[tuple[object, ...]] = []
    key: list[tuple[object, ...]] = []
    for number, pair in enumerate(pairs, 1):
        for shown in (pair.description, pair.script):
            first, second = (pair.description, pair.script) if rng.random() < 0.5 else (pair.script, pair.description)
            item = len(sheet) + 1
            span = shown.span
            sheet.append((item, number, pair.film, f"{span.start:.3f}", f"{span.end:.3f}", first.text, second.text))
            key.append(
                (item, number, shown.origin, first.origin, f"{pair.iou:.4f}", pair.description.id, pair.script.id)
            )
    tables = ((folder / "pairs.csv", _SHEET, sheet), (folder / "pairs-key.csv", _KEY, key))
    for path, heading, rows in tables:
        with writing(path) as temporary, open(temporary, "w", encoding="utf-8", newline="") as opened:
            csv.writer(opened).writerows([heading, *rows])
    return [path for path, _, _ in tables]
