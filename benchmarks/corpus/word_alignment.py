"""Alignment of a screenplay's 25,000 words with 12,500 words of subtitles: time and memory of ours and of difflib.

Half of the random screenplay is dialogue; the subtitles are this dialogue with one word in twelve changed, left out or
added. `found` is recall and `right` precision of the word pairs. Memory is the growth of the process's largest size,
each measured in its own process (Linux).
"""

from __future__ import annotations

import argparse
import difflib
import itertools
import multiprocessing
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from benchmarks.clock import seconds
from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.corpus.alignment.word_alignment import matched_words

N_SCRIPT, N_SUBTITLES = 25_000, 12_500
N_KNOWN = 8_000  # words, with Zipf frequencies
N_ROUNDS = 3

Pairs = list[tuple[int, int]]


def texts(seed: int) -> tuple[list[str], list[str], Pairs]:
    """The words of a screenplay and of subtitles, and the true pairs."""
    rng = random.Random(seed)
    frequent = list(itertools.accumulate(1 / (k + 3) for k in range(N_KNOWN)))
    script: list[str] = []
    subtitles: list[str] = []
    same: Pairs = []

    def random_words(n: int) -> list[str]:
        return [f"w{word}" for word in rng.choices(range(N_KNOWN), cum_weights=frequent, k=n)]

    while len(script) < N_SCRIPT:
        block = random_words(rng.randint(5, 40))
        if rng.random() < 0.53:
            for k, word in enumerate(block):
                value = rng.random()
                if value >= 0.08:
                    same.append((len(script) + k, len(subtitles)))
                subtitles += [] if value < 0.04 else random_words(1) if value < 0.08 else [word]
                subtitles += random_words(1) if rng.random() < 0.02 else []
        script += block
    return script[:N_SCRIPT], subtitles[:N_SUBTITLES], same


def by_difflib(first: Sequence[str], second: Sequence[str], *, autojunk: bool) -> Pairs:
    """The pairs of difflib's matching blocks."""
    blocks = difflib.SequenceMatcher(None, first, second, autojunk=autojunk).get_matching_blocks()
    return [(block.a + k, block.b + k) for block in blocks for k in range(block.size)]


METHODS: dict[str, Callable[[Sequence[str], Sequence[str]], Pairs]] = {
    "ours (rapidfuzz)": matched_words,
    "difflib": lambda first, second: by_difflib(first, second, autojunk=True),
    "difflib, no junk": lambda first, second: by_difflib(first, second, autojunk=False),
}


def megabytes(method: str) -> float:
    """Growth of the process's memory in megabytes."""
    script, subtitles, _ = texts(1)
    before = _peak_memory()
    METHODS[method](script, subtitles)
    return _peak_memory() - before


def _peak_memory() -> float:
    """Largest size of the process so far, in megabytes."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))) / 1024


def rows(script: list[str], subtitles: list[str], same: Pairs) -> Iterator[Row]:
    """Yield a row for each method."""
    ours = 0.0
    for name, method in METHODS.items():
        time, pairs = seconds(partial(method, script, subtitles), n_rounds=N_ROUNDS)
        ours = ours or time
        hits = len(set(pairs).intersection(same))
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            growth = pool.apply(megabytes, (name,))
        recall, precision = hits / len(same), hits / len(pairs)
        yield name, f"{time:.3f}", f"{time / ours:.1f}", f"{recall:.1%}", f"{precision:.1%}", f"{growth:.1f}"


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_write_option(parser)
    arguments = parser.parse_args()
    script, subtitles, same = texts(1)
    title = f"{len(script):,} by {len(subtitles):,} words, {len(same):,} the same"
    columns = ("method", "CPU s", "times ours", "found", "right", "MB")
    table = print_table(title, columns, rows(script, subtitles, same))
    ours, default, thorough = table.rows
    headlines = [
        Headline("beside difflib without junk; by default", f"{thorough[2]}; {default[2]} times as fast", "≥ 10"),
        Headline("true pairs found; found pairs right", f"{ours[3]}; {ours[4]}"),
    ]
    report_results("word_alignment", "Word alignment", headlines=headlines, tables=[table], write=arguments.write)


if __name__ == "__main__":
    main()
