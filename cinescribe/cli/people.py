"""`cinescribe people`: the people in a film."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.output import as_json, progress_bar, show
from cinescribe.describe.film_people import film_people


@click.command(cls=Command)
@click.argument("film_or_dir", type=click.Path(path_type=Path))
@as_json
def command(film_or_dir: Path, as_json: bool) -> None:
    """List the people of a film, or of a folder that `describe` wrote, with their faces."""
    with progress_bar() as progress:
        people, faces = film_people(film_or_dir, progress=progress)
    value = {
        "people": [person.to_dict() for person in people],
        "faces": [{"time": face.time, "box": list(face.box), "person": face.person} for face in faces],
    }
    lines = []
    for person in people:
        times = [face.time for face in faces if face.person == person.id]
        when = f", {min(times):.1f} to {max(times):.1f} s" if times else ""  # a split can take every face away
        lines.append(f"{person.called:<12} {len(times):5d} faces{when}")
    show(value, lines or ["nobody's face was seen"], as_json=as_json)
