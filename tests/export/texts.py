"""A small script that covers everything a text export has to represent."""

from cinescribe.schema import Cue, Film, Person, Script, Speech
from cinescribe.timing import Span

ANNA = Person("p1", "P1", name="Anna & Söhne")
P2 = Person("p2", "P2")


def a_script() -> Script:
    """Two spoken cues, an extended one between them and a dropped one; speech before and after."""
    cues = (
        Cue(
            Span(4.1, 6.2),
            "Anna <smiles> & waits --> here.\nIt is day.",
            people=("p1",),
            why="to greet",
            effect="P2 turns",
            trait="kind",
            figure="the sun is her mood",
            by="observer",
        ),
        Cue(
            Span(9.0, 9.0), "P2 enters.", people=("p2",), status="extended", pause=4.0, reason="no gap; the film waits"
        ),
        Cue(Span(20.0, 20.0), "=1+1", status="dropped", reason="the gap has no room for this sentence"),
        Cue(Span(20.25, 22.0), "P2 and Anna sit.", people=("p2", "p1"), rate=1.15, reason="said 115% as fast"),
    )
    speech = (Speech(Span(1.0, 4.0), "vad"), Speech(Span(10.5, 12.0), "subtitles", "Hello."))
    return Script(Film("films/anna.mp4", 60.0), people=(ANNA, P2), speech=speech, cues=cues, language="en-GB")
