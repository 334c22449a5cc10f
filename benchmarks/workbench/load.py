"""What a page and an edit of the workbench cost on a long film: 2,000 cues, and 5,000 edits in the journal.

Requests are made in this process, so that its CPU seconds are those of the server and of the client that asks. Clock
times are also measured: they include the disk, the voice, and whatever else the machine does.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from httpx2 import Response

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.describe.editing.revisions import CueChange, Revision, called_now
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.export.folder import JOURNAL, SCRIPT
from cinescribe.schema import Cue, Film, Gap, Person, Script, Speech, Stream
from cinescribe.serve.workbench.server import spare_collections
from cinescribe.store import append_records
from cinescribe.timing import Span
from tests.serve.workbench.desk import Desk, desk
from tests.serve.workbench.running import csrf_of, shown_cues

N_CUES, N_EDITS, N_ROUNDS, N_UNDONE = 2000, 5000, 100, 1000
FEW = 50  # edits of the journal that the long one is compared with
EVERY = 3.6  # seconds from cue to cue: 2,000 in two hours
VERBS = ("opens a window", "walks to the harbour", "reads a letter", "looks for her keys", "greets Bob")
NOTES = (
    "Saved texts are new ones, so that the voice (espeak-ng) speaks each once; that is in the clock times, not in the "
    "CPU seconds, which another process spends.",
    "A list that is opened for the first time has the voice speak those of its 100 cues that it has not spoken yet, to "
    "learn how long they take; that is in its clock times only. When the workbench starts, the voice begins to speak "
    "all cues beside other work, in order; the folder remembers what it took.",
    "A nudge is answered with the message that is spoken; the page then waits 30 ms, so that screen readers notice it.",
)


def long_script() -> Script:
    """Return the script of a film of two hours."""
    people = (Person("p1", "P1", "Anna"), Person("p2", "P2", "Bob"))
    starts = [EVERY * n for n in range(N_CUES)]
    cues = tuple(
        Cue(
            Span(at + 0.1, at + 2),
            f"Anna {VERBS[n % 5]} again, {n}.",
            ("p1",),
            id=f"c{round(at * 1000)}",
            by="observer",
        )
        for n, at in enumerate(starts)
    )
    speech = tuple(Speech(Span(at + 2.6, at + 3.4), "subtitles", f"Line {n}.") for n, at in enumerate(starts))
    film = Film("film.mp4", EVERY * N_CUES, (Stream(0, "video", "h264", rate_hz=25.0),))
    return Script(film, people, (), speech, tuple(Gap(Span(at, at + 2.5)) for at in starts), cues)


def write_folder(folder: Path, n_edits: int) -> Path:
    """Write a described folder whose journal has so many edits."""
    script = long_script()
    workspace = Workspace(folder)
    workspace.save_draft(script)
    now = {cue.id: cue for cue in script.cues}
    names, revisions = list(now), []
    for n in range(n_edits):
        before = now[names[n * 7 % N_CUES]]
        now[before.id] = before.replace(text=f"Anna {VERBS[n % 5]} slowly, {n}.", hand_made=True)
        change = CueChange(before.id, before, now[before.id])
        revisions.append(Revision("2026-01-01T00:00:00+00:00", "me", "page", (change,), called_now(script.people)))
    append_records(folder / JOURNAL, revisions)
    with workspace.opened(who="me"):
        return folder


class Clocks:
    """CPU and clock times of one kind of request, in milliseconds."""

    def __init__(self) -> None:
        self.cpu: list[float] = []
        self.clock: list[float] = []

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Measure the block."""
        cpu, clock = time.process_time(), time.perf_counter()
        yield
        self.cpu.append((time.process_time() - cpu) * 1000)
        self.clock.append((time.perf_counter() - clock) * 1000)

    @property
    def figures(self) -> tuple[str, str, str, str]:
        """Median and 95th percentile, of CPU and clock."""
        return tuple(f"{np.percentile(times, share):.0f}" for times in (self.cpu, self.clock) for share in (50, 95))  # type: ignore[return-value]


def requests(bench: Desk, n_rounds: int) -> dict[str, Clocks]:
    """Send each kind of request so many times; the first of each is not counted."""
    path, found = (
        "/films/film/",
        {name: Clocks() for name in ("list, first time", "list", "save", "nudge", "undo", "redo")},
    )
    for n in range(n_rounds + 1):
        page = n % 20 + 1
        for name in ("list, first time", "list") if n < N_CUES // 100 else ("list",):
            with found[name].measured():
                answer = bench.get(f"{path}?page={page}")
        cue, csrf = shown_cues(answer.text)[n % 100], {"csrf": csrf_of(answer.text)}
        text = {"text": f"Anna waits {n} times here."}
        _send(bench, found["save"], f"{path}cues/{cue.key}/save", {**csrf, **text, "revision": cue.revision})
        _send(bench, found["undo"], f"{path}undo", csrf)
        _send(bench, found["redo"], f"{path}redo", csrf)
        _send(bench, found["nudge"], f"{path}cues/{cue.key}/nudge", {**csrf, **text, "by": "0.01"})
    for clocks in found.values():
        del clocks.cpu[0], clocks.clock[0]
    return found


@contextmanager
def opened(folder: Path) -> Iterator[Desk]:
    """A workbench with a folder, as the command opens it."""
    with desk(folder) as bench:
        spare_collections()
        yield bench


def first_lists(bench: Desk) -> tuple[Clocks, Clocks]:
    """Let the voice speak all cues, as it does beside other work, then list each page for the first time.

    Returns:
        The times of the lists, and that of the voice.
    """
    film, lists, voice = bench.films.get("film"), Clocks(), Clocks()
    assert film is not None
    with voice.measured():
        for cue in film.folder.current().script.spoken():
            film.takes(cue)
    bench.get("/films/film/?show=dropped")  # templates are loaded once
    for page in range(1, N_CUES // 100 + 1):
        with lists.measured():
            bench.get(f"/films/film/?page={page}")
    return lists, voice


def _send(bench: Desk, clocks: Clocks, path: str, fields: dict[str, str]) -> None:
    with clocks.measured():
        answer = _posted(bench, path, fields)
    assert answer.status_code == 200, answer.text


def _posted(bench: Desk, path: str, fields: dict[str, str]) -> Response:
    headers = {"origin": "http://desk", "accept": "application/json"}
    return bench.client.post(path, data=fields, headers=headers)


def undone(bench: Desk, folder: Path, n: int) -> bool:
    """Make so many edits and take them all back; return whether the script is the same, byte for byte."""
    path = "/films/film/"
    before, page = (folder / SCRIPT).read_bytes(), bench.get(path).text
    keys, csrf = [cue.key for cue in shown_cues(page)], {"csrf": csrf_of(page)}
    for k in range(n):
        answer = _posted(bench, f"{path}cues/{keys[k % 100]}/nudge", {**csrf, "by": "0.001"})
        assert answer.status_code == 200, answer.text
    changed = (folder / SCRIPT).read_bytes() != before
    for _ in range(n):
        assert _posted(bench, f"{path}undo", csrf).status_code == 200
    return changed and (folder / SCRIPT).read_bytes() == before


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, help="unused; accepted because every benchmark has it")
    parser.add_argument("--rounds", type=int, default=N_ROUNDS, help="of each request")
    add_write_option(parser)
    arguments = parser.parse_args()
    loads = [os.getloadavg()[0]]
    with tempfile.TemporaryDirectory() as work:
        short, long = (write_folder(Path(work) / str(n) / "film.ad", n) for n in (FEW, N_EDITS))
        with opened(short) as bench:
            few = requests(bench, arguments.rounds)
        loads.append(os.getloadavg()[0])
        opening = Clocks()
        with opening.measured(), desk(long) as bench:
            bench.get("/films/film/")
        with opened(long) as bench:
            many = requests(bench, arguments.rounds)
        fresh = write_folder(Path(work) / "fresh" / "film.ad", N_EDITS)
        with opened(fresh) as bench:
            ahead, voice = first_lists(bench)
        loads.append(os.getloadavg()[0])
        with desk(long) as bench:
            is_exact = undone(bench, long, N_UNDONE)
    columns = ("request", "CPU ms, median", "95 %", "clock ms, median", "95 %")
    rows: list[Row] = [(name, *clocks.figures) for name, clocks in many.items()]
    rows.insert(1, ("list, first time, voice has spoken ahead", *ahead.figures))
    rows.append((f"voice speaks {N_CUES:,} cues ahead", f"{voice.cpu[0]:.0f}", None, f"{voice.clock[0]:.0f}", None))
    rows.append(("start with the film open", f"{opening.cpu[0]:.0f}", None, f"{opening.clock[0]:.0f}", None))
    load = max(loads)
    tables = [
        print_table(
            f"{N_CUES:,} cues, {N_EDITS:,} edits in the journal", columns, rows, f"Load: {load:.1f} on 2 cores."
        ),
        print_table(f"The same with {FEW} edits", columns, [(name, *clocks.figures) for name, clocks in few.items()]),
    ]
    grown = np.median(many["save"].cpu) / np.median(few["save"].cpu)
    report_results(
        "workbench_load",
        "The workbench on a long film",
        headlines=[
            Headline("saving a cue, 95 %, CPU", _most(many["save"]), "100 ms"),
            Headline("a list of 100 cues, 95 %, CPU", _most(many["list"]), "300 ms"),
            Headline("a list for the first time, voice has spoken ahead, 95 %, CPU", _most(ahead), "300 ms"),
            Headline("a nudge to its message, 95 %, CPU", _most(many["nudge"]), "150 ms"),
            Headline(f"saving with {N_EDITS:,} edits in the journal, to that with {FEW}", f"{grown:.2f}", "about 1"),
            Headline(f"undo of {N_UNDONE:,} edits", "exact" if is_exact else "not exact", "exact"),
        ],
        tables=tables,
        notes=(*NOTES, f"The load of the machine was {load:.1f} on two cores, whose waiting is in the clock times."),
        write=arguments.write,
    )


def _most(clocks: Clocks) -> str:
    return f"{np.percentile(clocks.cpu, 95):.0f} ms"


if __name__ == "__main__":
    main()
