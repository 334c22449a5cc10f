"""Voices of Piper and Kokoro on the Hugging Face hub: in its cache on this machine, or downloaded with consent."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import huggingface_hub

from cinescribe.errors import VoiceError

PIPER = "rhasspy/piper-voices"
KOKORO = "onnx-community/Kokoro-82M-v1.0-ONNX"
KOKORO_MODEL = "onnx/model_quantized.onnx"  # 8-bit, a quarter of the full one's size

_PIPER_ID = re.compile(r"(?P<code>(?P<family>[a-z]+)_[A-Z]+)-(?P<name>[^-/]+)-(?P<quality>[^-/]+)")
_KOKORO_ID = re.compile(r"[a-z]{2}_[a-z]+")
_LICENCE = re.compile(r"licen[cs]e:\s*(.+)", re.IGNORECASE)  # a line of a Piper voice's card
_MEGABYTE = 1e6


@dataclass(frozen=True)
class HubVoice:
    """A voice's place on the hub.

    Args:
        repository: `owner/name`.
        files: paths in it, the model first.
        card: path of the file that states the voice's licence; None: that of the repository.
    """

    repository: str
    files: tuple[str, ...]
    card: str | None = None


def piper_on_hub(voice: str) -> HubVoice | None:
    """Return the place of a Piper voice, e.g. `en_US-joe-medium`; None if this is no id of one."""
    found = _PIPER_ID.fullmatch(voice)
    if found is None:
        return None
    folder = f"{found['family']}/{found['code']}/{found['name']}/{found['quality']}"
    files = (f"{folder}/{voice}.onnx", f"{folder}/{voice}.onnx.json")
    return HubVoice(PIPER, files, card=f"{folder}/MODEL_CARD")


def kokoro_on_hub(voice: str) -> HubVoice | None:
    """Return the place of a Kokoro voice, e.g. `af_heart`; None if this is no id of one."""
    return HubVoice(KOKORO, (KOKORO_MODEL, f"voices/{voice}.bin")) if _KOKORO_ID.fullmatch(voice) else None


def hub_files(name: str, voice: HubVoice, *, fetch: bool, announce: Callable[[str], None]) -> tuple[Path, ...]:
    """Return a voice's files on this machine.

    Args:
        name: of the voice, for errors.
        voice: its place on the hub.
        fetch: whether missing files may be downloaded.
        announce: receives one line with size and licence before a download.

    Raises:
        VoiceError: when files are missing and may not, or cannot, be downloaded.
    """
    cached = _cached(voice)
    if cached is not None:
        return cached
    if not fetch:
        raise VoiceError(
            f"the voice {name!r} is not on this machine; allow fetching it from huggingface.co with `fetch` (size and "
            f"licence are printed first), or name its file"
        )
    try:
        return _fetched(name, voice, announce)
    except _failures() as error:
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise VoiceError(
            f"the voice {name!r} cannot be fetched ({reason}); check the name and the network, or name its file"
        ) from error


def _failures() -> tuple[type[Exception], ...]:
    """The errors of the hub's client: its own, and the root of those of the HTTP library below it.

    That library takes longer to load than a short command to run, and few voices are downloaded.
    """
    own = importlib.import_module("huggingface_hub.errors").HfHubHTTPError
    below = (kind for kind in own.__mro__ if kind.__name__ == "HTTPError" and issubclass(kind, Exception))
    return (OSError, *below)


def cached_piper_voices() -> tuple[str, ...]:
    """Return the ids of the Piper voices in the hub's cache, in order."""
    return _cached_names(PIPER, "*/*/*/*/*.onnx")


def cached_kokoro_voices() -> tuple[str, ...]:
    """Return the ids of the Kokoro voices in the hub's cache, in order."""
    return _cached_names(KOKORO, "voices/*.bin")


def _cached_names(repository: str, pattern: str) -> tuple[str, ...]:
    try:
        folder = Path(huggingface_hub.snapshot_download(repository, local_files_only=True))
    except OSError:
        return ()
    return tuple(sorted(path.stem for path in folder.glob(pattern)))


def _cached(voice: HubVoice) -> tuple[Path, ...] | None:
    try:
        return _downloaded(voice.repository, voice.files, here=True)
    except OSError:
        return None


def _fetched(name: str, voice: HubVoice, announce: Callable[[str], None]) -> tuple[Path, ...]:
    found = huggingface_hub.HfApi().get_paths_info(voice.repository, list(voice.files))
    sizes = {entry.path: getattr(entry, "size", 0) for entry in found}
    missing = next((file for file in voice.files if file not in sizes), None)
    if missing is not None:
        raise VoiceError(f"unknown voice {name!r}; {voice.repository} has no {missing!r}: see its list of files")
    size = sum(sizes.values()) / _MEGABYTE
    announce(f"fetching {name} from huggingface.co/{voice.repository}: {size:.0f} MB, licence: {_licence(voice)}")
    return _downloaded(voice.repository, voice.files, here=False)


def _licence(voice: HubVoice) -> str:
    if voice.card is None:
        card = huggingface_hub.HfApi().model_info(voice.repository).card_data
        return getattr(card, "license", None) or "not stated"
    (path,) = _downloaded(voice.repository, [voice.card], here=False)
    found = _LICENCE.search(path.read_text(encoding="utf-8", errors="replace"))
    return found[1].strip() if found else "not stated"


def _downloaded(repository: str, files: Sequence[str], *, here: bool) -> tuple[Path, ...]:
    """The paths of files; `here` looks on this machine only."""
    return tuple(Path(huggingface_hub.hf_hub_download(repository, file, local_files_only=here)) for file in files)
