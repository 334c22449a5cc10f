"""How players show what was described: title, language, and the name of a file beside the film."""

from __future__ import annotations

from pathlib import Path

from cinescribe.language.messages.spoken_messages import known_messages
from cinescribe.media.sound.track_label import TrackLabel

_KIND = "audio-description"


def track_label(language: str) -> TrackLabel:
    """Return title and language of a described track; the title is English where there is none in the language.

    Args:
        language: of the description, as BCP 47 tag.
    """
    return TrackLabel(known_messages(language).text("track-title"), language)


def beside_film(film: Path, language: str, suffix: str) -> Path:
    """Return the path under which players find a description beside its film: `film.audio-description.de.vtt`.

    mpv, Jellyfin and Kodi read the film's name first, and the language before the suffix.

    Args:
        film: its path.
        language: of the description, as BCP 47 tag.
        suffix: of the file, with its dot.
    """
    return film.with_name(f"{film.stem}.{_KIND}.{language}{suffix}")
