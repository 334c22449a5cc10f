"""`python -m fuzz`: fuzzes the readers, or runs one of them on one input again."""

from __future__ import annotations

import argparse
import faulthandler
import os
import random
import sys
import tempfile
import traceback
from collections.abc import Sequence
from math import inf
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before NumPy: a process that forks must have no threads

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.errors import CinescribeError
from fuzz.mutations.mutate import Content, damaged
from fuzz.reader import Reader
from fuzz.registry import readers
from fuzz.runs.run import Report, fuzz
from fuzz.runs.scratch import Scratch
from fuzz.runs.worker import Finding, read_once

_COLUMNS = ("reader", "inputs", "accepted, %", "refused, %", "slowest, s", "peak, MiB", "findings")
_NOTE = "Accepted and refused do not sum to 100 where inputs gave findings. Peak: of the process, with its libraries."
_PATIENCE = 20  # seconds for one input, after which it is shown where it was
_MANY = 10**9  # inputs, more than there is time for
_FIRST_NUMBERS = 1_000_000_000  # a run without `--first` begins anywhere below


def main() -> None:
    """Parse the options, fuzz, report; exit with 1 if there are findings."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--reader", action="append", default=[], help="only readers whose name contains this")
    parser.add_argument("--seed", type=int, help="run the input of this number again, and show what comes out")
    parser.add_argument("--keep", type=Path, help="with --seed: keep the files of the input in this folder")
    parser.add_argument("--seconds", type=float, help="for all readers; 60, or as many as `--inputs` take")
    parser.add_argument("--inputs", type=int, help="at most so many for each reader")
    parser.add_argument("--first", type=int, help="number of the first input; any, if not given")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--no-table", action="store_true", help="print findings and sums alone")
    add_write_option(parser)
    options = parser.parse_args()
    chosen = [each for each in readers() if not options.reader or any(part in each.name for part in options.reader)]
    if not chosen:
        sys.exit(f"no reader has {options.reader[0]!r} in its name; there are: {', '.join(r.name for r in readers())}")
    if options.seed is not None:
        for reader in chosen:
            again(reader, options.seed, keep=options.keep)
        return
    first = random.randrange(_FIRST_NUMBERS) if options.first is None else options.first
    check_seeds(chosen)
    print(f"{len(chosen)} readers, inputs from number {first}", flush=True)
    seconds = options.seconds or (60.0 if options.inputs is None else inf)
    reports = fuzz(
        chosen,
        range(first, first + (options.inputs or _MANY)),
        seconds=seconds,
        n_processes=options.processes,
        done=lambda one: show(one.findings),
    )
    report(reports, with_table=not options.no_table, write=options.write)
    sys.exit(any(one.findings for one in reports))


def check_seeds(chosen: Sequence[Reader]) -> None:
    """Let each reader read its valid files, which also loads what it needs; a reader that refuses one is an error."""
    with tempfile.TemporaryDirectory(prefix="fuzz-seeds-") as folder:
        here = Path.cwd()
        refused = []
        scratch = Scratch(Path(folder))
        for reader in chosen:
            for seed in reader.seeds:
                scratch.fill(dict(seed.files))
                try:
                    read_once(reader, scratch.input)
                except Exception as error:
                    refused.append(f"{reader.name} refuses a valid file: {type(error).__name__}: {error}")
        if refused:
            sys.exit("\n".join(refused))
        tempfile.tempdir = None
        os.chdir(here)


def again(reader: Reader, number: int, *, keep: Path | None) -> None:
    """Run one input in this process, unguarded, and show its files and what comes out."""
    files = damaged(reader, number)
    print(f"{reader.name}, input {number}")
    kept = None if keep is None else keep.resolve()
    with tempfile.TemporaryDirectory(prefix="fuzz-again-") as folder:
        scratch = Scratch(Path(folder))
        scratch.fill(files)
        for name, content in files.items():
            if all(content != seed.files.get(name) for seed in reader.seeds):
                print(f"  {name}: {_shown(content)}")
            if kept is not None and isinstance(content, bytes):
                (kept / name).parent.mkdir(parents=True, exist_ok=True)
                (kept / name).write_bytes((scratch.input / name).read_bytes())
        sys.stdout.flush()
        faulthandler.dump_traceback_later(_PATIENCE, exit=True)
        try:
            read_once(reader, scratch.input)
            print("  accepted")
        except CinescribeError as error:
            print(f"  refused: {error}")
        except Exception:
            traceback.print_exc(file=sys.stdout)
        faulthandler.cancel_dump_traceback_later()
        opened = scratch.outside.opened()
        print(f"  opened outside: {', '.join(opened) or 'nothing'}")


def _shown(content: Content) -> str:
    if not isinstance(content, bytes):
        return content.value
    return f"{content[:400]!r}{f' ... {len(content)} bytes' if len(content) > 400 else ''}"


def show(findings: dict[str, Finding]) -> None:
    """Print findings, and how each is seen again."""
    for finding in findings.values():
        print(f"{finding.reader}: {finding.what} [{finding.where}] ({finding.size} bytes)")
        print(f"  python -m fuzz --reader {finding.reader} --seed {finding.number}", flush=True)


def report(reports: Sequence[Report], *, with_table: bool, write: bool) -> None:
    """Print the table of all readers and the sums."""
    rows = [_row(one) for one in reports]
    tables = [print_table("Readers", _COLUMNS, rows, _NOTE)] if with_table else []
    findings = [finding for one in reports for finding in one.findings.values()]
    headlines = [
        Headline("inputs, of all readers", f"{sum(one.n for one in reports):,}", "1,000,000"),
        Headline("kinds of findings", str(len(findings)), "0"),
        Headline("slowest input, CPU seconds", f"{max(one.slowest for one in reports):.2f}", "2"),
    ]
    report_results("fuzz", "Fuzzing of the readers", headlines=headlines, tables=tables, write=write)


def _row(one: Report) -> Row:
    n = max(one.n, 1)
    shares = (round(100 * one.accepted / n, 1), round(100 * one.refused / n, 1))
    return (one.reader, one.n, *shares, round(one.slowest, 3), one.peak >> 10, len(one.findings))


if __name__ == "__main__":
    main()
