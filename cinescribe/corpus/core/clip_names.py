"""Clip names with film and times, as LSMDC and MPII-MD use them.

`0001_American_Beauty_00.00.51.926-00.00.54.129` is from 51.926 to 54.129 seconds of `0001_American_Beauty`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from cinescribe.errors import CorpusError
from cinescribe.schema import Clip
from cinescribe.timing import Span, clock, from_clock

_CLOCK = r"\d{1,4}\.\d\d\.\d\d\.\d{1,3}"
_NAME = re.compile(rf"(.+)_({_CLOCK})-({_CLOCK})")


def parse_timed_name(name: str) -> tuple[str, Span] | None:
    """Return the film and the span that a clip's name states; None where the name has another form.

    Raises:
        RecordError: when the span ends before it starts.
    """
    found = _NAME.fullmatch(name)
    return None if found is None else (found[1], Span(_seconds(found[2]), _seconds(found[3])))


def timed_name(clip: Clip) -> str:
    """Return the name of a clip with its film and its span in milliseconds."""
    return f"{clip.film}_{dotted_clock(clip.span.start)}-{dotted_clock(clip.span.end)}"


def id_or_timed_name(clip: Clip) -> str:
    """Return the clip's id where it is a name with its film and any times, else `timed_name`."""
    parsed = parse_timed_name(clip.id)
    return clip.id if parsed is not None and parsed[0] == clip.film else timed_name(clip)


def unique_names(clips: Iterable[Clip], naming: Callable[[Clip], str]) -> dict[str, str]:
    """Return the name of each clip by its id.

    Raises:
        CorpusError: when two clips would have the same name.
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


def dotted_clock(time: float) -> str:
    """Return a time in seconds as `00.00.51.926`."""
    return clock(time).replace(":", ".")


def _seconds(text: str) -> float:
    hours, minutes, rest = text.split(".", 2)
    return from_clock(f"{hours}:{minutes}:{rest}")
