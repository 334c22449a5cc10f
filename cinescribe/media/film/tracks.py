"""The tracks of a film that are used: which, why, and how to choose others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cinescribe.errors import FilmError, brief
from cinescribe.schema import ASIDE, Film, Stream, StreamKind

_NAMES = {"audio": "sound", "subtitle": "subtitle", "video": "picture"}


@dataclass(frozen=True)
class Tracks:
    """The streams the user chose, by index; None chooses by flags and languages.

    Args:
        audio: the sound.
        subtitle: the subtitles.
    """

    audio: int | None = None
    subtitle: int | None = None


BY_FLAGS = Tracks()


def with_tracks(film: Film, tracks: Tracks) -> Film:
    """Return a film whose sound and subtitles are those of the chosen streams.

    Raises:
        FilmError: when the film has no such stream of the kind; the message lists those that it has.
    """
    _check(film, "audio", tracks.audio)
    _check(film, "subtitle", tracks.subtitle)
    return film.replace(audio=tracks.audio, subtitle=tracks.subtitle)


def track_name(stream: Stream) -> str:
    """Return a stream as a person knows it: `2 (aac, fra, 'Original', default)`, with the index that chooses it."""
    flags = (flag.replace("_", " ") for flag in stream.flags)
    title = None if stream.title is None else brief(stream.title)
    return f"{stream.index} ({', '.join(filter(None, (stream.codec, stream.language, title, *flags)))})"


def sound_line(film: Film) -> str:
    """Return one line: which sound track is used, why, and which are left out."""
    used, tracks = film.track("audio"), film.of_kind("audio")
    if used is None:
        return "sound: the film has none"
    if len(tracks) == 1:
        return f"sound: track {track_name(used)}, the only one"
    line = f"sound: track {track_name(used)}, {_why(film, used)}"
    return f"{line}; left out: {track_names(stream for stream in tracks if stream != used)} (`audio_track` chooses)"


def track_names(streams: Iterable[Stream]) -> str:
    """Return streams as a list in a sentence."""
    return ", ".join(map(track_name, streams))


def _why(film: Film, used: Stream) -> str:
    if used.index == film.audio:
        return "chosen"
    aside = [stream for stream in film.of_kind("audio") if ASIDE & {*stream.flags}]
    passed_over = any("default" in stream.flags or stream.index < used.index for stream in aside)
    if "default" in used.flags:
        return "the first marked as default" if _n_default(film) > 1 else "marked as default"
    return "the first of the film itself" if passed_over else "the first"


def _n_default(film: Film) -> int:
    return sum("default" in stream.flags for stream in film.of_kind("audio"))


def _check(film: Film, kind: StreamKind, index: int | None) -> None:
    if index is None or any(stream.index == index for stream in film.of_kind(kind)):
        return
    name, known = _NAMES[kind], track_names(film.of_kind(kind))
    wanted = f"expected one of {known}" if known else f"it has no {name} track"
    raise FilmError(f"{film.path!r}: track {index} is not its {name} track (`{kind}_track`); {wanted}")
