"""Sheets on which people rate what systems infer from clips, the key to them, and the ratings of filled sheets.

Raters see a clip's caption and a text, not the system that wrote it, and write 1 to 5 (Fang et al. 2020, D).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from cinescribe.errors import ScoreError, brief
from cinescribe.metrics.files.tabular_files import FileRecord, read_file_records
from cinescribe.metrics.human.ratings import Rating
from cinescribe.metrics.human.sheet_files import KEY, cell, known_item, new_sheets, read_key, write_rows
from cinescribe.schema import ASPECTS

_SCALE = ("1", "2", "3", "4", "5")
CAPTION = "caption"  # the criterion of captions that a system wrote itself
_SHEET = ("rater", "item", "clip", "caption", "aspect", "text", "rating")
_KEY = ("item", "clip", "system", "criterion")
_RATINGS = ("item", "rater", "rating", "system", "criterion")


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
        raise ScoreError(f"`n_samples` came as {n_samples}; 1 or more is wanted")
    found = [text for record in read_file_records(Path(path)) for text in _texts(record, system, n_samples)]
    if not found:
        raise ScoreError(f"{str(path)!r} has no intention, effect or attribute; give what a system infers")
    return found


def _texts(record: FileRecord, system: str, n_samples: int) -> Iterator[RatedText]:
    if missing := [name for name in ("clip", "caption") if name not in record.fields]:
        raise ScoreError(
            f"{record.location} has no {' and no '.join(missing)}; wanted what a system infers: a clip, its caption, "
            "and lists of intention, effect and attribute"
        )
    clip, caption = (_text(record, record.fields[name], name) for name in ("clip", "caption"))
    if (written := record.fields.get("written")) is not None:
        caption = _text(record, written, "written")
        yield RatedText(clip, "", system, CAPTION, caption)
    for aspect in ASPECTS:
        texts = record.fields.get(aspect, record.fields.get(f"{aspect}s", ()))
        if not isinstance(texts, (list, tuple)):
            raise ScoreError(f"{record.location} has {brief(texts)} under {aspect!r}; a list of texts is wanted")
        for text in texts[:n_samples]:
            yield RatedText(clip, caption, system, aspect, _text(record, text, aspect))


def _text(record: FileRecord, value: Any, name: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ScoreError(f"{record.location} has {brief(value)} under {name!r}; a text is wanted")
    return value.strip()


def write_rating_sheets(
    texts: Sequence[RatedText], folder: Path, *, n_raters: int = 5, n_clips: int = 100, seed: int = 0
) -> list[Path]:
    """Write a CSV sheet for each rater and the key to them, and return the sheets.

    All raters rate the same texts in the same random order, clip by clip.

    Args:
        texts: of all systems; clips that not all systems have texts for are left out.
        folder: where to write: a new or empty folder.
        n_raters: number of sheets; the paper has 5.
        n_clips: clips to draw at random; all if there are fewer.
        seed: of the draw and the order.

    Raises:
        ScoreError: when the systems have no clip in common.
        OutputError: when a file is there already, since somebody may have filled it in, the folder holds anything
            else, or a file cannot be written.
    """
    sheets = new_sheets(folder, n_raters)
    items = _drawn(texts, n_clips, Random(seed))
    numbered = list(enumerate(items, 1))
    for n, path in enumerate(sheets, 1):
        rows = ((n, item, one.clip, one.caption, one.criterion, one.text, "") for item, one in numbered)
        write_rows(path, _SHEET, rows)
    write_rows(folder / KEY, _KEY, ((item, one.clip, one.system, one.criterion) for item, one in numbered))
    return sheets


def _drawn(texts: Sequence[RatedText], n_clips: int, random: Random) -> list[RatedText]:
    by_clip: dict[str, list[RatedText]] = {}
    for one in texts:
        by_clip.setdefault(one.clip, []).append(one)
    systems = {one.system for one in texts}
    common = [clip for clip, own in by_clip.items() if {one.system for one in own} == systems]
    if not common:
        raise ScoreError(
            f"no clip has texts of all systems ({', '.join(sorted(systems))}); give files about the same clips"
        )
    return [
        one
        for clip in random.sample(common, min(n_clips, len(common)))
        for one in random.sample(by_clip[clip], len(by_clip[clip]))
    ]


def collect_ratings(sheets: Sequence[Path], *, key: Path) -> list[Rating]:
    """Return the ratings of filled sheets, by the key to them. A cell that is left blank is no rating.

    Raises:
        ScoreError: naming file and line, when a rating is not one of 1 to 5, an item is not in the key or of another
            clip, or a rater rates an item twice; or when no cell is filled in.
    """
    items = read_key(key)
    ratings: dict[tuple[str, str], tuple[str, Rating]] = {}
    for sheet in sheets:
        for record in read_file_records(Path(sheet)):
            rating = _rating(record, items, Path(key))
            first, _ = ratings.get((rating.rater, rating.item), ("", None))
            if first:
                raise ScoreError(
                    f"{record.location} has item {rating.item!r} rated by {rating.rater!r} again, as {first}; keep one "
                    "of them"
                )
            ratings[rating.rater, rating.item] = record.location, rating
    given = [rating for _, rating in ratings.values() if rating.value]
    if not given:
        raise ScoreError("no sheet has a rating; fill in at least one")
    return given


def _rating(record: FileRecord, items: Mapping[str, FileRecord], key: Path) -> Rating:
    """The rating of a row; 0 for a blank."""
    of_item = known_item(record, items, key)
    mark = str(record.fields.get("rating", "")).strip()
    if mark and mark not in _SCALE:
        raise ScoreError(f"{record.location} has the rating {brief(mark)}; a whole number of 1 to 5 is wanted")
    return Rating(
        cell(record, "item"),
        cell(record, "rater"),
        float(mark or 0),
        cell(of_item, "system"),
        cell(of_item, "criterion"),
    )


def write_ratings(path: Path, ratings: Sequence[Rating], *, are_ranks: bool = False) -> None:
    """Write ratings, or ranks, as CSV that `read_ratings` reads.

    Raises:
        OutputError: when the file cannot be written.
    """
    rows = ((one.item, one.rater, f"{one.value:g}", one.system, one.criterion) for one in ratings)
    columns = ["rank" if are_ranks and name == "rating" else name for name in _RATINGS]
    write_rows(path, columns, rows)
