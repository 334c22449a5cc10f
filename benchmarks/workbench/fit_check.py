"""What it costs to check every cue of a long film against its room, and whether few tried speeds find what all find.

The cues are captions of COCO, most of them longer than their room. All speeds are tried as well, as the check did
before, and the findings must be the same. CPU seconds include the voice's process.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.describe.guidelines.guidelines import DEFAULT_GUIDELINES, read_guidelines
from cinescribe.describe.guidelines.lint import lint_folder
from cinescribe.export.fit import misfits
from cinescribe.export.spoken_seconds import SECONDS, SpokenSeconds
from cinescribe.export.tracks.cue_time_limits import TOLERANCE, faster_rates, rooms
from cinescribe.media.voice.espeak import EspeakVoice
from cinescribe.schema import Cue, Film, Gap, Script, Speech
from cinescribe.store import read_json
from cinescribe.timing import Span

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
CAPTIONS = "data/text/coco_captions/captions_val2017_part.json"
SEED, N_CUES = 43, 2000
SECONDS_A_WORD = 0.33  # of the voice, about
ROOM = (0.3, 1.1)  # times what the voice takes, from and to
SPEECH = 0.8  # seconds, between cues
NOTES = (
    "A cue that is too long may be heard faster, at 1.05, 1.1, 1.15 or 1.2 times the voice's speed. Before, each was "
    "tried until one fitted. Now the fitting one is searched by halves, and none is tried for a cue that takes more "
    "than a tenth longer than the fastest could make up for.",
    "What the voice takes is remembered in the folder, so that a second check speaks only what changed.",
)


def tight_script(captions: list[str], n_cues: int) -> Script:
    """Return a script most of whose cues have too little room."""
    choose, at = random.Random(SEED), 1.0
    cues, speech, gaps = [], [], []
    for n, text in enumerate(choose.sample(captions, n_cues)):
        room = choose.uniform(*ROOM) * SECONDS_A_WORD * len(text.split())
        cues.append(Cue(Span(at, at + room), text, id=f"c{n}", by="me"))
        gaps.append(Gap(Span(at, at + room)))
        speech.append(Speech(Span(at + room, at + room + SPEECH), "subtitles", "A line."))
        at += room + SPEECH
    return Script(Film("film.mp4", at), gaps=tuple(gaps), speech=tuple(speech), cues=tuple(cues))


def every_speed(script: Script, folder: Path) -> list[float | None]:
    """Return the speed of each cue where all are tried, from the slowest on, until one fits; None where none does."""
    found = []
    with EspeakVoice() as voice, SpokenSeconds(voice, folder) as seconds:
        for cue, room in zip(script.cues, rooms(script), strict=True):
            speeds = (cue.rate, *faster_rates(cue.rate))
            found.append(next((each for each in speeds if seconds.of(cue.text, each) <= room + TOLERANCE), None))
    return found


def few_speeds(script: Script, folder: Path) -> list[float | None]:
    """Return the same as it is found now."""
    with EspeakVoice() as voice:
        rates = {one.cue: one.rate for one in misfits(script, voice, folder)}
    return [rates.get(cue.id, cue.rate) for cue in script.cues]


def spent(act: Callable[[], object]) -> tuple[float, float]:
    """Return the CPU seconds, with those of ended processes, and the clock seconds that something takes."""
    before, clock = _cpu(), time.perf_counter()
    act()
    return _cpu() - before, time.perf_counter() - clock


def _cpu() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=SHARED, help="folder of reference data")
    parser.add_argument("--cues", type=int, default=N_CUES)
    add_write_option(parser)
    arguments = parser.parse_args()
    annotations = json.loads((arguments.shared / CAPTIONS).read_text(encoding="utf-8"))["annotations"]
    captions = sorted({one["caption"].strip() for one in annotations})
    script = tight_script(captions, arguments.cues)
    guidelines, found = read_guidelines(DEFAULT_GUIDELINES), dict[str, list[float | None]]()
    with tempfile.TemporaryDirectory() as work:
        every, few, checked = (Path(work) / name for name in ("every", "few", "checked"))
        for folder in (every, few, checked):
            folder.mkdir()
        acts: tuple[tuple[str, Callable[[], object]], ...] = (
            ("every speed tried", lambda: found.update(every=every_speed(script, every))),
            ("few speeds tried, as now", lambda: found.update(few=few_speeds(script, few))),
            ("the whole check, with all rules", lambda: lint_folder(checked, script, guidelines)),
            ("the whole check again", lambda: lint_folder(checked, script, guidelines)),
        )
        times = [(name, *spent(act)) for name, act in acts]
        spoken = [len(read_json(folder / SECONDS)["seconds"]) for folder in (every, few)]
    n_long = sum(rate != 1 for rate in found["every"])
    rows: list[Row] = [(name, f"{cpu:.1f}", f"{clock:.1f}") for name, cpu, clock in times]
    load = f"{n_long:,} of {arguments.cues:,} cues are too long. Load: {os.getloadavg()[0]:.1f} on 2 cores."
    table = print_table(f"A first check of {arguments.cues:,} cues", ("what", "CPU s", "clock s"), rows, load)
    differing = sum(one != other for one, other in zip(found["every"], found["few"], strict=True))
    report_results(
        "workbench_fit",
        "The check of cues against their rooms",
        headlines=[
            Headline(
                f"CPU of rooms and voice, {arguments.cues:,} cues", f"{times[0][1]:.0f} s, now {times[1][1]:.0f} s"
            ),
            Headline("texts spoken for it", f"{spoken[0]:,}, now {spoken[1]:,}"),
            Headline("cues whose speed differs from that with every speed tried", str(differing), "none"),
        ],
        tables=[table],
        notes=NOTES,
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
