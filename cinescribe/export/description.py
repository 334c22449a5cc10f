"""Export of a description's folder in one of several file formats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import InputError
from cinescribe.export.dapt.write_dapt import write_dapt
from cinescribe.export.folder import find_film, read_script
from cinescribe.export.pages.page import write_page
from cinescribe.export.sound import write_described_film, write_narration
from cinescribe.export.tracks.csv import write_csv
from cinescribe.export.tracks.srt import write_srt
from cinescribe.export.tracks.vtt import write_vtt
from cinescribe.media.voice.espeak import EspeakVoice
from cinescribe.schema import Script


@dataclass(frozen=True)
class ExportFormat:
    """A file format of a description: the default file name and a function (script, path, folder) that writes it."""

    name: str
    write: Callable[[Script, Path, Path], None]


def _narration(script: Script, path: Path, folder: Path) -> None:
    with EspeakVoice() as voice:
        write_narration(script, path, voice=voice)


def _film(script: Script, path: Path, folder: Path) -> None:
    found = find_film(script, folder)
    film = script.film if found is None else script.film.replace(path=str(found))
    with EspeakVoice() as voice:
        write_described_film(script.replace(film=film), path, voice=voice)


FORMATS = {
    "vtt": ExportFormat("descriptions.vtt", lambda script, path, _: write_vtt(script, path)),
    "srt": ExportFormat("descriptions.srt", lambda script, path, _: write_srt(script, path)),
    "dapt": ExportFormat("descriptions.ttml", lambda script, path, _: write_dapt(script, path)),
    "csv": ExportFormat("descriptions.csv", lambda script, path, _: write_csv(script, path)),
    "wav": ExportFormat("narration.wav", _narration),
    "film": ExportFormat("described", _film),
    "page": ExportFormat("page.html", lambda script, path, folder: write_page(script, path, folder=folder)),
}


def export_description(folder: str | Path, *, to: str, path: str | Path | None = None) -> Path:
    """Write the description in `folder` in another format.

    Args:
        folder: the output folder of `describe_film`.
        to: one of `FORMATS`.
        path: the file to write; by default inside the folder, under the format's default name.

    Returns:
        The path of the written file.

    Raises:
        InputError: when the format is unknown.
        RecordError: when the folder holds no description.
        OutputError: when the file cannot be written.
    """
    folder = Path(folder)
    if to not in FORMATS:
        raise InputError(f"{to!r} came as a format of descriptions; choose one of {', '.join(FORMATS)}")
    script = read_script(folder)
    target = Path(path) if path is not None else folder / _default_name(to, script)
    FORMATS[to].write(script, target, folder)
    return target


def _default_name(to: str, script: Script) -> str:
    """The format's file name; a described film has the container of its film."""
    name = FORMATS[to].name
    return name if Path(name).suffix else name + Path(script.film.path).suffix
