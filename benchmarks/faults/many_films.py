"""Many films described at once: workers and the whole run are killed, and the results compared with single runs.

python -m benchmarks.faults.many_films FILMS [--films N] [--singles N] [--work DIR] [--write]

FILMS is a folder of Backlot films; pieces of them are the films that are described.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, product
from pathlib import Path

import av

from benchmarks.describer.stand_ins.chat_endpoint import MODEL, Served, chat_endpoint, served
from benchmarks.describer.stand_ins.lying_models import Claimant, Liar
from benchmarks.faults.command import contents, started
from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from cinescribe.timing import Seconds

SEED = 48
N_FILMS, N_WORKERS, N_WORKER_KILLS = 200, 2, 5
PIECE: Seconds = 3.0  # of a Backlot film: a film to describe takes about 2 seconds of one core
STARTS: tuple[Seconds, ...] = (1.0, 6.0, 11.0, 16.0, 21.0)  # of the pieces of each film
WIDTH, HEIGHT, RATE, SAMPLES = 320, 180, 12, 48_000
PAUSE: Seconds = 0.05  # of the server, for each answer
REQUESTS = 4  # at a time, by both workers
ON_ITS_WAY: Seconds = 0.2  # from the server's answer to the disk, at most
NOTES = (
    f"Each film is a piece of {PIECE:g} s of a Backlot film, at {WIDTH}x{HEIGHT} and {RATE} frames/s, with "
    "silence for its sound, so that there is a pause to describe. The writer is a stand-in behind a server on the "
    "loopback, which answers after a pause with what is frequent.",
    "A worker is killed by SIGKILL at random moments, and the whole run once, with all its workers. The same command "
    "is then given again. Files are compared with those of single runs of `describe`, each a process of one thread, as "
    "workers are; logs, which hold times, are not compared.",
    "A question that was sent and not yet answered when its worker was killed must be sent again; one that was "
    "answered .2 s before must not.",
    "Throughput is wall time on a machine that other programs may share. CPU seconds leave out the workers of the run "
    "that was killed as a whole.",
)


@dataclass
class Singles:
    """What came of single runs.

    Args:
        films: how many.
        seconds: by the clock.
        cpu: seconds of the processors.
        compared: files that the run of all wrote too, or should have.
        different: of these.
    """

    films: int
    seconds: Seconds
    cpu: Seconds
    compared: int = 0
    different: int = 0


@dataclass
class Found:
    """What came of the run with kills.

    Args:
        seconds: of all its parts, by the clock.
        cpu: seconds of its processes, without the workers of a run that was killed.
        worker_kills, run_kills: how many.
        outcomes: the lines of its report.
        again: questions that were asked again though they were answered before a kill.
        twice: questions that were asked more than once, those under way at a kill included.
        questions: different ones.
    """

    seconds: Seconds = 0.0
    cpu: Seconds = 0.0
    worker_kills: int = 0
    run_kills: int = 0
    outcomes: list[dict[str, object]] = field(default_factory=list)
    again: int = 0
    twice: int = 0
    questions: int = 0


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path, help="a folder of Backlot films")
    parser.add_argument("--films", type=int, default=N_FILMS, help="how many to describe")
    parser.add_argument("--singles", type=int, help="how many of them one by one too; by default all")
    parser.add_argument("--work", type=Path, help="keep films and descriptions here, and use the films that are there")
    add_write_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = arguments.work or Path(temporary)
        films = pieces(arguments.source, work / "films", arguments.films)
        stand_in = Liar("stand-in", Claimant(), gives_probabilities=False)
        with chat_endpoint(stand_in, pause=PAUSE) as url:
            chosen = films[: arguments.singles]
            singles = one_by_one(chosen, work, url)
            found = with_kills(films, work, url)
        compare(singles, chosen, work)
    report(len(films), singles, found, write=arguments.write)


def pieces(source: Path, folder: Path, n: int) -> list[Path]:
    """Cut pieces of the films of a folder, the first piece of each film first; those that are there are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    films = []
    for number, (start, film) in enumerate(islice(product(STARTS, sorted(source.glob("*.mp4"))), n)):
        path = folder / f"piece-{number:03}.mp4"
        if not path.is_file():
            _cut(film, start, path.with_suffix(".part.mp4"))
            path.with_suffix(".part.mp4").rename(path)
        films.append(path)
    if len(films) < n:
        raise SystemExit(f"{source} gives {len(films)} pieces; {n} are wanted: name a folder with more films")
    return films


def _cut(film: Path, start: Seconds, target: Path) -> None:
    with av.open(str(film)) as before, av.open(str(target), "w") as after:
        picture, sound = before.streams.video[0], before.streams.audio[0]
        video = after.add_stream("h264", rate=RATE, options={"preset": "ultrafast"})
        video.width, video.height, video.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        audio = after.add_stream("aac", rate=SAMPLES, layout="mono")
        resampler, n = av.AudioResampler(format="fltp", layout="mono", rate=SAMPLES), 0
        before.seek(int(start * av.time_base))
        for frame in before.decode(picture, sound):
            assert isinstance(frame, (av.VideoFrame, av.AudioFrame))
            at = (frame.time or 0.0) - start
            if at >= 2 * PIECE:
                break
            if not 0.0 <= at < PIECE:
                continue
            if isinstance(frame, av.AudioFrame):
                frame.pts = None
                for part in resampler.resample(frame):
                    for plane in part.planes:
                        plane.update(bytes(plane.buffer_size))
                    after.mux(audio.encode(part))
            elif at >= n / RATE:
                scaled = frame.reformat(WIDTH, HEIGHT, "yuv420p")
                scaled.pts, scaled.time_base, n = n, Fraction(1, RATE), n + 1
                after.mux(video.encode(scaled))
        for stream in (video, audio):
            after.mux(stream.encode(None))


def one_by_one(films: Sequence[Path], work: Path, url: str) -> Singles:
    """Describe films by a command each."""
    begun, cpu = time.perf_counter(), _children_cpu()
    for film in films:
        folder = work / "singles" / f"{film.stem}.ad"
        _finish(
            started("describe", str(film), "-o", str(folder), *_options(url), environment=_environment(work, "one"))
        )
    return Singles(len(films), time.perf_counter() - begun, _children_cpu() - cpu)


def with_kills(films: Sequence[Path], work: Path, url: str) -> Found:
    """Describe all films by one command that is killed, and given again, until it comes to its end."""
    choose, found = random.Random(SEED), Found()
    listed = work / "films.txt"
    listed.write_text("".join(f"{film.absolute()}\n" for film in films), encoding="utf-8")
    command = ["describe", str(listed), "-o", str(work / "many"), *_options(url)]
    command += ["--workers", str(N_WORKERS), "--requests", str(REQUESTS)]
    before, at_kills = served(url), list[Served]()
    begun, cpu = time.perf_counter(), _children_cpu()
    moments = sorted(choose.sample(range(1, max(len(films) - 1, N_WORKER_KILLS + 2)), N_WORKER_KILLS + 1))
    whole = moments[len(moments) // 2]  # when the run is killed, and not a worker
    outcomes = work / "many" / "outcomes"
    while True:
        with started(*command, environment=_environment(work, "many")) as process:
            while process.poll() is None and moments:
                time.sleep(0.05)
                if len(list(outcomes.glob("[!.]*.json"))) < moments[0] or not (workers := _workers(process.pid)):
                    continue
                time.sleep(choose.uniform(0.0, 1.0))  # somewhere in a film
                at_kills.append(served(url))
                time.sleep(ON_ITS_WAY)
                if moments.pop(0) == whole:
                    process.kill()
                    found.run_kills += 1
                else:
                    os.kill(choose.choice(workers), signal.SIGKILL)
                    found.worker_kills += 1
            messages = process.communicate()[1]
        if process.returncode == 0:
            break
        if process.returncode != -signal.SIGKILL:
            raise SystemExit(f"the run failed:\n{messages[-3000:]}")
    found.seconds, found.cpu = time.perf_counter() - begun, _children_cpu() - cpu
    lines = (work / "many" / "report.jsonl").read_text(encoding="utf-8").splitlines()
    found.outcomes = [json.loads(line) for line in lines]
    after = served(url)
    new = after.asked - before.asked
    found.questions, found.twice = len(new), sum(new.values()) - len(new)
    found.again = sum(
        sum((after.asked - one.asked)[name] for name in one.answered - before.answered) for one in at_kills
    )
    return found


def compare(singles: Singles, films: Sequence[Path], work: Path) -> None:
    """Compare the files of single runs with those of the run of all."""
    for film in films:
        one, many = (contents(work / name / f"{film.stem}.ad") for name in ("singles", "many"))
        names = {*one, *many}
        singles.compared += len(names)
        unlike = sorted(name for name in names if one.get(name) != many.get(name))
        singles.different += len(unlike)
        if unlike:
            print(f"{film.stem}: {', '.join(unlike)} differ")


def report(n: int, singles: Singles, found: Found, *, write: bool) -> None:
    """Print and write the results."""
    once = len({str(one["film"]) for one in found.outcomes if one.get("fault") is None})
    peaks = [int(str(one["peak_bytes"])) / 1e6 for one in found.outcomes if one.get("peak_bytes")]
    single, many = singles.seconds / singles.films, found.seconds / n
    rows: list[Row] = [
        ("films", n),
        ("workers", N_WORKERS),
        ("workers killed", found.worker_kills),
        ("runs killed", found.run_kills),
        ("films described without fault", once),
        ("films with a single run too", singles.films),
        ("files compared with single runs", singles.compared),
        ("of these, different", singles.different),
        ("different questions", found.questions),
        ("asked more than once", found.twice),
        ("of these, after an answer", found.again),
        ("seconds a film, single runs", round(single, 2)),
        ("seconds a film, all at once with the kills", round(many, 2)),
        ("CPU seconds a film, single runs", round(singles.cpu / singles.films, 2)),
        ("CPU seconds a film, all at once with the kills", round(found.cpu / n, 2)),
        ("largest memory of a worker, MB", round(max(peaks, default=0.0))),
    ]
    table = print_table("Many films", ("what", "number"), rows)
    report_results(
        "many_films",
        "Many films described at once, with kills",
        headlines=[
            Headline(f"films described without fault, {found.worker_kills} workers killed", f"{once} of {n}", f"{n}"),
            Headline("files that differ from single runs", f"{singles.different} of {singles.compared}", "0"),
            Headline("questions asked again after an answer", str(found.again), "0"),
            Headline("films a second beside single runs one after the other", f"{single / many:.2f} times"),
            Headline("largest memory of a worker", f"{max(peaks, default=0.0):,.0f} MB"),
        ],
        tables=[table],
        notes=NOTES,
        write=write,
    )


def _options(url: str) -> list[str]:
    return ["--captioner", f"server:{url}#{MODEL}", "--effort", "quick"]


def _environment(work: Path, name: str) -> dict[str, str]:
    """With a thread for each process, and a cache of its own for answers."""
    threads = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
    return {**os.environ, **threads, "XDG_CACHE_HOME": str(work / "caches" / name)}


def _finish(process: subprocess.Popen[str]) -> None:
    messages = process.communicate()[1]
    if process.returncode:
        raise SystemExit(f"a single run failed:\n{messages[-3000:]}")


def _workers(parent: int) -> list[int]:
    """The processes of a run that describe films."""
    try:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="utf-8").split()
        lines = {int(child): Path(f"/proc/{child}/cmdline").read_bytes() for child in children}
    except OSError:  # one has just ended
        return []
    return [child for child, line in lines.items() if b"spawn_main" in line]


def _children_cpu() -> Seconds:
    times = os.times()
    return times.children_user + times.children_system


if __name__ == "__main__":
    main()
