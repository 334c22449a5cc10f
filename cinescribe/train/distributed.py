"""Several processes that train one model: `torchrun` starts them, each takes its share of every step."""

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

Item = TypeVar("Item")


@dataclass(frozen=True)
class Workers:
    """The processes of a run, seen from one of them.

    Args:
        rank: this one's number, from 0; 0 writes files.
        n: how many there are.
    """

    rank: int = 0
    n: int = 1

    @property
    def writes(self) -> bool:
        """Whether this process writes what all have made."""
        return self.rank == 0

    def share(self, items: Sequence[Item]) -> Sequence[Item]:
        """This process's part of a step's items.

        Raises:
            TrainError: when there are fewer items than processes.
        """
        if len(items) < self.n:
            raise TrainError(
                f"a step has {len(items)} items for {self.n} processes; raise course.batch_size, or start fewer"
            )
        return items[self.rank :: self.n]

    def total(self, counts: Tensor) -> Tensor:
        """The sum of counts over all processes."""
        if self.n > 1:
            counts = counts.clone()
            distributed.all_reduce(counts)
        return counts

    def together(self, module: nn.Module) -> nn.Module:
        """The module with its gradients averaged over all processes, and first weights as those of rank 0."""
        # Passes leave some weights out: blanks are no part of a caption's memory.
        return DistributedDataParallel(module, find_unused_parameters=True) if self.n > 1 else module

    def wait(self) -> None:
        """Wait until all processes are here."""
        if self.n > 1:
            distributed.barrier()


def apart(module: nn.Module, *, last: bool) -> AbstractContextManager[None]:
    """Gradients stay in this process, unless they are the last of a step."""
    if isinstance(module, DistributedDataParallel) and not last:
        quiet: AbstractContextManager[None] = module.no_sync()
        return quiet
    return nullcontext()


def is_first() -> bool:
    """Whether this is the process that speaks for all: the first that `torchrun` started, or the only one."""
    return os.environ.get("RANK", "0") == "0"


@contextmanager
def workers() -> Iterator[Workers]:
    """The processes that `torchrun` started, or this one alone."""
    n = int(os.environ.get("WORLD_SIZE", "1"))
    if n == 1:
        yield Workers()
        return
    distributed.init_process_group("nccl" if torch.cuda.is_available() else "gloo")
    try:
        yield Workers(distributed.get_rank(), n)
    finally:
        distributed.destroy_process_group()
