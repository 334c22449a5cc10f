"""A small script of a description, with every field of its records."""

from __future__ import annotations

from cinescribe.schema import Cue, Evidence, Film, Gap, Person, Script, Shot, Speech, Stream
from cinescribe.store import record_text
from cinescribe.timing import Span
from fuzz.reader import seed_file


def small_script(film: str = "film.mp4") -> Script:
    """Return a script of a film of eight seconds."""
    return Script(
        film=Film(film, 8.0, (Stream(0, "video", "h264", width=96, height=64, rate_hz=12.0, rotation=0),), "0" * 64),
        people=(Person("p1", "P1", "Anna", "portraits/p1.png"), Person("p2", "P2")),
        shots=(Shot(Span(0.0, 4.0)), Shot(Span(4.0, 8.0), "dissolve", Span(3.5, 4.5))),
        speech=(Speech(Span(1.0, 2.0), "subtitles", "Hi."), Speech(Span(6.0, 6.5), "vad")),
        gaps=(Gap(Span(2.0, 6.0)),),
        cues=(
            Cue(
                Span(2.0, 3.5),
                "Anna sits.",
                people=("p1",),
                why="to rest",
                evidence=(Evidence(2.5, "face of P1", (0.1, 0.1, 0.4, 0.5), 0.9, "sits"),),
                by="observer",
                rate=1.1,
                id="c1",
                notes=("dim light",),
                shorter=("She sits.",),
                recording="recordings/c1.wav",
            ),
            Cue(Span(4.0, 5.0), "P2 waits.", people=("p2",), status="extended", pause=1.5, reason="no room", id="c2"),
            Cue(Span(5.0, 5.5), "A door.", status="dropped", reason="no room", id="c3", comment="later?"),
        ),
    )


SCRIPT_JSON = record_text(small_script()).encode()
VTT, SRT = seed_file("cues.vtt"), seed_file("lines.srt")
