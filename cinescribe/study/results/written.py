"""What raters wrote: commonsense in `choose`, metaphors in `metaphor`, in the records that corpora have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from cinescribe.corpus.commonsense.commonsense_sentences import CommonsenseSentences
from cinescribe.corpus.commonsense.sheets import distinct
from cinescribe.corpus.datasets.sidecar_annotations import (
    CLEAN,
    COMMONSENSE,
    SIDECAR_FILES,
    AnnotatedMetaphor,
    Commonsense,
)
from cinescribe.corpus.metaphors.judgements import MetaphorJudgement, State, version_of
from cinescribe.errors import RecordError
from cinescribe.record import Record
from cinescribe.schema import ASPECTS
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.kinds.choose import SENTENCE
from cinescribe.study.results.judgements import Judgement
from cinescribe.study.validation.decisions import Decision
from cinescribe.timing import Span

JUDGEMENTS = "judgements.jsonl"  # every version, as `corpus metaphors` reads them
_SECOND = 1.0  # a single time means the second that begins there
_METAPHOR = ("primary", "property", "secondary", "caption")


def written_records(
    design: StudyDesign, judgements: Sequence[Judgement], decisions: Sequence[Decision] = ()
) -> dict[str, list[Record]]:
    """Return the records of each JSONL file to write; none for kinds in which raters write nothing.

    Args:
        design: of the study.
        judgements: of all raters; pages that test them are left out.
        decisions: of experts.
    """
    judgements = [one for one in judgements if not one.is_check]
    if design.kind == "choose":
        return {COMMONSENSE: chosen_phrases(judgements), CLEAN: clean_sentences(judgements)}
    if design.kind == "metaphor":
        return {
            SIDECAR_FILES[AnnotatedMetaphor]: metaphors(judgements, decisions, n_judges=design.n_judges),
            JUDGEMENTS: [one for each in judgements for one in metaphor_versions(each, decisions)],
        }
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


def metaphors(judgements: Sequence[Judgement], decisions: Sequence[Decision] = (), *, n_judges: int) -> list[Record]:
    """Return the metaphors of the clips in which every judge sees one, as in the paper.

    Annotations without one of both concepts, the property and the sentence are left out; where an expert decided
    anything, so are those that were not accepted.
    """
    seen: dict[str, list[bool]] = defaultdict(list)
    for one in judgements:
        if "present" in one.answers:
            seen[one.clip].append(one.answers["present"])
    accepted = {(one.item, one.rater) for one in decisions if one.remark is None}
    return [
        AnnotatedMetaphor(
            one.clip,
            one.answers["primary"],
            one.answers["property"],
            one.answers["secondary"],
            one.answers["caption"],
            description=one.answers.get("description"),
            time=_time(one.answers),
            audio=one.answers.get("audio"),
            by=one.rater,
            spans=_spans(_time(one.answers)),
        )
        for one in judgements
        if len(seen[one.clip]) >= n_judges
        and all(seen[one.clip])
        and all(name in one.answers for name in _METAPHOR)
        and (not decisions or (one.item, one.rater) in accepted)
    ]


def metaphor_versions(one: Judgement, decisions: Sequence[Decision]) -> list[MetaphorJudgement]:
    """Return the versions of an annotation, as `corpus metaphors` keeps them: drafted, decided on, rewritten.

    An annotation that lacks an answer, or whose sentence does not have its concepts, gives none: those commands refuse
    it.
    """
    own = [each for each in decisions if (each.item, each.rater) == (one.item, one.rater)]
    versions: list[MetaphorJudgement] = []
    for each in own:
        versions += _version(one, each.answers, each.at, versions)
        state: State = "accepted" if each.remark is None else "returned"
        versions += [
            last.replace(at=_utc(each.at), state=state, remark=each.remark, replaces=version_of(last))
            for last in versions[-1:]
        ]
    if "present" in one.answers and (not own or (own[-1].remark is not None and own[-1].answers != one.answers)):
        versions += _version(one, one.answers, one.finished or one.begun, versions)
    return versions


def _version(
    one: Judgement, answers: Mapping[str, Any], at: float, before: Sequence[MetaphorJudgement]
) -> list[MetaphorJudgement]:
    is_metaphor = answers["present"]
    last = before[-1] if before else None
    time = _time(answers) if is_metaphor else None
    try:
        return [
            MetaphorJudgement(
                one.clip,
                one.rater,
                _utc(at),
                is_metaphor,
                1 if last is None else last.round + 1,
                audio=answers.get("audio"),
                spans=_spans(time),
                time=time,
                **{name: answers.get(name) if is_metaphor else None for name in (*_METAPHOR, "description")},
                state="drafted" if last is None else "rewritten",
                replaces=None if last is None else version_of(last),
            )
        ]
    except RecordError:
        return []


def _time(answers: Mapping[str, Any]) -> str | None:
    return None if "time" not in answers else f"{answers['time']:g}"


def _spans(time: str | None) -> tuple[Span, ...]:
    return () if time is None else (Span(float(time), float(time) + _SECOND),)


def _utc(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
