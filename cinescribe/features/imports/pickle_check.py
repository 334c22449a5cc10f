"""Checks pickles before they are read: even harmless ones can take all memory or time.

A memo index of two billion makes the reader allocate as many entries, and tuples of tuples that hold one another twice
take exponential time to hash. Real pickles do neither. The check is one pass over the operations.
"""

from __future__ import annotations

import pickletools
from dataclasses import dataclass
from io import BufferedReader, BytesIO
from pickle import UnpicklingError
from typing import Any

MAX_OPERATIONS = 4_000_000  # four times those of a vocabulary of a hundred thousand words with counts and numbers
_MAX_DEPTH = 64  # values inside each other; a published state has six
_MAX_VALUES = 1 << 24  # in one value, counted as often as they are reachable
_READS_MEMO = ("GET", "BINGET", "LONG_BINGET")
_WRITES_MEMO = ("PUT", "BINPUT", "LONG_BINPUT", "MEMOIZE")
_KEPT = ("BUILD", "APPEND", "APPENDS", "SETITEM", "SETITEMS", "ADDITEMS")  # change the value below what they take


@dataclass
class _Extent:
    """How many values are reachable from a value, and how deep."""

    n_values: int = 1
    depth: int = 1


_MARK = _Extent(0, 0)


def check_pickle(data: bytes | BufferedReader, start: int = 0) -> int:
    """Check one pickle, and return the place where it ends.

    Args:
        data: holds the pickle; an open file is read piece by piece.
        start: where it begins.

    Raises:
        pickle.UnpicklingError: when it is no pickle, or needs more time or memory than its length justifies.
    """
    stack: list[_Extent] = []
    memo: dict[Any, _Extent] = {}
    source = BytesIO(data) if isinstance(data, bytes) else data
    source.seek(start)
    try:
        for number, (operation, argument, _) in enumerate(pickletools.genops(source)):
            if number > MAX_OPERATIONS:
                raise UnpicklingError("it has too many operations")
            if operation.name == "MARK":
                stack.append(_MARK)
            elif operation.name in _READS_MEMO:
                stack.append(memo[argument])
            elif operation.name in _WRITES_MEMO:
                place = len(memo) if argument is None else argument
                if place > number:
                    raise UnpicklingError(f"it remembers value {place} after {number} operations")
                memo[place] = stack[-1]
            else:
                _apply(operation, stack)
    except (ValueError, LookupError) as error:
        raise UnpicklingError(str(error) or "it takes a value that is not there") from error
    return source.tell()


def _apply(operation: pickletools.OpcodeInfo, stack: list[_Extent]) -> None:
    """Take what an operation takes from the stack, and put there what it makes."""
    taken: list[_Extent] = []
    below = len(operation.stack_before)
    if pickletools.stackslice in operation.stack_before:
        while (one := stack.pop()) is not _MARK:
            taken.append(one)
        below = operation.stack_before.index(pickletools.markobject)
    taken += [stack.pop() for _ in range(below)]
    changed = taken.pop() if operation.name in _KEPT else _Extent(0, 0)
    n_values = 1 + changed.n_values + sum(one.n_values for one in taken)
    depth = max(changed.depth, 1 + max((one.depth for one in taken), default=0))
    if depth > _MAX_DEPTH or n_values > _MAX_VALUES:
        raise UnpicklingError("its values are nested too deeply")
    if operation.name in _KEPT:
        changed.n_values, changed.depth = n_values, depth
        stack.append(changed)
    else:
        stack += [_Extent(n_values, depth) for _ in operation.stack_after]
