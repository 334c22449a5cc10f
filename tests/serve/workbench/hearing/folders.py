"""A described folder with a small film, for tests of what is heard."""

from cinescribe.describe.editing.workspace import Workspace
from cinescribe.media.film.probe import probe
from cinescribe.schema import Cue, Script, Speech
from cinescribe.timing import Span
from tests.dummies import write_film


def described(folder, *, film="film.mp4", seconds=20.0):
    """Write the folder, with the film inside."""
    folder.mkdir()
    Workspace(folder).save_draft(
        Script(
            probe(write_film(folder / film, seconds=seconds)),
            speech=(Speech(Span(12.0, 14.0), "vad"),),
            cues=(
                Cue(Span(2.0, 3.6), "Anna turns to the window.", id="c1"),
                Cue(Span(8.0, 8.0), "Night falls.", status="extended", pause=1.0, id="c2"),
                Cue(Span(10.0, 10.0), "Nobody says this.", status="dropped", reason="no room", id="c3"),
                Cue(Span(15.0, 16.6), "She opens the letter.", id="c4"),
            ),
        )
    )
    return folder
