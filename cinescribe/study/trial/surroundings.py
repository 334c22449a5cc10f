"""What a trial ran on: models by their names, software and machine, and nothing that identifies their owner."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import PurePosixPath, PureWindowsPath

from cinescribe.record import Record

_GIB = 1 << 30
_LIBRARIES = {"server": (), "hub": ("torch", "transformers", "llama-cpp-python")}  # that run the model in this process
_MOST_PARTS = 2  # of a name of the hub, `owner/model`; more is a path of a machine


@dataclass(frozen=True)
class Software(Record):
    """A program or library.

    Args:
        name: of it.
        version: of it.
    """

    name: str
    version: str


@dataclass(frozen=True)
class Machine(Record):
    """The machine that described the films; the model's server may be another.

    Args:
        cores: of the processor.
        memory_gib: of the machine; None where the system does not say.
        system: such as `Linux x86_64`.
    """

    cores: int
    memory_gib: float | None
    system: str


def model_name(captioner: str) -> str:
    """Return the name of a model without the address of its server, or the folder in which it is.

    Args:
        captioner: as a command takes it, such as `server:http://localhost:8080#qwen3-vl:4b`.
    """
    kind, _, rest = captioner.partition(":")
    if kind == "server":
        return _without_folders(rest.rpartition("#")[2])
    if kind == "hub":
        return _without_folders(rest)
    return kind if rest else captioner


def served_by(captioner: str) -> str:
    """Return what runs a model: `server`, `hub`, or the kind of captioner."""
    return captioner.partition(":")[0]


def software(*models: str) -> tuple[Software, ...]:
    """Return the versions of what described the films.

    Args:
        *models: as a command takes them.
    """
    names = sorted({name for model in models for name in _LIBRARIES.get(served_by(model), ())})
    found = [Software("cinescribe", version("cinescribe")), Software("python", platform.python_version())]
    return (*found, *(Software(name, known) for name in names if (known := _version(name)) is not None))


def machine() -> Machine:
    """Return this machine's size."""
    return Machine(os.cpu_count() or 1, _memory(), f"{platform.system()} {platform.machine()}")


def _without_folders(name: str) -> str:
    """`owner/model` as it is, and the last part of a path."""
    parts = PureWindowsPath(name).parts if "\\" in name else PurePosixPath(name).parts
    is_path = len(parts) > _MOST_PARTS or name.startswith(("/", ".", "~")) or "\\" in name or name.endswith(".gguf")
    return parts[-1] if parts and is_path else name


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _memory() -> float | None:
    names = getattr(os, "sysconf_names", {})
    if not {"SC_PHYS_PAGES", "SC_PAGE_SIZE"} <= set(names):
        return None
    return round(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / _GIB, 1)
