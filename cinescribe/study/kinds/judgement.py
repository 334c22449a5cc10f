"""What a rater answered on a page, and what an expert decided about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cinescribe.study.kinds.items import KnownAnswer, StudyText
from cinescribe.timing import Seconds


@dataclass(frozen=True)
class Judgement:
    """One rater's answers to one page.

    Attributes:
        clip: id of the clip.
        rater: the rater's pseudonym.
        caption: shown beside the texts; None without one.
        texts: all texts of the item, by number.
        shown: for each text on the page the numbers of those that say the same.
        answers: the newest answer to each question.
        is_finished: whether all required questions were answered.
        is_blind: the rater's answer; None without one.
        item: number of the item.
        gold: known answers, where the item tests the rater.
        repeats: number of the item that was asked again; None for others.
        begun: when the page was first shown, in seconds since 1970.
        finished: when all required questions were answered; None before.
        duration: of the clip, in seconds; None where it is unknown.
    """

    clip: str
    rater: str
    caption: str | None
    texts: tuple[StudyText, ...]
    shown: tuple[tuple[int, ...], ...]
    answers: Mapping[str, Any]
    is_finished: bool
    is_blind: bool | None
    item: int = 0
    gold: tuple[KnownAnswer, ...] = ()
    repeats: int | None = None
    begun: float = 0.0
    finished: float | None = None
    duration: Seconds | None = None

    @property
    def is_check(self) -> bool:
        """Whether the page tests the rater, and not a text."""
        return bool(self.gold) or self.repeats is not None


@dataclass(frozen=True)
class Decision:
    """What an expert decided on one version of an annotator's answers.

    Attributes:
        item: number of the item.
        rater: pseudonym of the annotator.
        round: of the answers: 1, and one more each time they were written again.
        answers: as the expert saw them.
        remark: why they were returned; None where they were accepted.
        expert: pseudonym of the expert.
        at: when, in seconds since 1970.
    """

    item: int
    rater: str
    round: int
    answers: Mapping[str, Any]
    remark: str | None
    expert: str
    at: float
