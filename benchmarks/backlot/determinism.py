"""Whether a film is the same whenever it is shot: 500 shoots under load, in processes that differ in all they may.

    python -m benchmarks.backlot.determinism [--shoots N] [--processes N] [--threads N] [--write]

Every process shoots the same two clips of a film again and again, with empty caches, while more processes than cores
burn time and memory. Each has its own hash seed, number of threads, and content of fresh memory.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO

import cv2
import numpy as np

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.backlot.drawing import cast, faces, hair, sets, wardrobe
from cinescribe.backlot.drawing.camera import draw_take
from cinescribe.backlot.films.shoot import FilmJob, shoot_film
from cinescribe.backlot.plot.screenplay import plan_film

FRAMES = "raw frames"
WIDTH, HEIGHT = 320, 180
_SEED, _N_CLIPS = 8, 2  # a cast with a breathy voice, whose noise is random, and a Klatt voice
_DRAWING: tuple[ModuleType, ...] = (cast, faces, hair, sets, wardrobe)  # modules with cached functions
_THREADS = (1, 2, 4, 7)  # of OpenCV, for one process after the other
_FRESH = (0, 85, 170, 255)  # bytes that fill fresh memory (glibc's MALLOC_PERTURB_), for one process after the other
_N_BURNERS = 2
_BURN = "import numpy as np\nwhile True: np.random.rand(1500, 1500) @ np.random.rand(1500, 60)"


def main() -> None:
    """Shoot, count and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shoots", type=int, default=500)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--worker", type=int, help=argparse.SUPPRESS)  # threads of OpenCV in this process
    add_write_option(parser)
    arguments = parser.parse_args()
    if arguments.worker is not None:
        _shoot_again_and_again(arguments.shoots, n_threads=arguments.worker)
        return
    found = _shoots(arguments.shoots, n_processes=arguments.processes)
    rows: list[Row] = [(kind, sum(seen.values()), len(seen), max(seen.values())) for kind, seen in found.items()]
    table = print_table(
        f"{WIDTH}x{HEIGHT}, {arguments.processes} processes beside {_N_BURNERS} that burn, {os.cpu_count()} cores",
        ("what", "shoots", "different", "most frequent"),
        rows,
    )
    different = max(len(seen) for seen in found.values())
    figure = "equal bytes" if different == 1 else f"{different} versions"
    line = Headline(f"{arguments.shoots} shoots of one film under load", figure, "equal bytes")
    report_results("determinism", "Same seed, same film", headlines=[line], tables=[table], write=arguments.write)


def _shoots(n: int, *, n_processes: int) -> dict[str, Counter[str]]:
    """Return how often each digest came, by what was digested."""
    found: dict[str, Counter[str]] = {}
    shares = [len(range(number, n, n_processes)) for number in range(n_processes)]
    with _burning(), ExitStack() as stack:
        # To files: a process that writes to a pipe waits when nobody reads.
        outputs = [stack.enter_context(tempfile.TemporaryFile("w+")) for _ in shares]
        workers = [_worker(number, share, out) for number, (share, out) in enumerate(zip(shares, outputs, strict=True))]
        for worker, output in zip(workers, outputs, strict=True):
            if worker.wait():
                raise SystemExit("a process of shoots failed; its message is above")
            output.seek(0)
            for line in output:
                for kind, digest in json.loads(line).items():
                    found.setdefault(kind, Counter())[digest] += 1
    return found


def _worker(number: int, n_shoots: int, output: TextIO) -> subprocess.Popen[bytes]:
    n_threads = _THREADS[number % len(_THREADS)]
    command = [sys.executable, "-m", "benchmarks.backlot.determinism", "--shoots", str(n_shoots)]
    own = {
        "PYTHONHASHSEED": str(number),
        "OMP_NUM_THREADS": str(n_threads),
        "MALLOC_PERTURB_": str(_FRESH[number % len(_FRESH)]),
    }
    return subprocess.Popen([*command, "--worker", str(n_threads)], stdout=output, env={**os.environ, **own})


@contextmanager
def _burning() -> Iterator[None]:
    burners = [subprocess.Popen([sys.executable, "-c", _BURN]) for _ in range(_N_BURNERS)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


def _shoot_again_and_again(n: int, *, n_threads: int) -> None:
    """Print the digests of each shoot as a line of JSON."""
    cv2.setNumThreads(n_threads)
    job = FilmJob(plan_film(_SEED, n_clips=_N_CLIPS, id="film"), WIDTH, HEIGHT)
    for number in range(n):
        _forget()
        _litter(number)
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(_digests(Path(folder), job)), flush=True)


def _forget() -> None:
    """Empty the caches of the drawing: else only the first shoot of a process would draw every head."""
    for module in _DRAWING:
        for function in vars(module).values():
            if isinstance(function, functools._lru_cache_wrapper):
                function.cache_clear()


def _litter(number: int) -> None:
    """Leave memory with other content and other holes than the shoot before."""
    rng = np.random.default_rng(number)
    pieces = [rng.integers(0, 256, int(rng.integers(1 << 20)), np.uint8) for _ in range(40)]
    del pieces[:: 1 + number % 3]


def _digests(folder: Path, job: FilmJob) -> dict[str, str]:
    frames = hashlib.sha256()

    def camera(*args: Any, **options: Any) -> Iterator[Any]:
        for picture, sightings in draw_take(*args, **options):
            frames.update(picture.tobytes())
            yield picture, sightings

    shoot_film(folder, job, camera=camera)
    files = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}
    return {FRAMES: frames.hexdigest(), **files}


if __name__ == "__main__":
    main()
