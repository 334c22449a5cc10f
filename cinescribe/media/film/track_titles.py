"""What the title of a track says that it is: many files mark a commentary or forced subtitles in no other way."""

from __future__ import annotations

import re

from cinescribe.schema import StreamFlag

# Words of titles in English, German, French, Spanish and Italian.
_WORDS: dict[StreamFlag, str] = {
    "comment": r"\bcommentar(?:y|ies)\b|\bcomment(?:ed|aires?)\b|\bkommentar|\bcomentarios?\b|\bcommento\b",
    "visual_impaired": r"\baudio[ -]?des[ck]ri|\bdescri(?:ptive|bed)\b|\bhörfilm|\baudiodescrizione",
    "forced": r"\bforced\b|\bforcés?\b|\bforzad[oa]s?\b|\berzwungen|\bsigns?\b.{1,5}\bsongs?\b",
    "hearing_impaired": (
        r"\bSDH\b|\bCC\b|\bhard of hearing\b|\bhearing[ -]impaired\b|\bmalentendant|\bhörgesch|\bsord[oi]s?\b"
    ),
    "karaoke": r"\bkaraoke\b",
    "lyrics": r"\blyrics\b",
}
_FLAGS = {flag: re.compile(words, re.IGNORECASE) for flag, words in _WORDS.items()}


def title_flags(title: str) -> frozenset[StreamFlag]:
    """Return what a title says that its track is.

    Args:
        title: of a stream; "" says nothing.
    """
    return frozenset(flag for flag, words in _FLAGS.items() if words.search(title))
