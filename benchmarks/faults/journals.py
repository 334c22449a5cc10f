"""Does any damage of a journal of edits change a script in silence, and does a repair lose words?

Random journals of small descriptions, a third of them begun by an earlier version, are damaged in every way that
`tests/describe/repair/damage.py` knows. Each must be refused with its line, and `script.json` must stay byte for byte.
Then a copy is repaired: cues and names must be as they were.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import tempfile
from collections import Counter
from pathlib import Path

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.describe.editing.workspace import Workspace
from cinescribe.describe.repair.repair_journal import repair_journal
from cinescribe.errors import RecordError
from cinescribe.export.folder import JOURNAL, SCRIPT
from cinescribe.schema import Cue, Script
from cinescribe.store import read_record
from tests.describe.repair.damage import KINDS, damaged, random_folder

FIRST = 10_000  # seed of the first journal; the tests use those below
N_JOURNALS = 200
_NAMED = re.compile(r"edits\.jsonl, lines? \d+")
NOTES = (
    "A damage that by chance leaves the journal as it is is not counted.",
    "Restored: after the repair every cue, with all its fields, and every name of a person is as before the damage.",
)


def main() -> None:
    """Damage, repair, and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, help="unused; accepted because every benchmark has it")
    parser.add_argument("--journals", type=int, default=N_JOURNALS, help="number of random journals")
    add_write_option(parser)
    arguments = parser.parse_args()
    os.fsync = lambda _: None  # type: ignore[assignment]  # no power is lost here
    n = Counter[tuple[str, str]]()
    for seed in range(FIRST, FIRST + arguments.journals):
        with tempfile.TemporaryDirectory() as work:
            _damage_all(Path(work), random.Random(seed), n)
    columns = ("damaged", "named", "script changed", "restored")
    rows: list[Row] = [(kind, *(n[kind, column] for column in columns)) for kind in KINDS]
    sums = {column: sum(n[kind, column] for kind in KINDS) for column in columns}
    table = print_table("Damaged journals", ("damage", *columns), [*rows, ("all", *sums.values())])
    report_results(
        "journal_damage",
        "Damaged journals of edits",
        headlines=[
            Headline(f"scripts changed in silence, of {sums['damaged']}", str(sums["script changed"]), "none"),
            Headline("damages named with their line", f"{sums['named']} of {sums['damaged']}", "all"),
            Headline("repairs that restore all words", f"{sums['restored']} of {sums['damaged']}", "all"),
        ],
        tables=[table],
        notes=NOTES,
        write=arguments.write,
    )


def _damage_all(work: Path, rng: random.Random, n: Counter[tuple[str, str]]) -> None:
    """Damage one journal in every way."""
    folder = work / "film.ad"
    workspace = random_folder(folder, rng, n_old=rng.choice([0, 0, 3]))
    journal, script, words = (folder / JOURNAL).read_bytes(), (folder / SCRIPT).read_bytes(), _words(folder)
    for kind in KINDS:
        content = damaged(journal, kind, rng)
        if content == journal:
            continue
        n[kind, "damaged"] += 1
        (folder / JOURNAL).unlink(missing_ok=True)
        if content is not None:
            (folder / JOURNAL).write_bytes(content)
        try:
            workspace.load(who="me")
        except RecordError as error:
            n[kind, "named"] += _NAMED.search(str(error)) is not None
        n[kind, "script changed"] += (folder / SCRIPT).read_bytes() != script
        copy = work / "copy.ad"
        shutil.copytree(folder, copy)
        repair_journal(copy, who="me")
        Workspace(copy).load(who="me")
        n[kind, "restored"] += _words(copy) == words
        shutil.rmtree(copy)
        (folder / JOURNAL).write_bytes(journal)
        (folder / SCRIPT).write_bytes(script)


def _words(folder: Path) -> tuple[dict[str, Cue], dict[str, str]]:
    script = read_record(folder / SCRIPT, Script)
    return {cue.id: cue for cue in script.cues}, {person.id: person.called for person in script.people}


if __name__ == "__main__":
    main()
