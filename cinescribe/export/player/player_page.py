"""The player as one HTML file, and its parts for pages that have sound from a server."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from markupsafe import Markup

from cinescribe.export.dapt.write_dapt import DUCKED
from cinescribe.export.folder import FACES
from cinescribe.export.pages.embedded_tracks import track_url, webvtt
from cinescribe.export.pages.page import film_address
from cinescribe.export.pages.page_parts import page_clock
from cinescribe.export.pages.self_contained_html import read_part, render_page, render_part
from cinescribe.export.player.embedded_sounds import EmbeddedSounds
from cinescribe.export.player.player_data import PlayerData, player_data
from cinescribe.export.player.transcript import dialogue_language, transcript
from cinescribe.export.tracks.cue_times import inward_milliseconds
from cinescribe.language.messages.page_words import PageWords, page_words_or_english
from cinescribe.media.voice.voice import Voice
from cinescribe.progress import Progress, no_progress
from cinescribe.schema import Face, Script
from cinescribe.store import read_records, write_text

_PARTS = files("cinescribe.export")
_SCRIPTS = ("moment.js", "settings.js", "script.js")
_FILTERS: Mapping[str, Callable[..., str]] = {"clock": page_clock, "bold": Markup("<b>{}</b>").format}


def write_player(
    script: Script,
    path: Path,
    *,
    folder: Path,
    voice: Voice | None = None,
    disclosure: str = "",
    progress: Progress = no_progress,
) -> None:
    """Write one HTML file that plays a film with its description and needs no network.

    It is in the language of the description where pages are in it, else in English.

    The voice is embedded, about 5 kB for each second. The film is not: the page refers to it by a relative address, or
    its listener chooses the file, which is not sent anywhere.

    Args:
        script: the description.
        path: the `.html` file.
        folder: the description's folder, with faces and recordings.
        voice: speaks the cues; None: a voice of the browser does.
        disclosure: who wrote, spoke and reviewed the description; the page says it at its end.
        progress: called with the share of cues that are spoken.

    Raises:
        OutputError: when the file cannot be written.
        RecordError: when faces in `folder` are malformed.
        VoiceError: when the voice fails, or a recording cannot be read.
    """
    path, folder = Path(path), Path(folder)
    data = player_data(
        script,
        address=film_address(script, page=path, folder=folder),
        faces=read_records(folder / FACES, Face) if (folder / FACES).is_file() else [],
        voice=None if voice is None else voice.name,
        sounds=None if voice is None else EmbeddedSounds(voice, folder, n_cues=len(script.cues), progress=progress),
    )
    values = {
        "t": page_words_or_english(script.language),
        "title": data.title,
        "language": script.language,
        "duration": script.film.duration,
        "n_cues": len(script.spoken()),
        "voice": data.voice,
        "player": player_section(data, script),
        "disclosure": disclosure,
        "release": version("cinescribe"),
    }
    write_text(path, render_page("player", values, filters=_FILTERS, parts=_PARTS, scripts=_SCRIPTS))


def player_section(
    data: PlayerData,
    script: Script,
    *,
    captions: str | None = None,
    live: str | None = None,
    words: PageWords | None = None,
) -> Markup:
    """Return the markup of the player: its controls, its data, and the description as text.

    A page that holds it has `player_style` and, at its end, `player_script`. The player has headings of the second and
    third level, and no style of its own elements.

    Args:
        data: what the player knows.
        script: the description.
        captions: address of `player_captions`; None: they are embedded, which a policy of the page that allows no
            `data:` in `media-src` forbids.
        words: of the page; None for those of the description's language, or English.
        live: id of the page's own live region, in which the player says what screen readers speak; None: it has one.
    """
    values = {
        "t": words or page_words_or_english(script.language),
        "data": data,
        "json": data.to_dict(),
        "captions": captions or track_url(_captions(script)),
        "live": live,
        "has_words": any(one.text for one in script.speech),
        "lines": transcript(script),
        "heard": dialogue_language(script),
        "ducked": round(100 * DUCKED, -1),
        "film_name": data.film.name,
    }
    return render_part("player/section.html", values, filters=_FILTERS, parts=_PARTS)


def player_style() -> str:
    """Return the style of the player, which takes its colours from the page."""
    return read_part("player/style.css", parts=_PARTS)


def player_script() -> str:
    """Return the script of the player."""
    return "".join(read_part(f"player/{name}", parts=_PARTS) for name in _SCRIPTS)


def player_captions(script: Script) -> str:
    """Return the dialogue as WebVTT, for a page that gives it an address of its own."""
    return webvtt(_captions(script))


def _captions(script: Script) -> Iterator[tuple[int, int, str]]:
    # Where speech has no known words, the caption says so.
    unknown = page_words_or_english(script.language).plain("player-speech")
    return ((*inward_milliseconds(one.span), one.text or unknown) for one in script.speech)
