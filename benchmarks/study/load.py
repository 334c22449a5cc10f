"""Raters answer a served study while its processes are killed: is any acknowledged answer lost, or stored twice?

The server, `study serve --workers 2`, runs on the loopback. Workers are killed by SIGKILL twice, then the whole server
once; with PostgreSQL also one of its backends, after which it recovers. Then every acknowledged answer is looked for.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import os
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx
import numpy as np
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST
from sqlalchemy import create_engine, select, text

from benchmarks.results import Headline, Row, add_write_option, print_table, report_results
from benchmarks.study.raters import Log, Rater
from benchmarks.study.server import StudyServer
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.folders.make_study import make_study
from cinescribe.study.folders.open_study import open_study
from cinescribe.study.kinds.items import StudyItem, StudyText
from cinescribe.study.kinds.table import KINDS
from cinescribe.study.people.log_in import accept_invitation
from cinescribe.study.people.people import invite
from cinescribe.study.storage import tables
from cinescribe.timing import Seconds, Span

SEED = 13
SYSTEMS = ("Visual-Labels", "S2VT", "Frame-Video-Concept Fusion", "Temporal Attention", "reference")
N_ITEMS, N_JUDGES = 1200, 5  # clips of Movie Description's study; the paper does not give its judges
NOTES = (
    "Raters follow links and send forms as a browser does; a form that was not answered is sent again with the same "
    "token. The waiting time of an answer is that from the first time it was sent, kills included.",
    "Raters, server and database share the machine, whose load is in the table: waiting times are those of an idle "
    "machine only where it is below its number of cores. CPU of the server is that of all its processes for all pages "
    "and answers; where processes are killed, also for loading libraries at every start.",
)


@dataclass(frozen=True)
class Load:
    """What was measured.

    Attributes:
        n_acknowledged, n_lost, n_doubled, n_again: answers acknowledged, of them not in the database, stored more than
            once, and requests sent again.
        p50, p95: seconds that an answer took to be acknowledged.
        page_p95: seconds that a page took.
        cpu: CPU milliseconds of the server an answer.
        machine: mean load of the machine over a minute, at the beginning and at the end.
        n_kills: processes that were killed.
    """

    n_acknowledged: int
    n_lost: int
    n_doubled: int
    n_again: int
    p50: Seconds
    p95: Seconds
    page_p95: Seconds
    cpu: float
    machine: tuple[float, float]
    n_kills: int


def run_load(
    folder: Path,
    *,
    url: str | None,
    n_raters: int,
    seconds: Seconds,
    think: Seconds,
    kills: bool = True,
    n_items: int = N_ITEMS,
) -> Load:
    """Make a study, let raters answer it, and compare what was acknowledged with the database."""
    study = folder / "study"
    design = StudyDesign(
        f"load-{study.parent.name}", "rank", KINDS["rank"].protocols["lsmdc"], N_JUDGES, str(folder), "lsmdc", SEED
    )
    make_study(study, design, items(n_items), url=url)
    with open_study(study, url=url) as (database, stored):
        people = invite(database, stored, n_people=n_raters)
        tokens = [
            accept_invitation(database, one.code, password="a long password", address="127.0.0.1").token
            for one in people
        ]
    before = os.getloadavg()[0]
    server, log = StudyServer(study, url=url, n_workers=2), Log()
    events = [server.kill_worker, server.kill_worker, server.kill] if kills else []
    if url is not None and kills:
        events.append(lambda: kill_backend(url))
    try:
        server.wait_for_workers(2)
        idle = server.cpu() if not kills else 0.0
        asyncio.run(_answered(server, log, tokens, stored.id, seconds=seconds, think=think, events=events))
    finally:
        spent = server.stop()
    lost, doubled = compared(study, url, log)
    return Load(
        len(log.acknowledged),
        lost,
        doubled,
        log.n_again,
        float(np.quantile(log.waits, 0.5)),
        float(np.quantile(log.waits, 0.95)),
        float(np.quantile(log.pages, 0.95)),
        1000 * (spent - idle) / max(1, len(log.acknowledged)),
        (before, os.getloadavg()[0]),
        len(events),
    )


async def _answered(
    server: StudyServer,
    log: Log,
    tokens: list[str],
    study: int,
    *,
    seconds: Seconds,
    think: Seconds,
    events: list[Callable[[], None]],
) -> None:
    limits = httpx.Limits(max_connections=len(tokens), max_keepalive_connections=len(tokens))
    async with httpx.AsyncClient(base_url=server.address, limits=limits, timeout=30, trust_env=False) as client:
        begun = time.monotonic()
        raters = [Rater(client, token, study, think, Random(f"{SEED}/{token}"), log) for token in tokens]

        async def disturb() -> None:
            for number, event in enumerate(events, 1):
                await asyncio.sleep(max(0.0, begun + seconds * number / (len(events) + 1) - time.monotonic()))
                await asyncio.to_thread(event)

        await asyncio.gather(disturb(), *(one.answer_until(begun + seconds) for one in raters))


def items(n_items: int) -> list[StudyItem]:
    """Return the items of a study as large as Movie Description's."""
    return [
        StudyItem(
            f"clip{number}",
            "film",
            Span(number, number + 4),
            tuple(StudyText(system, f"Somebody {number} {system}.", f"clip{number}") for system in SYSTEMS),
        )
        for number in range(n_items)
    ]


def compared(study: Path, url: str | None, log: Log) -> tuple[int, int]:
    """Return how many acknowledged answers the database lacks, and how many answers it has more than once."""
    with open_study(study, url=url) as (database, stored), database.reading() as connection:
        found = select(tables.answer.c.assignment_id, tables.answer.c.question)
        names = [question.name for question in stored.design.questions]
        counts = Counter((row.assignment_id, names.index(row.question)) for row in connection.execute(found))
    return sum(one not in counts for one in log.acknowledged), sum(count > 1 for count in counts.values())


def kill_backend(url: str) -> None:
    """End a backend of PostgreSQL by SIGKILL; the server then ends all others, and recovers."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        found = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        pid = connection.execute(text(found)).scalars().first()
    engine.dispose()
    if pid is None:
        raise SystemExit("PostgreSQL has no backend to kill")
    os.kill(pid, signal.SIGKILL)


def cheap_passwords() -> None:
    """Let this process set the raters' passwords at once; none is used."""
    module: Any = importlib.import_module("cinescribe.study.people.log_in")
    module.PASSWORDS = PasswordHasher.from_parameters(CHEAPEST)


def main() -> None:
    """Measure and report."""
    from tests.study.postgresql import running_server  # noqa: PLC0415  pytest

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raters", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60, help="that raters answer, with each database")
    parser.add_argument("--think", type=float, default=5, help="seconds between a page and its answer")
    add_write_option(parser)
    arguments = parser.parse_args()
    cheap_passwords()
    found: dict[str, Load] = {}
    for name in ("SQLite", "PostgreSQL"):
        with ExitStack() as opened:
            folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
            url = None if name == "SQLite" else opened.enter_context(running_server(waits_for_disk=True))
            for part, kills in (("", True), (", nothing killed", False)):
                (folder / f"{kills}").mkdir()
                found[name + part] = run_load(
                    folder / f"{kills}",
                    url=url,
                    n_raters=arguments.raters,
                    seconds=arguments.seconds if kills else arguments.seconds / 2,
                    think=arguments.think,
                    kills=kills,
                )
                print(name + part, found[name + part], flush=True)
    rows: list[Row] = [
        (
            name,
            one.n_acknowledged,
            one.n_lost,
            one.n_doubled,
            one.n_kills,
            one.n_again,
            round(one.p50, 3),
            round(one.p95, 3),
            round(one.page_p95, 3),
            round(one.cpu, 2),
            f"{one.machine[0]:.1f} to {one.machine[1]:.1f}",
        )
        for name, one in found.items()
    ]
    heading = (
        "database",
        "acknowledged",
        "lost",
        "doubled",
        "kills",
        "sent again",
        "answer p50, s",
        "answer p95, s",
        "page p95, s",
        "CPU ms an answer",
        "load of the machine",
    )
    title = f"{arguments.raters} raters for {arguments.seconds:g} s, think time {arguments.think:g} s, 2 workers"
    table = print_table(title, heading, rows)
    n_all = sum(one.n_acknowledged for one in found.values())
    report_results(
        "study_load",
        "Studies under load",
        headlines=[
            Headline(
                "acknowledged answers lost or doubled under kill -9",
                f"{sum(one.n_lost + one.n_doubled for one in found.values())} of {n_all:,}",
                "none",
            ),
            *(
                Headline(
                    f"{name}: 95 % of answers acknowledged within, at a load of {one.machine[1]:.0f}",
                    f"{one.p95:.2f} s",
                    "1 s on an idle machine",
                )
                for name, one in found.items()
            ),
            *(
                Headline(f"{name}: CPU of the server an answer, with its pages", f"{one.cpu:.1f} ms", "5 ms")
                for name, one in found.items()
                if not one.n_kills
            ),
        ],
        tables=[table],
        notes=NOTES,
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
