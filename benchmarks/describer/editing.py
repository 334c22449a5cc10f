"""Editing a description: is anything made by hand ever lost, and how much typing does a repair take?

- Random sequences of edits, exports, new drafts, renames, undos and kills, checked against a model.
- A process that edits without pause is killed at random moments; each edit that it had acknowledged must be there.
- Twenty seeded faults are repaired in the text form and in `script.json`. Keystrokes are counted by one rule for both
  files: four to get to a place (search, two letters, Enter), one to delete a line, one for each other letter that is
  typed or deleted; and those of the command.
"""

from __future__ import annotations

import argparse
import difflib
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from benchmarks.results import Headline, Table, add_write_option, print_table, report_results
from cinescribe.describe.editing.edit import edit_description
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.export.description import export_description
from cinescribe.schema import Cue, Film, Person, Script
from cinescribe.timing import Span
from tests.describe.editing.edit_machine import EditMachine
from tests.dummies import SteadyVoice

SEED = 16
N_SEQUENCES, N_STEPS = 1000, 20
N_KILLS, N_FAULTS, N_CUES = 50, 20, 60
EARLIEST, LATEST = 0.05, 1.5  # seconds from the first edit to a kill
PLACE = 4  # keystrokes to get to a place in a file
COMMAND = "cinescribe edit film.ad film.ad/descriptions.txt\n"
NOTES = (
    "The editor that is killed exports to text, changes a sentence and calls `edit_description`, over and over, in a "
    "process of its own. It prints the words of an edit when the function has returned; then SIGKILL comes.",
    "In `script.json` the end of a changed cue has to be worked out and typed; the text form derives it. The mark of a "
    "hand-made cue is not counted.",
)
EDITOR = (
    "import sys; from pathlib import Path; from benchmarks.describer.editing import edit_on; edit_on(Path(sys.argv[1]))"
)


def a_script() -> Script:
    """Return a script with one cue every ten seconds."""
    people = (Person("p1", "P1", "Anna"), Person("p2", "P2", "Bob"))
    verbs = ("opens a window", "walks to the harbour", "reads a letter", "looks for her keys", "greets Bob")
    cues = tuple(
        Cue(Span(10.0 * n, 10.0 * n + 2), f"Anna {verbs[n % len(verbs)]}.", ("p1",), id=f"c{n * 10_000}", by="observer")
        for n in range(1, N_CUES + 1)
    )
    return Script(Film("film.mp4", 10.0 * (N_CUES + 2)), people=people, cues=cues)


def edit_on(folder: Path) -> None:
    """Edit a description until the process is killed; print each edit when it is done."""
    choose = random.Random(time.time_ns())
    while True:
        word = "".join(choose.choices("abcdefghijklmnopqrstuvwxyz", k=10))
        path = export_description(folder, to="text")
        script = Workspace(folder).load(who="editor").script
        cue = choose.choice(script.cues)
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(cue.text, f"Edit {word}.", 1), encoding="utf-8")
        edit_description(folder, path, voice=SteadyVoice(), who="editor")
        print(word, flush=True)


def killed(folder: Path) -> tuple[int, int]:
    """Kill an editor at random moments; return how many edits it acknowledged, and how many of these are lost."""
    choose, n_done, n_lost = random.Random(SEED), 0, 0
    for _ in range(N_KILLS):
        with subprocess.Popen([sys.executable, "-c", EDITOR, str(folder)], stdout=subprocess.PIPE, text=True) as editor:
            assert editor.stdout is not None
            acknowledged = [editor.stdout.readline()]
            time.sleep(choose.uniform(EARLIEST, LATEST))
            editor.kill()
            acknowledged += editor.stdout.readlines()
        # Words in the journal were written; that the script follows from it is checked by `load`.
        workspace = Workspace(folder)
        with workspace.opened(who="check") as state:
            pass
        written = {change.after.text for each in state.revisions for change in each.changes if change.after is not None}
        words = [line.strip() for line in acknowledged if line.strip()]
        n_done += len(words)
        n_lost += sum(f"Edit {word}." not in written for word in words)
    return n_done, n_lost


def faulty(script: Script) -> tuple[Script, Script]:
    """Return a script with seeded faults, and the same without: wrong words, wrong times, needless and missing cues."""
    choose = random.Random(SEED)
    broken, right = list(script.cues), list(script.cues)
    for n, at in enumerate(sorted(choose.sample(range(len(broken)), N_FAULTS))):
        cue, kind = script.cues[at], n % 5
        if kind in (0, 1):
            broken[at] = _said(cue, cue.text.replace("Anna", "Bob" if kind else "A woman"))
        elif kind == 2:
            broken[at] = _said(cue, f"{cue.text[:-1]} and something else happens that nobody needs.")
        elif kind == 3:
            broken[at] = cue.replace(span=cue.span.shifted(1.5))
        else:
            right[at] = cue.replace(status="dropped", span=Span(cue.span.start, cue.span.start))
    return script.replace(cues=tuple(broken)), script.replace(cues=tuple(right))


def _said(cue: Cue, text: str) -> Cue:
    seconds = SteadyVoice().say(text).duration
    return cue.replace(text=text, span=Span(cue.span.start, round(cue.span.start + seconds, 3)))


def repaired(folder: Path) -> tuple[int, int]:
    """Repair seeded faults; return the keystrokes in the text form, and those in `script.json`."""
    script = a_script()
    script = script.replace(cues=tuple(_said(cue, cue.text) for cue in script.cues))
    broken, right = faulty(script)
    workspace = Workspace(folder)
    workspace.save_draft(right)
    wanted = export_description(folder, to="text").read_text(encoding="utf-8")
    workspace.save_draft(broken)
    path = export_description(folder, to="text")
    given = path.read_text(encoding="utf-8")
    path.write_text(wanted, encoding="utf-8")
    script = edit_description(folder, path, voice=SteadyVoice(), who="editor").script
    assert [(cue.text, cue.status) for cue in script.cues] == [(cue.text, cue.status) for cue in right.cues]
    return keystrokes(given, wanted) + len(COMMAND), keystrokes(_json(broken), _json(right))


def _json(script: Script) -> str:
    return json.dumps(script.to_dict(), ensure_ascii=False, indent=1)


def keystrokes(before: str, after: str) -> int:
    """Return the keystrokes that change one file into another."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    changes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return sum(PLACE + _typed(old[a:b], new[c:d]) for kind, a, b, c, d in changes if kind != "equal")


def _typed(old: Sequence[str], new: Sequence[str]) -> int:
    """Return the keystrokes of one place: of lines that are changed, then of those deleted or written whole."""
    n = min(len(old), len(new))
    typed = sum(_letters(one, other) for one, other in zip(old[:n], new[:n], strict=True))
    return typed + len(old[n:]) + sum(len(line) for line in new[n:])


def _letters(old: str, new: str) -> int:
    changes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return sum((b - a) + (d - c) for kind, a, b, c, d in changes if kind != "equal")


def sequences() -> int:
    """Run the random sequences; return how many. Raises at the first that loses something."""
    machine = settings(
        max_examples=N_SEQUENCES,
        stateful_step_count=N_STEPS,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(EditMachine, settings=machine)
    return N_SEQUENCES


def tables(work: Path) -> Table:
    """Measure everything, print and return it."""
    Workspace(work / "killed").save_draft(a_script())
    n_done, n_lost = killed(work / "killed")
    by_text, by_json = repaired(work / "repaired")
    n_sequences = sequences()
    rows: list[tuple[str, str]] = [
        (f"random sequences of {N_STEPS} steps, none lost or altered anything", str(n_sequences)),
        ("kills of an editor", str(N_KILLS)),
        ("edits that it acknowledged; lost", f"{n_done}; {n_lost}"),
        (f"keystrokes to repair {N_FAULTS} faults by `edit`", str(by_text)),
        ("in script.json", str(by_json)),
    ]
    return print_table("Editing", ("what", "figure"), rows)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, help="unused; accepted because every benchmark has it")
    add_write_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        table = tables(Path(work))
    figures = [str(row[1]) for row in table.rows]
    report_results(
        "editing",
        "Editing by hand",
        headlines=[
            Headline("random sequences of edits without a loss", figures[0], "1,000"),
            Headline("edits acknowledged before a kill; lost", figures[2], "0 lost"),
            Headline(
                f"keystrokes to repair {N_FAULTS} faults: by `edit`, in script.json", f"{figures[3]}, {figures[4]}"
            ),
        ],
        tables=[table],
        notes=NOTES,
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
