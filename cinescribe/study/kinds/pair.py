"""Forced choice between two texts (*Movie Description*, 5.1, table 5)."""

from __future__ import annotations

from pathlib import Path
from random import Random

from cinescribe.corpus.statistics.pair_study import PAIRS, AskedPair, read_study_pairs
from cinescribe.errors import StudyError
from cinescribe.study.kinds.items import StudyItem, StudyText
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.study_kind import Sources, StudyKind, caption_items, drawn

_QUESTIONS = (
    Question("correctness", "Which text says what is truer of the clip?", "choice"),
    Question("relevance", "Which text names what matters more in the clip?", "choice"),
)


def _items(sources: Sources, n_items: int | None, random: Random) -> list[StudyItem]:
    if not sources.systems and (sources.corpus / PAIRS).is_file():
        return _pair_items(sources.corpus, n_items, random)
    items = caption_items(sources, n_items, random)
    if len(items[0].texts) != 2:
        raise StudyError(f"a choice has {len(items[0].texts)} systems; give two with `systems`")
    return items


def _pair_items(folder: Path, n_items: int | None, random: Random) -> list[StudyItem]:
    """Items of the pairs that `corpus stats` wrote, each pair with the spans of both its sentences."""
    pairs: dict[str, list[AskedPair]] = {}
    for one in read_study_pairs(folder):
        pairs.setdefault(one.pair, []).append(one)
    return [
        StudyItem(
            f"{one.film}/{one.pair}/{one.shown}",
            one.film,
            one.span,
            tuple(StudyText(origin, text, f"{one.pair}/{one.shown}") for origin, text in sorted(one.texts.items())),
        )
        for pair in drawn(list(pairs), n_items, random)
        for one in pairs[pair]
    ]


PAIR = StudyKind("pair", {"mpii-md": _QUESTIONS}, _items)
