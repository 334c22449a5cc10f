"""Why a sentence is said, prepared for the page: the sentences that were weighed, and the questions and answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.export.narration import Considered, Exchange, NarratedMoment

_STEPS = {
    "seen": "What is seen",
    "seen again": "What is seen in other frames",
    "written": "What could be said",
    "checked": "Is it true",
    "checked again": "Is it true, asked among other statements",
}
_FORMS = {
    "json": "",
    "numbers": "",
    "fence": ", JSON among other text",
    "repaired": ", JSON that was repaired",
    "prose": ", in prose",
    "thoughts": ", thoughts only",
    "cut": ", cut off",
    "refusal": ", a refusal",
}
_USELESS = ", of no use"


@dataclass(frozen=True)
class Weighed:
    """A sentence that was weighed: its length, how sure it is, and what became of it, in words."""

    text: str
    length: str
    sure: str
    verdict: str
    is_said: bool


@dataclass(frozen=True)
class Asked:
    """A question and its answer, with a heading."""

    heading: str
    question: str
    answer: str


@dataclass(frozen=True)
class Why:
    """How the sentence of a moment came about.

    Args:
        moment: the moment.
        summary: what was shown, in words.
        weighed: the sentences.
        asked: the questions and answers.
    """

    moment: NarratedMoment
    summary: str
    weighed: tuple[Weighed, ...]
    asked: tuple[Asked, ...]


def why(moment: NarratedMoment) -> Why:
    """Return how the sentence of a moment came about, as the page shows it."""
    frames = f"{len(moment.times)} frames" if len(moment.times) != 1 else "1 frame"
    marked = f"Marked in them: {', '.join(moment.people)}." if moment.people else "Nobody is marked in them."
    return Why(
        moment,
        f"The model was shown {frames}. {marked}",
        tuple(_weighed(one) for one in moment.considered),
        tuple(_asked(one) for one in moment.exchanges),
    )


def silences(moments: Sequence[NarratedMoment]) -> list[Why]:
    """Return the moments in which nothing is said, although something could have been."""
    return [why(one) for one in moments if one.considered and not any(each.is_said for each in one.considered)]


def _weighed(one: Considered) -> Weighed:
    verdict = "said" if one.is_said else "; ".join(one.faults) or "another choice is better for the whole film"
    sure = "not checked" if one.probability is None else f"{one.probability:.0%}"
    return Weighed(one.text, f"{one.duration:.1f} s", sure, verdict, one.is_said)


def _asked(one: Exchange) -> Asked:
    about = "".join(f"\n{line}" for line in one.about)
    heading = _STEPS[one.step] + _FORMS.get(one.form or "json", _USELESS)
    return Asked(heading, one.question, (one.answer or "(empty)") + (f"\n{about}" if about else ""))
