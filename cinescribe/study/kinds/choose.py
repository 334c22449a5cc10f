"""Choice of phrases that a caption implies, and a full sentence for each aspect (*Video2Commonsense*, 3.2 and A.3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random

from cinescribe.corpus.commonsense.caption_candidates import CaptionCandidates
from cinescribe.corpus.commonsense.commonsense_sentences import CommonsenseSentences
from cinescribe.corpus.commonsense.sheets import distinct
from cinescribe.corpus.datasets.sidecar_annotations import CLEAN, COMMONSENSE, Commonsense
from cinescribe.metrics.human.rating_tables import RatingTable
from cinescribe.output_folder import first_line_holds_keys
from cinescribe.record import Record
from cinescribe.schema import ASPECTS
from cinescribe.store import read_records
from cinescribe.study.kinds.items import StudyItem, StudyText
from cinescribe.study.kinds.judgement import Decision, Judgement
from cinescribe.study.kinds.questions import Question
from cinescribe.study.kinds.result_tables import compared_table, kappa_table, mean_percent
from cinescribe.study.kinds.study_kind import Sources, StudyKind, drawn
from cinescribe.study.kinds.study_ratings import StudyRatings

_TASK = {
    "en": "You see a clip and phrases. You choose the phrases that fit, change them, and add your own.",
    "de": "Sie sehen einen Ausschnitt und Wendungen. Sie wählen die passenden aus, ändern sie und fügen eigene hinzu.",
}
_SENTENCE = "-sentence"  # ends the name of the question for an aspect's sentence
_ASKED = {
    "intention": "What may the person want? Tick the phrases that fit, and add or change what is missing.",
    "effect": "What may follow for the person? Tick the phrases that fit, and add or change what is missing.",
    "attribute": "What may the person be like? Tick the phrases that fit, and add or change what is missing.",
}
_PHRASES = tuple(Question(aspect, _ASKED[aspect], "phrases") for aspect in ASPECTS)
_SENTENCES = tuple(
    Question(
        f"{aspect}{_SENTENCE}", f"Write the person's {aspect} as one full sentence.", "sentence", is_required=False
    )
    for aspect in ASPECTS
)


def _items(sources: Sources, n_items: int | None, random: Random) -> list[StudyItem]:
    clips = sources.clips()
    of_clip: dict[str, list[tuple[str, Commonsense]]] = {}
    for system, path in sources.systems.items():
        for one in _offered(path):
            if one.clip in clips:
                of_clip.setdefault(one.clip, []).append((system, one))
    return [
        StudyItem(id, clips[id].film, clips[id].span, _texts(system, one), caption=one.caption)
        for id in drawn(list(of_clip), n_items, random)
        for system, one in of_clip[id]
    ]


def _offered(path: Path) -> list[Commonsense]:
    """The phrases to choose from: candidates of `corpus commonsense`, or the phrases of captions, to review them."""
    if not first_line_holds_keys(path, "event"):
        return read_records(path, Commonsense)
    return [
        Commonsense(one.clip, one.caption, *(tuple(each.text for each in getattr(one, aspect)) for aspect in ASPECTS))
        for one in read_records(path, CaptionCandidates)
    ]


def _texts(system: str, one: Commonsense) -> tuple[StudyText, ...]:
    return tuple(
        StudyText(system, phrase, f"{one.clip}/{one.caption}/{phrase}", aspect)
        for aspect, phrases in one.phrases.items()
        for phrase in distinct(phrases)
    )


def _tables(found: StudyRatings, protocol: str | None) -> list[RatingTable]:
    table = compared_table("Ticked or changed, % of offered phrases", None, mean_percent(found))
    return [table, kappa_table(found.ratings)]


def _records(judgements: Sequence[Judgement], decisions: Sequence[Decision], n_judges: int) -> dict[str, list[Record]]:
    return {COMMONSENSE: _chosen_phrases(judgements), CLEAN: _clean_sentences(judgements)}


def _chosen_phrases(judgements: Sequence[Judgement]) -> list[Record]:
    """V2C-Raw: for each caption the phrases that any rater ticked, changed or wrote."""
    chosen: dict[tuple[str, str], dict[str, list[str]]] = {}
    for one in judgements:
        of_caption = chosen.setdefault((one.clip, one.caption or ""), defaultdict(list))
        for aspect in ASPECTS:
            if aspect in one.answers:
                answer = one.answers[aspect]
                edited = {int(position): text for position, text in answer["edited"].items()}
                ticked = [one.texts[one.shown[n][0]].text for n in answer["ticked"] if n not in edited]
                of_caption[aspect] += [*ticked, *edited.values(), *answer["own"]]
    return [
        Commonsense(*key, *(distinct(phrases[aspect]) for aspect in ASPECTS))
        for key, phrases in chosen.items()
        if any(phrases.values())
    ]


def _clean_sentences(judgements: Sequence[Judgement]) -> list[Record]:
    """V2C-Clean: for each clip and aspect a sentence, that of the first rater who wrote one."""
    found: dict[str, dict[str, str]] = {}
    for one in judgements:
        for aspect in ASPECTS:
            sentence = one.answers.get(f"{aspect}{_SENTENCE}")
            if sentence is not None:
                found.setdefault(one.clip, {}).setdefault(aspect, sentence)
    return [CommonsenseSentences(clip, **by_aspect) for clip, by_aspect in found.items()]


CHOOSE = StudyKind(
    "choose",
    _TASK,
    "candidate phrases",
    {"v2c": (*_PHRASES, *_SENTENCES), "v2c-raw": _PHRASES},
    _items,
    _tables,
    records=_records,
)
