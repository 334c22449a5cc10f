"""Why a sentence was chosen, prepared for the page: its candidates, and the questions and answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.export.narration import Considered, Exchange, NarratedMoment
from cinescribe.language.messages.page_words import PageWords, page_words

# How an answer was read, where it is worth saying; an answer that could not be read otherwise is of no use.
_SAID_FORMS = {"fence", "repaired", "prose", "thoughts", "cut", "refusal"}
_PLAIN_FORMS = {"json", "numbers"}


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
    """How the sentence of a moment was written.

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


def why(moment: NarratedMoment, words: PageWords | None = None) -> Why:
    """Return how the sentence of a moment was written, for the page; `words` of a language, None for English."""
    t = words or page_words("en")
    people = ", ".join(moment.people)
    marked = t.plain("why-marked", people=people) if people else t.plain("why-unmarked")
    return Why(
        moment,
        f"{t.plain('why-frames', n=len(moment.times))} {marked}",
        tuple(_weighed(one, t) for one in moment.considered),
        tuple(_asked(one, t) for one in moment.exchanges),
    )


def silences(moments: Sequence[NarratedMoment], words: PageWords | None = None) -> list[Why]:
    """Return the moments without a sentence, although there were candidates; arguments as of `why`."""
    return [why(one, words) for one in moments if one.considered and not any(each.is_said for each in one.considered)]


def _weighed(one: Considered, t: PageWords) -> Weighed:
    verdict = t.plain("why-said") if one.is_said else "; ".join(one.faults) or t.plain("why-other")
    sure = t.plain("why-unchecked") if one.probability is None else f"{one.probability:.0%}"
    return Weighed(one.text, f"{t.number(one.duration)} s", sure, verdict, one.is_said)


def _asked(one: Exchange, t: PageWords) -> Asked:
    about = "".join(f"\n{line}" for line in one.about)
    step = t.plain(f"why-step-{one.step.replace(' ', '-')}")
    form = one.form if one.form in _SAID_FORMS else "useless"
    heading = step if (one.form or "json") in _PLAIN_FORMS else t.plain(f"why-form-{form}", step=step)
    return Asked(heading, one.question, (one.answer or t.plain("why-empty")) + (f"\n{about}" if about else ""))
