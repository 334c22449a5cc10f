"""Arrays of clips that others published: HDF5, npy and text files, gzipped or not, read by the names of clips."""

from __future__ import annotations

import gzip
import hashlib
import importlib
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from tokenize import TokenError  # NumPy reads old headers of arrays by it
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError, brief
from cinescribe.features.imports.text_vectors import vector_lines, vectors_at, vectors_of
from cinescribe.input_files import digest, numbered_lines, open_input, read_text

_HDF5, _TEXT = (".h5", ".hdf5"), (".txt", ".csv", ".tsv")
_ARRAYS = (*_HDF5, ".npy", *_TEXT)
_ENDINGS = (*_ARRAYS, ".gz", ".avi", ".mkv", ".mp4")  # that the name of a clip may have in a file's name
_NAMES = ("clips", "names", "ids")  # of the clips of an HDF5 matrix
_SUMS = "SHA256SUMS"
_MAX_VALUES = 1 << 26  # numbers of one clip: 4,000 vectors of 16,000
_PIECE = 1 << 20  # bytes unpacked at once
_MAX_UNPACKED = 1 << 37  # bytes: 1.5 times the largest features of Movie Description as text
_Load: TypeAlias = Callable[[], Any]


@dataclass(frozen=True)
class _Entry:
    """The vectors of one clip: the file that holds them, how they are read, and the file of names beside it."""

    file: Path
    load: _Load
    names: Path | None = None


class ClipArrays:
    """Vectors by the name of their clip; see `open_clip_arrays`.

    Args:
        path: the file or folder.
        entries: by name.
    """

    def __init__(self, path: Path, entries: Mapping[str, _Entry]) -> None:
        self.path, self._entries = path, entries
        folder = path if path.is_dir() else path.parent
        self._sums = _read_sums(folder / _SUMS) if (folder / _SUMS).is_file() else {}
        self._folder = folder
        self._digests: dict[Path, str] = {}

    def __contains__(self, clip: str) -> bool:
        return clip_name(clip) in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def vectors(self, clip: str, *, width: int | None = None) -> NDArray[np.float32]:
        """Return the vectors of a clip, (T, D); T is at least 1.

        Args:
            clip: its id or name.
            width: the width that they must have, D.

        Raises:
            FeatureError: when there are none, they have another shape, or they are no finite numbers.
        """
        name = clip_name(clip)
        if name not in self._entries:
            raise FeatureError(f"{str(self.path)!r} has no vectors of clip {clip!r}; give the file that has them")
        entry = self._entries[name]
        where = f"{entry.file.name!r}: clip {name!r}"
        with _damage(entry.file):
            found = np.atleast_2d(np.asarray(entry.load()))
        if found.ndim != 2 or not found.size or found.dtype.kind not in "fiu":
            raise FeatureError(f"{where} is an array of {found.dtype} of shape {found.shape}; expected vectors, (T, D)")
        if width not in (None, found.shape[1]):
            raise FeatureError(f"{where} has {found.shape[1]} numbers; expected {width}: give the right file or width")
        rows = found.astype(np.float32)
        if not np.isfinite(rows).all():
            raise FeatureError(f"{where} has values that are no finite numbers; get the file again")
        return rows

    def digest(self, clips: Iterable[str]) -> str:
        """Return the SHA-256 of the files that hold some clips, in hex; clips without vectors are left out.

        Raises:
            FeatureError: when a file has another digest than `SHA256SUMS` beside it says.
        """
        entries = [self._entries[name] for name in map(clip_name, clips) if name in self._entries]
        files = {file for entry in entries for file in (entry.file, entry.names) if file is not None}
        found = hashlib.sha256()
        for file in sorted(files):
            found.update(f"{self._digest(file)}\n".encode())
        return found.hexdigest()

    def _digest(self, file: Path) -> str:
        if file not in self._digests:
            found = self._digests[file] = digest(file)
            wanted = self._sums.get(file.relative_to(self._folder).as_posix(), found)
            if found != wanted:
                raise FeatureError(
                    f"{str(file)!r} has the SHA-256 {found[:12]}…, {_SUMS} says {wanted[:12]}…; download it again"
                )
        return self._digests[file]


@contextmanager
def open_clip_arrays(path: Path) -> Iterator[ClipArrays]:
    """Open vectors of clips, to be read one clip at a time.

    - `.h5`, `.hdf5`: one array for each clip, in groups or not, or one matrix with a list of names `clips`, `names` or
      `ids` beside it;
    - `.npy`: one matrix, with the clips' names in a `.txt` of the same name, one per line;
    - `.txt`, `.csv`, `.tsv`: lines of a clip's name and its numbers; several lines of a clip are several vectors;
    - a folder: files named after clips, in folders or not: `.npy`, or text with one vector per line; or HDF5 files.

    Any of these but those in HDF5 may be gzipped (`.gz`), HDF5 files too. Names are the last part of a path, without
    the endings of films and arrays. Files are checked against `SHA256SUMS` in their folder, if there is one.

    Raises:
        RecordError: when there is no such file.
        FeatureError: when it is none of these, is damaged, or has a clip twice.
    """
    path = Path(path)
    with ExitStack() as stack:
        reader = _Reader(stack, Path(stack.enter_context(TemporaryDirectory(prefix="cinescribe-"))))
        entries = reader.folder_entries(path) if path.is_dir() else reader.file_entries(path)
        yield ClipArrays(path, _by_name(path, entries))


def clip_name(text: str) -> str:
    """Return the name of a clip from a path: its last part, without endings such as `.avi` and `.npy`."""
    name = text.replace("\\", "/").rstrip("/").rpartition("/")[2]
    while ending := next((one for one in _ENDINGS if name.lower().endswith(one) and len(name) > len(one)), ""):
        name = name[: -len(ending)]
    return name


def _by_name(path: Path, entries: Iterable[tuple[str, _Entry]]) -> dict[str, _Entry]:
    found: dict[str, _Entry] = {}
    for text, entry in entries:
        name = clip_name(text)
        if name in found:
            raise FeatureError(
                f"{str(path)!r} has clip {name!r} twice, in {found[name].file.name!r} and {entry.file.name!r}; leave "
                "one out"
            )
        found[name] = entry
    if not found:
        raise FeatureError(f"{str(path)!r} holds no arrays of clips; expected {', '.join(_ARRAYS)}, gzipped or not")
    return found


@dataclass(frozen=True)
class _Reader:
    """Finds the clips of files.

    Args:
        stack: closes HDF5 files at its end.
        temporary: folder for unpacked files.
    """

    stack: ExitStack
    temporary: Path

    def folder_entries(self, folder: Path) -> Iterator[tuple[str, _Entry]]:
        """Yield the clips of all files in a folder."""
        for file in sorted(folder.rglob("*")):
            form = _form(file)
            if form is None or not file.is_file():
                continue
            if form in _HDF5:
                yield from self.file_entries(file)
            else:
                load = partial(self._one_array, file) if form == ".npy" else partial(vectors_of, file)
                yield file.name, _Entry(file, load)

    def file_entries(self, path: Path) -> Iterator[tuple[str, _Entry]]:
        """Yield the clips of one file."""
        form = _form(path)
        with open_input(path):  # refuses what is no file
            pass
        if form is None:
            raise FeatureError(
                f"{str(path)!r} is no file of arrays; give {', '.join(_ARRAYS)}, gzipped or not, or a folder"
            )
        plain = self._unpacked(path)
        names = path.with_name(f"{clip_name(path.name)}.txt") if form == ".npy" else None
        with _damage(path):
            if names is not None:
                found = list(_matrix(np.load(plain, mmap_mode="r", allow_pickle=False), _names_in(names, path), path))
            elif form in _HDF5:
                found = list(_hdf5(self.stack.enter_context(_h5py().File(plain, "r")), path))
            else:
                found = [(name, partial(vectors_at, plain, at)) for name, at in vector_lines(plain, path).items()]
        for name, load in found:
            yield name, _Entry(path, load, names)

    def _one_array(self, file: Path) -> NDArray[Any]:
        with open_input(file):
            pass
        plain = self._unpacked(file)
        found = np.array(np.load(plain, mmap_mode="r", allow_pickle=False))
        if plain != file:
            plain.unlink()
        return found

    def _unpacked(self, path: Path) -> Path:
        """Return the file itself, or its unpacked copy if it is gzipped."""
        if not path.name.lower().endswith(".gz"):
            return path
        target = self.temporary / hashlib.sha256(str(path).encode()).hexdigest()[:16]
        with (
            _damage(path),
            open_input(path) as packed,
            gzip.GzipFile(fileobj=packed) as source,
            target.open("wb") as copy,
        ):
            while piece := source.read(_PIECE):
                copy.write(piece)
                if copy.tell() > _MAX_UNPACKED:
                    raise FeatureError(f"{str(path)!r} unpacks to more than {_MAX_UNPACKED:,} bytes; split it")
        return target


def _h5py() -> Any:
    try:
        return importlib.import_module("h5py")
    except ModuleNotFoundError as error:
        raise FeatureError("HDF5 files need h5py (BSD-3-Clause); pip install 'cinescribe[hdf5]'") from error


def _hdf5(file: Any, path: Path) -> Iterator[tuple[str, _Load]]:
    arrays: dict[str, Any] = {}
    file.visititems(lambda name, item: arrays.update({name: item}) if hasattr(item, "shape") else None)
    if key := next((name for name in arrays if name.lower() in _NAMES and arrays[name].ndim == 1), None):
        names = [one.decode() if isinstance(one, bytes) else str(one) for one in arrays.pop(key)[:_MAX_VALUES].tolist()]
        if len(arrays) != 1:
            raise FeatureError(f"{path.name!r} has {key!r} and {brief(sorted(arrays))}; expected one matrix beside it")
        yield from _matrix(next(iter(arrays.values())), names, path)
    else:
        yield from ((name, partial(_dataset, item)) for name, item in arrays.items())


def _dataset(item: Any) -> Any:
    if item.size > _MAX_VALUES:
        raise ValueError(f"an array of shape {item.shape} for one clip")
    return item[()]


def _matrix(matrix: Any, names: list[str], path: Path) -> Iterator[tuple[str, _Load]]:
    if len(matrix.shape) != 2 or len(matrix) != len(names) or matrix.shape[1] > _MAX_VALUES:
        raise FeatureError(
            f"{path.name!r} has an array of shape {matrix.shape} for {len(names)} names of clips; expected a row for "
            "each name"
        )
    yield from ((name, partial(matrix.__getitem__, number)) for number, name in enumerate(names))


def _names_in(names: Path, path: Path) -> list[str]:
    if not names.is_file():
        raise FeatureError(f"{str(path)!r} needs the names of its clips, one per line, in {names.name!r}; write it")
    return [line.strip() for _, line in numbered_lines(read_text(names))]


def _form(path: Path) -> str | None:
    name = path.name.lower().removesuffix(".gz")
    return next((form for form in _ARRAYS if name.endswith(form)), None) if path.name != _SUMS else None


@contextmanager
def _damage(path: Path) -> Iterator[None]:
    """Raise what readers of arrays raise at a damaged place as an error that names the file."""
    try:
        yield
    except FeatureError:
        raise
    except (ArithmeticError, EOFError, LookupError, MemoryError, OSError, RuntimeError, SyntaxError, TokenError,
            TypeError, ValueError, zlib.error) as error:  # fmt: skip
        raise FeatureError(f"{str(path)!r} is damaged ({error}); copy or download it again") from error


def _read_sums(path: Path) -> dict[str, str]:
    """Return the digests of files by name, as `sha256sum` writes them."""
    sums = {}
    for number, line in numbered_lines(read_text(path)):
        value, _, name = line.strip().partition(" ")
        if len(value) != 64 or not name.strip():
            raise FeatureError(f"{str(path)!r}, line {number}: {brief(line)}; expected a SHA-256 and a file's name")
        sums[name.strip().removeprefix("*").removeprefix("./")] = value.lower()
    return sums
