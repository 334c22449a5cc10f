"""One heavy stage over many shards, done by processes of this machine or by Ray; nothing is done twice, nothing lost.

A stage is one function of a shard. Each worker is a process that is given a shard at a time; where it dies, killed by
the system for want of memory perhaps, another one gets its shard. Ray is known here alone.
"""

from __future__ import annotations

import importlib
import os
import pickle
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from multiprocessing import connection, get_context, parent_process
from multiprocessing.connection import Connection
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, cast

from cinescribe.errors import CinescribeError, WorkError

Backend: TypeAlias = Literal["local", "ray"]
Shard = TypeVar("Shard")
Result = TypeVar("Result")
_Answer: TypeAlias = tuple[Any, CinescribeError | None]  # what came of a shard, or why nothing did

TRIES = 3  # workers that may die of one shard before it is given up
_SPAWN = get_context("spawn")  # a fork of a process whose libraries have threads may hang
# Read by libraries of numbers as they are loaded: several workers of several threads get in each other's way.
_THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS", "NUMBA_NUM_THREADS")


class _DiedError(Exception):
    """A worker died; the text says how."""


class _Worker(Protocol):
    """A process that does a shard at a time."""

    def begin(self, shard: Any) -> None: ...

    def answer(self) -> _Answer:
        """What came of the shard; raises `_DiedError`."""
        ...

    def end(self) -> None: ...


class _Crew(Protocol):
    """Makes workers, and tells which of them is ready."""

    def worker(self) -> _Worker: ...

    def first(self, busy: Iterable[_Worker]) -> _Worker:
        """Wait for the next worker that has an answer, or has died."""
        ...


def run_shards(
    work: Callable[[Shard], Result],
    shards: Iterable[Shard],
    *,
    done: Callable[[Shard], bool] | None = None,
    keep: Callable[[Shard, Result], None] | None = None,
    n_workers: int = 1,
    backend: Backend = "local",
) -> list[Result | None]:
    """What a function makes of each shard, in the order of the shards.

    One local worker is this process itself. With several, or with Ray, `work`, shards and results are pickled, and a
    script that calls this does so under `if __name__ == "__main__":`. Libraries are held to one thread a worker. A
    cluster that `RAY_ADDRESS` names is used, else one of this machine is started, and stopped in the end.

    Args:
        work: does one shard; run again for a shard whose worker died, so it must leave nothing half-done behind.
        shards: named in errors by `str`.
        done: asked here, before anything starts: shards for which it is True are left out.
        keep: told here of each shard and its result as soon as it is there: the place to set what `done` looks at.
        n_workers: shards done at once, 1 or more.
        backend: whose processes.

    Returns:
        A result a shard; None for those that were done before.

    Raises:
        WorkError: when the workers of one shard died `TRIES` times; when Ray is asked for and not installed; when
            there is no such backend, or no worker.
        CinescribeError: what `work` raised, as it was raised; other workers are then ended.
    """
    if backend not in _CREWS or n_workers < 1:
        raise WorkError(
            f"{n_workers} workers by {backend!r} came; 1 or more are wanted, by {' or by '.join(map(repr, _CREWS))}"
        )
    all_shards = list(shards)
    left = [n for n, shard in enumerate(all_shards) if done is None or not done(shard)]
    results: list[Result | None] = [None] * len(all_shards)
    here = backend == "local" and n_workers == 1
    found = ((n, work(all_shards[n])) for n in left) if here else _shared(work, all_shards, left, n_workers, backend)
    with closing(found):  # workers are ended at once where `keep` raises
        for number, result in found:
            results[number] = result
            if keep is not None:
                keep(all_shards[number], result)
    return results


def _shared(
    work: Callable[[Shard], Result], shards: Sequence[Shard], left: Sequence[int], n_workers: int, backend: Backend
) -> Generator[tuple[int, Result], None, None]:
    """Numbers of shards and their results, as workers have them ready."""
    if not left:
        return
    with _CREWS[backend](pickle.dumps(work), min(n_workers, len(left))) as crew, _Shift(crew) as shift:
        waiting, died = deque(left), Counter[int]()
        while waiting or shift.busy:
            while waiting and len(shift.busy) < n_workers:
                number = waiting.popleft()
                shift.begin(number, shards[number])
            number, answer = shift.next()
            if isinstance(answer, str):
                died[number] += 1
                if died[number] == TRIES:
                    raise WorkError(_given_up(shards[number], answer))
                waiting.append(number)  # at the end: for want of memory it may do once others are through
            elif answer[1] is not None:
                raise answer[1]
            else:
                yield number, cast(Result, answer[0])


def _given_up(shard: object, how: str) -> str:
    return (
        f"{shard} was begun {TRIES} times, and each time its worker died, at last {how}; give it more memory, ask for "
        "fewer workers, or leave it out: what was done is kept"
    )


class _Shift:
    """Workers at work: who is busy with which shard, and who waits for one; all are ended with the block."""

    def __init__(self, crew: _Crew) -> None:
        self._crew = crew
        self._idle: list[_Worker] = []
        self.busy: dict[_Worker, int] = {}

    def __enter__(self) -> _Shift:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in (*self._idle, *self.busy):
            worker.end()

    def begin(self, number: int, shard: object) -> None:
        """Have somebody begin a shard."""
        worker = self._idle.pop() if self._idle else self._crew.worker()
        self.busy[worker] = number
        worker.begin(shard)

    def next(self) -> tuple[int, _Answer | str]:
        """The next shard that is through: its number, and the answer, or how its worker died."""
        worker = self._crew.first(self.busy)
        number = self.busy.pop(worker)
        try:
            answer = worker.answer()
        except _DiedError as death:
            worker.end()
            return number, str(death)
        self._idle.append(worker)
        return number, answer


class _LocalWorker:
    """A process of this machine."""

    def __init__(self, work: bytes) -> None:
        self.pipe, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        with suppress(ConnectionError):  # one that died already is found out when it is asked
            self.pipe.send_bytes(work)

    def begin(self, shard: object) -> None:
        with suppress(ConnectionError):
            self.pipe.send_bytes(pickle.dumps(shard))

    def answer(self) -> _Answer:
        try:
            return cast(_Answer, pickle.loads(self.pipe.recv_bytes()))
        except (EOFError, OSError) as error:  # the latter where it died in the middle of its answer
            self._process.join()
            code = self._process.exitcode or 0
            how = f"killed by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
            raise _DiedError(how) from error

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self.pipe.close()


class _LocalCrew:
    """Makes processes of this machine."""

    def __init__(self, work: bytes) -> None:
        self._work = work

    def worker(self) -> _Worker:
        return _LocalWorker(self._work)

    def first(self, busy: Iterable[_Worker]) -> _Worker:
        by_pipe = {cast(_LocalWorker, worker).pipe: worker for worker in busy}
        return by_pipe[cast(Connection, connection.wait(by_pipe)[0])]


@contextmanager
def _local(work: bytes, n_workers: int) -> Iterator[_Crew]:
    yield _LocalCrew(work)


def _serve(pipe: Connection) -> None:
    """What a local worker does: shards, one after the other, until the one who asks is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the one who asks then ends the others
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.environ.update(dict.fromkeys(_THREADS, "1"))
    with suppress(EOFError):
        work = pickle.loads(pipe.recv_bytes())  # loads the libraries that the work needs
        while True:
            # Not `send`: torch has its way of pickling there, by memory that both ends keep open.
            pipe.send_bytes(pickle.dumps(_answered(work, pickle.loads(pipe.recv_bytes()))))


def _end_with_parent() -> None:
    """End this process with the one that started it, however that ended: nobody writes what another run writes too."""
    asker = parent_process()
    assert asker is not None
    connection.wait([asker.sentinel])
    os._exit(1)


def _answered(work: Callable[[Any], Any], shard: object) -> _Answer:
    """What comes of a shard. An error that is not ours ends the worker, which tells it on standard error."""
    try:
        return work(shard), None
    except CinescribeError as error:
        return None, error


class _RayTask:
    """What a Ray worker does."""

    def __init__(self, work: bytes) -> None:
        self._work: Callable[[Any], Any] = pickle.loads(work)

    def answer(self, shard: object) -> _Answer:
        return _answered(self._work, shard)


class _RayWorker:
    """An actor of a Ray cluster; it holds one processor."""

    def __init__(self, ray: Any, work: Any) -> None:
        self._ray = ray
        self._actor = ray.remote(_RayTask).options(num_cpus=1).remote(work)
        self.promise: Any = None

    def begin(self, shard: object) -> None:
        self.promise = self._actor.answer.remote(shard)

    def answer(self) -> _Answer:
        try:
            return cast(_Answer, self._ray.get(self.promise))
        except self._ray.exceptions.RayActorError as error:
            raise _DiedError("as Ray tells: " + " ".join(str(error).split())) from error

    def end(self) -> None:
        self._ray.kill(self._actor)


class _RayCrew:
    """Makes actors of a Ray cluster."""

    def __init__(self, ray: Any, work: bytes) -> None:
        self._ray, self._work = ray, ray.put(work)  # once for all workers

    def worker(self) -> _Worker:
        return _RayWorker(self._ray, self._work)

    def first(self, busy: Iterable[_Worker]) -> _Worker:
        by_promise = {cast(_RayWorker, worker).promise: worker for worker in busy}
        ready, _ = self._ray.wait(list(by_promise), num_returns=1)
        return by_promise[ready[0]]


@contextmanager
def _ray(work: bytes, n_workers: int) -> Iterator[_Crew]:
    """A crew of the Ray cluster that is there, or of one that lives as long as the block."""
    try:
        ray = importlib.import_module("ray")
    except ImportError as error:
        raise WorkError(
            f"Ray is not installed ({error}); pip install 'cinescribe[ray]', or use local workers"
        ) from error
    if ray.is_initialized():
        yield _RayCrew(ray, work)
        return
    own = {} if "RAY_ADDRESS" in os.environ else {"num_cpus": n_workers, "include_dashboard": False}
    ray.init(**own, log_to_driver=False, logging_level="ERROR")
    try:
        yield _RayCrew(ray, work)
    finally:
        ray.shutdown()


_CREWS = {"local": _local, "ray": _ray}
