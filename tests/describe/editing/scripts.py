"""Small scripts to edit."""

from cinescribe.export.tracks.cue_rows import CueRow
from cinescribe.schema import Cue, Film, Person, Script
from cinescribe.timing import Span

TEXTS = ("Anna opens the door.", "Person 2 waits.", "The rain stops. Anna smiles.")


def cue(start: float, text: str, **values) -> Cue:
    span = Span(start, start + (0.0 if values.get("status") in ("dropped", "extended") else 1.5))
    return Cue(span, text, by="observer", id=values.pop("id", f"c{round(start * 1000)}"), **values)


def people(**names: str) -> tuple[Person, ...]:
    return tuple(Person(f"p{n}", f"P{n}", names.get(f"p{n}")) for n in (1, 2, 3))


def script(*cues: Cue, **names: str) -> Script:
    cues = cues or tuple(cue(10.0 * n, text) for n, text in enumerate(TEXTS, 1))
    return Script(Film("film.mp4", 60.0), people=people(**(names or {"p1": "Anna"})), cues=cues)


def row(of: Cue, **values) -> CueRow:
    """The row of a cue as the text form has it."""
    end = of.span.end if of.status == "spoken" else None
    row = CueRow(of.id, of.span.start, end, of.text, of.people, of.status, of.rate, of.comment or "", line=1)
    return row.replace(**values)
