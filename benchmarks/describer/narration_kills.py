"""A narration that is killed at random moments and resumed, and many equal questions at a time.

python -m benchmarks.describer.narration_kills [--films DIR] [--write]
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from benchmarks.describer.stand_ins.chat_endpoint import MODEL, Served, chat_endpoint, served
from benchmarks.describer.stand_ins.lying_models import Claimant, Liar
from benchmarks.describer.witness import CALIBRATED
from benchmarks.describer.witness_films import WitnessedFilm, witnessed_film
from benchmarks.results import Headline, add_write_option, print_table, report_results
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.describe.narration.narrator import Narrator
from cinescribe.export.folder import FEATURES
from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.models.vlm.served_model import served_model
from cinescribe.timing import Seconds

SEED, N_KILLS = 41, 12
PAUSE: Seconds = 0.3  # of the server, so that a narration takes long enough to be killed in
LATEST: Seconds = 8.0  # from the first question to a kill
ON_ITS_WAY: Seconds = 0.2  # from the server's answer to the disk, at most
N_EQUAL, N_RUNS = 32, 1000  # equal questions at a time, and how often
_RUN = (
    "import sys; from pathlib import Path; from benchmarks.describer.narration_kills import narrate; "
    "narrate(*map(Path, sys.argv[1:5]), sys.argv[5])"
)
NOTES = (
    "A process narrates an analysed Backlot film by a server on the loopback, and is killed by SIGKILL at a random "
    "moment after its first question; the next one goes on, until one comes to its end. A question that was sent and "
    "not yet answered must be sent again; one that was answered .2 s before the kill must not.",
    "Equal questions: threads share one `ChatServer` and ask the same new question at the same time, in each run.",
)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--films", type=Path, help="keep films and their analyses here, and use what is there")
    parser.add_argument("--kills", type=int, default=N_KILLS)
    parser.add_argument("--runs", type=int, default=N_RUNS, help="of equal questions")
    add_write_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        film = witnessed_film(arguments.films or Path(temporary), CALIBRATED[0])
        resumed = killed(film, Path(temporary) / "killed", n_kills=arguments.kills)
        n_failed, equal = equal_questions(Path(temporary) / "equal", n_runs=arguments.runs)
    rows: list[tuple[str, int]] = [
        ("kills", resumed.n_kills),
        ("narrations that came to their end", resumed.n_ends),
        ("different questions of each, in all", resumed.n_questions),
        ("sent again", resumed.n_again),
        ("sent again though answered before the kill", resumed.n_again_after_answer),
        (f"runs of {N_EQUAL} equal questions at a time", arguments.runs),
        ("questions that the server got in them", equal.asked.total()),
        ("threads that failed", n_failed),
    ]
    table = print_table("Kills and equal questions", ("what", "number"), rows)
    report_results(
        "narration_kills",
        "A narration that is killed, and equal questions",
        headlines=[
            Headline(
                f"questions asked again after an answer, {resumed.n_kills} kills",
                str(resumed.n_again_after_answer),
                "0",
            ),
            Headline(f"threads that failed, {N_EQUAL} equal questions, {arguments.runs:,} runs", str(n_failed), "0"),
            Headline("questions that the server got in them", str(equal.asked.total()), f"{arguments.runs}"),
        ],
        tables=[table],
        notes=NOTES,
        write=arguments.write,
    )


@dataclass
class Resumed:
    """What came of killed and resumed narrations.

    Args:
        n_kills: processes killed.
        n_ends: narrations that came to their end.
        n_questions: different questions of each narration, summed.
        n_again: questions that the server got again in the same narration.
        n_again_after_answer: of these, those answered before the kill after which they came again.
    """

    n_kills: int = 0
    n_ends: int = 0
    n_questions: int = 0
    n_again: int = 0
    n_again_after_answer: int = 0


def killed(film: WitnessedFilm, work: Path, *, n_kills: int) -> Resumed:
    """Narrate with kills, each time until a narration comes to its end."""
    choose, found = random.Random(SEED), Resumed()
    folder, claimed = work / "film.ad", dict[int, str]()
    shutil.copytree(film.folder, folder)
    stand_in = Liar("stand-in", Claimant(claimed, sees_marks=True), claimed=claimed, gives_probabilities=False)
    with chat_endpoint(stand_in, pause=PAUSE) as url:
        while found.n_kills < n_kills or not found.n_ends:
            shutil.rmtree(folder / FEATURES / "narration", ignore_errors=True)
            shutil.rmtree(work / "answers", ignore_errors=True)
            before, at_kills = served(url), list[Served]()
            while True:
                asked = served(url).asked.total()
                with _started(film, folder, work / "answers", url) as process:
                    while process.poll() is None and served(url).asked.total() == asked:
                        time.sleep(0.05)
                    try:
                        process.wait(choose.uniform(0.0, LATEST) if found.n_kills < n_kills else None)
                    except subprocess.TimeoutExpired:
                        at_kills.append(served(url))
                        time.sleep(ON_ITS_WAY)
                        process.kill()
                        found.n_kills += 1
                        continue
                if process.returncode:
                    raise SystemExit(f"a narration failed: {process.returncode}")
                found.n_ends += 1
                break
            new = served(url).asked - before.asked
            found.n_questions += len(new)
            found.n_again += sum(new.values()) - len(new)
            found.n_again_after_answer += sum(
                sum((served(url).asked - one.asked)[name] for name in one.answered - before.answered)
                for one in at_kills
            )
    return found


def _started(film: WitnessedFilm, folder: Path, answers: Path, url: str) -> subprocess.Popen[str]:
    arguments = [film.path, film.subtitles, folder, answers, f"{url}#{MODEL}"]
    return subprocess.Popen([sys.executable, "-c", _RUN, *map(str, arguments)], text=True)


def narrate(path: Path, subtitles: Path, folder: Path, answers: Path, address: str) -> None:
    """Narrate a film by a server."""
    model = served_model(address, answers=answers)
    write_description(path, folder, subtitles=subtitles, options=DescribeOptions(narrator=Narrator(model, model)))


def equal_questions(answers: Path, *, n_runs: int) -> tuple[int, Served]:
    """Ask equal questions at a time; return how many threads failed, and what the server did."""
    stand_in = Liar("stand-in", Claimant())
    n_failed = 0
    with chat_endpoint(stand_in) as url:
        model = served_model(f"{url}#{MODEL}", answers=answers)
        with ThreadPoolExecutor(N_EQUAL) as pool:
            for n in range(n_runs):
                request = ChatRequest(f"Describe number {n}.")
                futures = [pool.submit(model.ask, [request]) for _ in range(N_EQUAL)]
                failures = [error for future in futures if (error := future.exception()) is not None]
                for error in failures[:1]:
                    print(f"run {n}: {error!r}")
                n_failed += len(failures)
        return n_failed, served(url)


if __name__ == "__main__":
    main()
