"""How long after a key press the message about it is in the live region, in Chromium, on a film of 2,000 cues.

The workbench runs as its own process, as a describer starts it; Chromium runs headless beside it. The page notes when
it gets the key, by the time of the event, and when the message stands in the region that screen readers speak. CPU
times of the page and of the workbench say how much of that is work, and not waiting for a busy machine.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

import numpy as np

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from benchmarks.workbench.load import N_CUES, N_EDITS, write_folder
from cinescribe.export.spoken_seconds import SECONDS
from cinescribe.store import read_json
from tests.serve.browser.chromium import started
from tests.serve.workbench.describer import ALT, Describer
from tests.serve.workbench.running import Running

N_PRESSES, GOAL = 50, "150 ms"
PAUSE = 30.0  # milliseconds between emptying the region and the message
BETWEEN = 0.6  # seconds from a press to the first look at what was said
PATIENCE = 240.0  # seconds for the voice, on a busy machine
KEYS = (("2", "start 10 ms later"), ("1", "start 10 ms earlier"), ("z", "undo"), ("k", "ask what a key does"))
# Both times are milliseconds on the page's clock. The region is emptied before each message: that is no message.
LISTEN = """
window.waits = [];
let pressed = 0;
document.addEventListener("keydown", (event) => { if (event.key !== "Alt") pressed = event.timeStamp; }, true);
const region = document.getElementById("status");
new MutationObserver(() => { if (region.textContent) window.waits.push(performance.now() - pressed); })
  .observe(region, {childList: true, characterData: true, subtree: true});
"""
NOTES = (
    "Each time holds 30 ms that the page waits, so that screen readers notice a message that is the same as the last.",
    "Screen readers then take their own time to speak it, which is not measured.",
)


@dataclass(frozen=True)
class Bench:
    """Somebody at a browser on the list of a folder, and the workbench that serves it."""

    one: Describer
    running: Running

    def cpu(self) -> tuple[float, float]:
        """CPU milliseconds so far, of the page and of the workbench."""
        metrics = self.one.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        page = next(each["value"] for each in metrics if each["name"] == "TaskDuration")
        fields = Path(f"/proc/{self.running.process.pid}/stat").read_text().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])  # in the user's code and in the system's
        return page * 1000, ticks * 1000 / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Pressed:
    """What presses of a key cost.

    Args:
        waits: milliseconds until each message.
        page, workbench: CPU milliseconds for each press, on average.
    """

    waits: list[float]
    page: float
    workbench: float


@contextmanager
def opened(folder: Path) -> Iterator[Bench]:
    """Open the workbench and a browser, and wait until the voice has spoken all cues, as it does beside other work."""
    driver = started("--window-size=1280,900")
    try:
        with Running(folder) as running:
            address, _, key = running.entry.rpartition("/enter/")
            one = Describer(driver, address)
            driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
            one.visit(f"/enter/{key}")
            until = monotonic() + PATIENCE
            while monotonic() < until and _n_spoken(folder) < N_CUES - 100:  # the last ones are saved at the end
                sleep(1)
            yield Bench(one, running)
            driver.get("about:blank")
    finally:
        driver.quit()


def _n_spoken(folder: Path) -> int:
    return len(read_json(folder / SECONDS)["seconds"]) if (folder / SECONDS).exists() else 0


def pressed(bench: Bench, key: str, n: int) -> Pressed:
    """Press a key on cues of the list, one after the other."""
    one = bench.one
    one.visit("/films/film/?page=3")
    one.driver.execute_script(LISTEN)
    before = bench.cpu()
    for k in range(n + 1):
        if k == 1:  # the first one also loads what a page needs once
            before = bench.cpu()
        one.driver.execute_script("document.querySelectorAll('article.cue textarea')[arguments[0]].focus()", k)
        one.chord(ALT, key)
        sleep(BETWEEN)  # to look more often would be work of the page too
        one.wait(lambda n=k + 1: len(one.driver.execute_script("return window.waits")) >= n, "nothing was said")
    page, workbench = (after - start for after, start in zip(bench.cpu(), before, strict=True))
    found: list[float] = one.driver.execute_script("return window.waits")
    assert len(found) == n + 1, f"{n + 1} presses, {len(found)} messages"
    return Pressed(found[1:], page / n, workbench / n)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, help="unused; accepted because every benchmark has it")
    parser.add_argument("--presses", type=int, default=N_PRESSES, help="of each key")
    add_write_option(parser)
    arguments = parser.parse_args()
    loads, found = list[float](), dict[str, Pressed]()
    with tempfile.TemporaryDirectory() as work, opened(write_folder(Path(work) / "film.ad", N_EDITS)) as bench:
        loads.append(os.getloadavg()[0])
        for key, what in KEYS:
            found[what] = pressed(bench, key, arguments.presses)
            loads.append(os.getloadavg()[0])
    rows: list[Row] = [
        (
            what,
            len(each.waits),
            *(f"{np.percentile(each.waits, share):.0f}" for share in (50, 95, 100)),
            f"{each.page:.0f}",
            f"{each.workbench:.0f}",
        )
        for what, each in found.items()
    ]
    load = f"Load of the machine: {min(loads):.1f} to {max(loads):.1f} on {os.cpu_count()} cores."
    columns = ("key", "presses", "ms, median", "95 %", "most", "CPU of page", "of workbench")
    table = print_table(f"{N_CUES:,} cues, {N_EDITS:,} edits in the journal", columns, rows, load)
    nudges = found[KEYS[0][1]]
    median, most = (f"{np.percentile(nudges.waits, share):.0f} ms" for share in (50, 95))
    work_done = PAUSE + nudges.page + nudges.workbench
    report_results(
        "workbench_spoken",
        "From a key to what is said, in the browser",
        headlines=[
            Headline(f"a nudge to its message, median and 95 %, at load {max(loads):.0f}", f"{median}, {most}", GOAL),
            Headline(
                "the same in CPU time of page, painting too, and workbench, with its pause", f"{work_done:.0f} ms", GOAL
            ),
        ],
        tables=[table],
        notes=NOTES,
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
