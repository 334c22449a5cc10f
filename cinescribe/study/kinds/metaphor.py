"""Annotation of metaphors in videos (*Unveiling the Invisible*, 3.1 and A.1, questions a to h)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any

from cinescribe.corpus.datasets.sidecar_annotations import SIDECAR_FILES, AnnotatedMetaphor
from cinescribe.corpus.metaphors.judgements import MetaphorJudgement, State, says_concepts, version_of
from cinescribe.errors import RecordError, StudyError, brief
from cinescribe.record import Record
from cinescribe.study.kinds.items import StudyItem
from cinescribe.study.kinds.judgement import Decision, Judgement
from cinescribe.study.kinds.questions import Form, Question
from cinescribe.study.kinds.study_kind import ExpertTask, Sources, StudyKind, drawn
from cinescribe.timing import Span

_TASK = {
    "en": "You see a video. You say whether it has a visual metaphor, and describe it.",
    "de": "Sie sehen ein Video. Sie sagen, ob es eine visuelle Metapher enthält, und beschreiben sie.",
}
_PRESENT, _SENTENCE = "present", "caption"  # names of questions
_CONCEPTS = ("primary", "property", "secondary")
_METAPHOR = (*_CONCEPTS, _SENTENCE)
_JUDGEMENTS = "judgements.jsonl"  # every version, as `corpus metaphors` reads them
_SECOND = 1.0  # a single time means the second that begins there


def _after_yes(name: str, text: str, form: Form) -> Question:
    return Question(name, text, form, is_required=False, required_after=_PRESENT)


# A video without a metaphor has no more to answer; one with a metaphor needs b to g.
_QUESTIONS = (
    Question(_PRESENT, "Is there a visual metaphor in the video?", "yes_no"),
    _after_yes("audio", "Does one need the sound to understand it?", "yes_no"),
    _after_yes("time", "When does the video show it, in seconds from the start?", "time"),
    _after_yes("primary", "What is compared? Write 'a drink', not a brand or a name.", "words"),
    _after_yes("secondary", "What is it compared to? Write no brand or name.", "words"),
    _after_yes("property", "Which property do both share? One adjective, if you can.", "words"),
    _after_yes(_SENTENCE, "Write the metaphor in one sentence, with the words that you gave above.", "metaphor"),
    Question("description", "Describe in your own words what the video shows.", "words", is_required=False),
)


def _check_concepts(question: Question, answers: Mapping[str, Any]) -> None:
    """Raise if a sentence says another comparison than the answers beside it; articles and letter case do not matter.

    Raises:
        StudyError: the message is for the rater.
    """
    if question.name != _SENTENCE or not all(isinstance(answers.get(name), str) for name in _METAPHOR):
        return
    primary, property, secondary = (answers[name] for name in _CONCEPTS)
    if not says_concepts(answers[_SENTENCE], primary, property, secondary):
        raise StudyError(
            f"'caption' was answered {brief(answers[_SENTENCE])}; write what you gave above in one sentence, such as: "
            f"{primary} is as {property} as {secondary}"
        )


def _items(sources: Sources, n_items: int | None, random: Random) -> list[StudyItem]:
    clips = sources.clips()
    return [StudyItem(id, clips[id].film, clips[id].span) for id in drawn(list(clips), n_items, random)]


def _faults(sentence: str) -> Sequence[str]:
    from cinescribe.corpus.metaphors.caption_lint import CaptionLint  # noqa: PLC0415  spaCy is slow to import

    return tuple(CaptionLint().faults(sentence))


def _records(judgements: Sequence[Judgement], decisions: Sequence[Decision], n_judges: int) -> dict[str, list[Record]]:
    return {
        SIDECAR_FILES[AnnotatedMetaphor]: _metaphors(judgements, decisions, n_judges=n_judges),
        _JUDGEMENTS: [one for each in judgements for one in _metaphor_versions(each, decisions)],
    }


def _metaphors(judgements: Sequence[Judgement], decisions: Sequence[Decision], *, n_judges: int) -> list[Record]:
    """The metaphors of the clips in which every judge sees one, as in the paper.

    Annotations without one of both concepts, the property and the sentence are left out; where an expert decided
    anything, so are those that were not accepted.
    """
    seen: dict[str, list[bool]] = defaultdict(list)
    for one in judgements:
        if _PRESENT in one.answers:
            seen[one.clip].append(one.answers[_PRESENT])
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


def _metaphor_versions(one: Judgement, decisions: Sequence[Decision]) -> list[MetaphorJudgement]:
    """The versions of an annotation, as `corpus metaphors` keeps them: drafted, decided on, rewritten.

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
    if _PRESENT in one.answers and (not own or (own[-1].remark is not None and own[-1].answers != one.answers)):
        versions += _version(one, one.answers, one.finished or one.begun, versions)
    return versions


def _version(
    one: Judgement, answers: Mapping[str, Any], at: float, before: Sequence[MetaphorJudgement]
) -> list[MetaphorJudgement]:
    is_metaphor = answers[_PRESENT]
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


METAPHOR = StudyKind(
    "metaphor",
    _TASK,
    "none",
    {"vmcd": _QUESTIONS},
    _items,
    check=_check_concepts,
    records=_records,
    written={
        "primary": "the drink",
        "secondary": "a waterfall",
        "property": "fresh",
        _SENTENCE: "The drink is as fresh as a waterfall.",
    },
    expert=ExpertTask(_PRESENT, _SENTENCE, _faults),
    has_screening=True,
)
