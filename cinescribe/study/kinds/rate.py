"""Ratings from 1 to 5 of what systems infer from clips, two texts a page (*Video2Commonsense*, D, figures 12 and 13).

In completion the caption is shown; in generation the system's own caption is rated too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random

from cinescribe.errors import StudyError
from cinescribe.metrics.human.agreement import deviation, iras, smooth_iras, validity
from cinescribe.metrics.human.deviation_histograms import BIN, sheet_histograms
from cinescribe.metrics.human.inferences import CAPTION, RatedText, read_inferences
from cinescribe.metrics.human.rating_tables import RatingTable
from cinescribe.metrics.human.ratings import Rating, Ratings, RatingSheet
from cinescribe.schema import ASPECTS, Clip
from cinescribe.study.kinds.blind_text import blind_sentence, without_people
from cinescribe.study.kinds.items import StudyItem, StudyText
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.result_tables import PublishedTable, compared_table, system_values
from cinescribe.study.kinds.study_kind import Sources, StudyKind, drawn
from cinescribe.study.kinds.study_ratings import StudyRatings

_TASK = {
    "en": "You see a clip and texts about it. You say how well each of them fits.",
    "de": "Sie sehen einen Ausschnitt und Texte dazu. Sie sagen, wie gut jeder passt.",
}
ON_A_PAGE = 2
_VALID_ABOVE = 3  # of ratings from 1 to 5
_ASPECTS = ("effect", "attribute", "intention", CAPTION)
_LABELS = ("does not fit", "hardly fits", "may fit", "fits", "fits very well")
_COMPLETION = "Does the text plausibly complete what the caption says about the clip?"
_GENERATION = "Does the text fit the clip?"


def _commonsense(measure: str, task: str, rows: Mapping[str, tuple[float | None, ...]]) -> PublishedTable:
    """A half of table 3 or 8 of *Video2Commonsense*, by the columns of table 3."""
    return PublishedTable("Video2Commonsense", f"{measure}, {task}", _ASPECTS, rows)


_VALID, _DEVIATION = "table 3, % valid", "table 8, standard deviation (% of an unstated scale)"
_IRAS, _SMOOTH = "table 8, IRAS in %", "table 8, smooth IRAS in %"
_GOLD = (75.19, 83.03, 80.11, 95.01)
_VALID_COMPLETION = _commonsense(
    _VALID,
    "completion",
    {
        "9Enc9Dec": (44.23, 52.01, 49.72, None),
        "COMET": (54.98, 56.28, 66.32, None),
        "Att-Enc-Dec": (66.09, 52.40, 56.26, None),
        "V2C-Transformer": (66.83, 63.45, 67.37, None),
        "gold": _GOLD,
    },
)
_VALID_GENERATION = _commonsense(
    _VALID,
    "generation",
    {
        "Att-Enc-Dec": (55.93, 74.87, 65.54, 74.67),
        "V2C-Transformer": (62.99, 73.54, 66.74, 73.17),
        "gold": _GOLD,
    },
)
_DEVIATION_COMPLETION = _commonsense(
    _DEVIATION,
    "completion",
    {"Att-Enc-Dec": (19.63, 10.54, 17.99, None), "V2C-Transformer": (18.39, 9.74, 15.02, None)},
)
_DEVIATION_GENERATION = _commonsense(
    _DEVIATION,
    "generation",
    {"Att-Enc-Dec": (18.54, 15.42, 17.60, None), "V2C-Transformer": (17.56, 13.16, 16.27, None)},
)
_IRAS_COMPLETION = _commonsense(
    _IRAS,
    "completion",
    {"Att-Enc-Dec": (58.03, 69.06, 56.02, None), "V2C-Transformer": (56.76, 71.28, 59.80, None)},
)
_IRAS_GENERATION = _commonsense(
    _IRAS,
    "generation",
    {"Att-Enc-Dec": (56.69, 59.80, 57.84, None), "V2C-Transformer": (57.40, 62.25, 58.47, None)},
)
_SMOOTH_IRAS_COMPLETION = _commonsense(_SMOOTH, "completion", {"Att-Enc-Dec": (69.28, 80.24, 69.43, None)})
_SMOOTH_IRAS_GENERATION = _commonsense(_SMOOTH, "generation", {"Att-Enc-Dec": (69.54, 73.51, 70.66, None)})


def _rating(text: str) -> tuple[Question, ...]:
    return (Question("rating", text, "scale", of_each_text=True, labels=_LABELS),)


def _items(sources: Sources, n_items: int | None, random: Random) -> list[StudyItem]:
    clips = sources.clips()
    texts = [text for system, path in sources.systems.items() for text in read_inferences(path, system=system)]
    of_clip: dict[str, list[RatedText]] = {}
    for text in texts:
        of_clip.setdefault(text.clip, []).append(text)
    systems = {text.system for text in texts}
    common = [id for id in of_clip if id in clips and {text.system for text in of_clip[id]} == systems]
    return [
        page
        for id in drawn(common, n_items, random)
        for aspect in ASPECTS
        for page in _pages(clips[id], aspect, of_clip[id], random)
    ]


def _pages(clip: Clip, aspect: str, texts: list[RatedText], random: Random) -> list[StudyItem]:
    """The texts of an aspect, two a page; with each its caption, where the system wrote that."""
    own_captions = {text.system: text for text in texts if text.criterion == CAPTION}
    counts: Counter[str] = Counter()
    entries: list[tuple[StudyText, ...]] = []
    shown: set[str] = set()
    for text in texts:
        if text.criterion != aspect:
            continue
        counts[text.system] += 1
        name = f"{clip.id}/{aspect}/{counts[text.system]}"
        entry = StudyText(text.system, without_people(text.text), name, aspect)
        caption = own_captions.get(text.system)
        if caption is None:
            shown.add(blind_sentence(text.caption))
            entries.append((entry,))
        else:
            entries.append((StudyText(text.system, blind_sentence(caption.text), name, CAPTION), entry))
    if len(shown) > 1:
        raise StudyError(
            f"clip {clip.id!r} has {len(shown)} captions in the systems' files; show all systems the same one"
        )
    random.shuffle(entries)
    caption_shown = next(iter(shown), None)
    return [
        StudyItem(clip.id, clip.film, clip.span, tuple(text for entry in page for text in entry), caption_shown)
        for page in (entries[n : n + ON_A_PAGE] for n in range(0, len(entries), ON_A_PAGE))
    ]


def _tables(found: StudyRatings, protocol: str | None) -> list[RatingTable]:
    is_generation = any(one.criterion == CAPTION for one in found.ratings)
    measures: tuple[tuple[str, PublishedTable, Callable[[Ratings], float]], ...] = (
        (
            "Valid, % of ratings above 3",
            _VALID_GENERATION if is_generation else _VALID_COMPLETION,
            lambda own: 100 * validity(own, above=_VALID_ABOVE).value,
        ),
        (
            "Standard deviation, points of the scale",
            _DEVIATION_GENERATION if is_generation else _DEVIATION_COMPLETION,
            lambda own: deviation(own).value,
        ),
        (
            "IRAS, %",
            _IRAS_GENERATION if is_generation else _IRAS_COMPLETION,
            lambda own: 100 * iras(own).value,
        ),
        (
            "Smooth IRAS, %",
            _SMOOTH_IRAS_GENERATION if is_generation else _SMOOTH_IRAS_COMPLETION,
            lambda own: 100 * smooth_iras(own).value,
        ),
    )
    tables = [compared_table(title, paper, system_values(found, measure)) for title, paper, measure in measures]
    return [*tables, *_histograms(found.ratings)]


def _histograms(ratings: Sequence[Rating]) -> list[RatingTable]:
    """Figures 14 to 18 of *Video2Commonsense* as a table, which have no numbers in print."""
    histograms = sheet_histograms(RatingSheet(tuple(ratings), is_ranking=False))
    if not histograms:
        return []
    starts = tuple(f"{number * BIN:g}" for number in range(len(histograms[0].shares)))
    rows = tuple((f"{one.system}, {one.criterion}", tuple(100 * share for share in one.shares)) for one in histograms)
    title = f"Texts by standard deviation of their ratings, from so many points for {BIN:g}, %"
    return [RatingTable(f"{title} (Video2Commonsense, figures 14 to 18, which have no numbers)", ("", *starts), rows)]


RATE = StudyKind(
    "rate",
    _TASK,
    "what a system infers",
    {"completion": _rating(_COMPLETION), "generation": _rating(_GENERATION)},
    _items,
    _tables,
)
