"""Sheets on which people choose what a caption implies, and V2C-Raw from filled ones (*Video2Commonsense*, 3.2).

A sheet has a row for each candidate phrase, to tick, and for each aspect a row for phrases in the person's own words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.corpus.commonsense.caption_candidates import CandidatePhrase, CaptionCandidates
from cinescribe.corpus.commonsense.sheets import FirstPlaces, SheetRow, distinct, read_sheet, write_sheet
from cinescribe.corpus.datasets.sidecar_annotations import Commonsense
from cinescribe.errors import CorpusError, brief
from cinescribe.schema import ASPECTS

COLUMNS = ("annotator", "clip", "caption", "aspect", "phrase", "tick", "own words")


@dataclass(frozen=True)
class CollectedAnnotations:
    """What people chose.

    Attributes:
        commonsense: of each caption with a phrase, in the order of the sheets.
        n_without_phrases: captions for which nobody chose or wrote a phrase.
        n_annotators: how many people filled in sheets.
        n_offered: candidate phrases, counted for each annotator.
        n_ticked: those that were ticked.
        n_own: phrases in people's own words.
    """

    commonsense: tuple[Commonsense, ...]
    n_without_phrases: int
    n_annotators: int
    n_offered: int
    n_ticked: int
    n_own: int


def write_annotation_sheet(path: Path, candidates: Sequence[CaptionCandidates], *, annotator: str) -> int:
    """Write a sheet for one person, and return the number of its captions.

    Args:
        path: the CSV file to write.
        candidates: what each caption may imply; a caption that a clip has twice is asked once.
        annotator: what the person is called in the sheet, such as `p1`.

    Raises:
        CorpusError: when there is no candidate, or `annotator` is empty.
        OutputError: when the file cannot be written.
    """
    if not annotator.strip():
        raise CorpusError(f"`annotator` came as {annotator!r}; a name or number is wanted, such as 'p1'")
    captions: dict[tuple[str, str], CaptionCandidates] = {}
    for one in candidates:
        captions.setdefault((one.clip, one.caption), one)
    if not captions:
        raise CorpusError("there is no caption to annotate; give candidates of one caption at least")
    write_sheet(path, COLUMNS, (row for one in captions.values() for row in _rows(one, annotator.strip())))
    return len(captions)


def _rows(one: CaptionCandidates, annotator: str) -> Iterator[tuple[str, ...]]:
    for aspect in ASPECTS:
        phrases: tuple[CandidatePhrase, ...] = getattr(one, aspect)
        for phrase in (*distinct(phrase.text for phrase in phrases), ""):  # the last row is for own words
            yield annotator, one.clip, one.caption, aspect, phrase, "", ""


def collect_annotations(sheets: Sequence[Path]) -> CollectedAnnotations:
    """Return what people chose: for each caption the phrases that any of them ticked or wrote.

    Args:
        sheets: filled sheets of `write_annotation_sheet`, in which a person annotates a caption once.

    Raises:
        RecordError: when a sheet cannot be read.
        CorpusError: naming file and line, when columns or cells are wrong, a tick is unknown, or somebody annotated a
            caption twice.
    """
    chosen: dict[tuple[str, str], dict[str, list[str]]] = {}
    annotators, counts, rows_seen, captions_seen = set(), [0, 0, 0], FirstPlaces(), FirstPlaces()
    for sheet in sheets:
        of_sheet = set()
        for row in read_sheet(sheet, COLUMNS):
            annotator, clip, caption = (row.needed(name) for name in COLUMNS[:3])
            what = f"the caption {brief(caption)} of clip {clip!r} annotated by {annotator!r}"
            if (annotator, clip, caption) not in of_sheet:
                captions_seen.claim(annotator, clip, caption, where=row.where, what=what)
                of_sheet.add((annotator, clip, caption))
            key = (annotator, clip, caption, row.aspect(), row.cells["phrase"].casefold())
            rows_seen.claim(*key, where=row.where, what=f"{brief(row.cells['phrase'])} for {what}")
            ticked, own = _answer(row)
            annotators.add(annotator)
            counts = [counts[0] + bool(row.cells["phrase"]), counts[1] + len(ticked), counts[2] + len(own)]
            chosen.setdefault((clip, caption), defaultdict(list))[row.aspect()] += ticked + own
    found = tuple(_commonsense(*key, phrases) for key, phrases in chosen.items() if any(phrases.values()))
    return CollectedAnnotations(found, len(chosen) - len(found), len(annotators), *counts)


def _answer(row: SheetRow) -> tuple[list[str], list[str]]:
    """The phrase, if it is ticked, and phrases in own words."""
    phrase, is_ticked = row.cells["phrase"], row.is_ticked("tick")
    if is_ticked and not phrase:
        raise CorpusError(f"{row.where} has a tick and no phrase; write one under 'own words'")
    return [phrase] * is_ticked, row.phrases("own words")


def _commonsense(clip: str, caption: str, phrases: dict[str, list[str]]) -> Commonsense:
    return Commonsense(clip, caption, *(distinct(phrases.get(aspect, ())) for aspect in ASPECTS))
