"""A described folder, as `describe_film` leaves it, and its exports."""

from __future__ import annotations

import hashlib
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from cinescribe.describe.editing.edit import edit_description
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.export.description import FORMATS, export_description
from cinescribe.export.folder import CAST, FACES, SETTINGS
from cinescribe.export.narration import Considered, Exchange, NarratedMoment, keep_narration
from cinescribe.media.voice.voice import Spoken
from cinescribe.schema import Face
from cinescribe.store import write_records
from cinescribe.timing import Span
from fuzz.reader import files_below
from fuzz.samples.films import film, picture, sound
from fuzz.samples.scripts import small_script

FORMS = tuple(to for to, form in FORMATS.items() if not form.is_sound)
_CAST = b'[people.P1]  # 3 faces\nname = "Anna"\nmerge = ["P4"]\nsplit = [[12.0, 19.5]]\n[people.P2]\n# name = ""\n'
# A voice that is nowhere installed: the forms without sound are then written without a check of the voice.
_SETTINGS = b'[voice]\nname = "piper:none"\nrate = 1.1\n[mix]\nducking = "auto"\nloudness = -23.0\n'
_SETTINGS += b'[disclosure]\nreviewed_by = "Clara"\n[pronunciation]\n"Si\\u00e2n" = "Sharn"\n'
_SETTINGS += b'[glossary]\n"the bar" = "the Blue Note"\n'


@dataclass
class SteadyVoice:
    """Says 2.5 words a second."""

    name: str = "steady"

    def say(self, text: str, *, rate: float = 1.0) -> Spoken:
        """Return a tone of the length of the text."""
        seconds = min(len(text.split()) / 2.5 / rate, 600.0)
        return Spoken(np.full(round(seconds * 1000), 0.1, np.float32), 1000)


def faces() -> tuple[Face, ...]:
    """Return the faces of two people."""
    return tuple(
        Face(time, (0.1, 0.1, 0.3, 0.5), 0.9, row, track=row // 2, person=person, facing=0.1, certainty=0.8)
        for row, (time, person) in enumerate([(0.5, "p1"), (13.0, "p1"), (14.0, "p2")])
    )


def narrated() -> NarratedMoment:
    """Return a moment of a narration."""
    asked = Exchange("checked", "Which are true?", "1", "numbers", about=("1: candidate", "2: other person"))
    said = Considered("Anna sits.", 1.5, 0.9, is_said=True)
    return NarratedMoment(
        Span(1, 3),
        since=0.5,
        times=(1.0, 2.0),
        people=("Anna (red)",),
        exchanges=(Exchange("seen", "What?", "{}", "json"), asked),
        considered=(said, Considered("P1 sits.", 1.0, faults=("a label",))),
        cue="c1",
        gain=0.5,
    )


@cache
def described_files() -> dict[str, bytes]:
    """Return the folder, with a journal of one edit and with every export that can be edited."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        Workspace(folder).save_draft(small_script("film.mp4"))
        for name, content in _parts().items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content)
        write_records(folder / FACES, faces())
        keep_narration(folder, [narrated()])
        for to in FORMS:
            export_description(folder, to=to)
        text = folder / "descriptions.txt"
        text.write_text(text.read_text(encoding="utf-8").replace("Anna sits.", "Anna sits down."), encoding="utf-8")
        edit_description(folder, text, voice=SteadyVoice(), who="Ann")
        return {name: content for name, content in files_below(folder).items() if not name.endswith(".lock")}


def signed(folder: Path, name: str) -> None:
    """Note the digest of a damaged script, so that it is not taken for an edit by hand."""
    if (folder / name).is_file():
        (folder / ".script.sha256").write_text(f"\n{hashlib.sha256((folder / name).read_bytes()).hexdigest()}\n")


def _parts() -> dict[str, bytes]:
    frames = {f"evidence/{time:09d}.jpg": picture("jpeg") for time in (2500, 4000)}
    return {
        "film.mp4": film(),
        "portraits/p1.png": picture("png"),
        "recordings/c1.wav": sound(),
        CAST: _CAST,
        SETTINGS: _SETTINGS,
        **frames,
    }
