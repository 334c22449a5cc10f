"""`cinescribe describe`: a film's audio description."""

from __future__ import annotations

import time
from pathlib import Path

import click

from cinescribe.cli.output import announce, as_json, progress_bar, show
from cinescribe.describe.crew import Crew, captioner_named, faces_named
from cinescribe.describe.describe import describe_film
from cinescribe.export.folder import SCRIPT


@click.command()
@click.argument("film", type=click.Path(path_type=Path))
@click.option("-o", "--output", "folder", type=click.Path(path_type=Path), required=True, help="Folder to write to.")
@click.option("--captioner", default="observer", show_default=True, help="Who writes: observer, or hub:<model id>.")
@click.option("--subtitles", type=click.Path(path_type=Path), help="A subtitle file; by default the film's own.")
@click.option("--cast", type=click.Path(path_type=Path), help="A cast file; by default the folder's cast.toml.")
@click.option("--extended", is_flag=True, help="Let the film wait where a description fits in no gap.")
@click.option("--faces", default="dlib", show_default=True, help="Who finds faces: dlib, or insightface.")
@click.option("--fetch", is_flag=True, help="Allow models to be fetched; size and licence are said first.")
@as_json
def command(
    film: Path,
    *,
    folder: Path,
    captioner: str,
    subtitles: Path | None,
    cast: Path | None,
    extended: bool,
    faces: str,
    fetch: bool,
    as_json: bool,
) -> None:
    """Write the audio description of FILM: its people, gaps and cues, every sentence with its evidence."""
    began = time.perf_counter()
    writer = captioner_named(captioner, fetch=fetch, announce=announce)
    finder = faces_named(faces, fetch=fetch, announce=announce)
    with progress_bar() as tell:
        crew = Crew(captioner=writer, faces=finder, progress=tell)
        script = describe_film(film, folder, subtitles=subtitles, cast=cast, extended=extended, crew=crew)
    n = {status: sum(cue.status == status for cue in script.cues) for status in ("spoken", "dropped", "extended")}
    value = {
        "script": str(folder / SCRIPT),
        "cues": n["spoken"] + n["extended"],
        "people": len(script.people),
        "dropped": n["dropped"],
        "extended": n["extended"],
        "seconds": round(time.perf_counter() - began, 3),
        "film_seconds": script.film.duration,
    }
    lines = [
        f"{value['script']}: {value['cues']} cues, {value['people']} people, "
        f"{n['dropped']} sentences dropped, {n['extended']} extended",
        f"next: cinescribe export {folder} --to page",
    ]
    show(value, lines, as_json=as_json)
