"""What raters wrote: commonsense in `choose`, metaphors in `metaphor`, in the records that corpora have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from cinescribe.corpus.commonsense.sentence_sheets import CommonsenseSentences
from cinescribe.corpus.commonsense.sheets import distinct
from cinescribe.corpus.datasets.sidecar_annotations import CLEAN, COMMONSENSE, FILES, AnnotatedMetaphor, Commonsense
from cinescribe.record import Record
from cinescribe.schema import ASPECTS
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.kinds.choose import SENTENCE
from cinescribe.study.results.judgements import Judgement

_METAPHOR = ("primary", "property", "secondary", "caption")


def written_records(design: StudyDesign, judgements: Sequence[Judgement]) -> dict[str, list[Record]]:
    """Return the records of each JSONL file to write; none for kinds in which raters write nothing."""
    if design.kind == "choose":
        return {COMMONSENSE: chosen_phrases(judgements), CLEAN: clean_sentences(judgements)}
    if design.kind == "metaphor":
        return {FILES[AnnotatedMetaphor]: metaphors(judgements, n_judges=design.n_judges)}
    return {}


def chosen_phrases(judgements: Sequence[Judgement]) -> list[Record]:
    """Return V2C-Raw: for each caption the phrases that any rater ticked, changed or wrote."""
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


def clean_sentences(judgements: Sequence[Judgement]) -> list[Record]:
    """Return V2C-Clean: for each clip and aspect a sentence, that of the first rater who wrote one."""
    found: dict[str, dict[str, str]] = {}
    for one in judgements:
        for aspect in ASPECTS:
            sentence = one.answers.get(f"{aspect}{SENTENCE}")
            if sentence is not None:
                found.setdefault(one.clip, {}).setdefault(aspect, sentence)
    return [CommonsenseSentences(clip, **by_aspect) for clip, by_aspect in found.items()]


def metaphors(judgements: Sequence[Judgement], *, n_judges: int) -> list[Record]:
    """Return the metaphors of the clips in which every judge sees one, as in the paper.

    Annotations without one of both concepts, the property and the sentence are left out.
    """
    seen: dict[str, list[bool]] = defaultdict(list)
    for one in judgements:
        if "present" in one.answers:
            seen[one.clip].append(one.answers["present"])
    return [
        AnnotatedMetaphor(
            one.clip,
            one.answers["primary"],
            one.answers["property"],
            one.answers["secondary"],
            one.answers["caption"],
            description=one.answers.get("description"),
            time=None if "time" not in one.answers else f"{one.answers['time']:g}",
            audio=one.answers.get("audio"),
            by=one.rater,
        )
        for one in judgements
        if len(seen[one.clip]) >= n_judges and all(seen[one.clip]) and all(name in one.answers for name in _METAPHOR)
    ]
