"""Sheets on which people rate texts without a study, and the ratings of filled ones.

Raters see no system; the key that is written beside the sheets says who wrote what. Texts that systems infer are rated
from 1 to 5 (*Video2Commonsense*, D), metaphor captions with yes or no (*Unveiling the Invisible*, 7.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random

from cinescribe.corpus.commonsense.sheets import read_sheet
from cinescribe.errors import StudyError
from cinescribe.metrics.human.inferences import RatedText
from cinescribe.metrics.human.ratings import Rating
from cinescribe.output_folder import claim_folder
from cinescribe.study.kinds.questions import Question
from cinescribe.study.sheets.read_pages import SheetPage, read_pages
from cinescribe.study.sheets.sheet_form import SheetForm, refuse_filled
from cinescribe.tables import TableRow, write_table

_FILE = "key.csv"
_FOLDER = "folder of rating sheets"
_KEY = ("item", "clip", "system")
# The criteria of appendix A.7, in our words.
METAPHOR_CRITERIA: Mapping[str, str] = {
    "fluency": "Is the sentence natural and grammatical, and does it follow the template?",
    "primary": "Is the primary concept (what is compared) that of the video?",
    "consistency": "Do both concepts, and what links them, fit the whole video?",
    "creativity": "Is the metaphor creative?",
}
_RATING = SheetForm(
    ("rater", "item", "clip", "caption", "aspect", "text", "rating"),
    ("rater", "item"),
    (Question("rating", "Does the text fit?", "scale", labels=tuple("12345")),),
)
_YES_NO = SheetForm(
    ("rater", "item", "clip", "text", *METAPHOR_CRITERIA),
    ("rater", "item"),
    tuple(Question(name, text, "yes_no") for name, text in METAPHOR_CRITERIA.items()),
)


def write_rating_sheets(
    texts: Sequence[RatedText], folder: Path, *, n_raters: int = 5, n_clips: int = 100, seed: int = 0
) -> list[Path]:
    """Write a sheet for each rater and the key to them, and return the sheets.

    All raters rate the same texts in the same random order, clip by clip.

    Args:
        texts: of all systems; clips that not all systems have texts for are left out.
        folder: where to write: a new or empty folder.
        n_raters: number of sheets; the paper has 5.
        n_clips: clips to draw at random; all if there are fewer.
        seed: of the draw and the order.

    Raises:
        StudyError: when the systems have no clip in common.
        OutputError: when a file is there already, since it may be filled in, the folder holds anything
            else, or a file cannot be written.
    """
    sheets = _new_sheets(folder, n_raters)
    by_clip: dict[str, list[RatedText]] = {}
    for one in texts:
        by_clip.setdefault(one.clip, []).append(one)
    systems, random = {one.system for one in texts}, Random(seed)
    common = [clip for clip, own in by_clip.items() if {one.system for one in own} == systems]
    if not common:
        raise StudyError(
            f"no clip has texts of all systems ({', '.join(sorted(systems))}); give files about the same clips"
        )
    chosen = random.sample(common, min(n_clips, len(common)))
    items = [one for clip in chosen for one in random.sample(by_clip[clip], len(by_clip[clip]))]
    shown = [(n, one.clip, one.caption, one.criterion, one.text, "") for n, one in enumerate(items, 1)]
    key = [(n, one.clip, one.system, one.criterion) for n, one in enumerate(items, 1)]
    _write(sheets, _RATING, [shown] * n_raters)
    write_table(folder / _FILE, (*_KEY, "criterion"), key)
    return sheets


def write_metaphor_sheets(
    captions: Mapping[str, Mapping[str, str]],
    folder: Path,
    *,
    n_raters: int = 3,
    n_clips: int = 100,
    n_shared: int = 25,
    seed: int = 0,
) -> list[Path]:
    """Write a sheet of metaphor captions for each rater and the key to them, and return the sheets.

    A row is a caption. Captions of a clip are adjacent, in random order. The paper has 100 videos and three raters
    with 50 videos each, 25 of them shared by all.

    Args:
        captions: by system, then by clip; clips that not all systems captioned are left out.
        folder: where to write: a new or empty folder.
        n_raters: number of sheets.
        n_clips: clips to draw at random.
        n_shared: how many of these all raters rate; the others are divided equally.
        seed: of the draw and the orders.

    Raises:
        StudyError: when there are fewer clips, or those not shared cannot be divided equally.
        OutputError: as `write_rating_sheets`.
    """
    sheets = _new_sheets(folder, n_raters)
    common = set.intersection(*(set(by_clip) for by_clip in captions.values()))
    assigned = _assigned(sorted(common), n_raters, n_clips, n_shared, seed)
    random = Random(seed)
    drawn = sorted({clip for own in assigned for clip in own})
    systems = {clip: random.sample(sorted(captions), len(captions)) for clip in drawn}
    key = [(n, clip, one) for n, (clip, one) in enumerate(((clip, one) for clip in drawn for one in systems[clip]), 1)]
    numbers = {(clip, one): n for n, clip, one in key}
    blank = [""] * len(METAPHOR_CRITERIA)
    shown = [
        [(numbers[clip, one], clip, captions[one][clip], *blank) for clip in clips for one in systems[clip]]
        for clips in assigned
    ]
    _write(sheets, _YES_NO, shown)
    write_table(folder / _FILE, _KEY, key)
    return sheets


def _assigned(clips: Sequence[str], n_raters: int, n_clips: int, n_shared: int, seed: int) -> list[list[str]]:
    """The clips of each rater in random order: some that all rate, and an equal part of the others."""
    own, rest = divmod(n_clips - n_shared, n_raters)
    if rest or not 0 <= n_shared <= n_clips:
        raise StudyError(
            f"{n_clips} clips of which {n_shared} are shared cannot be divided equally among {n_raters} raters; choose "
            "`n_shared` so that the others can"
        )
    if len(clips) < n_clips:
        raise StudyError(f"{len(clips)} clips have captions of all systems, fewer than {n_clips} (`n_clips`)")
    random = Random(seed)
    drawn = random.sample(clips, n_clips)
    shared, others = drawn[:n_shared], drawn[n_shared:]
    parts = [[*shared, *others[n * own : (n + 1) * own]] for n in range(n_raters)]
    return [random.sample(part, len(part)) for part in parts]


def _new_sheets(folder: Path, n_raters: int) -> list[Path]:
    """The sheets of raters 1 on, in a folder that has neither sheets nor a key yet."""
    sheets = [folder / f"rater-{n}.csv" for n in range(1, n_raters + 1)]
    refuse_filled([folder / _FILE, *sheets])
    claim_folder(folder, _FOLDER, is_older=lambda _: False)
    return sheets


def _write(sheets: Sequence[Path], form: SheetForm, shown: Sequence[Iterable[Sequence[object]]]) -> None:
    for n, (path, rows) in enumerate(zip(sheets, shown, strict=True), 1):
        write_table(path, form.columns, ((n, *row) for row in rows))


def collect_ratings(sheets: Sequence[Path], *, key: Path) -> list[Rating]:
    """Return the ratings of filled sheets, by the key to them; yes is 1 and no is 0. A blank cell is no rating.

    Items are the numbers of texts that were rated from 1 to 5, and the clips of metaphor captions.

    Args:
        sheets: all of `write_rating_sheets`, or all of `write_metaphor_sheets`.
        key: that was written with them.

    Raises:
        RecordError: when a file cannot be read.
        CorpusError: naming file and line, when columns or cells are missing, or a rater rates an item twice.
        StudyError: naming file and line, when a rating is not one of 1 to 5, or neither yes nor no, or an item is not
            in the key or of another clip; or when no cell is filled in.
    """
    of_item = {row.needed("item"): row for row in read_sheet(key, _KEY)}
    form = _YES_NO if all(map(_is_yes_no, sheets)) else _RATING
    ratings = []
    for page in read_pages(sheets, form):
        named = _keyed(page, of_item, Path(key))
        item, of = (page.cells["item"], named.needed("criterion")) if form is _RATING else (page.cells["clip"], None)
        system, rater = named.needed("system"), page.cells["rater"]
        ratings += [Rating(item, rater, float(value), system, of or name) for name, value in page.answers.items()]
    if not ratings:
        raise StudyError("no sheet has a rating; fill in at least one")
    return ratings


def _is_yes_no(sheet: Path) -> bool:
    """Whether a sheet has a column for each criterion of metaphors."""
    return all(set(METAPHOR_CRITERIA) <= row.cells.keys() for row in read_sheet(sheet, ("item",)))


def _keyed(page: SheetPage, of_item: Mapping[str, TableRow], key: Path) -> TableRow:
    """The key's row of a page."""
    item, clip = page.cells["item"], page.cells["clip"]
    found = of_item.get(item)
    if found is None or found.needed("clip") != clip:
        raise StudyError(
            f"{page.where} has item {item!r} of clip {clip!r}, which {str(key)!r} does not have; give the key that was "
            "written with the sheet"
        )
    return found
