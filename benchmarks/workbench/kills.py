"""Is an edit that the workbench acknowledged ever lost? Its server is killed, and others edit at the same time.

- Random edits are sent over HTTP to `cinescribe workbench`, which SIGKILL ends at random moments and which is started
  again. Each answered edit must be in the journal as it was then, and the draft with the journal must be `script.json`,
  byte for byte.
- Two tabs and a command edit the same three cues at once. Each conflict must give both texts, and each text that was
  acknowledged must be in the journal.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from benchmarks.results import Headline, add_write_option, print_table, report_results
from tests.serve.workbench.random_edits import RandomEdits, is_replayed, write_folder
from tests.serve.workbench.rivals import compete

SEED = 43
N_EDITS, N_KILLS, N_CONFLICTS = 1000, 40, 200
NOTES = (
    "Edits: texts, nudges, splits, joins, insertions, rejections, restorations, undo and redo, of 12 to 30 cues. Each "
    "kill comes 0 to 30 ms after an edit was sent, so that it falls before, in or after the writing.",
    "The command exports to text, changes the first cue and reads the file back, again and again.",
)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, help="unused; accepted because every benchmark has it")
    parser.add_argument("--edits", type=int, default=N_EDITS, help="acknowledged ones")
    parser.add_argument("--kills", type=int, default=N_KILLS, help="of the server")
    parser.add_argument("--conflicts", type=int, default=N_CONFLICTS, help="between two tabs and a command")
    add_write_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        count = RandomEdits(write_folder(Path(work) / "killed" / "film.ad"), seed=SEED).run(
            arguments.edits, n_kills=arguments.kills
        )
        contested = write_folder(Path(work) / "contested" / "film.ad")
        rivals, lost = compete(contested, n_conflicts=arguments.conflicts, seed=SEED)
        unequal = count.unequal + (not is_replayed(contested))
    table = print_table(
        "Edits over HTTP",
        ("what", "figure"),
        [
            ("edits acknowledged by a server that is killed", count.acknowledged),
            ("refused with a reason", count.refused),
            ("kills", count.kills),
            ("lost", count.lost),
            ("conflicts of two tabs and a command", rivals.conflicts),
            ("edits acknowledged by them, of these by the command", f"{len(rivals.acknowledged)}, {rivals.by_command}"),
            ("lost of these", len(lost)),
            ("times that draft and journal were not the script", unequal),
            ("other answers to a single tab, by status", str(count.statuses or "none")),
            ("answers to the rivals that were neither saved nor both texts", len(rivals.faults)),
        ],
    )
    report_results(
        "workbench_kills",
        "The workbench when it is killed, and when others edit",
        headlines=[
            Headline(
                f"acknowledged edits lost in {count.kills} kills", f"{count.lost} of {count.acknowledged}", "none"
            ),
            Headline(
                f"texts lost in {rivals.conflicts} conflicts", f"{len(lost)} of {len(rivals.acknowledged)}", "none"
            ),
            Headline("times that draft and journal were not the script", str(unequal), "never"),
        ],
        tables=[table],
        notes=NOTES,
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
