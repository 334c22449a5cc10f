"""Descriptions of films that take no time, for workers."""

import json
import os
import signal
import time
from pathlib import Path

from cinescribe.errors import FilmError, ParameterError
from cinescribe.export.folder import SCRIPT
from cinescribe.models.vlm.answer_store import AnswerStore
from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.models.vlm.connection.server_address import server_address
from cinescribe.models.vlm.server import ChatServer
from cinescribe.schema import Cue, Film, Person, Script, Speech
from cinescribe.store import write_record
from cinescribe.timing import Span


def ask(film, folder, *, announce, **options):
    """Ask the server in the environment three questions, one of which other films ask too, and write a script."""
    address = server_address(os.environ["STUB_SERVER"])
    with ChatServer(address, AnswerStore(film.parent.parent / "answers")) as server:
        texts = [f"Who is in {film.stem}?", f"Where is {film.stem}?", f"What is number {int(film.stem) % 20}?"]
        answers = server.ask([ChatRequest(text) for text in texts])
    cues = tuple(Cue(Span(n, n + 1.0), answer.text) for n, answer in enumerate(answers))
    folder.mkdir(exist_ok=True)
    script = Script(Film(str(film), 10.0), cues=cues)
    write_record(folder / SCRIPT, script)
    return script


def describe(film, folder, *, announce, **options):
    """Write a script; the file of the film says what else happens."""
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
