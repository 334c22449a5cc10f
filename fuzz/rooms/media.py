"""Films, sounds, pictures and subtitles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cinescribe.media.film.container import opened
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.media.film.image_files import opened_picture, picture_size, read_picture
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import Samples, Sound
from cinescribe.media.shots.shots import shots
from cinescribe.media.sound.recording import check_take, prepare_recording, read_recording
from cinescribe.media.speech.cue_blocks import read_cue_blocks
from cinescribe.media.speech.film_subtitles import subtitles_of_film
from cinescribe.media.speech.substation import read_substation
from cinescribe.media.speech.subtitles import (
    read_subtitles,
    read_timed_text,
    subtitles_of_file,
)
from cinescribe.media.speech.ttml import read_ttml
from cinescribe.timing import Seconds
from fuzz.reader import OUT, file_reader, seed_file
from fuzz.samples.films import film, picture, sound

_CONTAINERS = {
    "mp4": ("libx264", "aac"),
    "mkv": ("libx264", "aac"),
    "avi": ("mpeg4", "pcm_s16le"),
    "ts": ("mpeg2video", "mp2"),
}


_PICTURES, _SOUND = PictureFormat(rate_hz=5.0, width=32), Sound(16_000)


@dataclass
class _Pictures:
    """A sink of pictures that keeps nothing."""

    wants: PictureFormat = _PICTURES

    def take(self, time: Seconds, image: Image) -> None:
        """Look at a picture."""
        image.mean()


@dataclass
class _Sounds:
    """A sink of sound that keeps nothing."""

    wants: Sound = _SOUND

    def take(self, start: Seconds, samples: Samples) -> None:
        """Look at a sound."""
        samples.mean()


def _films(name: str, video: str, audio: str) -> list[bytes]:
    return [film(name, video=video, audio=audio)]


def _pictures(form: str) -> list[bytes]:
    return [picture(form)]


def _decode(path: Path) -> None:
    read_through(probe(path), pictures=[_Pictures()], sounds=[_Sounds()])


def _subtitles(path: Path) -> None:
    read_timed_text(path)
    subtitles_of_file(path)


def _film_subtitles(path: Path) -> None:
    subtitles_of_film(probe(path))


def _recording(path: Path) -> None:
    check_take(path)
    prepare_recording(path, path.parent.parent / OUT / "cue.wav")


def _picture(path: Path) -> None:
    picture_size(path)
    read_picture(path)


READERS = (
    *(
        file_reader(
            _subtitles,
            name,
            [seed_file(seed)],
            label=f"media.subtitles.{name[2:]}",
            covers=[read_subtitles, read_timed_text, subtitles_of_file, read_ttml, read_substation, read_cue_blocks],
        )
        for name, seed in (
            ("f.srt", "lines.srt"),
            ("f.vtt", "cues.vtt"),
            ("f.ass", "lines.ass"),
            ("f.ttml", "lines.ttml"),
        )
    ),
    *(
        file_reader(
            probe,
            f"film.{suffix}",
            partial(_films, f"film.{suffix}", *codecs),
            label=f"media.probe.{suffix}",
            covers=[probe, opened],
        )
        for suffix, codecs in _CONTAINERS.items()
    ),
    file_reader(_decode, "film.mp4", lambda: [film()], label="media.read_through", covers=[read_through], share=0.3),
    file_reader(
        lambda path: shots(probe(path)), "film.mp4", lambda: [film()], label="media.shots", covers=[shots], share=0.3
    ),
    file_reader(
        _film_subtitles,
        "film.mkv",
        lambda: [film("film.mkv")],
        label="media.subtitles_of_film",
        covers=[subtitles_of_film],
        share=0.5,
    ),
    file_reader(
        _recording,
        "cue.wav",
        lambda: [sound()],
        label="media.recording",
        covers=[check_take, prepare_recording, read_recording],
        share=0.5,
    ),
    *(
        file_reader(
            _picture,
            f"p.{form}",
            partial(_pictures, form),
            label=f"media.read_picture.{form}",
            covers=[read_picture, picture_size, opened_picture],
        )
        for form in ("png", "jpeg", "webp", "bmp", "gif", "tiff")
    ),
)
