"""Pairs of sentences for a study, written and read: people choose the more correct and the more relevant one."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cinescribe.corpus.commonsense.sheets import read_sheet
from cinescribe.corpus.statistics.description_versus_script import SentencePair
from cinescribe.errors import CorpusError, RecordError
from cinescribe.store import writing
from cinescribe.timing import Span

PAIRS, KEY = "pairs.csv", "pairs-key.csv"
_ORIGINS = ("description", "script")
_SHEET = ("item", "pair", "film", "start", "end", "first", "second")
_KEY = ("item", "pair", "shown", "first is", "iou", "description", "script")


@dataclass(frozen=True)
class AskedPair:
    """A question of a study.

    Attributes:
        pair: number of the pair, which two questions share.
        film: id of the film.
        span: that is shown.
        shown: whose span it is, `description` or `script`.
        texts: the two sentences by their origin.
    """

    pair: str
    film: str
    span: Span
    shown: str
    texts: Mapping[str, str]


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
    tables = ((folder / PAIRS, _SHEET, sheet), (folder / KEY, _KEY, key))
    for path, heading, rows in tables:
        with writing(path) as temporary, open(temporary, "w", encoding="utf-8", newline="") as opened:
            csv.writer(opened).writerows([heading, *rows])
    return [path for path, _, _ in tables]


def read_study_pairs(folder: Path) -> list[AskedPair]:
    """Read what `write_study` wrote.

    Raises:
        RecordError: when a file cannot be read.
        CorpusError: naming file and line, when a question is not in the key, or malformed.
    """
    key = {row.cells["item"]: row for row in read_sheet(Path(folder) / KEY, _KEY)}
    found = []
    for row in read_sheet(Path(folder) / PAIRS, _SHEET):
        own = key.get(row.cells["item"])
        if own is None or own.cells["pair"] != row.cells["pair"]:
            raise CorpusError(f"{row.where} has no row in {KEY}; give both files as `corpus stats` wrote them")
        try:
            span = Span(float(row.cells["start"]), float(row.cells["end"]))
        except (ValueError, RecordError) as error:
            raise CorpusError(f"{row.where} has no span ({error}); give the file as `corpus stats` wrote it") from error
        first, shown = own.needed("first is"), own.needed("shown")
        second = next((origin for origin in _ORIGINS if origin != first), first)
        texts = {first: row.needed("first"), second: row.needed("second")}
        found.append(AskedPair(row.needed("pair"), row.needed("film"), span, shown, texts))
    return found
