"""A described film for tests of the player, and a voice that can be measured."""

import numpy as np

from cinescribe.media.voice.voice import Spoken
from cinescribe.schema import Cue, Face, Film, Gap, Person, ScreenText, Script, Speech
from cinescribe.timing import Span

HOSTILE = """</script><script>alert("1")</script> & 'quoted' <!-- {{ 7 * 7 }} --> </style>\u2028"""


class Hum:
    """Hums for a tenth of a second a word."""

    name = "hum"

    def __init__(self):
        self.texts = []

    def say(self, text, *, rate=1.0):
        self.texts.append((text, rate))
        time = np.arange(round(2400 * len(text.split()) / rate)) / 24_000
        return Spoken((0.1 * np.sin(2 * np.pi * 300 * time)).astype(np.float32), 24_000)


def described(path="film.mp4", *, duration=8.0, **changes):
    """A script with a spoken, an extended and two dropped cues; for one of these the film could wait."""
    cues = (
        Cue(Span(0.5, 1.2), "Anna looks up at the sky.", people=("p1",), shorter=("Anna looks up.", "Anna looks.")),
        Cue(Span(3.0, 3.0), "A bird lands.", status="extended", pause=0.3, shorter=("A bird.",)),
        Cue(Span(4.2, 4.2), "Tom leaves.", people=("p2",), status="dropped", could_wait=True),
        Cue(Span(5.0, 5.0), "It is late.", status="dropped"),
    )
    script = Script(
        Film(str(path), duration),
        people=(Person("p1", "P1", "Anna"), Person("p2", "P2"), Person("p3", "P3", "Max")),
        speech=(Speech(Span(2.0, 2.8), "subtitles", "Who's <there>?"), Speech(Span(4.0, 4.6), "vad")),
        gaps=(Gap(Span(0.0, 2.0)), Gap(Span(2.8, 4.0))),
        cues=cues,
        texts=(
            ScreenText(Span(0.2, 7.0), "HARBOUR", (0.1, 0.1, 0.5, 0.2), 0.9),
            ScreenText(Span(0.0, 8.0), "Studio", (0.8, 0.9, 0.9, 1.0), 0.9, kind="watermark"),
            ScreenText(Span(2.0, 2.8), "Qui est là ?", (0.1, 0.9, 0.5, 1.0), 0.9, kind="subtitle"),
        ),
    )
    return script.replace(**changes)


def faces():
    """Anna is seen for the first seven seconds."""
    where = (0.1, 0.1, 0.2, 0.2)
    return [Face(n / 2, where, 0.9, n, person="p1") for n in range(14)]
