"""A description's folder written out in one of the forms people exchange."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import InputError
from cinescribe.export.dapt.write_dapt import write_dapt
from cinescribe.export.folder import located, read_script
from cinescribe.export.pages.page import write_page
from cinescribe.export.sound import write_described_film, write_narration
from cinescribe.export.tracks.csv import write_csv
from cinescribe.export.tracks.srt import write_srt
from cinescribe.export.tracks.vtt import write_vtt
from cinescribe.media.voice.espeak import EspeakVoice
from cinescribe.schema import Script


@dataclass(frozen=True)
class Form:
    """One form of a description: the file's usual name, and what writes it from (script, path, folder)."""

    name: str
    write: Callable[[Script, Path, Path], None]


def _narration(script: Script, path: Path, folder: Path) -> None:
    with EspeakVoice() as voice:
        write_narration(script, path, voice=voice)


def _film(script: Script, path: Path, folder: Path) -> None:
    found = located(script, folder)
    film = script.film if found is None else script.film.replace(path=str(found))
    with EspeakVoice() as voice:
        write_described_film(script.replace(film=film), path, voice=voice)


FORMATS = {
    "vtt": Form("descriptions.vtt", lambda script, path, _: write_vtt(script, path)),
    "srt": Form("descriptions.srt", lambda script, path, _: write_srt(script, path)),
    "dapt": Form("descriptions.ttml", lambda script, path, _: write_dapt(script, path)),
    "csv": Form("descriptions.csv", lambda script, path, _: write_csv(script, path)),
    "wav": Form("narration.wav", _narration),
    "film": Form("described", _film),
    "page": Form("page.html", lambda script, path, folder: write_page(script, path, folder=folder)),
}


def export_description(folder: str | Path, *, to: str, path: str | Path | None = None) -> Path:
    """Write the description in `folder` in another form.

    Args:
        folder: what `describe_film` wrote.
        to: one of `FORMATS`.
        path: where to; by default inside the folder, under the form's usual name.

    Returns:
        The file written.

    Raises:
        InputError: when the form is unknown.
        RecordError: when the folder holds no description.
        OutputError: when the file cannot be written.
    """
    folder = Path(folder)
    if to not in FORMATS:
        raise InputError(f"{to!r} came as a form of description; {', '.join(FORMATS)} are known")
    script = read_script(folder)
    written = Path(path) if path is not None else folder / _usual_name(to, script)
    FORMATS[to].write(script, written, folder)
    return written


def _usual_name(to: str, script: Script) -> str:
    """The form's name; a described film keeps its film's container."""
    name = FORMATS[to].name
    return name if Path(name).suffix else name + Path(script.film.path).suffix
