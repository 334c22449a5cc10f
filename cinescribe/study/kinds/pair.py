"""Forced choice between two texts (*Movie Description*, 5.1, table 5)."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from random import Random

import numpy as np

from cinescribe.errors import StudyError
from cinescribe.metrics.human.rating_tables import RatingTable
from cinescribe.study.kinds.blind_text import blind_sentence
from cinescribe.study.kinds.items import StudyItem, StudyText
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.result_tables import PublishedTable, compared_table
from cinescribe.study.kinds.study_kind import Sources, StudyKind, caption_items, drawn
from cinescribe.study.kinds.study_ratings import StudyRatings

_TASK = {
    "en": "You see a clip and two texts about it. You choose one of the two.",
    "de": "Sie sehen einen Ausschnitt und zwei Texte dazu. Sie wählen einen der beiden.",
}
_QUESTIONS = (
    Question("correctness", "Which text says what is truer of the clip?", "choice"),
    Question("relevance", "Which text names what matters more in the clip?", "choice"),
)

_CHOICES = PublishedTable(
    "Movie Description",
    "table 5, % of pairs by majority",
    ("correctness", "relevance"),
    {"script": (33.9, 33.4), "description": (66.1, 66.6)},
)
_CHOICES_CLEAR = PublishedTable(
    "Movie Description",
    "table 5, % of pairs on which 4 of 5 judges agree",
    ("correctness", "relevance"),
    {"script": (11.2, 16.8), "description": (35.7, 44.9)},
)
_CLEAR = 0.8  # of judges: 4 of 5


def _items(sources: Sources, n_items: int | None, random: Random) -> list[StudyItem]:
    from cinescribe.corpus.statistics.pair_study import PAIRS  # noqa: PLC0415  slow: it loads METEOR

    if not sources.systems and (sources.corpus / PAIRS).is_file():
        return _pair_items(sources.corpus, n_items, random)
    items = caption_items(sources, n_items, random)
    if len(items[0].texts) != 2:
        raise StudyError(f"a choice has {len(items[0].texts)} systems; give two with `systems`")
    return items


def _pair_items(folder: Path, n_items: int | None, random: Random) -> list[StudyItem]:
    """Items of the pairs that `corpus stats` wrote, each pair with the spans of both its sentences."""
    from cinescribe.corpus.statistics.pair_study import AskedPair, read_study_pairs  # noqa: PLC0415  as above

    pairs: dict[str, list[AskedPair]] = {}
    for one in read_study_pairs(folder):
        pairs.setdefault(one.pair, []).append(one)
    return [
        StudyItem(
            f"{one.film}/{one.pair}/{one.shown}",
            one.film,
            one.span,
            tuple(
                StudyText(origin, blind_sentence(text), f"{one.pair}/{one.shown}")
                for origin, text in sorted(one.texts.items())
            ),
        )
        for pair in drawn(list(pairs), n_items, random)
        for one in pairs[pair]
    ]


def _tables(found: StudyRatings, protocol: str | None) -> list[RatingTable]:
    n_of: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for one in found.ratings:
        n_of[one.item, one.criterion or ""] += one.value == 1
        first[one.item, one.criterion or ""][one.system or ""] += one.value == 1
    systems = sorted({one.system or "all" for one in found.ratings})
    majority, clear = {}, {}
    for criterion in sorted({one.criterion or "" for one in found.ratings}):
        asked = [key for key in first if key[1] == criterion and n_of[key]]
        for system in systems:
            shares = np.array([first[key][system] / n_of[key] for key in asked])
            majority[system, criterion] = 100 * float(np.mean(shares > 0.5))
            clear[system, criterion] = 100 * float(np.mean(shares >= _CLEAR - 1e-9))
    return [
        compared_table("Chosen by the majority, % of pairs", _CHOICES, majority),
        compared_table("Chosen by 80 % of judges or more, % of pairs", _CHOICES_CLEAR, clear),
    ]


PAIR = StudyKind(
    "pair",
    _TASK,
    "captions; or none, and CORPUS is the folder of corpus stats",
    {"mpii-md": _QUESTIONS},
    _items,
    _tables,
)
