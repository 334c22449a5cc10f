"""Annotation of metaphors in videos (*Unveiling the Invisible*, 3.1 and A.1, questions a to h)."""

from __future__ import annotations

from random import Random

from cinescribe.study.kinds.items import StudyItem
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.study_kind import Sources, StudyKind, drawn

# Only the first is required: a video without a metaphor has no more to answer.
_QUESTIONS = (
    Question("present", "Is there a visual metaphor in the video?", "yes_no"),
    Question("audio", "Does one need the sound to understand it?", "yes_no", is_required=False),
    Question("time", "When does the video show it, in seconds from the start?", "time", is_required=False),
    Question("primary", "What is compared? Write 'a drink', not a brand or a name.", "words", is_required=False),
    Question("secondary", "What is it compared to? Write no brand or name.", "words", is_required=False),
    Question("property", "Which property do both share?", "words", is_required=False),
    Question("caption", "Write the metaphor in one sentence: X is as Y as Z.", "metaphor", is_required=False),
    Question("description", "Describe in your own words what the video shows.", "words", is_required=False),
)


def _items(sources: Sources, n_items: int | None, random: Random) -> list[StudyItem]:
    clips = sources.clips()
    return [StudyItem(id, clips[id].film, clips[id].span) for id in drawn(list(clips), n_items, random)]


METAPHOR = StudyKind("metaphor", {"vmcd": _QUESTIONS}, _items)
