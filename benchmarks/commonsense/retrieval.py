"""Retrieval of ATOMIC's events: whether planted captions find their event, and speed beside sentence-transformers.

python -m benchmarks.commonsense.retrieval [--shared FOLDER] [--write]
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from sentence_transformers.util import semantic_search

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.corpus.commonsense.atomic import read_atomic
from cinescribe.corpus.commonsense.candidates import EventIndex
from cinescribe.corpus.commonsense.nearest_events import nearest
from cinescribe.language.parser.parse import shipped_parser
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from cinescribe.schema import ASPECTS

_N_EVENTS, _N_CAPTIONS, _WIDTH = 24_000, 12_000, 384
_K = 3


def planted(path: Path) -> list[Row]:
    """Return how many events become captions of human activity, and how many of these find their event first."""
    events = read_atomic(path)
    index = EventIndex(events, sentence_vectors())
    rows: list[Row] = []
    for aspect in ASPECTS:
        own = [event.text for event in events if event.phrases[aspect] and "___" not in event.text]
        captions = [(text, text.replace("PersonX", "P1").replace("PersonY", "P2") + ".") for text in own]
        found = index.candidates(captions, shipped_parser())
        first = [getattr(one, aspect)[0].event == one.clip for one in found]
        rows.append((aspect, len(own), f"{100 * len(found) / len(own):.1f}", f"{100 * np.mean(first):.1f}"))
    return rows


def _unit(n: int, seed: int) -> NDArray[np.float32]:
    rows = np.random.default_rng(seed).normal(size=(n, _WIDTH)).astype(np.float32)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def speed() -> list[Headline]:
    """Return the speed beside `semantic_search`, whose results are the same."""
    queries, rows = _unit(_N_CAPTIONS, 1), _unit(_N_EVENTS, 2)
    ratios, equal = [], True
    for _ in range(3):
        start = time.process_time()
        numbers, _ = nearest(queries, rows, _K)
        ours = time.process_time() - start
        start = time.process_time()
        hits = semantic_search(torch.from_numpy(queries), torch.from_numpy(rows), top_k=_K)
        ratios.append((time.process_time() - start) / ours)
        equal &= numbers.tolist() == [[hit["corpus_id"] for hit in row] for row in hits]
    what = f"{_K} nearest of {_N_EVENTS:,} events for {_N_CAPTIONS:,} captions, beside semantic_search"
    return [Headline(what, f"{sorted(ratios)[1]:.2f} times as fast, {'equal' if equal else 'different'}", "1.5, equal")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[3] / "shared")
    add_write_option(parser)
    args = parser.parse_args()
    torch.set_num_threads(1)
    columns = ("aspect", "events", "of human activity, %", "of these, own event first, %")
    rows = planted(args.shared / "data/text/atomic2020/test_part.tsv")
    table = print_table("Captions made of ATOMIC-2020's events", columns, rows)
    headlines = speed()
    for line in headlines:
        print(line)
    report_results(
        "commonsense_retrieval", "Retrieval of ATOMIC's events", headlines=headlines, tables=[table], write=args.write
    )


if __name__ == "__main__":
    main()
