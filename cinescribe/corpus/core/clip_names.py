"""Names of clips that say which film and which stretch of it they are, as LSMDC and MPII-MD give them.

`0001_American_Beauty_00.00.51.926-00.00.54.129` is from 51.926 to 54.129 seconds of `0001_American_Beauty`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from cinescribe.errors import CorpusError
from cinescribe.schema import Clip
from cinescribe.timing import Span, clock, from_clock

_CLOCK = r"\d+\.\d\d\.\d\d\.\d{1,3}"
_NAME = re.compile(rf"(.+)_({_CLOCK})-({_CLOCK})")


def film_and_span(name: str) -> tuple[str, Span] | None:
    """The film and the stretch that a clip's name says; None where it is no such name.

    Raises:
        RecordError: when the stretch ends before it begins.
    """
    found = _NAME.fullmatch(name)
    return None if found is None else (found[1], Span(_seconds(found[2]), _seconds(found[3])))


def timed_name(clip: Clip) -> str:
    """The name of a clip that says its film and its span, to the millisecond."""
    return f"{clip.film}_{dotted(clip.span.start)}-{dotted(clip.span.end)}"


def kept_name(clip: Clip) -> str:
    """The clip's id where it is such a name, whatever its times; else the name that says its film and its span."""
    told = film_and_span(clip.id)
    return clip.id if told is not None and told[0] == clip.film else timed_name(clip)


def single_names(clips: Iterable[Clip], naming: Callable[[Clip], str]) -> dict[str, str]:
    """The name of each clip by its id.

    Raises:
        CorpusError: when two clips would have one name.
    """
    names: dict[str, str] = {}
    owners: dict[str, str] = {}
    for clip in clips:
        name = names[clip.id] = naming(clip)
        first = owners.setdefault(name, clip.id)
        if first != clip.id:
            raise CorpusError(
                f"clips {first!r} and {clip.id!r} would both be called {name!r}, by their times; leave one of them out"
            )
    return names


def dotted(time: float) -> str:
    """A time as `00.00.51.926`."""
    return clock(time).replace(":", ".")


def _seconds(written: str) -> float:
    hours, minutes, rest = written.split(".", 2)
    return from_clock(f"{hours}:{minutes}:{rest}")
