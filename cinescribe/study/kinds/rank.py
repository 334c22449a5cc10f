"""Rankings: the texts of all systems in strict order, one criterion a page (*Movie Description*, 5.3)."""

from __future__ import annotations

from random import Random

from cinescribe.errors import StudyError
from cinescribe.study.kinds.items import StudyItem
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.study_kind import Sources, StudyKind, caption_items

_CRITERIA = (
    Question("correctness", "Which text says what is truer of the clip? Leave aside gaps and grammar.", "order"),
    Question("grammar", "Which text reads better? Leave aside whether it fits the clip.", "order"),
    Question("relevance", "Which text names what matters more in the clip?", "order"),
)
_HELPFUL = Question("helpful", "Which text helps a blind person more to follow the film?", "order")


def _items(sources: Sources, n_items: int | None, random: Random) -> list[StudyItem]:
    items = caption_items(sources, n_items, random)
    if len(items[0].texts) < 2:
        raise StudyError("a ranking has one system only; give two or more with `systems`")
    return items


RANK = StudyKind("rank", {"lsmdc": (*_CRITERIA, _HELPFUL), "mpii-md": _CRITERIA}, _items)
