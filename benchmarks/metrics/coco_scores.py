"""Tokens, BLEU, ROUGE-L and CIDEr of COCO's val2014 captions: ours beside pycocoevalcap's, in CPU seconds on one core.

The fifth caption of each of 40,504 images is the candidate, its others are the references. Every job is a process of
its own; Python's start and imports are told apart, and for the peer Java's two runs are counted. Ours runs twice: with
nothing compiled before, as the first time on a machine, and with numba's kept code, as every later time.

Stanford's tokeniser lets the first word of the next caption decide whether a last letter keeps its stop (`200 N.`);
ours takes each caption alone. So the values are compared twice: as they come, and the peer's scorers run on our tokens.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from benchmarks.metrics.val2014 import val2014

GOAL = 10
STAGES = ("start", "tokens", "BLEU", "ROUGE-L", "CIDEr")
NAMES = ("BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4", "ROUGE-L", "CIDEr")


def cpu_seconds() -> float:
    """CPU seconds of this process and of its children that have ended, since the start."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def pairs() -> tuple[dict[str, str], dict[str, list[str]]]:
    """Candidates and references."""
    captions = val2014()
    candidates = {key: texts[4] for key, texts in captions.items()}
    return candidates, {key: texts[:4] + texts[5:] for key, texts in captions.items()}


def peer_job() -> dict[str, dict[str, float]]:
    """The job by the usual tools."""
    read = cpu_seconds()
    candidates, references = pairs()
    read = cpu_seconds() - read
    from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer  # noqa: PLC0415  its import is part of the job

    times = [cpu_seconds() - read]
    tokenizer = PTBTokenizer()
    own = tokenizer.tokenize({key: [{"caption": text}] for key, text in candidates.items()})
    refs = tokenizer.tokenize({key: [{"caption": text} for text in texts] for key, texts in references.items()})
    times.append(cpu_seconds() - read)
    values = []
    for scored in peer_values(refs, own):
        values += scored
        times.append(cpu_seconds() - read)
    return report(times, values)


def peer_values(refs: dict[str, list[str]], own: dict[str, list[str]]) -> Iterator[list[float]]:
    """The peer's BLEU-1..4, then its ROUGE-L, then its CIDEr, of tokens joined by spaces."""
    from pycocoevalcap.bleu.bleu import Bleu  # noqa: PLC0415  only where the peer runs
    from pycocoevalcap.cider.cider import Cider  # noqa: PLC0415
    from pycocoevalcap.rouge.rouge import Rouge  # noqa: PLC0415

    yield Bleu(4).compute_score(refs, own, verbose=0)[0]
    yield [Rouge().compute_score(refs, own)[0]]
    yield [Cider().compute_score(refs, own)[0]]


def same_tokens_job() -> dict[str, dict[str, float]]:
    """The peer's scorers on our tokens."""
    from cinescribe.language.tokens.tokenize import tokenize  # noqa: PLC0415  only where it runs

    candidates, references = pairs()
    own = {key: [" ".join(tokenize([text])[0])] for key, text in candidates.items()}
    refs = {key: [" ".join(tokens) for tokens in tokenize(texts)] for key, texts in references.items()}
    values = [value for scored in peer_values(refs, own) for value in scored]
    return report([0.0] * len(STAGES), values)


def our_job() -> dict[str, dict[str, float]]:
    """The job by ours."""
    read = cpu_seconds()
    candidates, references = pairs()
    read = cpu_seconds() - read
    from cinescribe.metrics.core.pairs import Pairs  # noqa: PLC0415
    from cinescribe.metrics.core.tokens import tokenize_pairs  # noqa: PLC0415
    from cinescribe.metrics.overlap.bleu import bleu  # noqa: PLC0415  its import is part of the job
    from cinescribe.metrics.overlap.cider import cider  # noqa: PLC0415
    from cinescribe.metrics.overlap.rouge import rouge  # noqa: PLC0415

    times = [cpu_seconds() - read]
    tokens = tokenize_pairs(Pairs.of(candidates, references))
    times.append(cpu_seconds() - read)
    scores = bleu(tokens)
    times.append(cpu_seconds() - read)
    scores.append(rouge(tokens))
    times.append(cpu_seconds() - read)
    scores.append(cider(tokens))
    times.append(cpu_seconds() - read)
    return report(times, [score.value for score in scores])


def report(times: list[float], values: list[float]) -> dict[str, dict[str, float]]:
    """Seconds of each stage, and the scores."""
    spent = [times[0], *(after - before for before, after in pairwise(times))]
    return {
        "seconds": dict(zip(STAGES, spent, strict=True)),
        "values": dict(zip(NAMES, map(float, values), strict=True)),
    }


def run(job: str, kept: Path) -> dict[str, dict[str, float]]:
    """The report of a job in a process of its own, on one core, with numba's code kept in `kept`."""
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
    done = subprocess.run(
        [sys.executable, __file__, "--job", job],
        env={**os.environ, **one, "NUMBA_CACHE_DIR": str(kept)},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, dict[str, float]] = json.loads(done.stdout.splitlines()[-1])
    return found


def compare() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder)
        runs = {"first": run("ours", kept), "ours": run("ours", kept), "peer": run("peer", kept)}
        same = run("same-tokens", kept)["values"]
    print(f"{'CPU seconds':12}{'ours, first':>13}{'ours':>9}{'pycocoevalcap':>15}{'ratio':>8}")
    for stage in STAGES:
        row(stage, *(runs[name]["seconds"][stage] for name in ("first", "ours", "peer")))
    row("all", *(sum(runs[name]["seconds"].values()) for name in ("first", "ours", "peer")))
    print(f"\n{'value':12}{'ours':>22}{'pycocoevalcap':>22}{'apart':>10}{'on our tokens':>16}")
    for name in NAMES:
        own, other = runs["ours"]["values"][name], runs["peer"]["values"][name]
        print(f"{name:12}{own:22.15f}{other:22.15f}{abs(own - other):10.1e}{abs(own - same[name]):16.1e}")


def row(name: str, first: float, own: float, peer: float) -> None:
    """One line of the table of times."""
    goal = f"  (goal {GOAL})" if name == "all" else ""
    print(f"{name:12}{first:13.2f}{own:9.2f}{peer:15.2f}{peer / own:8.1f}{goal}")


def main() -> None:
    """Compare, or run one job of the comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, help="not used: the captions come with pycocoevalcap")
    parser.add_argument("--job", choices=("ours", "peer", "same-tokens"), help=argparse.SUPPRESS)
    job = parser.parse_args().job
    if job is None:
        compare()
        return
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(json.dumps({"ours": our_job, "peer": peer_job, "same-tokens": same_tokens_job}[job]()))


if __name__ == "__main__":
    main()
