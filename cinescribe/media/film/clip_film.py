"""Writes a part of a film as a film of its own, which every browser plays."""

from __future__ import annotations

from pathlib import Path

from av.error import FFmpegError

from cinescribe.errors import FilmError, OutputError
from cinescribe.media.film.encoded_film import EncodedPictures, EncodedSound, opened_mp4
from cinescribe.media.film.frame_scaling import PictureFormat
from cinescribe.media.film.read import read_through
from cinescribe.schema import Film
from cinescribe.store import writing
from cinescribe.timing import Span

_WIDTH = 1280  # pixels, at most
_VIDEO_OPTIONS = {"preset": "veryfast", "crf": "23"}


def write_clip(film: Film, span: Span, path: Path) -> None:
    """Write a part of a film as MP4, with H.264 and AAC.

    Pictures are upright and at most `_WIDTH` pixels wide. Times begin at 0. Only the first picture and sound streams
    are written.

    Args:
        film: the film, from `probe`.
        span: the part.
        path: the file.

    Raises:
        FilmError: when the film cannot be read, or has nothing in this part.
        OutputError: when the file cannot be written.
    """
    try:
        with writing(Path(path)) as partial, opened_mp4(partial) as target:
            video, wants = film.track("video"), PictureFormat("yuv420p", width=_WIDTH)
            pictures = (
                []
                if video is None
                else [EncodedPictures(target, video, span.start, wants=wants, options=_VIDEO_OPTIONS)]
            )
            sounds = [] if film.track("audio") is None else [EncodedSound(target)]
            read_through(film, pictures=pictures, sounds=sounds, within=span)
            sinks: list[EncodedPictures | EncodedSound] = [*pictures, *sounds]
            if not any(one.n_taken for one in sinks):
                raise FilmError(f"{film.path!r} has nothing from {span.start:g} to {span.end:g} s; name another part")
            for one in sinks:
                one.end()
    except FFmpegError as error:
        raise OutputError(
            f"{str(path)!r} cannot be written ({error.strerror}); name a writable folder with free space"
        ) from error
