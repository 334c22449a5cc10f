"""Reads what is to be checked as a script: a description's folder, or one bare file of cues."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cinescribe.describe.guidelines.languages.file_language import file_language
from cinescribe.errors import SubtitleError
from cinescribe.export.folder import SCRIPT, read_script
from cinescribe.export.read_rows import bare_rows
from cinescribe.export.tracks.cue_rows import CueRow
from cinescribe.input_files import open_input
from cinescribe.language.identification.text_language import text_language
from cinescribe.language_tags import language_tag
from cinescribe.media import speech as media_speech  # loaded when there are subtitles
from cinescribe.media.speech.gaps import gaps
from cinescribe.schema import Cue, Film, Script
from cinescribe.timing import Span

WORDS_PER_SECOND = 2.5  # for cues of files that do not say when a cue ends (AWS's sample of audio description)
_HEAD = 4096  # bytes, in which every container of sound or film has a zero byte
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class ReadDescription:
    """A description as it was read.

    Args:
        script: the description; a bare file gives one without people, shots and texts.
        has_ends: whether each cue's end is known, and not guessed.
    """

    script: Script
    has_ends: bool = True


def is_sound_or_film(path: Path) -> bool:
    """Return whether a file is no text: text has no zero byte, unless it is UTF-16.

    Raises:
        RecordError: when it is missing, not readable, or no regular file.
    """
    with open_input(path) as opened:
        head = opened.read(_HEAD)
    return b"\0" in head and not head.startswith(_UTF16)


def read_description(path: Path, *, subtitles: Path | None = None, language: str | None = None) -> ReadDescription:
    """Return the description in a folder of `describe_film`, or in a WebVTT, SubRip, DAPT, text or CSV file.

    Args:
        path: the folder or the file.
        subtitles: when people speak; in place of the speech that a folder's script has.
        language: of the cues, as BCP 47 tag; None: as the folder or the file says, or its words show,
            else English.

    Raises:
        RecordError: when the folder holds no description, or a malformed one.
        LanguageError: when `language` is no tag of a language.
        SubtitleError: when a file cannot be read.
    """
    found = ReadDescription(read_script(path)) if path.is_dir() else _bare(path)
    tag = None if language is None else language_tag(language)
    if tag is None and not path.is_dir():
        tag = file_language(path) or text_language(cue.text for cue in found.script.cues)
    if tag is not None:
        found = ReadDescription(found.script.replace(language=tag), found.has_ends)
    if subtitles is None:
        return found
    script, speech = found.script, media_speech.read_subtitles(subtitles)
    ends = [part.span.end for part in speech]
    duration = script.film.duration if path.is_dir() else max([script.film.duration, *ends])
    film = script.film.replace(duration=duration)
    return ReadDescription(script.replace(film=film, speech=speech, gaps=gaps(speech, duration)), found.has_ends)


def _bare(path: Path) -> ReadDescription:
    """A file of cues as a script, as long as its last cue."""
    if path.name == SCRIPT:
        raise SubtitleError(f"{str(path)!r} is the script of a description; name its folder {str(path.parent)!r}")
    rows = bare_rows(path).rows
    cues = tuple(_cue(row) for row in sorted(rows, key=lambda row: row.start))
    duration = max((cue.span.end for cue in cues), default=0.0)
    has_ends = all(row.end is not None for row in rows)
    return ReadDescription(Script(Film("", duration), cues=cues), has_ends)


def _cue(row: CueRow) -> Cue:
    end = row.start + len(row.text.split()) / WORDS_PER_SECOND if row.end is None else max(row.end, row.start)
    return Cue(Span(row.start, end), row.text, status=row.status or "spoken", rate=row.rate or 1.0, id=row.id or "")
