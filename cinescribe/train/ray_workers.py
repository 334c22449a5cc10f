"""Training in processes of Ray: joined as `torchrun` joins its own, and started again when one dies."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cinescribe.errors import CinescribeError, WorkError
from cinescribe.parallel import TRIES, ray_cluster
from cinescribe.progress import Progress

_Work = Callable[[Progress], object]


def run_on_ray(work: _Work, *, n_workers: int, device: str | None, folder: Path, progress: Progress) -> None:
    """Run the same function in several processes of Ray that form one process group of PyTorch.

    When a process dies, all are stopped and started again, up to `TRIES` times; `work` must go on where it was. The
    cluster is that of `RAY_ADDRESS`; without it, one is started and stopped again.

    Args:
        work: gets a `Progress`; that of rank 0 reaches `progress`.
        n_workers: the number of processes, 1 or more.
        device: as `cuda` or `cpu`; None gives each process a GPU if the cluster has so many. Processes with GPUs are
            joined by NCCL, others by gloo.
        folder: an existing folder that all nodes see; Ray keeps its notes in it until the run ends.
        progress: called in this process.

    Raises:
        WorkError: when Ray is missing, or processes died `TRIES` times.
        CinescribeError: whatever `work` raised.
    """
    with (
        ray_cluster(n_workers) as ray,
        TemporaryDirectory(dir=folder, prefix=".ray-") as notes,
        _relayed(ray, progress) as queue,
    ):
        gpus = ray.cluster_resources().get("GPU", 0) >= n_workers if device is None else device.startswith("cuda")
        for tries in range(1, TRIES + 1):
            trainer = _trainer(_Worker(work, queue), n_workers, gpus=gpus, notes=Path(notes) / str(tries))
            try:
                trainer.fit()
                return
            except importlib.import_module("ray.train").TrainingFailedError as error:
                for failure in getattr(error, "worker_failures", {}).values():
                    if isinstance(failure, CinescribeError):
                        raise failure from error
                last = error
        reason = " ".join(str(last).split())[:200]
        raise WorkError(
            f"the training was started {TRIES} times, and each time a process died, the last time as Ray says: "
            f"{reason}; look for too little memory, and run the command again to go on"
        ) from last


class _Worker:
    """What each process runs."""

    def __init__(self, work: _Work, queue: Any) -> None:
        self._work, self._queue = work, queue

    def __call__(self) -> None:
        rank = importlib.import_module("ray.train").get_context().get_world_rank()
        self._work(lambda stage, share: self._queue.put((stage, share)) if rank == 0 else None)


def _trainer(worker: _Worker, n_workers: int, *, gpus: bool, notes: Path) -> Any:
    """A trainer that is tried once: Ray would also try again what fails each time."""
    train, of_torch = importlib.import_module("ray.train"), importlib.import_module("ray.train.torch")
    return of_torch.TorchTrainer(
        worker,
        torch_config=of_torch.TorchConfig(backend="nccl" if gpus else "gloo"),
        scaling_config=train.ScalingConfig(num_workers=n_workers, use_gpu=gpus),
        run_config=train.RunConfig(
            name="cinescribe", storage_path=str(notes), failure_config=train.FailureConfig(max_failures=0)
        ),
    )


@contextmanager
def _relayed(ray: Any, progress: Progress) -> Iterator[Any]:
    """A queue of Ray whose entries reach `progress` while the `with` block runs."""
    queue = importlib.import_module("ray.util.queue").Queue(actor_options={"num_cpus": 0})

    def relay() -> None:
        with suppress(ray.exceptions.RayError):  # the cluster is gone before the block ends
            while (entry := queue.get()) is not None:
                progress(*entry)

    relaying = threading.Thread(target=relay, daemon=True)
    relaying.start()
    try:
        yield queue
    finally:
        with suppress(ray.exceptions.RayError):
            queue.put(None)
        relaying.join(timeout=10)
        queue.shutdown(force=True)
