"""Reads the subtitles inside films: text streams, which of them is used, and why."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike

import av
from av.container import InputContainer
from av.error import FFmpegError
from av.subtitles.subtitle import AssSubtitle

from cinescribe.errors import RecordError, SubtitleError
from cinescribe.language_tags import is_same_language, known_language
from cinescribe.media.film.container import film_start, opened
from cinescribe.media.film.tracks import track_name, track_names
from cinescribe.media.speech.caption_text import without_tags
from cinescribe.media.speech.substation import is_drawing, is_sung, split_overrides
from cinescribe.media.speech.subtitles import Subtitles, heard_text
from cinescribe.media.speech.timed_text import TimedText
from cinescribe.schema import ASIDE, Film, Stream
from cinescribe.timing import Seconds, Span, from_pts


def subtitle_track(film: Film) -> Stream | None:
    """Return the subtitle stream that has the dialogue, or None if the film has none with text.

    It is the chosen one. Else whole ones come before forced ones, which translate only foreign speech; of these the one
    that the container marks as default, then one in the language of the sound, then the first. Picture subtitles (DVD,
    Blu-ray) have no text; comments, lyrics and descriptions are not the film's speech.

    Raises:
        SubtitleError: when the chosen one has no text.
    """
    if film.subtitle is not None:
        return _chosen(film)
    sound = film.track("audio")
    language = None if sound is None else sound.language
    tracks = [stream for stream in film.of_kind("subtitle") if has_text(stream) and not ASIDE & {*stream.flags}]
    return min(
        tracks,
        key=lambda stream: (
            "forced" in stream.flags, "default" not in stream.flags, not _speaks(stream, language), stream.index
        ),
        default=None,
    )  # fmt: skip


def has_text(stream: Stream) -> bool:
    """Whether a subtitle stream holds text that can be read, not pictures."""
    try:
        return av.Codec(stream.codec, "r").text_sub
    except av.codec.codec.UnknownCodecError:
        return False


def subtitles_of_film(film: Film) -> Subtitles:
    """Read the subtitles that `subtitle_track` chooses; nothing if there are none.

    Raises:
        FilmError: when the film cannot be opened.
        SubtitleError: when the stream is damaged, or the chosen one has no text.
    """
    track = subtitle_track(film)
    if track is None:
        return Subtitles()
    with opened(film.path) as container:
        start = float(film_start(container))
        try:
            return heard_text(_packet_cues(container, track.index, start))
        except (FFmpegError, RecordError) as error:
            reason = error.strerror if isinstance(error, FFmpegError) else error
            raise SubtitleError(
                f"{film.path!r}: its subtitle stream {track.index} cannot be read ({reason}); "
                "give a subtitle file (`subtitles`)"
            ) from error


def subtitle_line(film: Film, found: Subtitles) -> str:
    """Return one line: which subtitle track is used, why, and which are left out.

    Args:
        film: the film.
        found: what its track says.
    """
    used, tracks = subtitle_track(film), film.of_kind("subtitle")
    others = [stream for stream in tracks if stream != used]
    unread = _unread(others)
    if used is None:
        return f"subtitles: {unread or 'the film has none'}; {_otherwise(film)}"
    line = f"subtitles: track {track_name(used)}, {_why(film, used)}{_without_words(film, found)}"
    of_text = [stream for stream in others if has_text(stream)]
    left_out = f"left out: {track_names(of_text)} (`subtitle_track` chooses)" if of_text else ""
    return "; ".join(filter(None, (line, left_out, unread)))


def file_line(film: Film, path: str | PathLike[str], found: Subtitles) -> str:
    """Return one line: which subtitle file is used, and that it has no words where that is so."""
    return f"subtitles: {str(path)!r}{_without_words(film, found)}"


def _without_words(film: Film, found: Subtitles) -> str:
    return "" if found.speech or found.sounds else f", has no words; {_otherwise(film)}"


def _otherwise(film: Film, speech: str = "speech") -> str:
    """How speech is found that no subtitles give."""
    return f"{speech} is found by its sound" if film.track("audio") else f"no {speech} is known"


def _chosen(film: Film) -> Stream:
    stream = next(stream for stream in film.of_kind("subtitle") if stream.index == film.subtitle)
    if not has_text(stream):
        raise SubtitleError(
            f"{film.path!r}: track {track_name(stream)} holds pictures, not text; choose another "
            "(`subtitle_track`), or give a subtitle file (`subtitles`)"
        )
    return stream


def _speaks(stream: Stream, language: str | None) -> bool:
    """Whether a stream is in a language, however containers spell it: `ger`, `deu`, `de-AT`; none is none."""
    one, other = known_language(stream.language), known_language(language)
    return stream.language == language if one is None or other is None else is_same_language(one, other)


def _why(film: Film, used: Stream) -> str:
    sound = film.track("audio")
    if used.index == film.subtitle:
        return "chosen"
    if "forced" in used.flags:
        return f"which translates foreign speech only: {_otherwise(film, 'other speech')}"
    if "default" in used.flags:
        return "marked as default"
    if sound is not None and used.language is not None and _speaks(used, sound.language):
        return "in the language of the sound"
    of_text = [stream for stream in film.of_kind("subtitle") if has_text(stream)]
    if len(of_text) == 1:
        return "the only one with text"
    return "the first with text" if used == of_text[0] else "the first with all the dialogue"


def _unread(streams: list[Stream]) -> str:
    """Which streams cannot be read, and what to do; "" if there are none."""
    pictures = [stream for stream in streams if not has_text(stream)]
    if not pictures:
        return ""
    names = track_names(pictures)
    if len(pictures) == 1:
        return f"track {names} holds pictures, not text, and is not read; give its words as a text file (`subtitles`)"
    return f"tracks {names} hold pictures and are not read; give their words as a text file (`subtitles`)"


def _packet_cues(container: InputContainer, index: int, film_start: Seconds) -> Iterator[TimedText]:
    for packet in container.demux(container.streams[index]):
        if packet.pts is None or not packet.duration or packet.time_base is None:
            continue
        start, end = (
            from_pts(pts, packet.time_base) - film_start for pts in (packet.pts, packet.pts + packet.duration)
        )
        events = [text for text in packet.decode() if isinstance(text, AssSubtitle)]
        lines = "\n".join(event.dialogue.decode(errors="replace") for event in events)
        _, overrides = split_overrides(lines)
        if not is_drawing(overrides):
            yield TimedText(Span(start, end), without_tags(lines), spoken=not is_sung(overrides))
