"""Layers that files of weights know by another name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from torch import nn


def stored_as(module: nn.Module, names: Mapping[str, str]) -> None:
    """Let `state_dict` and `load_state_dict` of a module use the names that its files of weights have.

    Args:
        module: the module.
        names: the name in files of each of its layers that is called otherwise in code.

    Example:
        >>> net = nn.ModuleDict({"classifier": nn.Linear(1, 1)})
        >>> stored_as(net, {"classifier": "head"})
        >>> sorted(net.state_dict())
        ['head.bias', 'head.weight']
    """
    # No inner functions: a module is sent to other processes with its hooks.
    to_files = dict(names)
    from_files = {name: own for own, name in names.items()}
    module.register_state_dict_post_hook(partial(_rename_state, to_files))  # type: ignore[no-untyped-call]
    module.register_load_state_dict_pre_hook(partial(_rename_state, from_files))  # type: ignore[no-untyped-call]


def _rename_state(names: Mapping[str, str], _: nn.Module, state: dict[str, Any], prefix: str, *__: Any) -> None:
    _rename(state, {f"{prefix}{old}.": f"{prefix}{new}." for old, new in names.items()})


def _rename(state: dict[str, Any], renamed: Mapping[str, str]) -> None:
    """Rename the keys that begin with a prefix; the order of the keys stays."""
    items = list(state.items())
    state.clear()
    for key, value in items:
        old = next((prefix for prefix in renamed if key.startswith(prefix)), None)
        state[key if old is None else renamed[old] + key.removeprefix(old)] = value
