"""METEOR of a thousand captions beside pycocoevalcap's, from texts to scores, in CPU seconds.

Every job is a process of its own on one core, and all that it takes to the last score is counted: Python's start and
imports, for the peer Java's two programs, reading the paraphrase table. Told apart is what happens once on a machine:
numba's compiling, which it keeps, and packing the table, where that is wanted. The peer always reads the table; ours is
also run without.
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

CAPTIONS = "golden/coco/coco1000_fakecap2014.input.json.gz"
GOAL = 10
N_ROUNDS = 3  # the least of so many, taken in turn: other work on the machine only adds
PEER = "pycocoevalcap"


@dataclass(frozen=True)
class Spent:
    """What a job took, in CPU seconds, and what it found."""

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
    """Candidates and references."""
    with gzip.open(shared / CAPTIONS) as opened:
        items = json.load(opened)
    return {str(item["id"]): item["cand"] for item in items}, {str(item["id"]): item["refs"] for item in items}


def peer_job(shared: Path) -> Spent:
    """The job by the usual tools."""
    from pycocoevalcap.meteor.meteor import Meteor  # noqa: PLC0415  its import is part of the job
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
    scorer.meteor_p.wait()  # only ended children are counted
    ended = cpu_seconds()
    return Spent(start, tokenised - start, ended - tokenised, ended, value, segments)


def our_job(shared: Path, table: Path | None, packed: Path | None) -> Spent:
    """The job by ours."""
    from cinescribe.metrics.core.pairs import Pairs  # noqa: PLC0415
    from cinescribe.metrics.core.tokens import tokenize_pairs  # noqa: PLC0415
    from cinescribe.metrics.meteor.meteor import meteor  # noqa: PLC0415  its import is part of the job
    from cinescribe.metrics.meteor.paraphrases import read_paraphrases  # noqa: PLC0415

    candidates, references = captions(shared)
    start = cpu_seconds()
    tokens = tokenize_pairs(Pairs.of(candidates, references))
    tokenised = cpu_seconds()
    score = meteor(tokens, paraphrases=read_paraphrases(table, packed=packed) if table else None)
    ended = cpu_seconds()
    return Spent(start, tokenised - start, ended - tokenised, ended, score.value, list(score.per_item.values()))


def run(arguments: Sequence[str], *, cache: Path) -> Spent:
    """A job in a process of its own, whose compiled code is kept in `cache`."""
    code = [sys.executable, __file__, *arguments]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        code, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    )
    return Spent(**json.loads(done.stdout.splitlines()[-1]))


def print_table(jobs: dict[str, list[str]], cache: Path) -> None:
    """Compile and pack, then take every job in turn."""
    for name, arguments in jobs.items():
        if name != PEER:
            print(f"{name}: {run(arguments, cache=cache).whole:.1f} CPU s the first time on a machine")
    rounds = [{name: run(arguments, cache=cache) for name, arguments in jobs.items()} for _ in range(N_ROUNDS)]
    least = {name: min((spent[name] for spent in rounds), key=lambda spent: spent.whole) for name in jobs}
    print(f"\n{'':24}{'start':>8}{'tokens':>8}{'METEOR':>8}{'all':>8}{'ratio':>7}   (CPU s){'value':>10}{'differ':>8}")
    for name, spent in least.items():
        differ = sum(abs(a - b) > 1e-9 for a, b in zip(spent.segments, least[PEER].segments, strict=True))
        print(
            f"{name:24}{spent.start:8.2f}{spent.tokens:8.2f}{spent.meteor:8.2f}{spent.whole:8.2f}"
            f"{least[PEER].whole / spent.whole:7.1f}{spent.value:20.6f}{differ:8d}"
        )
    print(f"goal: ratio at least {GOAL}; differ: segments of another value than the peer's")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    parser.add_argument("--job", choices=("peer", "ours"), help=argparse.SUPPRESS)
    parser.add_argument("--table", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--packed", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.job:
        is_peer = arguments.job == "peer"
        spent = peer_job(arguments.shared) if is_peer else our_job(arguments.shared, arguments.table, arguments.packed)
        print(json.dumps(vars(spent)), flush=True)
        return
    package = find_spec(PEER)
    if package is None or not package.submodule_search_locations or not shutil.which("java"):
        print(f"{PEER} and java are wanted for the peer; one of them is missing")
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
        print_table(jobs, Path(folder) / "compiled")


if __name__ == "__main__":
    main()
