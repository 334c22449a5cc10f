"""How long short commands take: CPU seconds of whole processes on a description of three cues.

Each command runs several times, each time on a fresh folder; the voice's process counts. A bare Python and NumPy are
measured in turn with the commands, since other work on the machine makes all of them slower.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.describe.editing.edit import edit_description
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.export.description import export_description, folder_voice
from cinescribe.schema import Cue, Film, Script
from cinescribe.timing import Span

TEXTS = ("A woman opens the door.", "A man waits by the window.", "It rains on the harbour.")
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "--help": ("--help",),
    "history": ("history", "film.ad"),
    "undo": ("undo", "film.ad"),
    "export --to vtt": ("export", "film.ad", "--to", "vtt"),
    "edit": ("edit", "film.ad", "edited.txt"),
    "lint": ("lint", "film.ad"),
}
GOALS = {"history": 0.6, "undo": 0.6, "export --to vtt": 0.8, "edit": 2.0, "lint": 2.0}
_RUN = "import sys; from cinescribe.cli.main import main; main(sys.argv[1:], prog_name='cinescribe')"
_SCALES = {"a bare python": ("-c", "pass"), "NumPy": ("-c", "import numpy")}


def make_folder(folder: Path) -> None:
    """Make a description that was edited once, and beside it an export that is edited and not read back."""
    cues = tuple(Cue(Span(at, at + 3), text, id=f"c{at}") for at, text in zip((2, 12, 22), TEXTS, strict=True))
    described = folder / "film.ad"
    Workspace(described).save_draft(Script(Film("film.mp4", 40.0), cues=cues))
    edited = export_description(described, to="text", path=folder / "edited.txt")
    for before, after in (("opens", "shuts"), ("waits", "sits")):
        edited.write_text(edited.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
        if before == "opens":
            with folder_voice(described) as voice:
                edit_description(described, edited, voice=voice, who="me")


def cpu_seconds(arguments: Sequence[str], folder: Path) -> float:
    """Return the CPU seconds of a Python process and of the processes that it waits for."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else each process compiles what it loads
    process = subprocess.Popen(
        [sys.executable, *arguments], cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} ended with {process.returncode}: {said.decode()}")
    return used.ru_utime + used.ru_stime


def measured(n_rounds: int) -> dict[str, list[float]]:
    """Return the seconds of each command in each round; a first round, which may compile bytecode, does not count."""
    programs = _SCALES | {name: ("-c", _RUN, *words) for name, words in COMMANDS.items()}
    found: dict[str, list[float]] = {name: [] for name in programs}
    with tempfile.TemporaryDirectory() as root:
        make_folder(Path(root) / "made")
        for n in range(n_rounds + 1):
            for at, (name, arguments) in enumerate(programs.items()):
                folder = Path(root) / f"{n}-{at}"
                shutil.copytree(Path(root) / "made", folder)
                found[name].append(cpu_seconds(arguments, folder))
    return {name: times[1:] for name, times in found.items()}


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    add_write_option(parser)
    arguments = parser.parse_args()
    found = measured(arguments.rounds)
    rows: list[Row] = [
        (name, min(times), statistics.median(times), max(times), GOALS.get(name)) for name, times in found.items()
    ]
    table = print_table("CPU seconds", ("command", "least", "median", "most", "goal"), rows)
    headlines = [
        Headline(f"`{name}`, median", f"{statistics.median(found[name]):.2f} s", f"≤ {goal:g}")
        for name, goal in GOALS.items()
    ]
    report_results("start_up", "Short commands", headlines=headlines, tables=[table], write=arguments.write)


if __name__ == "__main__":
    main()
