"""Feature extraction by several processes compared with one: wall and CPU seconds, and whether the bytes are equal.

CPU seconds include all processes and each worker's start, when it loads its libraries. Wall seconds say little on a
shared machine: the ratio of CPU to wall seconds is the number of cores really used. Films are shot by Backlot for this
benchmark, or taken from a folder.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path

import torch

from benchmarks.results import Headline, add_write_option, print_table, report_results
from cinescribe.backlot.films.shoot import SIZES, shoot
from cinescribe.features.extraction.extract import Extractor, FilmTask, Workforce, extract
from cinescribe.features.extraction.extractors import extractor
from cinescribe.features.store.film_store import STREAMS, FeatureStore


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--films", type=int, default=8)
    parser.add_argument("--folder", type=Path, help="take films from here")
    parser.add_argument("--workers", type=int, default=2)
    add_write_option(parser)
    args = parser.parse_args()
    torch.set_num_threads(1)
    extractors = tuple(extractor(stream) for stream in STREAMS)
    with tempfile.TemporaryDirectory() as place:
        work = Path(place)
        if args.folder is None:
            shoot(work / "films", films=args.films, seed=1, size=SIZES["tiny"])
        films = sorted((args.folder or work / "films").glob("[!.]*.mp4"))[: args.films]
        extracted(films[:1], extractors, work / "warm", n_workers=1)
        alone = extracted(films, extractors, work / "alone", n_workers=1)
        shared = extracted(films, extractors, work / "shared", n_workers=args.workers)
        same = FeatureStore(work / "alone").shards() == FeatureStore(work / "shared").shards()
    table = print_table(
        f"{len(films)} films",
        ("workers", "seconds", "CPU s", "cores used"),
        [
            (str(n), f"{wall:.1f}", f"{cpu:.1f}", f"{cpu / wall:.2f}")
            for n, (wall, cpu) in ((1, alone), (args.workers, shared))
        ],
    )
    headlines = [
        Headline(f"{args.workers} workers beside one, speed by the clock", f"{alone[0] / shared[0]:.2f} times"),
        Headline("CPU seconds", f"{shared[1] / alone[1]:.2f} times"),
        Headline("bytes", "the same" if same else "differ", "the same"),
    ]
    title = "Extracting features by several processes"
    report_results("extraction", title, headlines=headlines, tables=[table], write=args.write)


def extracted(
    films: list[Path], extractors: tuple[Extractor, ...], folder: Path, *, n_workers: int
) -> tuple[float, float]:
    """Wall and CPU seconds of one extraction, including its workers."""
    tasks = [FilmTask(film.stem, film, extractors) for film in films]
    wall_start, cpu_start = time.perf_counter(), cpu_seconds()
    extract(tasks, FeatureStore(folder), workforce=Workforce(n_workers))
    return time.perf_counter() - wall_start, cpu_seconds() - cpu_start


def cpu_seconds() -> float:
    """CPU seconds of this process and its finished children."""
    usages = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


if __name__ == "__main__":
    main()
