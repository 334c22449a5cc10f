"""Sheets on which people judge the metaphor captions of several systems, and the ratings of filled sheets.

This is the study of "Unveiling the Invisible" (section 7.2, appendices A.6 and A.7): 100 videos, three raters with 50
videos each, 25 of them shared by all; yes or no on four criteria for every system's caption.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from cinescribe.errors import ScoreError, brief
from cinescribe.metrics.files.tabular_files import FileRecord, read_file_records
from cinescribe.metrics.human.ratings import Rating
from cinescribe.metrics.human.sheet_files import KEY, cell, known_item, new_sheets, read_key, write_rows

# The criteria of appendix A.7, in our words, as questions with yes or no for an answer.
CRITERIA: Mapping[str, str] = {
    "fluency": "Is the sentence natural and grammatical, and does it follow the template?",
    "primary": "Is the primary concept (what is compared) that of the video?",
    "consistency": "Do both concepts, and what links them, fit the whole video?",
    "creativity": "Is the metaphor creative?",
}
_SHOWN = ("rater", "item", "clip", "text")
_KEY = ("item", "clip", "system")
_MARKS = {"yes": 1.0, "no": 0.0}


def assign_clips(
    clips: Sequence[str], *, n_raters: int = 3, n_clips: int = 100, n_shared: int = 25, seed: int = 0
) -> list[tuple[str, ...]]:
    """Return the clips of each rater: some that all rate, and an equal part of the others.

    Args:
        clips: to draw from, at random.
        n_raters: number of raters.
        n_clips: clips to draw.
        n_shared: how many of these all raters rate.
        seed: of the draw and of each rater's order.

    Raises:
        ScoreError: when there are fewer clips, or those not shared cannot be divided equally.
    """
    own, rest = divmod(n_clips - n_shared, n_raters)
    if rest or not 0 <= n_shared <= n_clips:
        raise ScoreError(
            f"{n_clips} clips of which {n_shared} are shared cannot be divided equally among {n_raters} raters; choose "
            "`n_shared` so that the others can"
        )
    if len(set(clips)) < n_clips:
        raise ScoreError(f"{len(set(clips))} clips have captions of all systems; {n_clips} are wanted (`n_clips`)")
    random = Random(seed)
    drawn = random.sample(sorted(set(clips)), n_clips)
    shared, others = drawn[:n_shared], drawn[n_shared:]
    parts = [[*shared, *others[n * own : (n + 1) * own]] for n in range(n_raters)]
    return [tuple(random.sample(part, len(part))) for part in parts]


def write_metaphor_sheets(
    captions: Mapping[str, Mapping[str, str]],
    folder: Path,
    *,
    n_raters: int = 3,
    n_clips: int = 100,
    n_shared: int = 25,
    seed: int = 0,
) -> list[Path]:
    """Write a CSV sheet for each rater and the key to them, and return the sheets.

    A row is a caption; raters write `yes` or `no` under each of `CRITERIA` and do not see the system. Captions of a
    clip stand together, in random order.

    Args:
        captions: by system, then by clip; clips that not all systems captioned are left out.
        folder: where to write: a new or empty folder.
        n_raters: number of sheets.
        n_clips: clips to draw at random.
        n_shared: how many of these all raters rate; the others are divided equally.
        seed: of the draw and the orders.

    Raises:
        ScoreError: as `assign_clips`.
        OutputError: when a file is there already, since somebody may have filled it in, the folder holds anything
            else, or a file cannot be written.
    """
    sheets = new_sheets(folder, n_raters)
    common = set.intersection(*(set(by_clip) for by_clip in captions.values()))
    assigned = assign_clips(sorted(common), n_raters=n_raters, n_clips=n_clips, n_shared=n_shared, seed=seed)
    random = Random(seed)
    systems = {
        clip: random.sample(sorted(captions), len(captions))
        for clip in sorted({clip for own in assigned for clip in own})
    }
    pairs = [(clip, system) for clip, order in systems.items() for system in order]
    numbers = {pair: n for n, pair in enumerate(pairs, 1)}
    for n, (path, clips) in enumerate(zip(sheets, assigned, strict=True), 1):
        own = [(clip, system) for clip in clips for system in systems[clip]]
        rows = ((n, numbers[clip, system], clip, captions[system][clip], *[""] * len(CRITERIA)) for clip, system in own)
        write_rows(path, (*_SHOWN, *CRITERIA), rows)
    write_rows(folder / KEY, _KEY, ((n, *pair) for pair, n in numbers.items()))
    return sheets


def is_metaphor_sheet(sheet: Path) -> bool:
    """Return whether a sheet has a column for each of `CRITERIA`.

    Raises:
        ScoreError: when it cannot be read.
    """
    return set(CRITERIA) <= set(read_file_records(Path(sheet))[0].fields)


def collect_metaphor_ratings(sheets: Sequence[Path], *, key: Path) -> list[Rating]:
    """Return the ratings of filled sheets, 1 for yes and 0 for no; their items are the clips. A blank is no rating.

    Raises:
        ScoreError: naming file and line, when a cell is neither yes nor no, an item is not in the key or of another
            clip, or a rater rates an item twice; or when no cell is filled in.
    """
    of_item = read_key(key)
    ratings: dict[tuple[str, str, str | None, str | None], Rating] = {}
    for sheet in sheets:
        for record in read_file_records(Path(sheet)):
            for rating in _ratings(record, of_item, Path(key)):
                if rating.key in ratings:
                    raise ScoreError(
                        f"{record.location} has item {cell(record, 'item')!r} rated by {rating.rater!r} again; keep "
                        "one of them"
                    )
                ratings[rating.key] = rating
    if not ratings:
        raise ScoreError("no sheet has an answer; fill in at least one with yes or no")
    return list(ratings.values())


def _ratings(record: FileRecord, of_item: Mapping[str, FileRecord], key: Path) -> list[Rating]:
    named = known_item(record, of_item, key)
    marks = {criterion: str(record.fields.get(criterion) or "").strip().lower() for criterion in CRITERIA}
    for criterion, mark in marks.items():
        if mark and mark not in _MARKS:
            raise ScoreError(f"{record.location} has {brief(mark)} under {criterion!r}; yes or no is wanted")
    clip, rater, system = cell(record, "clip"), cell(record, "rater"), cell(named, "system")
    return [Rating(clip, rater, _MARKS[mark], system, criterion) for criterion, mark in marks.items() if mark]
