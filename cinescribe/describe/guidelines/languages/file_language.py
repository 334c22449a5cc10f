"""Which language a file of cues says that it is in."""

from __future__ import annotations

import re
from pathlib import Path

from cinescribe.describe.guidelines.languages.language_words import WORD_LANGUAGES
from cinescribe.input_files import open_input
from cinescribe.language_tags import base_language, file_name_language, known_language

_HEAD = 4096  # bytes
_VTT = re.compile(r"\A\ufeff?WEBVTT[^\n]*\n(?:[^\n]+\n)*?language:\s*([\w-]+)", re.IGNORECASE)
# Cinescribe's own files say it in their first comment.
_VTT_NOTE = re.compile(r"\A\ufeff?WEBVTT[^\n]*\n\s*NOTE\nkind: descriptions\nlanguage:\s*([\w-]+)")
_XML = re.compile(r"<(?:\w+:)?tt\b[^>]*\bxml:lang\s*=\s*[\"']([\w-]+)[\"']")


def file_language(path: Path) -> str | None:
    """Return the tag of the language of a file of cues: by its header, or by a name such as `film.de.srt`.

    None if neither says it.

    Raises:
        RecordError: when the file is missing, not readable, or no regular file.
    """
    with open_input(path) as opened:
        head = opened.read(_HEAD).decode("utf-8", errors="replace").replace("\r\n", "\n")
    header = _VTT.search(head) or _VTT_NOTE.search(head) or _XML.search(head)
    if header is not None and (named := known_language(header[1])) is not None:
        return named
    tag = file_name_language(path)
    # Only languages that have word lists: `take.no.srt` is hardly Norwegian.
    return tag if tag is not None and base_language(tag) in WORD_LANGUAGES else None
