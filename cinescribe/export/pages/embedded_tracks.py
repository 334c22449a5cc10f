"""Timed text that is embedded in a page as a WebVTT track."""

from __future__ import annotations

import base64
from collections.abc import Iterable

from cinescribe.export.tracks.vtt import cue_block


def webvtt(lines: Iterable[tuple[int, int, str]]) -> str:
    """Return timed text as WebVTT; each line has its start and end in milliseconds."""
    return "\n\n".join(["WEBVTT", *(cue_block(start, end, text) for start, end, text in lines)]) + "\n"


def track_url(lines: Iterable[tuple[int, int, str]]) -> str:
    """Return timed text as WebVTT in a data URI; arguments as of `webvtt`."""
    return f"data:text/vtt;charset=utf-8;base64,{base64.b64encode(webvtt(lines).encode('utf-8')).decode('ascii')}"
