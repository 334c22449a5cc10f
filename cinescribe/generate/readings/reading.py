"""A reading: what accepted facts imply about a person, with evidence, an alternative, and what checks said of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from cinescribe.record import Record

ReadingKind: TypeAlias = Literal["why", "effect", "trait"]
KINDS: tuple[ReadingKind, ...] = ("why", "effect", "trait")
_DENIED = "It is not true that {}."


@dataclass(frozen=True)
class SeenFact:
    """A fact that was accepted: a sentence that a check found true.

    Args:
        text: the sentence.
        moment: index of the moment that it is about.
        probability: that it is true.
        people: English names of those whom it names.
        is_later: whether it is about what follows the moment of a question.
    """

    text: str
    moment: int
    probability: float
    people: tuple[str, ...] = ()
    is_later: bool = False


@dataclass(frozen=True)
class Reading(Record):
    """What facts imply about a person.

    Args:
        kind: why the person acts, the effect, or a trait.
        who: English name of the person.
        text: `to comfort Ben`, `gets thanked`, `helps strangers`.
        alternative: another text of the same kind that the facts would allow if this one were false.
        evidence: the accepted facts that it rests on, as they were worded.
        moments: indices of the moments of these facts, in order.
    """

    kind: ReadingKind
    who: str
    text: str
    alternative: str
    evidence: tuple[str, ...]
    moments: tuple[int, ...]

    @property
    def plain(self) -> str:
        """The reading as a statement."""
        return f"{self._said(self.text)}."

    @property
    def denied(self) -> str:
        """The statement that it is false."""
        return _DENIED.format(self._said(self.text))

    @property
    def swapped(self) -> str:
        """Its alternative as a statement."""
        return f"{self._said(self.alternative)}."

    def _said(self, text: str) -> str:
        return f"{self.who} wants {text}" if self.kind == "why" else f"{self.who} {text}"


@dataclass(frozen=True)
class Answers(Record):
    """How true a model called the statements about a reading, 0 to 1; None where it was not asked or not answered.

    Args:
        plain, denied, swapped: the reading, its denial and its alternative, with the frames of its moment.
        blind: the reading, with frames of another moment.
        follows: an effect, with frames only of the shots that follow.
        evidence: each fact that it rests on.
    """

    plain: float | None = None
    denied: float | None = None
    swapped: float | None = None
    blind: float | None = None
    follows: float | None = None
    evidence: tuple[float, ...] = ()


@dataclass(frozen=True)
class JudgedReading(Record):
    """A reading with the answers about it.

    Args:
        reading: the reading.
        answers: of the checks.
        probability: that it is true; None without a fit of the model.
        faults: why it is not noted; () if it is.
    """

    reading: Reading
    answers: Answers
    probability: float | None = None
    faults: tuple[str, ...] = ()
