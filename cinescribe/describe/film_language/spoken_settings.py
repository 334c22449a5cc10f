"""Language and voice of a description, from what was asked for, what its folder says, and what its film speaks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from cinescribe.describe.film_language.film_language import LanguageChoice, chosen_language
from cinescribe.describe.hearing.heard_language import heard_language
from cinescribe.export.folder import SCRIPT, SETTINGS, read_script
from cinescribe.export.settings import Settings, read_settings
from cinescribe.generate.captioner import Captioner
from cinescribe.media.transcription.transcriber import Transcriber
from cinescribe.media.voice.language_voices import language_voice
from cinescribe.media.voice.voice_language import voice_line
from cinescribe.output_folder import holds_record
from cinescribe.schema import Film, Script


def description_language(
    film: Film,
    folder: Path,
    *,
    asked: str | None = None,
    subtitles: str | Path | None = None,
    captioner: Captioner | None = None,
    transcriber: Transcriber | None = None,
) -> LanguageChoice:
    """Choose the language of a film's description before its models are loaded, as `chosen_language` does.

    Args:
        film: the film, with the tracks that are used.
        folder: of the description, whose settings may name it; one that is there keeps its language.
        asked: the request of the user.
        subtitles: a file of subtitles.
        captioner: the requested one; None for the one that suits the film.
        transcriber: detects the spoken language, where neither the film nor its subtitles name it; None for no
            detection.

    Raises:
        LanguageError: when what was asked for is no tag of a language.
        ModelError: when the captioner does not write the language.
        RecordError: when the settings or the script are malformed.
        FilmError: when the film cannot be opened, to read its subtitles.
        SubtitleError: when subtitles cannot be read, or the chosen ones have no text.
    """
    kept = read_settings(folder).language
    if kept is None and holds_record(folder / SCRIPT, Script):  # a file of that name may have another owner
        kept = read_script(folder).language
    return chosen_language(
        film,
        asked=asked,
        kept=kept,
        subtitles=subtitles,
        english_only=None if captioner is None or captioner.language is None else captioner.name,
        detect_language=lambda: None if transcriber is None else heard_language(film, transcriber),
    )


def spoken_settings(
    folder: Path, language: str, *, voice: str | None = None, rate: float | None = None, is_asked: bool = False
) -> Settings:
    """Return the settings of a description in a language, with a voice that speaks it.

    The voice in a folder's settings stays, unless the user now asks for a language that it does not speak.

    Args:
        folder: of the description.
        language: BCP 47 tag.
        voice: the request of the user.
        rate: likewise.
        is_asked: whether the user asked for the language.

    Raises:
        LanguageError: when it is no tag of a language.
        RecordError: when the settings are malformed.
        VoiceError: when no voice on this machine speaks the language.
    """
    kept, is_new = read_settings(folder), not (folder / SETTINGS).exists()
    if voice is None and (is_new or is_asked) and voice_line(kept.voice, language=language) is not None:
        voice = language_voice(language)
    return replace(kept.with_choices(voice=voice, rate=rate), language=language)
