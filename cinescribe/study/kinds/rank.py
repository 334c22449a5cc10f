"""Rankings: the texts of all systems in strict order, one criterion a page (*Movie Description*, 5.3)."""

from __future__ import annotations

from random import Random

from cinescribe.errors import StudyError
from cinescribe.metrics.human.agreement import mean_rating
from cinescribe.metrics.human.rating_tables import RatingTable
from cinescribe.study.kinds.items import StudyItem
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.result_tables import PublishedTable, compared_table, system_values
from cinescribe.study.kinds.study_kind import Sources, StudyKind, caption_items
from cinescribe.study.kinds.study_ratings import StudyRatings

_TASK = {
    "en": "You see a clip and several texts about it. You put the texts in order, the best one first.",
    "de": "Sie sehen einen Ausschnitt und mehrere Texte dazu. Sie bringen die Texte in eine Reihenfolge, "
    "den besten zuerst.",
}
_CRITERIA = (
    Question("correctness", "Which text says what is truer of the clip? Leave aside gaps and grammar.", "order"),
    Question("grammar", "Which text reads better? Leave aside whether it fits the clip.", "order"),
    Question("relevance", "Which text names what matters more in the clip?", "order"),
)
_HELPFUL = Question("helpful", "Which text helps a blind person more to follow the film?", "order")

_MEAN_RANKS_MPII = PublishedTable(
    "Movie Description",
    "table 10, mean rank",
    ("correctness", "grammar", "relevance"),
    {"SMT-Best": (2.11, 2.39, 2.08), "S2VT": (2.02, 1.67, 2.06), "Visual-Labels": (1.87, 1.94, 1.86)},
)
MEAN_RANKS_LSMDC = PublishedTable(
    "Movie Description",
    "table 13, mean rank",
    ("correctness", "grammar", "relevance", "helpful"),
    {
        "Visual-Labels": (3.32, 3.37, 3.32, 3.26),
        "S2VT": (3.55, 3.09, 3.53, 3.42),
        "Frame-Video-Concept Fusion": (3.10, 2.70, 3.29, 3.29),
        "Temporal Attention": (3.14, 2.71, 3.31, 3.36),
        "reference": (1.88, 3.13, 1.56, 1.57),
    },
)


def _items(sources: Sources, n_items: int | None, random: Random) -> list[StudyItem]:
    items = caption_items(sources, n_items, random)
    if len(items[0].texts) < 2:
        raise StudyError("a ranking has one system only; give two or more with `systems`")
    return items


def _tables(found: StudyRatings, protocol: str | None) -> list[RatingTable]:
    paper = _MEAN_RANKS_MPII if protocol == "mpii-md" else MEAN_RANKS_LSMDC
    return [compared_table("Mean rank", paper, system_values(found, lambda own: mean_rating(own).value))]


RANK = StudyKind("rank", _TASK, "captions", {"lsmdc": (*_CRITERIA, _HELPFUL), "mpii-md": _CRITERIA}, _items, _tables)
