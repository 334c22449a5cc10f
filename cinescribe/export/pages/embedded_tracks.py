"""Timed text that is embedded in a page as a WebVTT track."""

from __future__ import annotations

import base64
from collections.abc import Iterable

from cinescribe.export.tracks.vtt import cue_block


def track_url(lines: Iterable[tuple[int, int, str]]) -> str:
    """Return timed text as WebVTT in a data URI; each line has its start and end in milliseconds."""
    track = "\n\n".join(["WEBVTT", *(cue_block(start, end, text) for start, end, text in lines)]) + "\n"
    return f"data:text/vtt;charset=utf-8;base64,{base64.b64encode(track.encode('utf-8')).decode('ascii')}"
