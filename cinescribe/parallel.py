"""Runs one function over many shards, in processes of this machine or on Ray.

Each worker is a process that gets one shard at a time. When a worker dies, for example because the system ran out of
memory, another one gets its shard.
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

from cinescribe.errors import CinescribeError, WorkError, brief

Backend: TypeAlias = Literal["local", "ray"]
_Shard = TypeVar("_Shard")
_Result = TypeVar("_Result")
_Answer: TypeAlias = tuple[Any, CinescribeError | None]  # the result of a shard, or the error that prevented it

TRIES = 3  # times that a shard is tried before it is given up
_SPAWN = get_context("spawn")  # a forked process may hang when its libraries use threads
# Numerical libraries read these when they are loaded. With one thread per worker, workers do not slow each other down.
_THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS", "NUMBA_NUM_THREADS")


class _DiedError(Exception):
    """A worker died. The message says how."""


class _Worker(Protocol):
    """A process that works on one shard at a time."""

    def start(self, shard: Any) -> None: ...

    def answer(self) -> _Answer:
        """Wait for the result of the shard; raises `_DiedError`."""
        ...

    def stop(self) -> None: ...


class _Pool(Protocol):
    """Starts workers, and waits for them."""

    def worker(self) -> _Worker: ...

    def first(self, busy: Iterable[_Worker]) -> _Worker:
        """Wait for the next worker that has an answer or has died."""
        ...


def run_shards(
    work: Callable[[_Shard], _Result],
    shards: Iterable[_Shard],
    *,
    done: Callable[[_Shard], bool] | None = None,
    keep: Callable[[_Shard, _Result], None] | None = None,
    given_up: Callable[[_Shard, str], _Result] | None = None,
    n_workers: int = 1,
    backend: Backend = "local",
) -> list[_Result | None]:
    """Call a function on each shard; return the results in the order of the shards.

    One local worker is this process itself. With several workers, or with Ray, `work`, shards and results are pickled,
    so a script must call this under `if __name__ == "__main__":`. Each worker uses one thread. With Ray, the cluster
    that `RAY_ADDRESS` names is used; without it, a local cluster is started and stopped again.

    Args:
        work: processes one shard. It runs again for a shard whose worker died, so it must write its output atomically.
        shards: named in errors by `str`.
        done: called in this process before anything starts; shards for which it is True are skipped.
        keep: called in this process with each shard and its result as soon as the result is there.
        given_up: called in this process with a shard whose workers died `TRIES` times, and how the last one did;
            returns its result. With it, one local worker is a process of its own too, which may die.
        n_workers: shards processed at the same time, 1 or more.
        backend: where the workers run.

    Returns:
        One result per shard; None for skipped shards.

    Raises:
        WorkError: when the workers of one shard died `TRIES` times, without `given_up`; when `work`, a shard or a
            result cannot be sent to another process or loaded there; when Ray is asked for and not installed; when the
            backend is unknown, or `n_workers` is below 1.
        CinescribeError: whatever `work` raised; the other workers are then stopped.
    """
    if backend not in _POOLS or n_workers < 1:
        known = " or ".join(map(repr, _POOLS))
        raise WorkError(f"{n_workers} workers on {backend!r} were asked for; 1 or more on {known} are possible")
    all_shards = list(shards)
    left = [n for n, shard in enumerate(all_shards) if done is None or not done(shard)]
    results: list[_Result | None] = [None] * len(all_shards)
    here = backend == "local" and n_workers == 1 and given_up is None
    found = (
        ((n, work(all_shards[n])) for n in left)
        if here
        else _shared(work, all_shards, left, given_up, n_workers=n_workers, backend=backend)
    )
    with closing(found):  # stops the workers at once when `keep` raises
        for number, result in found:
            results[number] = result
            if keep is not None:
                keep(all_shards[number], result)
    return results


def _shared(
    work: Callable[[_Shard], _Result],
    shards: Sequence[_Shard],
    left: Sequence[int],
    given_up: Callable[[_Shard, str], _Result] | None,
    *,
    n_workers: int,
    backend: Backend,
) -> Generator[tuple[int, _Result], None, None]:
    """Yield the numbers of shards with their results, in the order in which workers finish."""
    if not left:
        return
    with _POOLS[backend](_pickled(work, "the function"), min(n_workers, len(left))) as pool, _Workers(pool) as workers:
        waiting, died = deque(left), Counter[int]()
        while waiting or workers.busy:
            while waiting and len(workers.busy) < n_workers:
                number = waiting.popleft()
                workers.start(number, shards[number])
            number, answer = workers.next()
            if isinstance(answer, str):
                died[number] += 1
                if died[number] < TRIES:
                    waiting.append(number)  # last: there may be enough memory once the others are done
                elif given_up is None:
                    raise WorkError(_given_up(shards[number], answer))
                else:
                    yield number, given_up(shards[number], answer)
            elif answer[1] is not None:
                raise answer[1]
            else:
                yield number, cast(_Result, answer[0])


def _given_up(shard: object, how: str) -> str:
    return (
        f"{shard} was started {TRIES} times, and each time its worker died, the last time {how}; use fewer workers or "
        "more memory, or leave it out: finished shards are kept"
    )


class _Workers:
    """The workers of a pool, idle and busy. All are stopped at the end of the `with` block."""

    def __init__(self, pool: _Pool) -> None:
        self._pool = pool
        self._idle: list[_Worker] = []
        self.busy: dict[_Worker, int] = {}

    def __enter__(self) -> _Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in (*self._idle, *self.busy):
            worker.stop()

    def start(self, number: int, shard: object) -> None:
        """Give a shard to an idle or new worker."""
        worker = self._idle.pop() if self._idle else self._pool.worker()
        self.busy[worker] = number
        worker.start(shard)

    def next(self) -> tuple[int, _Answer | str]:
        """Wait for the next shard; return its number, and its answer or how its worker died."""
        worker = self._pool.first(self.busy)
        number = self.busy.pop(worker)
        try:
            answer = worker.answer()
        except _DiedError as death:
            worker.stop()
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
        with suppress(ConnectionError):  # a dead worker is detected in `answer`
            self.pipe.send_bytes(work)

    def start(self, shard: object) -> None:
        with suppress(ConnectionError):
            self.pipe.send_bytes(_pickled(shard, f"shard {brief(shard)}"))

    def answer(self) -> _Answer:
        try:
            return cast(_Answer, pickle.loads(self.pipe.recv_bytes()))
        except (EOFError, OSError) as error:  # OSError: it died in the middle of its answer
            self._process.join()
            code = self._process.exitcode or 0
            how = f"killed by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
            raise _DiedError(how) from error

    def stop(self) -> None:
        self._process.kill()
        self._process.join()
        self.pipe.close()


class _LocalPool:
    """Starts processes of this machine."""

    def __init__(self, work: bytes) -> None:
        self._work = work

    def worker(self) -> _Worker:
        return _LocalWorker(self._work)

    def first(self, busy: Iterable[_Worker]) -> _Worker:
        by_pipe = {cast(_LocalWorker, worker).pipe: worker for worker in busy}
        return by_pipe[cast(Connection, connection.wait(by_pipe)[0])]


@contextmanager
def _local(work: bytes, n_workers: int) -> Iterator[_Pool]:
    yield _LocalPool(work)


def _serve(pipe: Connection) -> None:
    """The loop of a local worker: process shards until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the parent then stops its workers
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.environ.update(dict.fromkeys(_THREADS, "1"))
    with suppress(EOFError):
        work = _unpickled(pipe.recv_bytes())  # imports the libraries that the work needs
        while True:
            # Not `send`: with it, torch would share memory that both ends must keep open.
            pipe.send_bytes(_pickled_answer(_answered(work, pickle.loads(pipe.recv_bytes()))))


def _end_with_parent() -> None:
    """Exit when the parent exits, however it ended, so that two runs never write the same files."""
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def _answered(work: Callable[[Any], Any], shard: object) -> _Answer:
    """The answer for a shard. An error that is not a `CinescribeError` ends the worker, which prints it."""
    try:
        return work(shard), None
    except CinescribeError as error:
        return None, error


def _pickled(value: object, what: str) -> bytes:
    """Pickle what goes to another process.

    Raises:
        WorkError: when it cannot be pickled, as a function inside a function, or an open file.
    """
    try:
        return pickle.dumps(value)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise WorkError(
            f"{what} cannot be sent to another process ({error}); use functions and data of a module, or one local "
            "worker"
        ) from error


def _pickled_answer(answer: _Answer) -> bytes:
    """Pickle an answer; one that cannot be sent becomes an error that can, so that the shard is not tried again."""
    try:
        return _pickled(answer, "a result")
    except WorkError as error:
        return pickle.dumps((None, error))


def _unpickled(work: bytes) -> Callable[[Any], Any]:
    """The function of a worker. Where it cannot be loaded, one that says so: trying again would not help."""
    try:
        return cast(Callable[[Any], Any], pickle.loads(work))
    except MemoryError:
        raise
    except Exception as error:  # whatever the modules that it needs raise
        message = (
            f"the function cannot be loaded in a worker ({type(error).__name__}: {error}); install its modules where "
            "the workers run, or use one local worker"
        )

    def refuse(_: object) -> None:
        raise WorkError(message)

    return refuse


class _RayTask:
    """The work of a Ray actor."""

    def __init__(self, work: bytes) -> None:
        self._work = _unpickled(work)

    def answer(self, shard: object) -> _Answer:
        return _answered(self._work, shard)


class _RayWorker:
    """An actor of a Ray cluster, on one processor."""

    def __init__(self, ray: Any, work: Any) -> None:
        self._ray = ray
        self._actor = ray.remote(_RayTask).options(num_cpus=1).remote(work)
        self.promise: Any = None

    def start(self, shard: object) -> None:
        self.promise = self._actor.answer.remote(shard)

    def answer(self) -> _Answer:
        try:
            return cast(_Answer, self._ray.get(self.promise))
        except self._ray.exceptions.RayActorError as error:
            raise _DiedError("as Ray says: " + " ".join(str(error).split())) from error

    def stop(self) -> None:
        self._ray.kill(self._actor)


class _RayPool:
    """Starts actors of a Ray cluster."""

    def __init__(self, ray: Any, work: bytes) -> None:
        self._ray, self._work = ray, ray.put(work)  # once for all workers

    def worker(self) -> _Worker:
        return _RayWorker(self._ray, self._work)

    def first(self, busy: Iterable[_Worker]) -> _Worker:
        by_promise = {cast(_RayWorker, worker).promise: worker for worker in busy}
        ready, _ = self._ray.wait(list(by_promise), num_returns=1)
        return by_promise[ready[0]]


@contextmanager
def ray_cluster(n_workers: int) -> Iterator[Any]:
    """Yield the module `ray`, connected to a cluster.

    It is the cluster that this process is connected to, that of `RAY_ADDRESS`, or a local one that lives as long as
    the `with` block.

    Args:
        n_workers: processors of a local cluster.

    Raises:
        WorkError: when Ray is not installed.
    """
    try:
        ray = importlib.import_module("ray")
    except ImportError as error:
        raise WorkError(
            f"Ray is not installed ({error}); pip install 'cinescribe[ray]', or use local workers"
        ) from error
    if ray.is_initialized():
        yield ray
        return
    own = {} if "RAY_ADDRESS" in os.environ else {"num_cpus": n_workers, "include_dashboard": False}
    ray.init(**own, log_to_driver=False, logging_level="ERROR")
    try:
        yield ray
    finally:
        ray.shutdown()


@contextmanager
def _ray(work: bytes, n_workers: int) -> Iterator[_Pool]:
    with ray_cluster(n_workers) as ray:
        yield _RayPool(ray, work)


_POOLS = {"local": _local, "ray": _ray}
