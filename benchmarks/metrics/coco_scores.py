"""Tokens, BLEU, ROUGE-L and CIDEr of COCO's val2014 captions: ours beside pycocoevalcap's, in CPU seconds on one core.

The fifth caption of each of 40,504 images is the candidate, the others are the references. Every job runs in its own
process; Python's start and imports are listed separately, and the peer's time includes two runs of Java. Ours runs
twice: with an empty numba cache, as the first time on a machine, and with the cache, as every later time.

In Stanford's tokeniser the next caption's first word decides whether a last letter keeps its full stop (`200 N.`);
ours treats each caption alone. So values are compared twice: with each side's own tokens, and with ours for both.
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
from benchmarks.results import Headline, Row, add_write_option, print_table, report_results

GOAL = 10
STAGES = ("start", "tokens", "BLEU", "ROUGE-L", "CIDEr")
NAMES = ("BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4", "ROUGE-L", "CIDEr")


def cpu_seconds() -> float:
    """CPU seconds of this process and of its children that have ended, since the start."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def pairs() -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return candidates and references."""
    captions = val2014()
    candidates = {key: texts[4] for key, texts in captions.items()}
    return candidates, {key: texts[:4] + texts[5:] for key, texts in captions.items()}


def peer_job() -> dict[str, dict[str, float]]:
    """Run the job with the usual tools."""
    read = cpu_seconds()
    candidates, references = pairs()
    read = cpu_seconds() - read
    from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer  # noqa: PLC0415  the import is part of the job

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
    """Yield the peer's BLEU-1..4, then its ROUGE-L, then its CIDEr, of tokens joined by spaces."""
    from pycocoevalcap.bleu.bleu import Bleu  # noqa: PLC0415  only where the peer runs
    from pycocoevalcap.cider.cider import Cider  # noqa: PLC0415
    from pycocoevalcap.rouge.rouge import Rouge  # noqa: PLC0415

    yield Bleu(4).compute_score(refs, own, verbose=0)[0]
    yield [Rouge().compute_score(refs, own)[0]]
    yield [Cider().compute_score(refs, own)[0]]


def same_tokens_job() -> dict[str, dict[str, float]]:
    """Run the peer's scorers on our tokens."""
    from cinescribe.language.tokens.tokenize import tokenize  # noqa: PLC0415  only where it runs

    candidates, references = pairs()
    own = {key: [" ".join(tokenize([text])[0])] for key, text in candidates.items()}
    refs = {key: [" ".join(tokens) for tokens in tokenize(texts)] for key, texts in references.items()}
    values = [value for scored in peer_values(refs, own) for value in scored]
    return report([0.0] * len(STAGES), values)


def our_job() -> dict[str, dict[str, float]]:
    """Run the job with Cinescribe."""
    read = cpu_seconds()
    candidates, references = pairs()
    read = cpu_seconds() - read
    from cinescribe.metrics.core.pairs import Pairs  # noqa: PLC0415
    from cinescribe.metrics.core.tokens import tokenize_pairs  # noqa: PLC0415
    from cinescribe.metrics.overlap.bleu import bleu  # noqa: PLC0415  the import is part of the job
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
    """Return the seconds of each stage, and the scores."""
    spent = [times[0], *(after - before for before, after in pairwise(times))]
    return {
        "seconds": dict(zip(STAGES, spent, strict=True)),
        "values": dict(zip(NAMES, map(float, values), strict=True)),
    }


def run(job: str, cache: Path) -> dict[str, dict[str, float]]:
    """Return the report of a job in its own process, on one core, with numba's cache in `cache`."""
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.metrics.coco_scores", "--job", job],
        env={**os.environ, **one, "NUMBA_CACHE_DIR": str(cache)},
        stdout=subprocess.PIPE,
        check=True,
    )
    result: dict[str, dict[str, float]] = json.loads(done.stdout.splitlines()[-1])
    return result


def compare(*, write: bool) -> None:
    """Measure and report."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        runs = {"first": run("ours", cache), "ours": run("ours", cache), "peer": run("peer", cache)}
        same = run("same-tokens", cache)["values"]
    seconds = [runs[name]["seconds"] for name in ("first", "ours", "peer")]
    rows = [_time_row(stage, *(spent[stage] for spent in seconds)) for stage in STAGES]
    rows.append(_time_row("all", *(sum(spent.values()) for spent in seconds)))
    columns = ("stage", "ours, first", "ours", "pycocoevalcap", "ratio")
    times = print_table("CPU seconds, 40,504 images", columns, rows)
    scores: list[Row] = []
    for name in NAMES:
        own, other = runs["ours"]["values"][name], runs["peer"]["values"][name]
        scores.append((name, f"{own:.15f}", f"{other:.15f}", f"{abs(own - other):.1e}", f"{abs(own - same[name]):.1e}"))
    columns = ("score", "ours", "pycocoevalcap", "difference", "difference on our tokens")
    values = print_table("Scores", columns, scores)
    largest = max(abs(runs["ours"]["values"][name] - same[name]) for name in NAMES)
    headlines = [
        Headline("tokens, BLEU, ROUGE-L, CIDEr, speed", f"{rows[-1][-1]} times the peer", f"≥ {GOAL}"),
        Headline("largest difference of BLEU, ROUGE-L, CIDEr on our tokens", f"{largest:.1e}"),
    ]
    title = "Scores beside the reference tools"
    report_results("metrics", title, headlines=headlines, tables=[times, values], write=write)


def _time_row(name: str, first: float, own: float, peer: float) -> Row:
    return name, f"{first:.2f}", f"{own:.2f}", f"{peer:.2f}", f"{peer / own:.1f}"


def main() -> None:
    """Compare, or run one job of the comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, help="not used: the captions come with pycocoevalcap")
    parser.add_argument("--job", choices=("ours", "peer", "same-tokens"), help=argparse.SUPPRESS)
    add_write_option(parser)
    arguments = parser.parse_args()
    job = arguments.job
    if job is None:
        compare(write=arguments.write)
        return
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(json.dumps({"ours": our_job, "peer": peer_job, "same-tokens": same_tokens_job}[job]()))


if __name__ == "__main__":
    main()
