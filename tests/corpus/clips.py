"""Small clips of one film for the tests of sets."""

from cinescribe.schema import Clip, ClipSet
from cinescribe.timing import Span


def clip(k: int = 0, text: str | None = None, *paraphrases: str, people: tuple[str, ...] = (), film: str = "f") -> Clip:
    """Return clip k of a film, two seconds long."""
    return Clip(f"{film}_c{k}", film, Span(2.0 * k, 2.0 * k + 2), text, people, paraphrases)


def clips(n: int, film: str = "f") -> tuple[Clip, ...]:
    """Return the first n clips of a film, without captions."""
    return tuple(clip(k, film=film) for k in range(n))


def captioned(*texts: str) -> ClipSet:
    """Return a set of clips with these captions."""
    return ClipSet(tuple(clip(k, text) for k, text in enumerate(texts)))
