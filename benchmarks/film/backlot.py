"""Speed of Backlot: seconds of film per CPU second on one core, and the share of each stage.

    python -m benchmarks.film.backlot [--films N] [--height PIXELS]

The process of the voices is included. The goal is 5 seconds of film per CPU second at 320x180.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import cv2

from benchmarks.results import Headline, add_write_option, print_table, report_results
from cinescribe.backlot.films.encode import write_film, write_sound
from cinescribe.backlot.films.reel import reel
from cinescribe.backlot.films.shoot import FRAME_RATE_HZ, SIZES, FilmJob, shoot_film
from cinescribe.backlot.plan.plan import FilmPlan
from cinescribe.backlot.plot.fountain import screenplay
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.backlot.sound.film_sound import film_sound
from cinescribe.backlot.sound.narration import narrated_sound, narration_of_clips
from cinescribe.backlot.sound.voices import voiced_lines, with_voiced_lines

GOAL = 5.0


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--films", type=int, default=3)
    parser.add_argument("--height", type=int, default=180)
    add_write_option(parser)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    width = 2 * round(arguments.height * 8 / 9)
    plans = [plan_film(seed, n_clips=SIZES["small"].n_clips) for seed in range(arguments.films)]
    film_seconds = sum(plan.duration for plan in plans)
    stages: dict[str, float] = {}
    for plan in plans:
        for stage, seconds in _stages(plan, width, arguments.height).items():
            stages[stage] = stages.get(stage, 0.0) + seconds
    with tempfile.TemporaryDirectory() as folder:
        jobs = [FilmJob(plan, width, arguments.height) for plan in plans]
        whole = sum(_cpu(partial(shoot_film, Path(folder), job)) for job in jobs)
    size = f"{width}x{arguments.height}"
    table = print_table(
        f"{arguments.films} films, {film_seconds:.0f} s in all, {size} at {FRAME_RATE_HZ} frames/s, one core",
        ("stage", "CPU s", "share", "film s per CPU s"),
        [
            *(
                (stage, f"{seconds:.2f}", f"{seconds / sum(stages.values()):.0%}", f"{film_seconds / seconds:.1f}")
                for stage, seconds in stages.items()
            ),
            ("all, in one run", f"{whole:.2f}", None, f"{film_seconds / whole:.1f}"),
        ],
    )
    speed = Headline(
        f"film seconds per CPU second, {size} at {FRAME_RATE_HZ} frames/s",
        f"{film_seconds / whole:.1f}",
        f"≥ {GOAL:.0f}",
    )
    report_results("backlot", "Backlot's speed", headlines=[speed], tables=[table], write=arguments.write)


def _stages(plan: FilmPlan, width: int, height: int) -> dict[str, float]:
    """Return the CPU seconds of each stage run alone."""
    out: dict[str, float] = {}
    results: dict[str, Any] = {}

    def run(stage: str, work: Callable[[], object]) -> Any:
        out[stage] = out.get(stage, 0.0) + _cpu(lambda: results.__setitem__(stage, work()))
        return results[stage]

    lines = run("voices", lambda: voiced_lines(plan))
    plan = with_voiced_lines(plan, lines)
    narration = run("voices", lambda: narration_of_clips(plan))
    sound = run("ambience, music, mix", lambda: film_sound(plan, lines))
    both = run("ambience, music, mix", lambda: narrated_sound(sound, narration))
    run("write screenplay", lambda: screenplay(plan))
    frames = run("draw", lambda: list(reel(plan, width=width, height=height, rate_hz=FRAME_RATE_HZ)))
    with tempfile.TemporaryDirectory() as folder:
        write = partial(write_film, width=width, height=height, rate_hz=FRAME_RATE_HZ)
        run("encode pictures and sound", lambda: write(Path(folder) / "film.mp4", frames, sound))
        run("encode pictures and sound", lambda: write_sound(Path(folder) / "described.m4a", both))
    return out


def _cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds of `work`, including those of its finished child processes."""
    before = _cpu_time()
    work()
    return _cpu_time() - before


def _cpu_time() -> float:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main()
