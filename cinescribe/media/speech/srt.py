"""SubRip subtitles as text."""

from __future__ import annotations

from cinescribe.timing import Span, clock


def srt_block(number: int, span: Span, text: str) -> str:
    """Return one SubRip subtitle: its number, its times and its text, each on lines of their own."""
    return f"{number}\n{clock(span.start, mark=',')} --> {clock(span.end, mark=',')}\n{text}\n"
