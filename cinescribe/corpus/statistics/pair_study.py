"""Pairs of sentences as people are asked about them: which is truer to the film, which tells what matters more."""

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
    """Write what people are asked, and apart from it which sentence was whose: `pairs.csv` and `pairs-key.csv`.

    Each pair is asked twice, beside the description's interval and beside the script's, as the paper's judges were;
    which sentence comes first is drawn for each question.

    Args:
        folder: to write to.
        pairs: to be compared.
        seed: of the draws.

    Raises:
        OutputError: when the folder cannot be written.
    """
    draw = np.random.default_rng(seed)
    sheet: list[tuple[object, ...]] = []
    key: list[tuple[object, ...]] = []
    for number, pair in enumerate(pairs, 1):
        for shown in (pair.description, pair.script):
            first, second = (pair.description, pair.script) if draw.random() < 0.5 else (pair.script, pair.description)
            item = len(sheet) + 1
            span = shown.span
            sheet.append((item, number, pair.film, f"{span.start:.3f}", f"{span.end:.3f}", first.text, second.text))
            key.append(
                (item, number, shown.origin, first.origin, f"{pair.iou:.4f}", pair.description.id, pair.script.id)
            )
    tables = ((folder / "pairs.csv", _SHEET, sheet), (folder / "pairs-key.csv", _KEY, key))
    for path, heading, rows in tables:
        with writing(path) as beside, open(beside, "w", encoding="utf-8", newline="") as opened:
            csv.writer(opened).writerows([heading, *rows])
    return [path for path, _, _ in tables]
