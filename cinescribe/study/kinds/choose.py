"""Choice of phrases that a caption implies, and a full sentence for each aspect (*Video2Commonsense*, 3.2 and A.3)."""

from __future__ import annotations

from random import Random

from cinescribe.corpus.commonsense.caption_candidates import CaptionCandidates
from cinescribe.corpus.commonsense.sheets import distinct
from cinescribe.schema import ASPECTS
from cinescribe.store import read_records
from cinescribe.study.kinds.items import StudyItem, StudyText
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.study_kind import Sources, StudyKind, drawn

SENTENCE = "-sentence"  # ends the name of the question for an aspect's sentence
_ASKED = {
    "intention": "What may the person want? Tick the phrases that fit, and add or change what is missing.",
    "effect": "What may follow for the person? Tick the phrases that fit, and add or change what is missing.",
    "attribute": "What may the person be like? Tick the phrases that fit, and add or change what is missing.",
}
_PHRASES = tuple(Question(aspect, _ASKED[aspect], "phrases") for aspect in ASPECTS)
_SENTENCES = tuple(
    Question(f"{aspect}{SENTENCE}", f"Write the person's {aspect} as one full sentence.", "sentence", is_required=False)
    for aspect in ASPECTS
)


def _items(sources: Sources, n_items: int | None, random: Random) -> list[StudyItem]:
    clips = sources.clips()
    of_clip: dict[str, list[tuple[str, CaptionCandidates]]] = {}
    for system, path in sources.systems.items():
        for one in read_records(path, CaptionCandidates):
            if one.clip in clips:
                of_clip.setdefault(one.clip, []).append((system, one))
    return [
        StudyItem(id, clips[id].film, clips[id].span, _texts(system, one), caption=one.caption)
        for id in drawn(list(of_clip), n_items, random)
        for system, one in of_clip[id]
    ]


def _texts(system: str, one: CaptionCandidates) -> tuple[StudyText, ...]:
    return tuple(
        StudyText(system, phrase, f"{one.clip}/{one.caption}/{phrase}", aspect)
        for aspect in ASPECTS
        for phrase in distinct(candidate.text for candidate in getattr(one, aspect))
    )


CHOOSE = StudyKind("choose", {"v2c": (*_PHRASES, *_SENTENCES), "v2c-raw": _PHRASES}, _items)
