"""Files of a Hugging Face model: in a given folder, in the hub's cache, or downloaded with consent."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import huggingface_hub
from huggingface_hub.errors import HfHubHTTPError, HFValidationError

from cinescribe.errors import ModelError, RecordError
from cinescribe.input_files import digest, open_input, read_text
from cinescribe.parsing import parse_json

_ALWAYS = ("*.json", "*.txt", "*.model", "*.jinja")  # configuration, vocabulary, templates
_WEIGHTS = "*.safetensors"
_OLD_WEIGHTS = "pytorch_model*.bin"  # read only where there are no safetensors
TRANSFORMERS = (_WEIGHTS, _OLD_WEIGHTS)  # patterns of weight files; the first one that matches is used
CTRANSLATE2 = ("model.bin",)  # faster-whisper's models
_MODULE = re.compile(r"\d+_[A-Za-z]+")  # a folder of sentence-transformers: pooling, a dense layer
# Errors of the hub's client: its own, and the root of those of the HTTP library below it.
_FAILURES: tuple[type[Exception], ...] = (
    OSError,
    *(kind for kind in HfHubHTTPError.__mro__ if kind.__name__ == "HTTPError" and issubclass(kind, Exception)),
)
_CACHED = "models--"  # names of folders in the cache begin so
_UNITS = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


def to_stderr(line: str) -> None:
    """Print a notice to standard error."""
    print(line, file=sys.stderr)


def model_folder(
    name: str, *, fetch: bool, announce: Callable[[str], None], weights: Sequence[str] = TRANSFORMERS
) -> Path:
    """Return the folder that holds a model's files.

    Args:
        name: a folder, or an id of the hub, `owner/model`.
        fetch: whether a missing model may be downloaded from the hub.
        announce: receives one line with size and licence before a download.
        weights: patterns of the weight files, the best first: `TRANSFORMERS` or `CTRANSLATE2`.

    Raises:
        ModelError: when the model is not on this machine and may not, or cannot, be downloaded.
    """
    if Path(name).is_dir():
        return _with_model(Path(name), name, weights)
    cached = _cached(name, weights)
    if cached is not None:
        return cached
    if not fetch:
        raise ModelError(
            f"the model {name!r} is not on this machine; name a folder that holds it, or allow fetching it "
            f"from huggingface.co with `fetch` (size and licence are printed first)"
        )
    try:
        return _fetched(name, announce, weights)
    except _FAILURES as error:
        raise ModelError(
            f"the model {name!r} cannot be fetched ({first_line(error)}); check the name and the network, "
            f"or name a folder that holds it"
        ) from error


def cached_models() -> list[tuple[str, Path]]:
    """Return the id and folder of each model of `transformers` in the hub's cache."""
    found = []
    for folder in sorted(Path(huggingface_hub.constants.HF_HUB_CACHE).glob(f"{_CACHED}*")):
        main = folder / "refs" / "main"
        snapshot = folder / "snapshots" / read_text(main).strip() if main.is_file() else folder
        if _has_model(snapshot, TRANSFORMERS):
            found.append((folder.name.removeprefix(_CACHED).replace("--", "/"), snapshot))
    return found


def weights_digest(folder: Path) -> str:
    """Return the first 12 digits of the SHA-256 of a model's weights, which identifies a training of the model."""
    files = sorted(folder.glob(_WEIGHTS)) or sorted(folder.glob(_OLD_WEIGHTS))
    return hashlib.sha256("".join(digest(path) for path in files).encode()).hexdigest()[:12]


def _cached(name: str, weights: Sequence[str]) -> Path | None:
    try:
        folder = Path(huggingface_hub.snapshot_download(name, local_files_only=True))
    except HFValidationError as error:
        raise ModelError(
            f"unknown model {name!r}; expected a folder, or an id of the hub such as 'microsoft/git-base', and "
            "there is no such folder"
        ) from error
    except OSError:
        return None
    return _with_model(folder, name, weights) if _has_model(folder, weights) else None


def _fetched(name: str, announce: Callable[[str], None], weights: Sequence[str]) -> Path:
    info = huggingface_hub.HfApi().model_info(name, files_metadata=True)
    sizes = {file.rfilename: file.size or 0 for file in info.siblings or ()}
    files = _chosen(sorted(sizes), weights)
    licence = getattr(info.card_data, "license", None) or "not stated"
    announce(f"fetching {name} from huggingface.co: {_size(sum(sizes[file] for file in files))}, licence: {licence}")
    return Path(huggingface_hub.snapshot_download(name, revision=info.sha, allow_patterns=files))


def _chosen(files: Sequence[str], weights: Sequence[str]) -> list[str]:
    """The files to download: no weights of other frameworks, and no weights twice."""
    chosen: list[str] = []
    for folder in sorted({str(Path(file).parent) for file in files}):
        if folder == "." or _MODULE.fullmatch(folder):
            chosen += _chosen_in([file for file in files if str(Path(file).parent) == folder], weights)
    return chosen


def _chosen_in(files: Sequence[str], weights: Sequence[str]) -> list[str]:
    found = ([file for file in files if Path(file).match(pattern)] for pattern in weights)
    return next(filter(None, found), []) + [
        file for file in files if any(Path(file).match(pattern) for pattern in _ALWAYS)
    ]


def _with_model(folder: Path, name: str, weights: Sequence[str]) -> Path:
    if not _has_model(folder, weights):
        raise ModelError(
            f"the folder {name!r} holds no model; expected one with config.json, weights and tokenizer or processor"
        )
    cut = next((path.name for path in folder.glob(_WEIGHTS) if not _is_whole(path)), None)
    if cut is not None:
        raise ModelError(f"{cut!r} in the folder {name!r} is truncated or no safetensors file; fetch the model again")
    return folder


def _is_whole(path: Path) -> bool:
    """Whether a safetensors file has the length in its header; loading a truncated file fails with obscure errors."""
    with open_input(path) as opened:
        length = int.from_bytes(opened.read(8), "little")
        if length > path.stat().st_size:
            return False
        try:
            header = parse_json(opened.read(length).decode(), path.name)
            ends = [entry["data_offsets"][1] for name, entry in header.items() if name != "__metadata__"]
            return bool(8 + length + max(ends, default=0) == path.stat().st_size)
        except (RecordError, ValueError, LookupError, TypeError, AttributeError):
            return False


def _has_model(folder: Path, weights: Sequence[str]) -> bool:
    return any(any(folder.glob(pattern)) for pattern in weights) and (folder / "config.json").is_file()


def _size(n_bytes: int) -> str:
    return next((f"{n_bytes / unit:.0f} {name}" for unit, name in _UNITS if n_bytes >= unit), f"{n_bytes} bytes")


def first_line(error: Exception) -> str:
    """Return the first line of an error's message, or its type if it has none."""
    return next(iter(str(error).splitlines()), type(error).__name__)
