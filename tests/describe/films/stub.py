"""A description of a film that takes no time, for workers; what a film does is in its file."""

import json
import os
import signal
import time
from pathlib import Path

from cinescribe.errors import FilmError, ParameterError
from cinescribe.export.folder import SCRIPT
from cinescribe.schema import Cue, Film, Person, Script, Speech
from cinescribe.store import write_record
from cinescribe.timing import Span


def describe(film, folder, *, announce, **options):
    """Write a script; the film's file says what else happens."""
    said = film.read_text()
    with open(film.parent / "runs", "a") as runs:
        runs.write(f"{film.stem} {os.getpid()} {json.dumps(options, default=str, sort_keys=True)}\n")
    announce("captions by nobody")
    if said == "fails":
        raise FilmError(f"{film.name} is damaged")
    if said == "mistake":
        raise ValueError("three is no four")
    if said == "options":
        raise ParameterError("`rate` and `voice` do not go together")
    if said == "kills" or (said == "kills once" and not Path(f"{film}.killed").exists()):
        Path(f"{film}.killed").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if said == "large":
        time.sleep(60)  # until the watch over the memory has looked
    if said == "slow":
        time.sleep(0.5)
    cues = (Cue(Span(1.0, 3.0), f"This is {film.stem}."), Cue(Span(5.0, 5.0), "No.", status="dropped", reason="no"))
    speech = (Speech(Span(2.5, 4.0), "subtitles", "Hello."),)
    script = Script(Film(str(film), 10.0), people=(Person("p1", "P1"),), speech=speech, cues=cues)
    folder.mkdir(exist_ok=True)
    write_record(folder / SCRIPT, script)
    return script
