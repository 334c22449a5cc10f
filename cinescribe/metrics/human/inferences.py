"""What systems infer from clips, as people rate it and as a study asks about it (*Video2Commonsense*, D)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinescribe.errors import ScoreError, brief
from cinescribe.metrics.files.tabular_files import read_score_rows
from cinescribe.schema import ASPECTS
from cinescribe.tables import TableRow

CAPTION = "caption"  # the criterion of captions that a system wrote itself


@dataclass(frozen=True)
class RatedText:
    """A text to rate.

    Attributes:
        clip: the clip's id.
        caption: shown with the text; empty beside a caption that is rated itself.
        system: who wrote the text, which raters do not see.
        criterion: `intention`, `effect`, `attribute` or `caption`.
        text: the text.
    """

    clip: str
    caption: str
    system: str
    criterion: str
    text: str


def read_inferences(path: Path, *, system: str, n_samples: int = 10) -> list[RatedText]:
    """Return the texts of a JSONL file to rate.

    Each line has `clip`, `caption` and lists of texts under `intention`, `effect` and `attribute` (or `intentions` and
    so on). Where it has `written`, a caption by the system itself, that is shown and rated too.

    Args:
        path: the file.
        system: who wrote the texts.
        n_samples: at most so many texts of an aspect, the first ones.

    Raises:
        ScoreError: naming file and line.
    """
    if n_samples < 1:
        raise ScoreError(f"`n_samples` is {n_samples}; expected 1 or more")
    found = [text for record in read_score_rows(Path(path)) for text in _texts(record, system, n_samples)]
    if not found:
        raise ScoreError(f"{str(path)!r} has no intention, effect or attribute; give what a system infers")
    return found


def _texts(record: TableRow, system: str, n_samples: int) -> Iterator[RatedText]:
    if missing := [name for name in ("clip", "caption") if name not in record.cells]:
        raise ScoreError(
            f"{record.where} has no {' and no '.join(missing)}; expected what a system infers: a clip, its caption, "
            "and lists of intention, effect and attribute"
        )
    clip, caption = (_text(record, record.cells[name], name) for name in ("clip", "caption"))
    if (written := record.cells.get("written")) is not None:
        caption = _text(record, written, "written")
        yield RatedText(clip, "", system, CAPTION, caption)
    for aspect in ASPECTS:
        texts = record.cells.get(aspect, record.cells.get(f"{aspect}s", ()))
        if not isinstance(texts, (list, tuple)):
            raise ScoreError(f"{record.where} has {brief(texts)} under {aspect!r}; expected a list of texts")
        for text in texts[:n_samples]:
            yield RatedText(clip, caption, system, aspect, _text(record, text, aspect))


def _text(record: TableRow, value: Any, name: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ScoreError(f"{record.where} has {brief(value)} under {name!r}; expected a text")
    return value.strip()
