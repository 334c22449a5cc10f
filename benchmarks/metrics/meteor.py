"""METEOR of a thousand captions: ours beside pycocoevalcap's, from texts to scores, in CPU seconds.

Every job runs in its own process on one core, and its time includes everything: Python's start and imports, the peer's
two Java programs, and reading the paraphrase table. One-time costs on a machine are listed separately: numba's
compilation, which is cached, and packing the table. The peer always reads the table; ours also runs without.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results

CAPTIONS = "golden/coco/coco1000_fakecap2014.input.json.gz"
GOAL = 10
N_ROUNDS = 3  # alternating; the minimum counts, since other work on the machine only adds time
PEER = "pycocoevalcap"


@dataclass(frozen=True)
class Spent:
    """A job's CPU seconds and scores."""

    start: float
    tokens: float
    meteor: float
    whole: float
    value: float
    segments: list[float]


def cpu_seconds() -> float:
    """CPU seconds of this process and of its children that have ended, since the start."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def captions(shared: Path) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return candidates and references."""
    with gzip.open(shared / CAPTIONS) as opened:
        items = json.load(opened)
    return {str(item["id"]): item["cand"] for item in items}, {str(item["id"]): item["refs"] for item in items}


def peer_job(shared: Path) -> Spent:
    """Run the job with the usual tools."""
    from pycocoevalcap.meteor.meteor import Meteor  # noqa: PLC0415  the import is part of the job
    from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer  # noqa: PLC0415

    candidates, references = captions(shared)
    start = cpu_seconds()
    tokenizer = PTBTokenizer()
    texts = tokenizer.tokenize({key: [{"caption": text}] for key, text in candidates.items()})
    refs = tokenizer.tokenize({key: [{"caption": text} for text in texts] for key, texts in references.items()})
    tokenised = cpu_seconds()
    scorer = Meteor()
    value, segments = scorer.compute_score(refs, texts)
    scorer.meteor_p.stdin.close()
    scorer.meteor_p.wait()  # only finished child processes are counted
    ended = cpu_seconds()
    return Spent(start, tokenised - start, ended - tokenised, ended, value, segments)


def our_job(shared: Path, table: Path | None, packed: Path | None) -> Spent:
    """Run the job with Cinescribe."""
    from cinescribe.metrics.core.pairs import Pairs  # noqa: PLC0415
    from cinescribe.metrics.core.tokens import tokenize_pairs  # noqa: PLC0415
    from cinescribe.metrics.meteor.meteor import meteor  # noqa: PLC0415  the import is part of the job
    from cinescribe.metrics.meteor.paraphrases import read_paraphrases  # noqa: PLC0415

    candidates, references = captions(shared)
    start = cpu_seconds()
    tokens = tokenize_pairs(Pairs.of(candidates, references))
    tokenised = cpu_seconds()
    score = meteor(tokens, paraphrases=read_paraphrases(table, packed=packed) if table else None)
    ended = cpu_seconds()
    return Spent(start, tokenised - start, ended - tokenised, ended, score.value, list(score.per_item.values()))


def run(arguments: Sequence[str], *, cache: Path) -> Spent:
    """Run a job in its own process, with compiled code in `cache`."""
    code = [sys.executable, "-m", "benchmarks.metrics.meteor", *arguments]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        code, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    )
    return Spent(**json.loads(done.stdout.splitlines()[-1]))


def compare(jobs: dict[str, list[str]], cache: Path, *, write: bool) -> None:
    """Compile and pack, then run the jobs in rounds, and report."""
    first = {name: run(arguments, cache=cache).whole for name, arguments in jobs.items() if name != PEER}
    rounds = [{name: run(arguments, cache=cache) for name, arguments in jobs.items()} for _ in range(N_ROUNDS)]
    least = {name: min((spent[name] for spent in rounds), key=lambda spent: spent.whole) for name in jobs}
    rows: list[Row] = []
    for name, spent in least.items():
        differ = sum(abs(a - b) > 1e-9 for a, b in zip(spent.segments, least[PEER].segments, strict=True))
        times = (f"{one:.2f}" for one in (spent.start, spent.tokens, spent.meteor, spent.whole))
        first_time = f"{first[name]:.2f}" if name in first else None
        rows.append((name, *times, first_time, f"{least[PEER].whole / spent.whole:.1f}", f"{spent.value:.6f}", differ))
    columns = ("job", "start", "tokens", "METEOR", "all", "first time", "ratio", "value", "segments that differ")
    table = print_table("CPU seconds, 1,000 captions", columns, rows)
    headlines = [Headline(f"METEOR, {row[0]}, speed", f"{row[6]} times the peer", f"≥ {GOAL}") for row in rows[1:]]
    report_results("meteor", "METEOR beside its Java program", headlines=headlines, tables=[table], write=write)


def main() -> None:
    """Compare, or run one job of the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--job", choices=("peer", "ours"), help=argparse.SUPPRESS)
    parser.add_argument("--table", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--packed", type=Path, help=argparse.SUPPRESS)
    add_write_option(parser)
    arguments = parser.parse_args()
    if arguments.job:
        is_peer = arguments.job == "peer"
        spent = peer_job(arguments.shared) if is_peer else our_job(arguments.shared, arguments.table, arguments.packed)
        print(json.dumps(vars(spent)), flush=True)
        return
    package = find_spec(PEER)
    if package is None or not package.submodule_search_locations or not shutil.which("java"):
        print(f"the peer needs {PEER} and java; one of them is missing")
        return
    table = Path(package.submodule_search_locations[0]) / "meteor" / "data" / "paraphrase-en.gz"
    if hasattr(os, "sched_setaffinity"):  # one core, for Java too
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        shared = ["--shared", str(arguments.shared)]
        ours = [*shared, "--job", "ours"]
        jobs = {
            PEER: [*shared, "--job", "peer"],
            "three modules": ours,
            "with the table": [*ours, "--table", str(table)],
            "with the table, packed": [*ours, "--table", str(table), "--packed", folder],
        }
        compare(jobs, Path(folder) / "compiled", write=arguments.write)


if __name__ == "__main__":
    main()
