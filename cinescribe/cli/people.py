"""`cinescribe people`: the people in a film."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.output import as_json, progress_bar, quiet, show
from cinescribe.describe.film_people import film_people
from cinescribe.schema import Face, Person


@click.command(cls=Command)
@click.argument("film_or_dir", type=click.Path(path_type=Path))
@quiet
@as_json
def command(film_or_dir: Path, *, quiet: bool, as_json: bool) -> None:
    """List the people of a film, or of a folder that `describe` wrote, with their faces."""
    with progress_bar(quiet=quiet) as progress:
        people, faces = film_people(film_or_dir, progress=progress)
    value = {
        "people": [person.to_dict() for person in people],
        "faces": [
            {
                "time": face.time,
                "box": list(face.box),
                "track": face.track,
                "person": face.person,
                "certainty": face.certainty,
            }
            for face in faces
        ],
    }
    lines = [_line(person, [face for face in faces if face.person == person.id]) for person in people]
    show(value, lines or ["nobody's face was seen"], as_json=as_json)


def _line(person: Person, faces: list[Face]) -> str:
    """Return a person's line: how often and when they are seen, and the least certain of their tracks."""
    line = f"{person.called:<12} {len(faces):5d} faces"
    if not faces:  # a split can take every face away
        return line
    times, tracks = [face.time for face in faces], {face.track for face in faces}
    line += f", {min(times):.1f} to {max(times):.1f} s, {len(tracks)} {'track' if len(tracks) == 1 else 'tracks'}"
    sure = [(face.certainty, face.time) for face in faces if face.certainty is not None]
    if not sure:
        return line
    least, time = min(sure)
    if len(tracks) == 1:
        return f"{line}, {least:.0%} certain"
    return f"{line}, the least certain {least:.0%} at {time:.1f} s"
