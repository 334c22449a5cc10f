"""Small films for tests of placement."""

from cinescribe.describe.placement.choice import Room
from cinescribe.schema import Gap
from cinescribe.timing import Span


def words(n: int, word: str = "word") -> str:
    return " ".join([word] * n) + "."


def gaps(*spans: tuple[float, float]) -> list[Gap]:
    return [Gap(Span(*span)) for span in spans]


def room(*spans: tuple[float, float], spoken=(), extended=False, quietest=lambda span: None) -> Room:
    return Room(gaps(*spans), [Span(*span) for span in spoken], extended, quietest)
