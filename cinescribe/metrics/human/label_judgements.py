"""Sheets on which people judge the semantic parser's labels, and the accuracy of its components.

The components are those of Movie Description's table 6: clause splitting (`clause`), parts of speech and chunks
(`nlp`), semantic roles (`roles`) and word senses (`wsd`).
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from cinescribe.errors import OutputError, ScoreError, brief
from cinescribe.language.semantics.labels import ClauseLabels
from cinescribe.metrics.files.tabular_files import FileRecord, read_file_records
from cinescribe.metrics.human.agreement import cohen_kappa, fleiss_kappa
from cinescribe.metrics.human.ratings import Ratings
from cinescribe.record import Record
from cinescribe.store import write_text

PAPER = {"clause": 0.89, "nlp": 0.62, "roles": 0.86, "wsd": 0.70}  # accuracy on MPII-MD
_MARKS = {"0": 0.0, "1": 1.0}
_SHOWN = ("item", "sentence", "clauses", "senses")


@dataclass(frozen=True)
class ComponentAccuracy(Record):
    """Judgements of a component.

    Attributes:
        component: one of `PAPER`.
        accuracy: share of judgements that say `right`.
        kappa: agreement of the judges: Cohen's of two, Fleiss' of more; None for one judge, or where all say the same.
        n_judgements: how many there are.
        paper: the accuracy of the paper's parser on MPII-MD.
    """

    component: str
    accuracy: float
    kappa: float | None
    n_judgements: int
    paper: float


def write_label_sheets(
    texts: Sequence[str],
    found: Sequence[Sequence[ClauseLabels]],
    folder: Path,
    *,
    n_judges: int = 2,
    n_sentences: int = 200,
    seed: int = 0,
) -> list[Path]:
    """Write a CSV sheet for each judge, with texts drawn at random, and return their paths.

    A judge writes 1 (right) or 0 (wrong) into the last four columns; an empty cell is no judgement.

    Args:
        texts: what was parsed.
        found: the labels of each text, with senses.
        folder: where to write.
        n_judges: number of sheets; all have the same texts.
        n_sentences: texts to draw; all if there are fewer.
        seed: of the draw.

    Raises:
        OutputError: when a sheet is there already, since somebody may have filled it in, or cannot be written.
    """
    paths = [folder / f"judge-{n}.csv" for n in range(1, n_judges + 1)]
    there = next((path for path in paths if os.path.lexists(path)), None)
    if there is not None:
        raise OutputError(f"{str(there)!r} is there already, and may be filled in; name another folder")
    drawn = sorted(Random(seed).sample(range(len(texts)), min(n_sentences, len(texts))))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*_SHOWN, *PAPER])
    for n in drawn:
        clauses = "\n".join(" | ".join(value or "-" for value in one.roles) for one in found[n])
        senses = "\n".join(_senses(one) for one in found[n])
        writer.writerow([n + 1, texts[n], clauses, senses, *([""] * len(PAPER))])
    for path in paths:
        write_text(path, out.getvalue())
    return paths


def label_accuracy(sheets: Sequence[Path]) -> list[ComponentAccuracy]:
    """Return the accuracy of each component from filled sheets, one for each judge.

    Raises:
        ScoreError: when a sheet cannot be read, a mark is neither 1 nor 0, or a component has none.
    """
    marks: dict[str, dict[tuple[str, str], float]] = {component: {} for component in PAPER}
    for number, sheet in enumerate(sheets, 1):
        for record in read_file_records(Path(sheet)):
            item = str(record.fields.get("item", ""))
            for component in PAPER:
                mark = _mark(record, component)
                if mark is not None:
                    marks[component][item, f"judge {number}"] = mark
    return [_accuracy(component, given) for component, given in marks.items()]


def _mark(record: FileRecord, component: str) -> float | None:
    if component not in record.fields:
        raise ScoreError(f"{record.location} has no column {component!r}; give a sheet that was written for judges")
    text = str(record.fields[component] or "").strip()
    if text and text not in _MARKS:
        raise ScoreError(f"{record.location} has {brief(text)} under {component!r}; 1 (right) or 0 (wrong) is wanted")
    return _MARKS.get(text)


def _accuracy(component: str, given: dict[tuple[str, str], float]) -> ComponentAccuracy:
    if not given:
        raise ScoreError(f"no sheet has a mark under {component!r}; fill in at least one")
    accuracy = sum(given.values()) / len(given)
    return ComponentAccuracy(component, accuracy, _kappa(Ratings.of(given)), len(given), PAPER[component])


def _kappa(ratings: Ratings) -> float | None:
    try:
        if len(ratings.raters) == 2:
            return cohen_kappa(ratings, left=ratings.raters[0], right=ratings.raters[1])
        return fleiss_kappa(ratings)
    except ScoreError:  # one judge, or nothing varies
        return None


def _senses(one: ClauseLabels) -> str:
    if one.senses is None:
        return ""
    return " ".join(value for value in one.senses.to_dict().values() if value)
