"""Checks of readings: the claim plain, denied and swapped with its alternative, each in another list; its evidence.

Two further questions show whether the model looks: the claim with frames of another moment, and an effect with frames
only of the shots that follow. Statements are asked as those of narration are, with a square drawn into the frames.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from cinescribe.generate.narration.checks import check_request, read_check
from cinescribe.generate.narration.controls import MARKS, Check, Square
from cinescribe.generate.narration.language.statement_words import EnglishWords
from cinescribe.generate.narration.marked_frames import Legend
from cinescribe.generate.narration.moments import Moment, SeenFrame
from cinescribe.generate.narration.reliability import Statement, Verdict
from cinescribe.generate.readings.reading import Answers, Reading
from cinescribe.generate.readings.reading_requests import Case
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest

Form: TypeAlias = Literal["plain", "denied", "swapped"]
_Purpose: TypeAlias = Literal["forms", "blind", "follows"]
_FORMS: tuple[Form, ...] = ("plain", "denied", "swapped")
_N_BLIND = 6  # frames of another moment: they show something else, and need not show all of it


@dataclass(frozen=True)
class ReadingCheck:
    """One request about the readings of a case.

    Args:
        purpose: which question it is.
        check: the statements.
        request: as it is sent.
    """

    purpose: _Purpose
    check: Check
    request: ChatRequest


@dataclass(frozen=True)
class Shown:
    """Frames of a moment that a check shows, and who is marked in them."""

    moment: Moment
    frames: tuple[SeenFrame, ...]
    legend: Legend


def reading_checks(case: Case, readings: Sequence[Reading], other: Shown | None) -> list[ReadingCheck]:
    """Return the checks of the readings of a case; each request has each reading in at most one form.

    Args:
        case: what they are about.
        readings: at least one.
        other: another moment; None where the film has none, so that the blind control is missing.
    """
    rng = random.Random("/".join((*(reading.plain for reading in readings), str(case.moment.span.start))))
    checks = []
    for turn in range(len(_FORMS)):
        texts = [getattr(one, _FORMS[(n + turn) % len(_FORMS)]) for n, one in enumerate(readings)]
        if turn == 0:
            texts += [fact for one in readings for fact in one.evidence]
        checks.append(_check("forms", texts, Shown(case.moment, case.frames, case.legend), rng))
    plain = [one.plain for one in readings]
    if other is not None:
        step = max(len(other.frames) // _N_BLIND, 1)
        checks.append(_check("blind", plain, replace(other, frames=other.frames[::step]), rng))
    effects = [one.plain for one in readings if one.kind == "effect"]
    if effects and case.following:
        checks.append(_check("follows", effects, Shown(case.moment, case.following, case.legend), rng))
    return checks


def _check(
    purpose: _Purpose,
    texts: Sequence[str],
    shown: Shown,
    rng: random.Random,
) -> ReadingCheck:
    """The statements in random order, with one about the square that is there and one about a square that is not."""
    circles = {colour for _, _, colour in shown.legend.colours}
    there, absent = rng.sample([colour for colour in MARKS if colour not in circles] or list(MARKS), 2)
    words = EnglishWords()
    marks = [Statement(words.square(there), "mark"), Statement(words.square(absent), "false mark")]
    statements = [*(Statement(text, "candidate", names=True) for text in dict.fromkeys(texts)), *marks]
    rng.shuffle(statements)
    check = Check(tuple(statements), Square(there))
    return ReadingCheck(purpose, check, check_request(check, shown.moment, shown.frames, shown.legend))


def answers_in(
    readings: Sequence[Reading], checks: Sequence[ReadingCheck], answers: Sequence[ChatAnswer]
) -> tuple[list[Answers], list[Verdict]]:
    """Return the answers about each reading, and the verdicts on marks.

    Args:
        readings: as for `reading_checks`.
        checks: of them.
        answers: the model's, in the order of the checks.
    """
    said: dict[_Purpose, dict[str, float]] = {"forms": {}, "blind": {}, "follows": {}}
    marks = []
    for check, answer in zip(checks, answers, strict=True):
        for verdict in read_check(check.check, check.request, answer).verdicts:
            if verdict.statement.kind == "candidate":
                said[check.purpose].setdefault(verdict.statement.text, verdict.yes)
            else:
                marks.append(verdict)
    return [_answers(one, said) for one in readings], marks


def _answers(reading: Reading, said: Mapping[_Purpose, Mapping[str, float]]) -> Answers:
    forms = said["forms"]
    return Answers(
        forms.get(reading.plain),
        forms.get(reading.denied),
        forms.get(reading.swapped),
        said["blind"].get(reading.plain),
        said["follows"].get(reading.plain),
        tuple(forms[fact] for fact in reading.evidence if fact in forms),
    )
