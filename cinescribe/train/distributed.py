"""Training in several processes: `torchrun` or Ray starts them, and each computes its share of every step."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import TypeVar

import torch
from torch import Tensor, distributed, nn
from torch.nn.parallel import DistributedDataParallel

from cinescribe.errors import TrainError

_Item = TypeVar("_Item")


@dataclass(frozen=True)
class Workers:
    """The processes of a run, as one of them sees them.

    Args:
        rank: the number of this process, from 0.
        n: the number of processes.
    """

    rank: int = 0
    n: int = 1

    @property
    def is_main(self) -> bool:
        """Whether this is the process that writes files."""
        return self.rank == 0

    def share(self, items: Sequence[_Item]) -> Sequence[_Item]:
        """Return this process's part of a step's items.

        Raises:
            TrainError: when there are fewer items than processes.
        """
        if len(items) < self.n:
            raise TrainError(
                f"a step has {len(items)} items for {self.n} processes; raise training.batch_size, or start fewer"
            )
        return items[self.rank :: self.n]

    def sum(self, values: Tensor) -> Tensor:
        """Return the sum of a tensor over all processes."""
        if self.n > 1:
            values = values.clone()
            distributed.all_reduce(values)
        return values

    def distribute(self, module: nn.Module) -> nn.Module:
        """Return a module that starts with the weights of rank 0 and averages gradients over all processes."""
        # Some objectives leave weights unused: blanks are no part of a caption's memory.
        return DistributedDataParallel(module, find_unused_parameters=True) if self.n > 1 else module

    def wait(self) -> None:
        """Wait for all processes."""
        if self.n > 1:
            distributed.barrier()


def gradient_sync(module: nn.Module, *, enabled: bool) -> AbstractContextManager[None]:
    """Return a context in which gradients are averaged over processes if `enabled`, else accumulated locally."""
    if isinstance(module, DistributedDataParallel) and not enabled:
        no_sync: AbstractContextManager[None] = module.no_sync()
        return no_sync
    return nullcontext()


def is_main_process() -> bool:
    """Whether this is the first process that `torchrun` or Ray started, or the only one."""
    return os.environ.get("RANK", "0") == "0"


@contextmanager
def process_group() -> Iterator[Workers]:
    """Yield the processes that `torchrun` or Ray started, or only this one."""
    n = int(os.environ.get("WORLD_SIZE", "1"))
    if n == 1:
        yield Workers()
        return
    if torch.cuda.is_available():
        # The device "cuda" then is another GPU in each process of a machine.
        torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")) % torch.cuda.device_count())
    is_joined = distributed.is_initialized()  # by Ray, which also ends it
    if not is_joined:
        distributed.init_process_group("nccl" if torch.cuda.is_available() else "gloo")
    try:
        yield Workers(distributed.get_rank(), n)
    finally:
        if not is_joined:
            distributed.destroy_process_group()
