"""The language of a film's description: the one that was asked for, else that of its listeners."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import ModelError, VoiceError
from cinescribe.language.identification.text_language import text_language
from cinescribe.language.messages.languages import native_name
from cinescribe.language.messages.spoken_messages import SPOKEN_LANGUAGES
from cinescribe.language_tags import base_language, file_name_language, is_same_language, known_language, language_tag
from cinescribe.media.speech.film_subtitles import subtitle_track
from cinescribe.media.speech.speech import written_speech
from cinescribe.media.voice.language_voices import language_voice
from cinescribe.schema import Film

_ENGLISH = "en"
_ASKED, _KEPT = "chosen", "as in the settings of this description"


@dataclass(frozen=True)
class LanguageChoice:
    """The language of a description, and why.

    Args:
        tag: BCP 47 tag.
        why: in words.
    """

    tag: str
    why: str

    @property
    def line(self) -> str:
        """One line that says so."""
        return f"language: {native_name(self.tag)} ({self.tag}), {self.why} (`language` chooses)"


def chosen_language(
    film: Film,
    *,
    asked: str | None = None,
    kept: str | None = None,
    subtitles: str | Path | None = None,
    english_only: str | None = None,
    detect_language: Callable[[], str | None] = lambda: None,
) -> LanguageChoice:
    """Choose the language of a film's description.

    It is the one that was asked for, else the one that the description was begun in, else that of the film's sound as
    its tag says, else that of the subtitles, by the tag of the track, the name of the file, or their words, else
    what is heard. What the film speaks is chosen only if sentences and a voice are there for it; else it is English.

    Args:
        film: the film, with the tracks that are used.
        asked: the request of the user.
        kept: what the settings of the description say.
        subtitles: a file of subtitles that is used in place of the film's own.
        english_only: a captioner that writes English only, by its name; None if the captioner writes other languages.
        detect_language: returns the language that is heard in the film; asked only if nothing names one.

    Raises:
        LanguageError: when what was asked for, or is kept, is no tag of a language.
        ModelError: when it is another language than English, and the captioner writes English only.
        FilmError: when the film cannot be opened, to read its subtitles.
        SubtitleError: when subtitles cannot be read, or the chosen ones have no text.
    """
    given = asked if asked is not None else kept
    if given is not None:
        tag = language_tag(given)
        if english_only is not None and not is_english(tag):
            raise ModelError(
                f"the captioner {english_only} writes English only, and the `language` is {tag!r}; name observer, or "
                "server:<URL>#<model> or hub:<model id> of a model that takes instructions, or the `language` en"
            )
        return LanguageChoice(tag, _ASKED if asked is not None else _KEPT)
    if english_only is not None:
        return LanguageChoice(_ENGLISH, f"since {english_only} writes no other")
    passed_over = []
    for tag, why in _spoken(film, subtitles, detect_language):
        lacking = _lacking(tag)
        if lacking is None:
            return LanguageChoice(tag, why)
        passed_over.append(f"; {why} is {native_name(tag)}, for which there {lacking}")
    return LanguageChoice(_ENGLISH, f"the usual one{''.join(passed_over[:1])}")


def _spoken(
    film: Film, subtitles: str | Path | None, detect_language: Callable[[], str | None]
) -> Iterator[tuple[str, str]]:
    """The languages that a film names, else the one that is heard in it, with who says so."""
    is_named = False
    for named in _named(film, subtitles):
        is_named = True
        yield named
    tag = None if is_named else known_language(detect_language())
    if tag is not None:
        yield tag, "that is heard in the film"


def _named(film: Film, subtitles: str | Path | None) -> Iterator[tuple[str, str]]:
    """The languages that a film names, with who names them, the surest first."""
    sound = film.track("audio")
    tag = known_language(sound.language) if sound is not None else None
    if tag is not None:
        yield tag, "that of the film's sound"
    if subtitles is not None:
        tag = file_name_language(Path(subtitles))
    else:
        track = subtitle_track(film)
        tag = known_language(track.language) if track is not None else None
    if tag is None:
        tag = text_language(line.text for line in written_speech(film, subtitles).speech if line.text)
    if tag is not None:
        yield tag, "that of the subtitles"


def _lacking(tag: str) -> str | None:
    """What a language lacks here, after `for which there`; None if it has sentences and a voice."""
    if base_language(tag) not in SPOKEN_LANGUAGES:
        return "are no sentences"
    try:
        language_voice(tag)
    except VoiceError:
        return "is no voice"
    return None


def is_english(tag: str) -> bool:
    """Whether a description is in English, wherever it is spoken."""
    return is_same_language(tag, _ENGLISH)
