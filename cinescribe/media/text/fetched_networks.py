"""Networks of PP-OCR that read other scripts: on this machine, or fetched from the list in rapidocr's wheel."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import httpx
import yaml

from cinescribe.errors import ModelError, RecordError
from cinescribe.file_names import user_cache
from cinescribe.input_files import digest, read_text
from cinescribe.media.film.frame_scaling import Image
from cinescribe.media.text.text_networks import Quad, Reading, TextRecogniser
from cinescribe.store import writing

_PACKAGE, _LIST = "rapidocr", "default_models.yaml"
_PLACE = ("onnxruntime", "PP-OCRv5", "rec")  # of the networks in the list
# By script; each reads all languages that are written in it.
NETWORKS = {"Cyrl": "cyrillic_PP-OCRv5_rec_mobile", "Grek": "el_PP-OCRv5_rec_mobile"}
_LICENCE = "Apache-2.0"
_TIMEOUT = 60.0  # seconds without an answer
_MAX_BYTES = 100 << 20  # of a network; these have 8 MB
_MEGABYTE = 1e6


class ScriptNetwork:
    """Reads lines of one script by a network of PP-OCR.

    Args:
        script: ISO 15924 code.
        model: its file.
    """

    def __init__(self, script: str, model: Path) -> None:
        self.script = script
        self._model = model

    @property
    def name(self) -> str:
        """Who reads, as caches of a description name it."""
        return self._model.stem

    @cached_property
    def _recogniser(self) -> TextRecogniser:
        return TextRecogniser(self._model)

    def read(self, picture: Image, quad: Quad, *, stretch: float = 1.0) -> Reading:
        """Read the line in the corners `quad` of a picture (H, W, 3, BGR), with its width multiplied by `stretch`.

        Raises:
            ModelError: when the file cannot be loaded, or is no such network.
        """
        return self._recogniser.read(picture, quad, stretch=stretch)


@dataclass(frozen=True)
class ListedNetwork:
    """A network in rapidocr's list.

    Args:
        url: of its file.
        sha256: of its file, in hexadecimal digits.
    """

    url: str
    sha256: str


def script_network(
    script: str, *, fetch: bool, announce: Callable[[str], None], folder: Path | None = None
) -> ScriptNetwork | None:
    """Return the network that reads a script; None if it is not on this machine and may not be fetched.

    Args:
        script: ISO 15924 code, of `NETWORKS`.
        fetch: whether it may be downloaded.
        announce: receives one line with size and licence before a download.
        folder: that keeps networks; by default one in the user's cache.

    Raises:
        ModelError: when it cannot be downloaded, or what comes is not the listed file.
        OutputError: when it cannot be kept.
    """
    name = NETWORKS[script]
    path = (user_cache("models") if folder is None else folder) / f"{name}.onnx"
    if not path.is_file():
        if not fetch:
            return None
        _fetch(listed_network(name), path, announce)
    return ScriptNetwork(script, path)


def listed_network(name: str) -> ListedNetwork:
    """Return where a network is, by the list in the installed wheel of rapidocr, which is not imported.

    Raises:
        ModelError: when rapidocr is not installed, or its list lacks the network.
    """
    spec = importlib.util.find_spec(_PACKAGE)
    try:
        entry = yaml.safe_load(read_text(Path(spec.origin).parent / _LIST)) if spec and spec.origin else {}
        for part in (*_PLACE, name):
            entry = entry[part]
        return ListedNetwork(str(entry["model_dir"]), str(entry["SHA256"]).lower())
    except (RecordError, yaml.YAMLError, LookupError, TypeError) as error:
        raise ModelError(
            f"the installed package {_PACKAGE!r} does not list the network {name!r}; pip install '{_PACKAGE}>=3.10'"
        ) from error


def _fetch(network: ListedNetwork, path: Path, announce: Callable[[str], None]) -> None:
    try:
        with httpx.stream("GET", network.url, timeout=_TIMEOUT, follow_redirects=True) as response:
            response.raise_for_status()
            length = response.headers.get("Content-Length", "")
            size = f"{int(length) / _MEGABYTE:.0f} MB" if length.isdigit() else "size not stated"
            announce(f"fetching {path.name} from {response.url.host}: {size}, licence: {_LICENCE}")
            with writing(path) as beside:
                _write(response, beside)
                if digest(beside) != network.sha256:
                    raise ModelError(
                        f"what is {path.name!r} from {response.url.host} is not the listed file: its SHA-256 "
                        "differs; try again later"
                    )
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise ModelError(
            f"the network {path.stem!r} cannot be fetched ({reason}); check the connection, or put its file at "
            f"{str(path)!r}"
        ) from error


def _write(response: httpx.Response, path: Path) -> None:
    n_bytes = 0
    with open(path, "wb") as opened:
        for part in response.iter_bytes():
            n_bytes += len(part)
            if n_bytes > _MAX_BYTES:
                raise ModelError(
                    f"{response.url.host} sends more than {_MAX_BYTES >> 20} MiB for a network that has 8 MB; try "
                    "again later"
                )
            opened.write(part)
