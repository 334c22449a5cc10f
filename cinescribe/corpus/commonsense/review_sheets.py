"""Sheets for a second pass over commonsense: people remove, edit and add phrases (*Video2Commonsense*, A.3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.commonsense.sheets import FirstPlaces, SheetRow, distinct, read_sheet, write_sheet
from cinescribe.corpus.datasets.sidecar_annotations import Commonsense
from cinescribe.errors import CorpusError, brief
from cinescribe.schema import ASPECTS

_COLUMNS = ("clip", "caption", "aspect", "phrase", "remove", "new words")


@dataclass(frozen=True)
class CollectedReviews:
    """Commonsense after the second pass.

    Attributes:
        commonsense: of each caption that still has a phrase, in the order of the sheets.
        n_without_phrases: captions whose phrases were all removed.
        n_kept, n_removed, n_edited, n_added: phrases.
    """

    commonsense: tuple[Commonsense, ...]
    n_without_phrases: int
    n_kept: int
    n_removed: int
    n_edited: int
    n_added: int


def write_review_sheet(path: Path, commonsense: Sequence[Commonsense]) -> int:
    """Write a sheet with a row for each phrase, and one to add phrases to each aspect; return the number of captions.

    Raises:
        CorpusError: when there is no commonsense, or a caption of a clip is there twice.
        OutputError: when the file cannot be written.
    """
    if not commonsense:
        raise CorpusError("there is no commonsense to review; give that of one caption at least")
    seen = FirstPlaces()
    for number, one in enumerate(commonsense, 1):
        what = f"the caption {brief(one.caption)} of clip {one.clip!r}"
        seen.claim(one.clip, one.caption, where=f"record {number}", what=what)
    write_sheet(path, _COLUMNS, (row for one in commonsense for row in _rows(one)))
    return len(commonsense)


def _rows(one: Commonsense) -> Iterator[tuple[str, ...]]:
    for aspect, phrases in one.phrases.items():
        for phrase in (*distinct(phrases), ""):  # the last row is for what is added
            yield one.clip, one.caption, aspect, phrase, "", ""


def collect_reviews(sheets: Sequence[Path]) -> CollectedReviews:
    """Return commonsense without the phrases that were removed, and with new words where they were edited or added.

    Args:
        sheets: filled sheets of `write_review_sheet`, in which a caption is reviewed once.

    Raises:
        RecordError: when a sheet cannot be read.
        CorpusError: naming file and line, when columns or cells are wrong, or a phrase is reviewed twice, or both
            removed and edited.
    """
    kept: dict[tuple[str, str], dict[str, list[str]]] = {}
    counts: dict[str, int] = dict.fromkeys(("kept", "removed", "edited", "added"), 0)
    seen = FirstPlaces()
    for sheet in sheets:
        for row in read_sheet(sheet, _COLUMNS):
            clip, caption, aspect = row.needed("clip"), row.needed("caption"), row.aspect()
            what = f"{brief(row.cells['phrase'])} for the caption {brief(caption)} of clip {clip!r}"
            seen.claim(clip, caption, aspect, row.cells["phrase"].casefold(), where=row.where, what=what)
            change, phrases = _change(row)
            counts[change] += len(phrases) if change == "added" else 1
            kept.setdefault((clip, caption), defaultdict(list))[aspect] += phrases
    found = tuple(
        Commonsense(*key, *(distinct(phrases[aspect]) for aspect in ASPECTS))
        for key, phrases in kept.items()
        if any(phrases.values())
    )
    return CollectedReviews(found, len(kept) - len(found), *counts.values())


def _change(row: SheetRow) -> tuple[str, list[str]]:
    """What became of a phrase, and the phrases in its place."""
    phrase, is_removed, new = row.cells["phrase"], row.is_ticked("remove"), row.phrases("new words")
    if is_removed and (new or not phrase):
        there = "new words too" if new else "no phrase"
        raise CorpusError(f"{row.where} has a tick under 'remove' and {there}; remove a phrase, or edit it")
    if not phrase:
        return "added", new
    return ("removed", []) if is_removed else ("edited", new) if new else ("kept", [phrase])
