"""Two hundred films given to one server by workers of Ray; some workers are killed in the middle of a film.

A film is here the stage of captions alone: five clips of eight frames, captioned by `server:URL#MODEL`, and written to
a file. The server is a stand-in, and counts how often it is asked each question.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from benchmarks.describer.stand_ins.chat_endpoint import MODEL, chat_endpoint, served
from benchmarks.models.door_model import DoorModel
from benchmarks.models.film_jobs import N_CLIPS, N_FILMS, FilmJob, caption_film, is_done
from benchmarks.results import Headline, add_write_option, print_table, report_results
from cinescribe.parallel import Backend, run_shards
from cinescribe.schema import Caption
from cinescribe.store import read_records

N_WORKERS = 2
PAUSE_S = 0.2  # of an answer


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", choices=("ray", "local"), default="ray")
    add_write_option(parser)
    arguments = parser.parse_args()
    backend: Backend = arguments.backend
    with tempfile.TemporaryDirectory() as folder, chat_endpoint(DoorModel(), pause=PAUSE_S) as url:
        jobs = [FilmJob(n, folder, f"{url}#{MODEL}") for n in range(N_FILMS)]
        begun = time.perf_counter()
        results = run_shards(caption_film, jobs, done=is_done, n_workers=N_WORKERS, backend=backend)
        seconds = time.perf_counter() - begun
        counts = served(url).asked
        killed = len(list(Path(folder).glob("*.killed")))
        texts = [caption.text for job in jobs for caption in read_records(job.path, Caption)]
        again = run_shards(caption_film, jobs, done=is_done, n_workers=N_WORKERS, backend=backend)
        asked_again = served(url).asked.total() - counts.total()
    once = sum(result == N_CLIPS for result in results)
    rows: list[tuple[str, float | int]] = [
        ("films", N_FILMS),
        ("workers", N_WORKERS),
        ("films captioned once and whole", once),
        ("workers killed in the middle of a film", killed),
        ("different questions that the server got", len(counts)),
        ("questions that it got twice", sum(n > 1 for n in counts.values())),
        ("different captions", len(set(texts))),
        ("questions of a second run", asked_again),
        ("wall seconds, with the start of the workers", round(seconds, 1)),
    ]
    assert set(again) == {None}  # nothing was left to do
    table = print_table(f"{N_FILMS} films and one server, workers of {backend}", ("what", "figure"), rows)
    report_results(
        "chat_films",
        "Many films against one server",
        headlines=[
            Headline(f"films captioned once, of {N_FILMS}", str(once), str(N_FILMS)),
            Headline(f"questions asked twice, {killed} workers killed", str(sum(n > 1 for n in counts.values())), "0"),
        ],
        tables=[table],
        notes=[
            "Ran: the captioner of `server:` on five clips of made frames for each film, in workers of "
            "`cinescribe.parallel`, and the write of the captions. Not run: the analysis of films, voices, placement.",
        ],
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
