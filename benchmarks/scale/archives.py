"""How long 10,000 films of 90 minutes take on 200 machines and 8 model servers, and what decides it.

The plot goes to `docs/pictures/archives.svg` with `--write`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import mean

import matplotlib as mpl
from matplotlib.figure import Figure

from benchmarks.results import ROOT, Headline, Row, add_write_option, print_table, report_results
from benchmarks.scale.archive import FilmCosts, Outcome, Plant, simulate

FILMS = 10_000
SEEDS = (1, 2, 3)
PICTURE = ROOT / "docs" / "pictures" / "archives.svg"
# Measured: two thirds of the film's length for sound and pictures at 720p (results/describe.json: 1.8 to 3.9 times real
# time), .62 CPU seconds of 962 pauses, 3.11 requests a pause (results/narration_budget.json). Assumed: 4 GB a film,
# that is, 6 megabits a second.
COSTS = FilmCosts(gigabytes=4.0, core_seconds=5_400 / 2.85 + 962 * 0.62, requests=962 * 3.11)
# Assumed: eight cores a machine, and answers within two seconds at 32 at a time, which is 16 a second.
PLANT = Plant(workers=1_600, workers_per_machine=8, servers=8, answers_per_second=20.0, film_answers_per_second=16.0)


def with_faults(plant: Plant) -> Plant:
    """The same plant, whose machines and servers fail, and some of whose machines are slow."""
    return replace(plant, machine_days=30.0, server_days=15.0, slow_share=0.02, slow_factor=3.0)


PLANTS: dict[str, Plant] = {
    "8 servers of 20 answers a second": PLANT,
    "  machines and servers fail, 2 % are slow": with_faults(PLANT),
    "  the same, answers kept on each machine": replace(with_faults(PLANT), keeps_answers=False),
    "  100 machines": replace(PLANT, workers=800),
    "  20 machines": replace(PLANT, workers=160),
    "  one store of 1 GB a second": replace(PLANT, store_gigabytes_per_second=1.0),
    "  one store of .1 GB a second": replace(PLANT, store_gigabytes_per_second=0.1),
    "8 servers of 5 answers a second": replace(PLANT, answers_per_second=5.0),
    "8 servers of 80 answers a second": replace(PLANT, answers_per_second=80.0),
    "  machines and servers fail, 2 % are slow, each": with_faults(replace(PLANT, answers_per_second=80.0)),
    "  one store of 1 GB a second, each": replace(PLANT, answers_per_second=80.0, store_gigabytes_per_second=1.0),
    "64 servers of 80 answers a second": replace(PLANT, servers=64, answers_per_second=80.0),
    "  one store of 1 GB a second, all": replace(
        PLANT, servers=64, answers_per_second=80.0, store_gigabytes_per_second=1.0
    ),
    "  2 % of machines take ten times as long": replace(
        PLANT, servers=64, answers_per_second=80.0, slow_share=0.02, slow_factor=10.0
    ),
}
COLUMNS = ("plant", "hours", "hours until 99 %", "cores busy, %", "servers busy, %", "asked again, %", "failures")


def outcomes(plant: Plant) -> list[Outcome]:
    """Simulate one plant with each seed."""
    return [simulate(FILMS, COSTS, plant, seed) for seed in SEEDS]


def rows() -> Iterator[Row]:
    """The rows of the table: means over the seeds."""
    for name, plant in PLANTS.items():
        found = outcomes(plant)
        yield (
            name,
            round(mean(one.hours for one in found), 1),
            round(mean(one.hours_of_most for one in found), 1),
            round(100 * mean(one.cores_busy for one in found), 1),
            round(100 * mean(one.servers_busy for one in found), 1),
            round(100 * mean(one.done_again for one in found), 2),
            round(mean(one.failures for one in found), 1),
        )


def plot(path: Path) -> None:
    """Draw the hours by the number of servers, for three speeds; lines differ in their marks, not in colour alone."""
    mpl.rcParams.update({"svg.hashsalt": "cinescribe", "svg.fonttype": "none"})
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    servers = (1, 2, 4, 8, 16, 32, 64, 128)
    for speed, mark in ((5.0, "o"), (20.0, "s"), (80.0, "^")):
        plants = (replace(PLANT, servers=n, answers_per_second=speed) for n in servers)
        hours = [simulate(FILMS, COSTS, plant, SEEDS[0]).hours for plant in plants]
        axes.plot(servers, hours, marker=mark, label=f"{speed:g} answers a second")
    axes.set(xscale="log", yscale="log", xlabel="model servers", ylabel="hours for 10,000 films of 90 minutes")
    axes.set_xticks(servers, [str(n) for n in servers])
    axes.minorticks_off()
    axes.grid(alpha=0.3)
    axes.legend(title="a server gives")
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add_write_option(parser)
    write = parser.parse_args().write
    table = print_table("10,000 films of 90 minutes, 200 machines of 8 cores", COLUMNS, rows())
    figures = {str(row[0]): row for row in table.rows}
    first = figures["8 servers of 20 answers a second"]
    if write:
        plot(PICTURE)
    report_results(
        "archives",
        "Archives of films, by simulation",
        headlines=(
            Headline("10,000 films of 90 minutes, 200 machines, 8 servers of 20 answers a second", f"{first[1]} hours"),
        ),
        tables=(table,),
        notes=(
            "A simulation, not a run: workers fetch a film from a store, compute on one core and ask chat "
            "servers, which all films share equally. What a film takes was measured here. What a server and a "
            "store give, and how often machines fail, is assumed: a machine every 30 days, a server every 15, an "
            "hour until it is back. Films differ with a spread of 30 %.",
            "Model servers decide, up to about 1,700 answers a second in all: until then cores wait, and 20 "
            "machines are as fast as 200 with the servers of the first row. Then cores decide, if the store gives "
            "2.4 GB a second.",
            "What to do about it: first more answers a second, by more servers, `--effort quick` or shorter "
            "answers. Films in object storage, not on one server of files. Answers and stages in a folder that "
            "all machines see, since a failed machine asks again otherwise. One folder for every thousand films, "
            "so that a report stays readable. A slow machine delays the end: stop it when its film takes three "
            "times the median; the film goes on elsewhere.",
        ),
        write=write,
    )


if __name__ == "__main__":
    main()
