"""Annotation of metaphors in videos (*Unveiling the Invisible*, 3.1 and A.1, questions a to h)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from cinescribe.corpus.metaphors.judgements import says_concepts
from cinescribe.errors import StudyError, brief
from cinescribe.study.kinds.items import StudyItem
from cinescribe.study.kinds.questions import Form, Question
from cinescribe.study.kinds.study_kind import Sources, StudyKind, drawn

PRESENT = "present"
_CONCEPTS = ("primary", "property", "secondary")


def _after_yes(name: str, text: str, form: Form) -> Question:
    return Question(name, text, form, is_required=False, required_after=PRESENT)


# A video without a metaphor has no more to answer; one with a metaphor needs b to g.
_QUESTIONS = (
    Question(PRESENT, "Is there a visual metaphor in the video?", "yes_no"),
    _after_yes("audio", "Does one need the sound to understand it?", "yes_no"),
    _after_yes("time", "When does the video show it, in seconds from the start?", "time"),
    _after_yes("primary", "What is compared? Write 'a drink', not a brand or a name.", "words"),
    _after_yes("secondary", "What is it compared to? Write no brand or name.", "words"),
    _after_yes("property", "Which property do both share? One adjective, if you can.", "words"),
    _after_yes("caption", "Write the metaphor in one sentence, with the words that you gave above.", "metaphor"),
    Question("description", "Describe in your own words what the video shows.", "words", is_required=False),
)


def check_concepts(answers: Mapping[str, Any]) -> None:
    """Raise if a sentence says another comparison than the answers beside it; articles and letter case do not matter.

    Raises:
        StudyError: the message is for the rater.
    """
    if not all(isinstance(answers.get(name), str) for name in (*_CONCEPTS, "caption")):
        return
    primary, property, secondary = (answers[name] for name in _CONCEPTS)
    if not says_concepts(answers["caption"], primary, property, secondary):
        raise StudyError(
            f"'caption' was answered {brief(answers['caption'])}; write what you gave above in one sentence, such as: "
            f"{primary} is as {property} as {secondary}"
        )


def _items(sources: Sources, n_items: int | None, random: Random) -> list[StudyItem]:
    clips = sources.clips()
    return [StudyItem(id, clips[id].film, clips[id].span) for id in drawn(list(clips), n_items, random)]


METAPHOR = StudyKind("metaphor", {"vmcd": _QUESTIONS}, _items)
