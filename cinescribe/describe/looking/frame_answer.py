"""The answer to a question about a moment of a film."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.record import Record
from cinescribe.timing import Seconds

LONGEST_QUESTION = 500  # characters


@dataclass(frozen=True)
class FrameAnswer(Record):
    """An answer.

    Args:
        question: as it was asked.
        seen: whether the frames show what was asked for.
        text: the answer; "" if it is not seen.
        by: who answers.
        times: of the frames.
        doubt: why an answer is not given, or may be wrong; "" for no reason.
    """

    question: str
    seen: bool
    text: str
    by: str
    times: tuple[Seconds, ...]
    doubt: str = ""

    @property
    def words(self) -> str:
        """The answer as text."""
        sentence = self.text if self.seen else "Not seen."
        return f"{sentence} {self.doubt}".strip()
