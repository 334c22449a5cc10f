"""The texts in the pictures of a film's file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from cinescribe.language_tags import language_tag
from cinescribe.media.film.probe import probe
from cinescribe.media.text.script_recogniser import script_readers
from cinescribe.media.text.text_finder import screen_texts
from cinescribe.schema import ScreenText
from cinescribe.timing import Seconds


def film_screen_texts(
    path: str | Path,
    *,
    language: str | Sequence[str] = (),
    fetch: bool = False,
    progress: Callable[[Seconds], None] | None = None,
    announce: Callable[[str], None] = lambda line: None,
) -> tuple[ScreenText, ...]:
    """Return the titles, signs, credits and burned-in subtitles of a film, by start.

    Args:
        path: the film.
        language: BCP 47 tag of the texts, or several; by default that of the film's sound.
        fetch: whether a network for a script may be downloaded if nothing here reads it.
        progress: called regularly with the second that was reached.
        announce: receives a line on who reads which script, and one before a download.

    Raises:
        LanguageError: when a tag names no language.
        FilmError: when the film cannot be read, or has no pictures.
        ModelError: when a network is missing or cannot be downloaded.
        OutputError: when a downloaded network cannot be kept.

    Example:
        >>> [text.text for text in film_screen_texts("film.mp4") if text.kind == "title"]  # doctest: +SKIP
        ['The General']
    """
    film = probe(path)
    sound = film.track("audio")
    asked: list[str | None] = [language_tag(tag) for tag in ([language] if isinstance(language, str) else language)]
    readers = script_readers(asked or [sound.language if sound else None], fetch=fetch, announce=announce)
    if readers.line is not None:
        announce(readers.line)
    return screen_texts(film, readers=readers, progress=progress)
