"""Annotation of metaphors in videos (*Unveiling the Invisible*, 3.1 and A.1, questions a to h)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any

from cinescribe.corpus.datasets.sidecar_annotations import SIDECAR_FILES, AnnotatedMetaphor
from cinescribe.corpus.metaphors.judgements import MetaphorJudgement, State, says_concepts, version_of
from cinescribe.errors import RecordError, StudyError, brief
from cinescribe.metrics.metaphors.typed_times import spans_of
from cinescribe.record import Record
from cinescribe.study.kinds.items import StudyItem
from cinescribe.study.kinds.judgement import Decision, Judgement
from cinescribe.study.kinds.questions import Form, Question
from cinescribe.study.kinds.study_kind import ExpertTask, ScreeningTask, Sources, StudyKind, drawn
from cinescribe.timing import Seconds, Span

_TASK = {
    "en": "You see a video. You say whether it has a visual metaphor, and describe it.",
    "de": "Sie sehen ein Video. Sie sagen, ob es eine visuelle Metapher enthält, und beschreiben sie.",
}
_SCREENING = ScreeningTask(
    explanation={
        "en": "A visual metaphor shows in pictures that one thing is like another of a different kind. For example, a "
        "car drives beside a cheetah and overtakes it: the car is as fast as a cheetah. A car that drives along a "
        "road, while a voice names its price, is not a metaphor.",
        "de": "Eine visuelle Metapher sagt mit Bildern, dass eine Sache wie eine andere von anderer Art ist. Zum "
        "Beispiel fährt ein Auto neben einem Geparden und überholt ihn: Das Auto ist so schnell wie ein Gepard. Ein "
        "Auto, das eine Straße entlangfährt, während eine Stimme seinen Preis nennt, ist keine Metapher.",
    },
    question={
        "en": "Is there a visual metaphor in the video?",
        "de": "Enthält das Video eine visuelle Metapher?",
    },
)
_PRESENT, _TIME, _SENTENCE = "present", "time", "caption"  # names of questions
_CONCEPTS = ("primary", "property", "secondary")
_METAPHOR = (*_CONCEPTS, _SENTENCE)
_JUDGEMENTS = "judgements.jsonl"  # every version, as `corpus metaphors` reads them
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")


def _after_yes(name: str, text: str, form: Form) -> Question:
    return Question(name, text, form, is_required=False, required_after=_PRESENT)


# A video without a metaphor has no more to answer; one with a metaphor needs b to g.
_QUESTIONS = (
    Question(_PRESENT, _SCREENING.question["en"], "yes_no"),
    _after_yes("audio", "Does one need the sound to understand it?", "yes_no"),
    _after_yes(
        _TIME, "When does the video show it? Write times such as 12.5, 0:12-0:20; 0:31-0:35 or whole video.", "words"
    ),
    _after_yes("primary", "What is compared? Write 'a drink', not a brand or a name.", "words"),
    _after_yes("secondary", "What is it compared to? Write no brand or name.", "words"),
    _after_yes("property", "Which property do both share? One adjective, if you can.", "words"),
    _after_yes(_SENTENCE, "Write the metaphor in one sentence, with the words that you gave above.", "metaphor"),
    Question("description", "Describe in your own words what the video shows.", "words", is_required=False),
)


def _check(question: Question, answers: Mapping[str, Any], duration: Seconds | None) -> None:
    """Raise if times cannot be read, or a sentence says another comparison than the answers beside it.

    Raises:
        StudyError: the message is for the rater.
    """
    if (question.name, question.form) == (_TIME, "words") and not _times(answers[_TIME], duration)[1]:
        within = "" if duration is None else f" in the {duration:.2f} s of the video"
        raise StudyError(
            f"'time' was answered {brief(answers[_TIME])}; write times{within}, such as 12.5, 0:12-0:20 or whole video"
        )
    if question.name == _SENTENCE and all(isinstance(answers.get(name), str) for name in _METAPHOR):
        _check_concepts(answers)


def _check_concepts(answers: Mapping[str, str]) -> None:
    """Raise if the sentence says another comparison; articles and letter case do not matter."""
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
            time=_times(one.answers.get(_TIME), one.duration)[0],
            audio=one.answers.get("audio"),
            by=one.rater,
            spans=_times(one.answers.get(_TIME), one.duration)[1],
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
    time, spans = _times(answers.get(_TIME) if is_metaphor else None, one.duration)
    try:
        return [
            MetaphorJudgement(
                one.clip,
                one.rater,
                _utc(at),
                is_metaphor,
                1 if last is None else last.round + 1,
                audio=answers.get("audio"),
                spans=spans,
                time=time,
                **{name: answers.get(name) if is_metaphor else None for name in (*_METAPHOR, "description")},
                state="drafted" if last is None else "rewritten",
                replaces=None if last is None else version_of(last),
            )
        ]
    except RecordError:
        return []


def _times(answer: str | float | None, duration: Seconds | None) -> tuple[str | None, tuple[Span, ...]]:
    """The times of an answer as typed, with decimal points, and their spans; () where they cannot be read.

    Earlier studies have one number: the second that begins there.
    """
    if not isinstance(answer, str):
        return (None, ()) if answer is None else _times(f"{answer:g}", None)
    # Germans write 12.5 as 12,5, which would be read as two times.
    for typed in (_DECIMAL_COMMA.sub(".", answer), answer):
        try:
            return typed, spans_of(typed, duration=duration)
        except RecordError:
            continue
    return answer, ()


def _utc(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


METAPHOR = StudyKind(
    "metaphor",
    _TASK,
    "none",
    {"vmcd": _QUESTIONS},
    _items,
    check=_check,
    records=_records,
    written={
        _TIME: "0",
        "primary": "the drink",
        "secondary": "a waterfall",
        "property": "fresh",
        _SENTENCE: "The drink is as fresh as a waterfall.",
    },
    expert=ExpertTask(_PRESENT, _SENTENCE, _faults),
    screening=_SCREENING,
)
