"""Our share of the time of requests to a chat model: 32 at a time to a server that answers after a second, then again.

Each question has eight frames of 854 by 480. The second time, all answers are on disk.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np

from benchmarks.describer.stand_ins.chat_endpoint import MODEL, chat_endpoint
from benchmarks.models.door_model import DoorModel
from benchmarks.results import Headline, add_write_option, print_table, report_results
from cinescribe.models.vlm.answer_store import AnswerStore
from cinescribe.models.vlm.answers.completion import read_completion
from cinescribe.models.vlm.chat import ChatAnswer, ChatPicture, ChatRequest
from cinescribe.models.vlm.connection.server_address import server_address
from cinescribe.models.vlm.server import ChatServer

N_REQUESTS, N_PARALLEL, N_FRAMES = 320, 32, 8
PAUSE_S = 1.0  # of an answer
N_KEPT = 10_000
N_READ = 1_000
_HEIGHT, _WIDTH = 480, 854


def frames() -> tuple[ChatPicture, ...]:
    """Frames like those of a film: smooth, with edges and some grain."""
    rng = np.random.default_rng(1)
    coarse = rng.integers(0, 256, (N_FRAMES, 12, 16, 3), np.uint8)
    pictures = [cv2.resize(one, (_WIDTH, _HEIGHT), interpolation=cv2.INTER_CUBIC) for one in coarse]
    grain = rng.integers(0, 12, (_HEIGHT, _WIDTH, 3), np.uint8)
    coded = (cv2.imencode(".jpg", cv2.add(one, grain), [cv2.IMWRITE_JPEG_QUALITY, 90])[1] for one in pictures)
    return tuple(ChatPicture(one.tobytes(), f"shot {n}") for n, one in enumerate(coded, 1))


def timed(server: ChatServer, requests: list[ChatRequest]) -> tuple[float, float]:
    """Ask a server; return wall and CPU seconds of this process."""
    wall, cpu = time.perf_counter(), time.process_time()
    server.ask(requests)
    return time.perf_counter() - wall, time.process_time() - cpu


def reading() -> float:
    """Return CPU milliseconds of reading an answer of ten actions as a server sends it."""
    action = {"who": "Anna", "does": "opens the door of the house", "to_whom": "Ben", "shot": 3}
    text = json.dumps({"actions": [action] * 10, "detail": "a red lamp on a table"})
    body = json.dumps({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]})
    start = time.process_time()
    for _ in range(N_READ):
        read_completion(body)
    return 1000 * (time.process_time() - start) / N_READ


def kept_answers(folder: Path) -> tuple[float, float]:
    """Return wall and CPU seconds of reading answers that a server gave before."""
    requests = [ChatRequest(f"What happens in clip {n}?") for n in range(N_KEPT)]
    answers = AnswerStore(folder)
    address = server_address(f"http://127.0.0.1:9#{MODEL}")  # nobody listens there
    for request in requests:
        answers.put(request.digest(str(address)), ChatAnswer("Somebody opens a door.", -0.5))
    with ChatServer(address, AnswerStore(folder)) as server:
        return timed(server, requests)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_write_option(parser)
    arguments = parser.parse_args()
    pictures = frames()
    requests = [ChatRequest(f"What happens in clip {n}?", pictures) for n in range(N_REQUESTS)]
    n_bytes = len(str(requests[0].body(MODEL)))
    with tempfile.TemporaryDirectory() as work:
        with chat_endpoint(DoorModel(), pause=PAUSE_S) as url:
            address = server_address(f"{url}#{MODEL}")
            with ChatServer(address, AnswerStore(Path(work) / "a"), n_parallel=N_PARALLEL) as server:
                wall, cpu = timed(server, requests)
                again = timed(server, requests)
        kept = kept_answers(Path(work) / "b")
    read = reading()
    ideal = N_REQUESTS / N_PARALLEL * PAUSE_S
    rows: list[tuple[str, float | int]] = [
        ("requests", N_REQUESTS),
        ("at a time", N_PARALLEL),
        ("size of a request, MB", round(n_bytes / 1e6, 2)),
        ("wall seconds", round(wall, 2)),
        ("wall seconds of the server's pauses alone", ideal),
        ("wall above the pauses, % of them", round(100 * (wall / ideal - 1), 1)),
        ("CPU seconds of this process for a request", round(cpu / N_REQUESTS, 4)),
        ("the same requests again, from disk: wall seconds for 1,000", round(1000 * again[0] / N_REQUESTS, 2)),
        ("reading an answer of ten actions, CPU milliseconds", round(read, 3)),
        (f"{N_KEPT:,} kept answers of short questions: wall seconds", round(kept[0], 2)),
        (f"{N_KEPT:,} kept answers of short questions: CPU seconds", round(kept[1], 2)),
    ]
    table = print_table("Requests to a stand-in server", ("what", "figure"), rows)
    report_results(
        "chat_throughput",
        "Requests to a chat model",
        headlines=[
            Headline(
                f"our CPU time for a request of {N_FRAMES} frames, of an answer of 1 s, {N_PARALLEL} at a time",
                f"{100 * cpu / N_REQUESTS / PAUSE_S:.1f} %",
                "≤ 5 %",
            ),
            Headline(f"{N_KEPT:,} kept answers read", f"{kept[0]:.2f} s", "≤ 2 s"),
            Headline("CPU time of reading an answer of ten actions", f"{read:.2f} ms", "< 1 ms"),
        ],
        tables=[table],
        notes=[
            "The server runs in a process of its own on the same two cores, and takes time from ours: the wall time "
            "above its pauses is that of both. A first request opens each connection.",
        ],
        write=arguments.write,
    )


if __name__ == "__main__":
    main()
